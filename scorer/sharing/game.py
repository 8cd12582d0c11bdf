"""One game as plain values, as it is saved and shared: without photos, independent of the page."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from scorer.rules.model.rules import Rules, SettledRules
from scorer.rules.table.outcome import legality_warning
from scorer.rules.table.pending import Pending, pending_at
from scorer.rules.table.player import DYNASTY_GAMES, Player, distinct
from scorer.rules.table.ranking import judged, standings
from scorer.rules.table.standing import Standing
from scorer.rules.table.table import Table

SECONDS = 1.0
"""Time limit of the search for contradictions in the first place."""


@dataclass(frozen=True)
class Game:
    """The content of a link, a JSON file or a CSV file. Its results are computed once.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> ann = Player("Ann", colour="pink", kingdoms=(Kingdom.parse("wwC"),))
    >>> game = Game((ann, Player("Bob"), ann), Rules(harmony=True))
    >>> [player.name for player in game.table.players]
    ['Ann', 'Ann 2']
    """

    players: tuple[Player, ...] = ()
    rules: Rules = field(default_factory=Rules)
    dynasty: bool = False

    @cached_property
    def table(self) -> Table:
        """All players with a kingdom or a total, under distinct names."""
        names = distinct(player.name for player in self.players)
        named = (replace(player, name=name) for player, name in zip(self.players, names, strict=True))
        games = DYNASTY_GAMES if self.dynasty else 1
        is_waiting = any(len(player.games) < games for player in self.players)
        return Table(tuple(player for player in named if player.games), self.rules, is_waiting=is_waiting)

    @property
    def is_finished(self) -> bool:
        """Whether every player has a kingdom for each game: a Dynasty has no winner before its third game."""
        return self.table.is_finished

    @property
    def is_doubted(self) -> bool:
        """Whether a kingdom in first place, or the game as a whole, cannot be legal."""
        _, illegal, is_possible = judged(self.table, self.settled_rules, SECONDS)
        wrong = [one for one in self.standings if one.place == 1 and one.player in illegal]
        return legality_warning(wrong, is_possible=is_possible) is not None

    @property
    def is_settled(self) -> bool:
        """Whether the game is complete: no kingdom is partly known and no piece is missing. Hidden squares may still
        decide the winner.

        >>> from scorer.rules.model.kingdom import Kingdom
        >>> ann = Player("Ann", kingdoms=(Kingdom.parse("wwC"),))
        >>> [Game((replace(ann, partly_seen=frozenset(cut)),)).is_settled for cut in ((), (1,))]
        [True, False]
        """
        return self.is_finished and self.table.is_seen and not self.pending

    @cached_property
    def pending(self) -> Pending:
        """The entries that the kingdoms and the rules still lack."""
        return pending_at(self.table)

    @cached_property
    def settled_rules(self) -> SettledRules:
        """The rules with the box and the grid of the whole game."""
        return self.table.settled_rules

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The places of all players with a kingdom or a total, best first, with their score sheets."""
        return standings(self.table)
