"""Findings about all kingdoms of a game, and notes on rules that an end position cannot show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from scorer.rules.covering.integer_program import UnsettledError
from scorer.rules.covering.problem import stock_of
from scorer.rules.legality import Check, Finding, FindingCode
from scorer.rules.legality.conflict import face_names
from scorer.rules.legality.direct_findings import COINS, KNIGHTS, TOWERS, building_count_findings
from scorer.rules.legality.expansions import court_count_findings, giant_count_findings
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import court_tile_on
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom, Position, neighbours, square_name
from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.model.terrain import Place
from scorer.rules.table.player import Player
from scorer.rules.table.shared_box import shortages

PLAYERS = {
    Box.KINGDOMINO: range(2, 5),
    Box.QUEENDOMINO: range(2, 5),
    Box.BOTH: range(3, 9),
    Box.KINGDOMINO_GIANTS: range(2, 6),
    Box.QUEENDOMINO_GIANTS: range(2, 6),
    Box.BOTH_GIANTS: range(3, 9),
}
"""The numbers of players for each box."""

MIN_PLAYERS = 2

MIN_SQUARES_TO_COMPARE = 12
"""Minimum number of squares of two equal kingdoms; smaller ones may be equal by coincidence."""

TEAM_PLAYERS, TEAM_SIZE = (6, 8), 2
"""The numbers of people in a game of teams, and of each team, in the Royal Wedding only."""


def people_findings(players: Sequence[Player], people: int, box: Box) -> Iterator[Finding]:
    """Findings about a number of players that the box does not allow, and about teams in other boxes."""
    if any(player.members for player in players):
        if (
            box.base is not Box.BOTH
            or people not in TEAM_PLAYERS
            or any(player.people != TEAM_SIZE for player in players)
        ):
            yield Finding(
                FindingCode.TEAMS,
                Message("teams of 2 are only for the Royal Wedding, with both boxes and 6 or 8 players"),
            )
    elif people > 1 and people not in PLAYERS[box]:
        limits = PLAYERS[box]
        values = {"people": people, "least": limits.start, "most": limits.stop - 1, "box": box}
        message = Message("{people} players, but {box} is for {least} to {most}", values)
        yield Finding(FindingCode.PLAYERS, message)


def kingdom_findings(player: str, result: Check) -> Iterator[Finding]:
    """The findings about one player's kingdom."""
    for finding in result.findings:
        yield Finding(
            finding.code,
            Message("{player}: {finding}", {"player": player, "finding": finding.message}),
            finding.squares,
        )
    if result.legal is None:
        message = Message("{player}: the time was too short to check the kingdom", {"player": player})
        yield Finding(FindingCode.UNSETTLED, message)


def partial_findings(players: Iterable[str]) -> Iterator[Finding]:
    """Findings about kingdoms that are only partly known."""
    for player in players:
        message = Message("{player}: only a part of the kingdom is known, so it couldn’t be checked",
                          {"player": player})  # fmt: skip
        yield Finding(FindingCode.UNSETTLED, message)


def same_kingdom_findings(
    players: Sequence[str], kingdoms: Sequence[Kingdom], alike: Collection[frozenset[str]] = ()
) -> Iterator[Finding]:
    """Findings about kingdoms that occur twice in any orientation, probably from one photo. Pairs of players who are
    ``alike`` have none."""
    for first, second in _duplicates(kingdoms):
        if {players[first], players[second]} in alike:
            continue
        values = {"first": players[first], "second": players[second]}
        message = Message("{first} and {second} have the same kingdom; if it was added twice, remove one", values)
        yield Finding(FindingCode.SAME_KINGDOM, message)


def repeated_kingdom_findings(games: Sequence[tuple[Sequence[Player], Sequence[Kingdom]]]) -> Iterator[Finding]:
    """Findings about kingdoms that occur in two games of a Dynasty, of any players."""
    laid = [
        (number, player.name, kingdom)
        for number, (players, kingdoms) in enumerate(games, start=1)
        for player, kingdom in zip(players, kingdoms, strict=True)
    ]
    for one, another in _duplicates([kingdom for _, _, kingdom in laid]):
        (game, first, _), (later, second, _) = laid[one], laid[another]
        if game == later:  # that game is reported already
            continue
        values = {"first": first, "game": game, "second": second, "later": later}
        message = Message(
            "{first} in game {game} and {second} in game {later} have the same kingdom; if it was added twice, "
            "remove one",
            values,
        )
        yield Finding(FindingCode.SAME_KINGDOM, message)


