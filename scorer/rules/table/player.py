"""Who plays: one value for the rules, for what is kept and shared, and for the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Final

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.pieces import Piece

COLOURS: Final = ("blue", "green", "pink", "yellow")
"""The castles' colours, in the order in which players without a known one get them."""

DYNASTY_GAMES: Final = 3
"""A Dynasty adds up this many games."""

MAX_TOTAL: Final = 999
"""The largest total that can be entered without a kingdom; no kingdom scores half of it."""


@dataclass(frozen=True)
class Player:
    """A player, or a team, with one game, with one for each game of a Dynasty, or with none yet.

    ``name`` is the one that was typed, and need not differ from other players' names: see ``distinct``. ``members``
    are the people of a team, empty where the player is one person. ``colour`` is one of ``COLOURS``, or ``""`` where
    nobody said. ``untold`` has for each kingdom the pieces that nobody has told of yet, and is empty where kingdoms are
    written down: a notation says all that there is. ``partly_seen`` has the numbers, from 1, of the kingdoms of which
    only a part is known: their photo cuts them off, or they are still being painted.

    ``totals`` has, game by game, the points of the games of which only the total is known, and ``None`` for a game with
    a kingdom; the games after its end have kingdoms. Raises ``ValueError`` for points outside 0 to ``MAX_TOTAL``, and
    for more ``None`` than there are kingdoms.

    >>> Player("C++").people, Player("Reds", members=("Ann", "Bob")).people
    (1, 2)
    >>> Player("Ann", totals=(45,)).games, Player("Ann", kingdoms=(Kingdom.parse("wC"),), totals=(None, 45)).games[1]
    ((45,), 45)
    """

    name: str
    members: tuple[str, ...] = field(default=(), kw_only=True)
    colour: str = field(default="", kw_only=True)
    kingdoms: tuple[Kingdom, ...] = field(default=(), kw_only=True)
    untold: tuple[frozenset[Piece], ...] = field(default=(), kw_only=True)
    partly_seen: frozenset[int] = field(default=frozenset(), kw_only=True)
    totals: tuple[int | None, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        if self.totals.count(None) > len(self.kingdoms):
            raise ValueError("totals says None for a game without a kingdom")
        if not all(total is None or 0 <= total <= MAX_TOTAL for total in self.totals):
            raise ValueError(f"a total is a number from 0 to {MAX_TOTAL}")
        while self.totals and self.totals[-1] is None:  # one way to write each player
            object.__setattr__(self, "totals", self.totals[:-1])

    @property
    def games(self) -> tuple[Kingdom | int, ...]:
        """Game by game the kingdom, or the points where only the total is known."""
        kingdoms = iter(self.kingdoms)
        entered = chain(self.totals, repeat(None, len(self.kingdoms) - self.totals.count(None)))
        return tuple(next(kingdoms) if total is None else total for total in entered)

    @property
    def has_totals(self) -> bool:
        """Whether of some game only the total is known."""
        return bool(self.totals)

    def kingdom_number(self, game: int) -> int | None:
        """The number, from 1, among ``kingdoms`` of the one of a game (from 1); ``None`` where it has no kingdom.

        >>> [Player("Ann", kingdoms=(Kingdom.parse("wC"),), totals=(45,)).kingdom_number(game) for game in (1, 2, 3)]
        [None, 1, None]
        """
        entered = self.totals[:game]
        number = game - len(entered) + entered.count(None)
        return None if self.totals[game - 1 : game] not in ((), (None,)) or number > len(self.kingdoms) else number

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
