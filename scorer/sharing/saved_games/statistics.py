"""Statistics of the saved games: wins, averages, records, streaks and points over time, for all players.

A saved game is one game, or one Dynasty of three. The kingdoms of a Dynasty count separately for points and records,
and together for wins.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.scoring.territories import Territory
from scorer.rules.table.standing import Standing
from scorer.sharing.saved_games.saved_game import SavedGame

MAX_BEST = 5
"""Kingdoms in the list of the best ones."""


@dataclass(frozen=True)
class Variant:
    """A variant: the box, the side of the grid, whether it is a Dynasty, and whether The Court is in play."""

    box: Box
    size: int
    dynasty: bool
    court: bool

    @classmethod
    def of(cls, saved_game: SavedGame) -> Variant:
        """The variant of a saved game, derived from its kingdoms and its rules."""
        rules = saved_game.game.settled_rules
        return cls(rules.box, rules.size, saved_game.game.dynasty, rules.court)


@dataclass(frozen=True)
class Record:
    """A record: the highest value, and its kingdom; ``None`` if only the total is known.

    ``key`` is that of the saved game, ``name`` the player's. For territories, ``territory`` is the best one.
    """

    value: int
    day: date
    kingdom: Kingdom | None
    name: str = ""
    key: str = ""
    territory: Territory | None = None


@dataclass(frozen=True)
class WinRate:
    """Wins, shared ones included, in ``games`` with ``players`` players and a winner."""

    players: int
    games: int
    wins: int

    @property
    def rate(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.wins / max(1, self.games)


@dataclass(frozen=True)
class Streak:
    """Consecutive wins: up to the last game, and the longest streak."""

    current: int = 0
    longest: int = 0


@dataclass(frozen=True)
class PlayerStatistics:
    """One player over all saved games. ``played`` and ``wins`` count saved games; a shared victory counts for each
    winner.

    ``points`` are those of every single final kingdom, and of every total, the oldest first; ``series`` has the same
    as records. ``best`` is the one with the most points, ``crowns`` the kingdom with the most crowns, ``territory``
    the one with the best territory; ``None`` if there is none. ``open`` counts the other kingdoms: they have hidden
    or unknown squares, or their game is not final. ``rates`` are the wins by the number of players, in ascending
    order. ``colour`` is the castle played with most often, empty if unknown.
    """

    name: str
    played: int
    wins: int
    points: tuple[int, ...]
    best: Record | None
    crowns: Record | None
    open: int = 0
    territory: Record | None = None
    rates: tuple[WinRate, ...] = ()
    streak: Streak = field(default_factory=Streak)
    series: tuple[Record, ...] = ()
    colour: str = ""

    @property
    def average(self) -> float:
        """Average points of a final kingdom; 0 without any."""
        return sum(self.points) / max(1, len(self.points))

    @property
    def rate(self) -> WinRate:
        """The wins in all games with a winner; ``players`` is 0."""
        return WinRate(0, sum(rate.games for rate in self.rates), sum(rate.wins for rate in self.rates))


@dataclass(frozen=True)
class HeadToHead:
    """Two players in the final games that both played: the number of times each was ahead, and of ties."""

    first: str
    second: str
    first_ahead: int
    second_ahead: int
    level: int

    @property
    def games(self) -> int:
        """The number of final games that both played."""
        return self.first_ahead + self.second_ahead + self.level


@dataclass(frozen=True)
class Tally:
    """The statistics of some saved games.

    ``variants`` covers all saved games, the rest may be of one variant. ``games`` counts the saved games, ``best``
    are the kingdoms with the most points, ``pairs`` compares every two players, those with the most games first.
    """

    variants: tuple[Variant, ...]
    players: tuple[PlayerStatistics, ...]
    games: int = 0
    best: tuple[Record, ...] = ()
    pairs: tuple[HeadToHead, ...] = ()


def tally(saved_games: Iterable[SavedGame], variant: Variant | None = None) -> Tally:
    """The statistics of the saved games of one variant, or of all.

    >>> tally([]).players
    ()
    """
    saved_games = tuple(saved_games)
    chosen = [saved_game for saved_game in saved_games if variant is None or Variant.of(saved_game) == variant]
    players = statistics(chosen)
    best = sorted((record for player in players for record in player.series), key=lambda record: record.day)
    best.sort(key=lambda record: record.value, reverse=True)
    return Tally(variants(saved_games), players, len(chosen), tuple(best[:MAX_BEST]), head_to_head(chosen))


def variants(saved_games: Iterable[SavedGame]) -> tuple[Variant, ...]:
    """The variants of all games, the most frequent first."""
    counts = Counter(map(Variant.of, saved_games))
    return tuple(sorted(counts, key=lambda variant: -counts[variant]))


def statistics(saved_games: Iterable[SavedGame]) -> tuple[PlayerStatistics, ...]:
    """Every player with a kingdom or a total, most wins first. Players are distinguished by their names.

    >>> from scorer.rules.table.player import Player
    >>> from scorer.sharing.game import Game
    >>> ann, ben = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    >>> [(s.name, s.wins, s.average) for s in statistics([SavedGame("a", date(2026, 5, 2), Game((ann, ben)))])]
    [('Ann', 1, 2.0), ('Ben', 0, 0.0)]
    """
    played: defaultdict[str, list[tuple[SavedGame, Standing]]] = defaultdict(list)
    for saved_game in sorted(saved_games, key=lambda saved_game: (saved_game.day, saved_game.key)):
        for standing in saved_game.standings:
            played[standing.name].append((saved_game, standing))
    found = (_of_player(name, games) for name, games in played.items())
    return tuple(sorted(found, key=lambda player: (-player.wins, -player.average, player.name)))


def head_to_head(saved_games: Iterable[SavedGame]) -> tuple[HeadToHead, ...]:
    """The results of every pair of players in final games; those who met most often first.

    >>> from scorer.rules.table.player import Player
    >>> from scorer.sharing.game import Game
    >>> game = Game((Player("Ann", totals=(45,)), Player("Ben", totals=(40,))))
    >>> [(pair.first, pair.first_ahead, pair.games) for pair in head_to_head([SavedGame("a", date(2026, 5, 2), game)])]
    [('Ann', 1, 1)]
    """
    ahead: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for saved_game in saved_games:
        if not saved_game.winners:
            continue
        for one, other in combinations(sorted(saved_game.standings, key=lambda standing: standing.name), 2):
            ahead[one.name, other.name][(one.place < other.place) - (one.place > other.place)] += 1
    pairs = (HeadToHead(*names, counts[1], counts[-1], counts[0]) for names, counts in ahead.items())
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, pair.first, pair.second)))


def _of_player(name: str, played: Sequence[tuple[SavedGame, Standing]]) -> PlayerStatistics:
    """One player's games, the oldest first."""
    sheets = [(saved_game, game) for saved_game, standing in played for game in standing.games]
    counted = [(saved_game, game) for saved_game, game in sheets if _is_counted(saved_game, game)]
    series = [_record(name, saved_game, game) for saved_game, game in counted]
    kingdoms = [(saved_game, game) for saved_game, game in counted if isinstance(game, ScoreSheet)]
    crowns = [
        Record(sheet.crowns, saved_game.day, sheet.kingdom, name, saved_game.key) for saved_game, sheet in kingdoms
    ]
    territories = [
        Record(territory.points, saved_game.day, sheet.kingdom, name, saved_game.key, territory)
        for saved_game, sheet in kingdoms
        for territory in sheet.territories
        if territory.points
    ]
    won = [(len(saved_game.standings), name in saved_game.winners) for saved_game, _ in played if saved_game.winners]
    colours = Counter(standing.player.colour for _, standing in played if standing.player.colour)
    return PlayerStatistics(
        name=name,
        played=len(played),
        wins=sum(is_won for _, is_won in won),
        points=tuple(record.value for record in series),
        best=_highest(series),
        crowns=_highest(crowns),
        open=len(sheets) - len(counted),
        territory=_highest(territories),
        rates=_rates(won),
        streak=_streak([is_won for _, is_won in won]),
        series=tuple(series),
        colour=next((colour for colour, _ in colours.most_common(1)), ""),
    )