def without_duplicates(players: Sequence[str], checks: Sequence[Check]) -> tuple[list[str], list[Check]]:
    """The players and their checks, without repeated kingdoms."""
    duplicates = {second for _, second in _duplicates([result.kingdom for result in checks])}
    kept = [index for index in range(len(checks)) if index not in duplicates]
    return [players[index] for index in kept], [checks[index] for index in kept]


def _duplicates(kingdoms: Sequence[Kingdom]) -> Iterator[tuple[int, int]]:
    """The kingdoms that equal an earlier one, with the number of that one."""
    seen: dict[object, int] = {}
    for index, kingdom in enumerate(kingdoms):
        if len(kingdom.squares()) < MIN_SQUARES_TO_COMPARE:
            continue
        first = seen.setdefault(kingdom.rows, index)
        if first != index:
            yield first, index
        for turns in range(1, 4):
            seen.setdefault(kingdom.turned(turns).rows, first)


def shared_box_findings(players: Sequence[str], checks: Sequence[Check], box: Box, seconds: float) -> Iterator[Finding]:
    """The finding that one box cannot make all kingdoms of a game together."""
    covered = [(player, result) for player, result in zip(players, checks, strict=True) if result.tilings]
    players, checks = [player for player, _ in covered], [result for _, result in covered]
    try:
        missing = shortages(checks, box, seconds)
    except UnsettledError:
        values: dict[str, object] = {"players": listed(players)}
        message = Message(
            "{players}: the time was too short to check that one box has enough dominoes for all kingdoms", values
        )
        yield Finding(FindingCode.UNSETTLED, message)
        return
    for one in missing:
        first, second = face_names(one.pairs)
        where = listed(
            Message("{name} {squares}", {"name": players[number], "squares": "–".join(map(square_name, squares))})
            for number, squares in one.places
        )
        values = {"where": where, "first": first, "second": second}
        message = counted(
            "the box has only {count} domino with “{first}” and “{second}”, but these kingdoms have more: {where}",
            "the box has only {count} dominoes with “{first}” and “{second}”, but these kingdoms have more: {where}",
            stock_of(box)[one.kind],
            values,
        )
        yield Finding(FindingCode.SHARED_BOX, message)


def token_findings(players: Sequence[str], kingdoms: Sequence[Kingdom], *, is_complete: bool) -> Iterator[Finding]:
    """Findings about towers, knights, coins, buildings and the Queen: one box holds them for all players."""
    totals = (
        (Message("coins"), sum(kingdom.coins for kingdom in kingdoms), COINS),
        (Message("towers"), sum(kingdom.towers for kingdom in kingdoms), TOWERS),
        (Message("knights"), sum(kingdom.knights for kingdom in kingdoms), KNIGHTS),
    )
    for token, count, limit in totals:
        if count > limit:
            values = {"token": token, "count": count, "limit": limit}
            yield Finding(
                FindingCode.TOKENS, Message("{token} of all kingdoms: {count}, but the box has only {limit}", values)
            )
    built = [
        square.building
        for kingdom in kingdoms
        for square in kingdom.squares().values()
        if square.building and square.building in BUILDINGS
    ]
    for finding in building_count_findings({(0, index): kind for index, kind in enumerate(built)}):
        yield Finding(finding.code, Message("all kingdoms together: {finding}", {"finding": finding.message}))
    hosts = [player for player, kingdom in zip(players, kingdoms, strict=True) if kingdom.queen]
    if len(hosts) > 1:
        yield Finding(FindingCode.QUEENS, Message("{players}: there is only one Queen", {"players": listed(hosts)}))
    max_towers = max((kingdom.towers for kingdom in kingdoms), default=0)
    for player, kingdom in zip(players, kingdoms, strict=True):
        if kingdom.queen and 0 < kingdom.towers < max_towers:
            message = counted(
                "{player} hosts the Queen with {count} tower, but another player has {most}",
                "{player} hosts the Queen with {count} towers, but another player has {most}",
                kingdom.towers,
                {"player": player, "most": max_towers},
            )
            yield Finding(FindingCode.QUEEN_HOST, message)
    if max_towers and not hosts and is_complete:
        yield Finding(FindingCode.NO_QUEEN, Message("the player with the most towers hosts the Queen; choose who"))


