"""One game at the table as plain values: what is kept, shared and sent, without photos and without a page."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player


@dataclass(frozen=True)
class Game:
    """Everything that a link, a JSON file or a CSV file carries.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> ann = Player("Ann", colour="pink", kingdoms=(Kingdom.parse("wwC"),))
    >>> game = Game((ann, Player("Bob")), Rules(harmony=True))
    >>> [player.name for player in game.players if player.kingdoms]
    ['Ann']
    """

    players: tuple[Player, ...] = ()
    rules: Rules = field(default_factory=Rules)
    dynasty: bool = False
