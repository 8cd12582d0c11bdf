"""Several kingdoms of one game: ranking, ties, Dynasty, teams."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby

from scorer.rules.covering.integer_program import UnsettledError
from scorer.rules.legality import Check, Finding, FindingCode, check
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, listed
from scorer.rules.model.rules import LARGE_GRID, OLDER, SMALL_GRID, SettledRules, box_of
from scorer.rules.scoring.bonuses import left_out
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.checks import (
    PLAYERS,
    discard_findings,
    expansion_findings,
    kingdom_findings,
    partial_findings,
    people_findings,
    repeated_kingdom_findings,
    same_kingdom_findings,
    shared_box_findings,
    token_findings,
    unverifiable,
    without_duplicates,
)
from scorer.rules.table.outcome import legality_warning, undecided, why_open
from scorer.rules.table.pending import NOTHING_PENDING, Pending, pending_at
from scorer.rules.table.player import DYNASTY_GAMES, Player
from scorer.rules.table.shared_box import shortages
from scorer.rules.table.standing import CROWNS, LARGEST, OPEN, POINTS, SHARED, Standing
from scorer.rules.table.table import Table

SECONDS = 2.0
"""Time limit of the search for faults of a whole game; unsettled questions are reported.

Both limits together stay well below three seconds, because a started step is finished first.
"""

BOTH_BOXES_SECONDS = 0.4
"""Further time to find whether both boxes suffice if one does not."""

BOX_CODES = (
    FindingCode.PLAYERS,
    FindingCode.FACE,
    FindingCode.COUNT,
    FindingCode.NO_DOMINO,
    FindingCode.NO_DOMINOES,
    FindingCode.TOO_FEW_DOMINOES,
    FindingCode.SHARED_BOX,
)
"""Findings that another box may resolve."""


@dataclass(frozen=True)
class Ranking:
    """The standings, best first, and the findings about the table as a whole.

    ``hints`` are choices that the players may want to change, ``notes`` are hints and limits of the checks.
    There is no winner yet while ``is_finished`` is false (kingdoms of a Dynasty are missing), while ``untold`` has
    entries (tokens and quests are not entered) or while ``is_seen`` is false (a kingdom is only partly known).
    ``illegal`` has the names of players with an illegal kingdom, ``illegal_players`` the players themselves (``None``:
    all with these names). ``is_possible`` is false if the table as a whole is impossible: a kingdom occurs twice, or
    the box has fewer dominoes or serves fewer players. Every kingdom's points count, whether it is legal or not.
    """

    standings: tuple[Standing, ...]
    rules: SettledRules
    findings: tuple[Finding, ...] = ()
    hints: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    is_finished: bool = True
    untold: Pending = NOTHING_PENDING
    illegal: frozenset[str] = frozenset()
    is_seen: bool = True
    is_possible: bool = True
    illegal_players: frozenset[Player] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether everything that decides the winner is entered and seen."""
        return self.is_finished and self.is_seen and not self.untold and self.why_open is None

    @property
    def undecided(self) -> tuple[Standing, ...]:
        """The players whose hidden crowns and unknown squares decide who wins; empty if the winner is certain."""
        return undecided(self.standings)

    @property
    def why_open(self) -> Message | None:
        """The reason why the winner is open: hidden squares, or a tie that only a kingdom can break; or ``None``."""
        return why_open(self.standings)

    @property
    def doubt(self) -> Message | None:
        """The findings that put the winner in question; empty if there are none."""
        illegal = self.illegal_players
        first = [one for one in self.standings if one.place == 1 and one.name in self.illegal]
        wrong = [one for one in first if illegal is None or one.player in illegal]
        repeats = any(finding.code is FindingCode.SAME_KINGDOM for finding in self.findings)
        has_games = any(len(one.games) > 1 for one in self.standings)
        return legality_warning(wrong, is_possible=self.is_possible, has_repeats=repeats, has_games=has_games)

    def to_dict(self) -> dict[str, object]:
        """Plain data, as ``rank --json`` prints it."""
        return {
            "ranking": [standing.to_dict() for standing in self.standings],
            "settled": self.is_settled,
            "box": str(self.rules.box.base),
            "giants": self.rules.giants,
            "size": self.rules.size,
            "findings": [finding.to_dict() for finding in self.findings],
            "notes": [str(note) for note in self.notes],
        }


