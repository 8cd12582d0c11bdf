"""One game at the table as plain values: what is kept, shared and sent, without photos and without a page."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules

COLOURS = ("blue", "green", "pink", "yellow")
"""The castles' colours, in the order in which players without a known one get them."""

DYNASTY_GAMES = 3
"""A Dynasty adds up this many games."""


@dataclass(frozen=True)
class PlayerEntry:
    """A player with the kingdoms that are on the page: one, or one for each game of a Dynasty so far.

    ``colour`` is one of ``COLOURS``, or ``""`` where nobody said. A team is one entry named “Ann + Bob”.
    """

    name: str
    colour: str = ""
    kingdoms: tuple[Kingdom, ...] = ()


@dataclass(frozen=True)
class Game:
    """Everything that a link, a JSON file or a CSV file carries.

    >>> game = Game((PlayerEntry("Ann", "pink", (Kingdom.parse("wwC"),)), PlayerEntry("Bob")), Rules(harmony=True))
    >>> [player.name for player in game.players if player.kingdoms]
    ['Ann']
    """

    players: tuple[PlayerEntry, ...] = ()
    rules: Rules = field(default_factory=Rules)
    dynasty: bool = False
