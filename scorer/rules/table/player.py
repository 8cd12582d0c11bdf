"""Who plays: one value for the rules, for what is kept and shared, and for the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from scorer.rules.model.kingdom import Kingdom

COLOURS: Final = ("blue", "green", "pink", "yellow")
"""The castles' colours, in the order in which players without a known one get them."""

DYNASTY_GAMES: Final = 3
"""A Dynasty adds up this many games."""


@dataclass(frozen=True)
class Player:
    """A player, or a team, with one kingdom, with one for each game of a Dynasty, or with none yet.

    ``name`` is shown as it is and need not differ from other players' names. ``members`` are the people of a team,
    empty where the player is one person. ``colour`` is one of ``COLOURS``, or ``""`` where nobody said.

    >>> Player("C++").people, Player("Reds", members=("Ann", "Bob")).people
    (1, 2)
    """

    name: str
    members: tuple[str, ...] = field(default=(), kw_only=True)
    colour: str = field(default="", kw_only=True)
    kingdoms: tuple[Kingdom, ...] = field(default=(), kw_only=True)

    @property
    def people(self) -> int:
        """How many people play under this name."""
        return len(self.members) or 1