def rank(table: Table) -> Ranking:
    """The ranking by points; ties are broken by the edition's rules. No rulebook breaks ties of a Dynasty.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> ann, bob = (Player(name, kingdoms=(Kingdom.parse("w1wC"),)) for name in ("Ann", "Bob"))
    >>> [(standing.place, standing.name, standing.total) for standing in rank(Table((ann, bob))).standings]
    [(1, 'Ann', 2), (1, 'Bob', 2)]
    """
    rules = table.settled_rules
    findings, illegal, is_possible = judged(table, rules)
    places, hints = standings(table), tuple(_hints(table, rules, findings))
    notes = (*_notes(table, rules), *hints)
    missing, is_open = pending_at(table), why_open(places)
    notes = (*notes, *missing.messages(), *([is_open] if is_open else []))
    if not table.is_complete or not all(player.games for player in table.players):
        notes = (*notes, _absent(table))
    seen = table.is_seen
    names = frozenset(player.name for player in illegal)
    finished = table.is_finished
    return Ranking(places, rules, findings, hints, notes, finished, missing, names, seen, is_possible, illegal)


def _absent(table: Table) -> Message:
    entered = sum(player.people for player in table.players if player.games)
    values = {"here": entered, "people": max(entered, table.people)}
    return Message("{here} of {people} players have a kingdom so far; the winner is known when all have one", values)


def standings(table: Table) -> tuple[Standing, ...]:
    """The standings, best first, as in ``rank``, without checks of the kingdoms.

    A player of whom only the total is known shares the best possible place among players with equal points.
    """
    rules = table.settled_rules
    steps = _tie_steps(table, rules)
    scored = [(player, tuple(score(kingdom, rules) for kingdom in player.kingdoms)) for player in table.players]
    measured = [_measures(player, sheets)[:steps] for player, sheets in scored]
    best: dict[int, tuple[int, ...]] = {}
    for (player, _), known in zip(scored, measured, strict=True):
        if not player.has_totals:
            best[known[0]] = max(known, best.get(known[0], known))
    keys = [
        best.get(known[0], known) if player.has_totals else known
        for (player, _), known in zip(scored, measured, strict=True)
    ]
    open_totals = {key[0] for (player, _), key in zip(scored, keys, strict=True) if player.has_totals and steps > 1}
    entries = sorted(zip(scored, keys, strict=True), key=lambda entry: entry[1], reverse=True)
    places: list[Standing] = []
    for _, tied in groupby(entries, key=lambda entry: entry[1]):
        place = len(places) + 1
        for (player, sheets), key in list(tied):
            decided = _decided_by(key, keys, is_open=key[0] in open_totals)
            total, *breaking = _measures(player, sheets)
            largest, crowns = (None, None) if player.has_totals else breaking
            places.append(Standing(place, player, total, largest, crowns, decided, sheets))
    return tuple(places)


def _measures(player: Player, sheets: Sequence[ScoreSheet]) -> tuple[int, int, int]:
    """Points, largest territory and crowns, as far as they are known."""
    entered = sum(total for total in player.totals if total is not None)
    largest = max((sheet.largest for sheet in sheets), default=0)
    return entered + sum(sheet.total for sheet in sheets), largest, sum(sheet.crowns for sheet in sheets)


def _tie_steps(table: Table, rules: SettledRules) -> int:
    """The number of criteria that count: points, largest territory and crowns."""
    if any(len(player.games) > 1 for player in table.players):
        return 1
    return 3 if rules.edition == OLDER and not rules.box.has_queendomino else 2


