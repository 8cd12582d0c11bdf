"""The settings of this browser, which stores them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from scorer.app.choices import EDITIONS


@dataclass(frozen=True)
class Settings:
    """Whether games are saved automatically, and the ``edition`` of new games; empty, the language decides.

    >>> Settings.from_text(Settings(is_saving=False).to_text())
    Settings(is_saving=False, edition='')
    """

    is_saving: bool = True
    edition: str = ""

    def to_text(self) -> str:
        """The settings as JSON, as the browser stores them."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Settings | None:
        """The settings that ``to_text`` wrote; ``None`` for any other text.

        >>> Settings.from_text("no"), Settings.from_text('{"edition": "x", "is_saving": 1}')
        (None, Settings(is_saving=True, edition=''))
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict):
            return None
        edition = data.get("edition")
        return cls(data.get("is_saving") is not False, edition if edition in EDITIONS else "")