def _is_counted(saved_game: SavedGame, game: ScoreSheet | int) -> bool:
    """Whether the points of a game are final."""
    return isinstance(game, int) or (saved_game.is_settled and game.total_range[0] == game.total_range[1])


def _record(name: str, saved_game: SavedGame, game: ScoreSheet | int) -> Record:
    if isinstance(game, int):
        return Record(game, saved_game.day, None, name, saved_game.key)
    return Record(game.total, saved_game.day, game.kingdom, name, saved_game.key)


def _highest(records: Sequence[Record]) -> Record | None:
    """The record with the highest value; the oldest of equal ones."""
    return max(records, key=lambda record: record.value, default=None)


def _rates(won: Sequence[tuple[int, bool]]) -> tuple[WinRate, ...]:
    games = Counter(players for players, _ in won)
    wins = Counter(players for players, is_won in won if is_won)
    return tuple(WinRate(players, games[players], wins[players]) for players in sorted(games))


def _streak(won: Sequence[bool]) -> Streak:
    """The streaks in games with a winner, the oldest first.

    >>> _streak([True, True, False, True])
    Streak(current=1, longest=2)
    """
    current = longest = 0
    for is_won in won:
        current = current + 1 if is_won else 0
        longest = max(longest, current)
    return Streak(current, longest)