def _decided_by(key: tuple[int, ...], keys: Sequence[tuple[int, ...]], *, is_open: bool) -> Message:
    """The first criterion that separates a player from all others. ``is_open`` is whether the tie-breaks are
    unknown."""
    for step, message in enumerate((POINTS, LARGEST, CROWNS)[: len(key)], start=1):
        if sum(other[:step] == key[:step] for other in keys) == 1:
            return message
        if is_open:
            return OPEN
    return SHARED


@dataclass(frozen=True)
class _CheckedGame:
    """Game ``number`` of a table, from 1: each player's kingdom and its check, ``None`` if it is only partly known."""

    number: int
    players: tuple[Player, ...]
    kingdoms: tuple[Kingdom, ...]
    checks: tuple[Check | None, ...]

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    @property
    def known(self) -> tuple[list[str], list[Check]]:
        """The names and the checks of the players whose kingdoms are completely known."""
        known = [(name, result) for name, result in zip(self.names, self.checks, strict=True) if result is not None]
        return [name for name, _ in known], [result for _, result in known]

    @property
    def illegal_players(self) -> set[Player]:
        checked = zip(self.players, self.checks, strict=True)
        return {player for player, result in checked if result is not None and result.legal is False}


def judged(
    table: Table, rules: SettledRules, seconds: float = SECONDS
) -> tuple[tuple[Finding, ...], frozenset[Player], bool]:
    """Check all kingdoms: the findings, the players with an illegal kingdom, and whether the game is possible.

    An illegal discard is a finding, but the game stays possible.
    """
    deadline = time.monotonic() + seconds
    findings, illegal = [*people_findings(table.players, table.people, rules.box)], set()
    games, is_possible = list(table.games()), not findings
    if not table.has_equal_games and any(len(player.games) > 1 for player in table.players):
        values = {"games": DYNASTY_GAMES, "counts": _games_of_each(table.players)}
        findings.append(
            Finding(
                FindingCode.DYNASTY,
                Message("a Dynasty is {games} games for each player; entered so far: {counts}", values),
            )
        )
    for number, (players, kingdoms) in enumerate(games, start=1):
        until = deadline - (deadline - time.monotonic()) * (len(games) - number) / len(games)
        game = _checked_game(number, players, kingdoms, rules, until)
        illegal |= game.illegal_players
        shared = list(_shared_findings(game, table, rules, until))
        is_possible = is_possible and all(one.code is FindingCode.UNSETTLED for one in shared)
        found = [*_own_findings(game), *shared, *discard_findings(*game.known)]
        findings += [_in_game(number, one) for one in found] if len(games) > 1 else found
    chosen_twice = list(repeated_kingdom_findings(games))
    findings, is_possible = [*findings, *chosen_twice], is_possible and not chosen_twice
    return tuple(findings), frozenset(illegal), is_possible


def _games_of_each(players: Sequence[Player]) -> Message:
    """The numbers of games in words: “Ann has 2, Ben has 3”, for at least one player."""
    return listed(Message("{name} {count}", {"name": one.name, "count": len(one.games)}) for one in players)


def _checks(kingdoms: Sequence[Kingdom], rules: SettledRules, deadline: float) -> list[Check]:
    """The checks of the kingdoms of one game. The question of their shared box gets as much time as each kingdom."""
    checks = []
    for left, kingdom in zip(range(len(kingdoms), 0, -1), kingdoms, strict=True):
        seconds = (deadline - time.monotonic()) / (left + 1)
        checks.append(check(kingdom, size=rules.size, box=rules.box, seconds=seconds))
    return checks


def _checked_game(
    number: int, players: tuple[Player, ...], kingdoms: tuple[Kingdom, ...], rules: SettledRules, deadline: float
) -> _CheckedGame:
    whole = [player.kingdom_number(number) not in player.partly_seen for player in players]
    checks = iter(_checks(tuple(compress(kingdoms, whole)), rules, deadline))
    return _CheckedGame(number, players, kingdoms, tuple(next(checks) if one else None for one in whole))


def _own_findings(game: _CheckedGame) -> Iterator[Finding]:
    """The findings about each kingdom alone."""
    for name, result in zip(*game.known, strict=True):
        yield from kingdom_findings(name, result)
    yield from partial_findings(name for name, result in zip(game.names, game.checks, strict=True) if result is None)


