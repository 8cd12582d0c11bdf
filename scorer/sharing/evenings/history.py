"""All evenings that were kept, and the changes to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError
from scorer.sharing.evenings.evening import Evening

MOST_EVENINGS = 2000
"""More than anybody plays in ten years; a file with more is none of ours."""


@dataclass(frozen=True)
class Evenings:
    """Evenings, the latest first; no two have one key.

    >>> from datetime import date
    >>> from scorer.sharing.game import Game
    >>> first, second = (Evening(key, date(2026, 5, day), Game()) for key, day in (("a", 2), ("b", 9)))
    >>> [evening.key for evening in Evenings().kept(first, second)]
    ['b', 'a']
    """

    evenings: tuple[Evening, ...] = ()

    def __iter__(self) -> Iterator[Evening]:
        return iter(self.evenings)

    def __len__(self) -> int:
        return len(self.evenings)

    def find(self, key: str) -> Evening | None:
        """The evening of that key."""
        return next((evening for evening in self.evenings if evening.key == key), None)

    def kept(self, *evenings: Evening) -> Evenings:
        """With these too; one of a known key takes the place of the old one. Raises ``GameError`` for too many."""
        by_key = {evening.key: evening for evening in (*self.evenings, *evenings)}
        if len(by_key) > MOST_EVENINGS:
            raise GameError(Message("{found} evenings are too many; at most {most} can be kept",
                                    {"found": len(by_key), "most": MOST_EVENINGS}))  # fmt: skip
        return Evenings(tuple(sorted(by_key.values(), key=lambda evening: (evening.day, evening.key), reverse=True)))

    def without(self, key: str) -> Evenings:
        """With that evening deleted."""
        return Evenings(tuple(evening for evening in self.evenings if evening.key != key))

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who ever played, who played last first."""
        return tuple(dict.fromkeys(player.name for evening in self.evenings for player in evening.game.players))


def evenings_from(texts: Iterable[str]) -> Evenings:
    """The evenings that a browser kept; what cannot be read is passed over, for nobody is there to mend it."""
    found = []
    for text in texts:
        try:
            found.append(Evening.from_text(text))
        except GameError:
            continue
    return Evenings().kept(*found[:MOST_EVENINGS])
