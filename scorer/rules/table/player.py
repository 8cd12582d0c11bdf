"""Who plays: one value for the rules, for what is kept and shared, and for the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.pieces import Piece

COLOURS: Final = ("blue", "green", "pink", "yellow")
"""The castles' colours, in the order in which players without a known one get them."""

DYNASTY_GAMES: Final = 3
"""A Dynasty adds up this many games."""


@dataclass(frozen=True)
class Player:
    """A player, or a team, with one kingdom, with one for each game of a Dynasty, or with none yet.

    ``name`` is the one that was typed, and need not differ from other players' names: see ``distinct``. ``members``
    are the people of a team, empty where the player is one person. ``colour`` is one of ``COLOURS``, or ``""`` where
    nobody said. ``untold`` has for each kingdom the pieces that nobody has told of yet, and is empty where kingdoms are
    written down: a notation says all that there is. ``partly_seen`` has the numbers, from 1, of the kingdoms of which
    only a part is known: their photo cuts them off, or they are still being painted.

    >>> Player("C++").people, Player("Reds", members=("Ann", "Bob")).people
    (1, 2)
    """

    name: str
    members: tuple[str, ...] = field(default=(), kw_only=True)
    colour: str = field(default="", kw_only=True)
    kingdoms: tuple[Kingdom, ...] = field(default=(), kw_only=True)
    untold: tuple[frozenset[Piece], ...] = field(default=(), kw_only=True)
    partly_seen: frozenset[int] = field(default=frozenset(), kw_only=True)

    @property
    def people(self) -> int:
        """How many people play under this name."""
        return len(self.members) or 1


def distinct(names: Iterable[str]) -> list[str]:
    """The players' names as they are shown: with a number behind a name that somebody before has too.

    >>> distinct(["Ann", "Bob", "Ann", "Ann 2"])
    ['Ann', 'Bob', 'Ann 2', 'Ann 2 2']
    """
    found: list[str] = []
    for name in names:
        number, fresh = 1, name
        while fresh in found:
            number += 1
            fresh = f"{name} {number}"
        found.append(fresh)
    return found
