"""The settings of this browser, which stores them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from scorer.app.choices import EDITIONS
from scorer.sharing.json_text import parse_json


@dataclass(frozen=True)
class Settings:
    """Whether games are saved automatically, and the ``edition`` of new games; empty, the language decides.

    The ``options`` in a field's metadata are the only values that are read from text.

    >>> Settings.from_text(Settings(is_saving=False).to_text())
    Settings(is_saving=False, edition='')
    """

    is_saving: bool = True
    edition: str = field(default="", metadata={"options": EDITIONS})

    def to_text(self) -> str:
        """The settings as JSON, as the browser stores them."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """The settings that ``to_text`` wrote, with defaults for invalid values; ``None`` for any other text.

        >>> Settings.from_text("no"), Settings.from_text('{"edition": "x", "is_saving": 1}')
        (None, Settings(is_saving=True, edition=''))
        """
        try:
            data = parse_json(text)
        except ValueError:
            return None
        if not isinstance(data, dict):
            return None
        values: dict[str, Any] = {}
        for one in fields(cls):
            value, options = data.get(one.name), one.metadata.get("options")
            if type(value) is type(one.default) and (options is None or value in options):
                values[one.name] = value
        return cls(**values)