def _shared_findings(game: _CheckedGame, table: Table, rules: SettledRules, deadline: float) -> Iterator[Finding]:
    """The reasons why the kingdoms of one game are impossible together, found before ``deadline`` (of
    ``time.monotonic``)."""
    yield from same_kingdom_findings(game.names, game.kingdoms, table.alike)
    yield from shared_box_findings(*without_duplicates(*game.known), rules.box, deadline - time.monotonic())
    yield from expansion_findings(game.kingdoms)
    if rules.box.has_queendomino:
        is_complete = table.is_complete and not table.has_totals(game.number)
        yield from token_findings(game.names, game.kingdoms, is_complete=is_complete)


def _in_game(number: int, finding: Finding) -> Finding:
    message = Message("game {game}: {finding}", {"game": number, "finding": finding.message})
    return replace(finding, message=message)


def _notes(table: Table, rules: SettledRules) -> tuple[Message, ...]:
    """Notes on rules that no final kingdom can show, each once for all games."""
    notes = {n.template: n for _, kingdoms in table.games() for n in unverifiable(kingdoms, rules.size, rules.box)}
    if entered := [player.name for player in table.players if player.has_totals]:
        said = Message("only the total of {names} is known, so no kingdom was checked", {"names": listed(entered)})
        return (*notes.values(), said)
    return tuple(notes.values())


def _hints(table: Table, rules: SettledRules, findings: Sequence[Finding]) -> Iterator[Message]:
    """Hints about inferred rules, in case the players used others."""
    yield from map(left_out, rules.left_out)
    if table.is_size_guessed:
        other = SMALL_GRID if rules.size == LARGE_GRID else LARGE_GRID
        if other in table.sizes_with(rules.box):
            values = {"size": rules.size, "other": other}
            yield Message(
                "all kingdoms are scored on a {size}×{size} grid; if you played on {other}×{other}, choose "
                "that in the rules",
                values,
            )
        else:
            alone: dict[str, object] = {"size": rules.size, "people": table.people, "box": rules.box}
            yield Message(
                "all kingdoms are scored on a {size}×{size} grid, as usual for {people} players with {box}", alone
            )
    if table.people not in PLAYERS[rules.box] and table.people in PLAYERS[rules.box.with_giants]:
        yield Message(
            "{people} players can play with Age of Giants; if you did, switch it on in the rules",
            {"people": table.people},
        )
    if table.rules.box is None and any(finding.code in BOX_CODES for finding in findings):
        if names := _deciding(table, rules):
            because = {"names": listed(names)}
            yield Message(
                "all kingdoms are scored as Queendomino because of {names}; if you played the Royal Wedding, "
                "choose it in the rules",
                because,
            )
        if _both_boxes_do(table):
            yield Message(
                "both boxes together have enough dominoes for these kingdoms; if you played the Royal "
                "Wedding, choose it in the rules"
            )


def _deciding(table: Table, rules: SettledRules) -> list[str]:
    """The players whose kingdoms make the game Queendomino; empty if all kingdoms or none show it."""
    showing = [p.name for p in table.players if any(box_of(kingdom).has_queendomino for kingdom in p.kingdoms)]
    laid = sum(bool(player.kingdoms) for player in table.players)
    return showing if rules.box.has_queendomino and len(showing) < laid else []


def _both_boxes_do(table: Table) -> bool:
    """Whether the two boxes together can make all kingdoms of every game."""
    rules = replace(table, rules=replace(table.rules, box=Box.BOTH)).settled_rules
    deadline = time.monotonic() + BOTH_BOXES_SECONDS
    for _, kingdoms in table.games():
        checks = _checks(kingdoms, rules, deadline)
        try:
            if not all(result.tilings for result in checks) or shortages(
                checks, rules.box, deadline - time.monotonic()
            ):
                return False
        except UnsettledError:
            return False
    return table.people in PLAYERS[rules.box]