def expansion_findings(kingdoms: Sequence[Kingdom]) -> Iterator[Finding]:
    """Findings about giants and tiles of The Court: one box holds them for all players."""
    squares = [square for kingdom in kingdoms for square in kingdom.squares().values()]
    lying = {(0, index): square for index, square in enumerate(squares) if court_tile_on(square)}
    for finding in (*giant_count_findings(sum(square.giants for square in squares)), *court_count_findings(lying)):
        yield Finding(finding.code, Message("all kingdoms together: {finding}", {"finding": finding.message}))


def discard_findings(players: Sequence[str], checks: Sequence[Check]) -> Iterator[Finding]:
    """Findings about discards that were certainly against the rules.

    Everybody gets as many dominoes as fill the grid. If one kingdom is full, the game is over, so the others have
    discarded the dominoes that they lack. If two places next to the castle are free at the end, every domino fitted.
    """
    if not any(_missing_dominoes(result.kingdom, result.size) == 0 for result in checks):
        return
    for player, result in zip(players, checks, strict=True):
        free = _free_placement_at_castle(result.kingdom, result.size)
        missing_dominoes = _missing_dominoes(result.kingdom, result.size)
        unknown = sum(cell is Place.UNKNOWN for _, cell in result.kingdom.cells())
        discarded = missing_dominoes - unknown // 2  # where squares are not known dominoes may lie
        if discarded > 0 and free:
            yield Finding(
                FindingCode.DISCARD, _discarded(player, discarded, at_least=discarded < missing_dominoes), free
            )


def _discarded(player: str, count: int, *, at_least: bool) -> Message:
    if at_least:
        return counted(
            "{player}: at least {count} domino discarded, but any domino would have fitted on two free "
            "places next to the castle",
            "{player}: at least {count} dominoes discarded, but any domino would have fitted on two free "
            "places next to the castle",
            count,
            {"player": player},
        )
    return counted(
        "{player}: {count} domino discarded, but any domino would have fitted on two free places next to the castle",
        "{player}: {count} dominoes discarded, but any domino would have fitted on two free places next to the castle",
        count,
        {"player": player},
    )


def unverifiable(kingdoms: Sequence[Kingdom], size: int, box: Box) -> Iterator[Message]:
    """Notes on rules that cannot be checked from the end position."""
    if any(_missing_dominoes(kingdom, size) > 0 for kingdom in kingdoms):
        yield Message("the finished kingdoms don’t show whether a discarded domino would have fitted when it was drawn")
    if box.has_giants and len(kingdoms) == MIN_PLAYERS:
        yield Message(
            "the rules don’t say which grid two players use with Age of Giants; 5×5 and 7×7 are both accepted"
        )
    if box.has_queendomino:
        towers = sorted(kingdom.towers for kingdom in kingdoms)
        if len(towers) > 1 and towers[-2] == towers[-1] > 0:
            yield Message(
                "towers are tied; the last player to reach the tie hosts the Queen, and the finished kingdoms don’t "
                "show who that was"
            )


def _missing_dominoes(kingdom: Kingdom, size: int) -> int:
    """The number of dominoes missing from a full grid."""
    return (size * size - 1 - len(kingdom.squares())) // 2


def _free_placement_at_castle(kingdom: Kingdom, size: int) -> tuple[Position, ...]:
    """Two free places, one of them next to the castle, that a domino could cover inside the grid."""
    if len(kingdom.castles) != 1:
        return ()
    for first in neighbours(kingdom.castles[0]):
        for second in neighbours(first):
            if kingdom.get(first) is Place.EMPTY and kingdom.get(second) is Place.EMPTY:
                rows, columns = zip(first, second, (0, 0), (kingdom.height - 1, kingdom.width - 1), strict=True)
                if max(max(rows) - min(rows), max(columns) - min(columns)) < size:
                    return first, second
    return ()
