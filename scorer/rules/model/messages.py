"""Words for players, kept apart from their values so that a page can translate them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Message:
    """An English template and the values that go into it.

    ``str(message)`` is the English text; a page translates ``template`` and fills in ``values`` itself.

    >>> str(Message("{squares} squares × {crowns} crowns", {"squares": 7, "crowns": 3}))
    '7 squares × 3 crowns'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)
