"""The players of one game, and the rules that they used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import (
    GRID_SIZES,
    LARGE_GRID,
    SMALL_GRID,
    Rules,
    SettledRules,
    box_of,
    has_court,
    min_size_of,
    size_of,
)
from scorer.rules.table.player import DYNASTY_GAMES, Player

GRIDS: Final[Mapping[Box, Mapping[int, tuple[int, ...]]]] = {
    Box.KINGDOMINO: {1: GRID_SIZES, 2: GRID_SIZES},
    Box.QUEENDOMINO: {1: GRID_SIZES, 2: (LARGE_GRID,)},
    Box.BOTH: {1: GRID_SIZES, 2: GRID_SIZES, 3: (LARGE_GRID,), 4: (LARGE_GRID,)},
    Box.KINGDOMINO_GIANTS: {1: GRID_SIZES, 2: GRID_SIZES},
    Box.QUEENDOMINO_GIANTS: {1: GRID_SIZES, 2: GRID_SIZES},
    Box.BOTH_GIANTS: {1: GRID_SIZES, 2: GRID_SIZES, 3: (LARGE_GRID,), 4: (LARGE_GRID,)},
}
"""The possible sides of the grid by box and number of people; more people play on the small grid. For two players with
Age of Giants no rule was found."""


@dataclass(frozen=True)
class Table:
    """The players of one table. ``players_count`` is the number of people who played, if some kingdoms are missing.

    ``is_waiting`` is true while a player's kingdom is still to come. ``alike`` has the names of players who say that
    their kingdoms are equal; these are no finding.

    >>> ann, bob = Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Bob", kingdoms=(Kingdom.parse("tC"),))
    >>> table = Table((ann, bob))
    >>> table.people, table.settled_rules.box, table.settled_rules.size
    (2, <Box.QUEENDOMINO: 'queendomino'>, 7)
    """

    players: tuple[Player, ...]
    rules: Rules = field(default_factory=Rules)
    players_count: int | None = None
    is_waiting: bool = False
    alike: frozenset[frozenset[str]] = frozenset()

    @property
    def people(self) -> int:
        """The number of people who played, with each member of a team."""
        return self.players_count or sum(player.people for player in self.players)

    @cached_property
    def settled_rules(self) -> SettledRules:
        """The rules with the box and size of the whole table.

        If no grid is given and both are possible, it is the one that more than half of the kingdoms need, else the
        smaller one: one misread column is no reason to score all kingdoms on 7×7.
        """
        kingdoms = [kingdom for player in self.players for kingdom in player.kingdoms]
        box = self.rules.box or _box_of_all(kingdoms)
        box = box.with_giants if self.rules.giants else box
        allowed = self.sizes_with(box)
        size, min_size = (_usual(map(of, kingdoms), allowed) for of in (size_of, min_size_of))
        settled = self.rules.with_box_and_size(box, self.rules.size or size)
        is_open = self.rules.size is None and min_size != size
        return replace(settled, court=settled.court or any(map(has_court, kingdoms)), is_size_open=is_open)

    def sizes_with(self, box: Box) -> tuple[int, ...]:
        """The sides of the grid for this number of people with a box."""
        return grid_sizes(box, self.people, teams=any(player.members for player in self.players))

    @property
    def is_size_guessed(self) -> bool:
        """Whether the chosen grid must be reported, because none was given.

        That is so if a kingdom needs the larger grid, and another kingdom or the number of players suggests the
        smaller.
        """
        sizes = {size_of(kingdom) for player in self.players for kingdom in player.kingdoms}
        return self.rules.size is None and LARGE_GRID in sizes and sizes != {self.settled_rules.size}

    @property
    def is_complete(self) -> bool:
        """Whether everybody who played is here."""
        return sum(player.people for player in self.players) >= self.people

    @property
    def is_finished(self) -> bool:
        """Whether the kingdoms of everybody who played are here, all games of a Dynasty.

        >>> won, lost = Kingdom.parse("w1wC"), Kingdom.parse("fC")
        >>> [Table((Player("A", kingdoms=(won,) * n), Player("B", kingdoms=(lost,)))).is_finished for n in (1, 2)]
        [True, False]
        >>> Table((Player("A", kingdoms=(won,)), Player("B", kingdoms=(lost,))), players_count=4).is_finished
        False
        """
        return self.has_equal_games and self.is_complete and not self.is_waiting

    @property
    def is_seen(self) -> bool:
        """Whether every kingdom is known as a whole."""
        return not any(player.partly_seen for player in self.players)

    @property
    def has_equal_games(self) -> bool:
        """Whether everybody here has as many games: one, or those of a whole Dynasty."""
        numbers = {len(player.games) for player in self.players}
        return len(numbers) <= 1 and numbers <= {1, DYNASTY_GAMES}

    def games(self) -> Iterator[tuple[tuple[Player, ...], tuple[Kingdom, ...]]]:
        """For each game, the players with a kingdom and their kingdoms.

        Players with only a total are omitted.
        """
        for game in range(max((len(player.games) for player in self.players), default=0)):
            played = [(player, entered) for player in self.players for entered in player.games[game : game + 1]]
            kept = [(player, entered) for player, entered in played if isinstance(entered, Kingdom)]
            yield tuple(player for player, _ in kept), tuple(kingdom for _, kingdom in kept)

    def has_totals(self, game: int) -> bool:
        """Whether a player has only a total in a game, counted from 1."""
        return any(total is not None for player in self.players for total in player.totals[game - 1 : game])


def _usual(sizes: Iterable[int], allowed: Sequence[int]) -> int:
    """The grid that more than half of the kingdoms need, else the smaller one, if it is allowed."""
    sizes = tuple(sizes)
    usual = LARGE_GRID if 2 * sizes.count(LARGE_GRID) > len(sizes) else SMALL_GRID
    return usual if usual in allowed else allowed[0]


def _box_of_all(kingdoms: Sequence[Kingdom]) -> Box:
    """The box that contains all faces and tokens of these kingdoms."""
    boxes = [box_of(kingdom) for kingdom in kingdoms]
    box = Box.QUEENDOMINO if any(box.has_queendomino for box in boxes) else Box.KINGDOMINO
    return box.with_giants if any(box.has_giants for box in boxes) else box


def grid_sizes(box: Box, people: int, *, teams: bool) -> tuple[int, ...]:
    """The sides of the grid for a number of people; both if that is not settled.

    >>> grid_sizes(Box.QUEENDOMINO, 2, teams=False), grid_sizes(Box.BOTH, 8, teams=True)
    ((7,), (7,))
    """
    if box.base is Box.BOTH and teams:
        return (LARGE_GRID,)
    return GRIDS[box].get(max(people, 1), (SMALL_GRID,))
