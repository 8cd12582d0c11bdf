"""A player: one value for the rules, for saved and shared games, and for the page."""

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
"""The number of games in a Dynasty."""

MAX_TOTAL: Final = 999
"""The largest total that can be entered without a kingdom; no kingdom scores half of it."""


@dataclass(frozen=True)
class Player:
    """A player or a team with one kingdom, with one for each game of a Dynasty, or with none yet.

    ``name`` need not differ from other players' names. ``members`` are the people of a team, empty for one person.
    ``colour`` is one of ``COLOURS`` or ``""``. ``untold`` has, for each kingdom, the tokens that are not entered yet;
    it is empty for kingdoms given in notation. ``partly_seen`` has the numbers, from 1, of kingdoms that are partly
    known, because the photo cuts them off or they are still being painted.

    ``totals`` has, for each game, the points if only the total is known, and ``None`` for a game with a kingdom; games
    after its end have kingdoms. Raises ``ValueError`` for points outside 0 to ``MAX_TOTAL``, and for more ``None`` than
    there are kingdoms.

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
            raise ValueError(f"a total must be a number from 0 to {MAX_TOTAL}")
        while self.totals and self.totals[-1] is None:  # one way to write each player
            object.__setattr__(self, "totals", self.totals[:-1])

    @property
    def games(self) -> tuple[Kingdom | int, ...]:
        """The kingdom of each game, or its points if only the total is known."""
        kingdoms = iter(self.kingdoms)
        entered = chain(self.totals, repeat(None, len(self.kingdoms) - self.totals.count(None)))
        return tuple(next(kingdoms) if total is None else total for total in entered)

    @property
    def has_totals(self) -> bool:
        """Whether only the total of some game is known."""
        return bool(self.totals)

    def kingdom_number(self, game: int) -> int | None:
        """The number in ``kingdoms``, from 1, of the kingdom of a game (from 1); ``None`` if the game has none.

        >>> [Player("Ann", kingdoms=(Kingdom.parse("wC"),), totals=(45,)).kingdom_number(game) for game in (1, 2, 3)]
        [None, 1, None]
        """
        entered = self.totals[:game]
        number = game - len(entered) + entered.count(None)
        return None if self.totals[game - 1 : game] not in ((), (None,)) or number > len(self.kingdoms) else number

    @property
    def people(self) -> int:
        """The number of people who play under this name."""
        return len(self.members) or 1


def distinct(names: Iterable[str]) -> list[str]:
    """The names as they are shown: a repeated name gets a number.

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
