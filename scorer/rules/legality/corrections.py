"""The smallest changes that would make a kingdom legal."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from scorer.rules.covering.problem import covering_problem
from scorer.rules.covering.tiling import Budget
from scorer.rules.legality.checking import check, outline_findings
from scorer.rules.legality.conflict import around
from scorer.rules.legality.construction import can_be_laid, variants
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.dominoes import Box, faces, printed
from scorer.rules.model.kingdom import Kingdom, Position, square_name
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.rules import Rules, SettledRules
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.rules.model.words import cell_words
from scorer.rules.scoring.territories import pieces

SECONDS = 2.0
"""Time limit of the search, including the check of the given kingdom."""

MAX_CHANGES = 2

STEPS = 50_000
"""Maximum number of steps of the covering search for one changed kingdom."""

CHANGE_COST, TERRAIN_COST, PLACE_COST = 100, 10, 20
"""Costs of changes. Fewer changes come first; then other crowns, another terrain, and a square more or less."""

UNCORRECTABLE_CODES = (
    FindingCode.NOT_IN_BOX,
    FindingCode.TOKENS,
    FindingCode.BUILDING_PLACE,
    FindingCode.BUILDING_KIND,
    FindingCode.BUILDING_COUNT,
    FindingCode.QUEEN_HOST,
    FindingCode.GIANT_PLACE,
    FindingCode.GIANT_COUNT,
    FindingCode.RESOURCE_PLACE,
    FindingCode.COURT_PLACE,
    FindingCode.COURT_COUNT,
)
"""Findings that no change of a square can correct."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A legal kingdom that differs from the given one in ``changes`` squares."""

    kingdom: Kingdom
    message: Message
    changes: int

    def to_dict(self) -> dict[str, object]:
        """Plain data: the legal kingdom's ``notation`` and the ``change`` in words."""
        return {"notation": str(self.kingdom), "change": str(self.message)}


def corrections(
    kingdom: Kingdom, *, size: int | None = None, box: Box | None = None, most: int = 5
) -> tuple[Correction, ...]:
    """The legal kingdoms that differ in the fewest squares, at most two, most probable first.

    Empty for a legal kingdom. Faults of buildings and tokens are not corrected. May take seconds.

    >>> kingdom = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgm2")
    >>> print(*(correction.message for correction in corrections(kingdom, most=2)), sep="\\n")
    change E5 from mine with 2 crowns to wheat with 1 crown
    change E5 from mine with 2 crowns to forest with 1 crown
    """
    rules = Rules(box=box, size=size).settled(kingdom)
    deadline = time.monotonic() + SECONDS
    result = check(kingdom, size=rules.size, box=rules.box, seconds=SECONDS / 2)
    if result.legal is not False or any(finding.code in UNCORRECTABLE_CODES for finding in result.findings):
        return ()
    search = _Search(kingdom, rules, deadline)
    cells = dict(kingdom.cells())
    for changes in range(1, MAX_CHANGES + 1):
        found = sorted(search.repairs(cells, changes, result.findings, frozenset()), key=search.cost)
        if found:  # a castle put beside a lone one on any side makes the same kingdom
            proposed = {(c := search.correction(repaired, changes)).kingdom: c for repaired in reversed(found)}
            return tuple(proposed.values())[::-1][:most]
    return ()


CellsByPlace = dict[Position, Cell]
"""The cells of a kingdom, and of the ring around it if the grid has space for it."""


class _Search:
    """Searches the kingdoms with few changed places.

    A place is first made unknown; its faces are tried only if the kingdom is then legal.
    """

    def __init__(self, kingdom: Kingdom, rules: SettledRules, deadline: float) -> None:
        self.kingdom, self.size, self.box = kingdom, rules.size, rules.box
        self.places = _places(kingdom, rules.size)
        self.deadline = deadline

    @property
    def seconds(self) -> float:
        """Seconds that are left, below 0 when time is up."""
        return self.deadline - time.monotonic()

    def repairs(
        self, cells: CellsByPlace, changes: int, findings: Sequence[Finding], done: frozenset[Position]
    ) -> Iterator[CellsByPlace]:
        """Every legal kingdom with exactly this many further changed places, none of them in ``done``."""
        for place in self._places_to_change(cells, changes, findings):
            if place in done or self.seconds < 0:
                continue
            unknown = {**cells, place: Place.UNKNOWN}
            done |= {place}
            if changes == 1:
                partial_repairs = [unknown] if self._is_legal(unknown) is not False else []
            else:
                rest = check(self._kingdom(unknown), size=self.size, box=self.box, seconds=self.seconds).findings
                partial_repairs = list(self.repairs(unknown, changes - 1, rest, done))
            for repaired in partial_repairs:
                for cell in self._other_cells(place):
                    if self.seconds > 0 and self._is_legal(changed := {**repaired, place: cell}):
                        yield changed

    def cost(self, repaired: CellsByPlace) -> float:
        return sum(_cost(self.kingdom.get(place), cell) for place, cell in repaired.items())

    def correction(self, repaired: CellsByPlace, changes: int) -> Correction:
        clauses = [
            self._clause(place, was, cell)
            for place, cell in sorted(repaired.items(), key=lambda item: item[0])
            if (was := self.kingdom.get(place)) != cell and was is not Place.UNKNOWN
        ]
        joined = reduce(lambda a, b: Message("{first}, and {second}", {"first": a, "second": b}), clauses)
        return Correction(self._kingdom(repaired), Message("change {changes}", {"changes": joined}), changes)

    def _places_to_change(self, cells: CellsByPlace, changes: int, findings: Sequence[Finding]) -> list[Position]:
        """Places of which one must change.

        Every fault needs a change at or next to it, so the last change is at or next to all remaining faults.
        """
        open_places = frozenset(
            place for place in self.places if cells.get(place) is not Place.UNKNOWN and not _has_piece(cells.get(place))
        )
        candidate_sets = [open_places & around(fault) if fault else open_places for fault in _faults(findings)]
        if not candidate_sets:
            return sorted(open_places)
        if changes == 1:
            return sorted(frozenset.intersection(*candidate_sets))
        return [] if _min_hitting_set_size(candidate_sets) > changes else sorted(sorted(candidate_sets, key=len)[0])

    def _other_cells(self, place: Position) -> list[Cell]:
        was = self.kingdom.get(place)
        cells: list[Cell] = [*faces(self.box), Place.CASTLE, Place.EMPTY]
        return [cell for cell in cells if _cost(was, cell) > 0]

    def _kingdom(self, cells: CellsByPlace) -> Kingdom:
        return replace(self.kingdom, rows=Kingdom.from_cells(cells).rows)

    def _is_legal(self, cells: CellsByPlace) -> bool | None:
        kingdom = self._kingdom(cells)
        if any(True for _ in outline_findings(kingdom, self.size, self.box)):
            return False
        budget = Budget(STEPS, self.seconds)
        answers = [can_be_laid(covering_problem(variant, self.box), budget) for variant in variants(kingdom, self.size)]
        return True if True in answers else None if None in answers else False

    def _clause(self, place: Position, was: Cell, now: Cell) -> Message:
        """Describe one change."""
        if isinstance(was, Square) and isinstance(now, Square):
            if was.terrain is now.terrain and was.crowns is not None:
                return counted(
                    "{square} from {was} to {count} crown",
                    "{square} from {was} to {count} crowns",
                    now.crowns or 0,
                    {"square": square_name(place), "was": was.crowns},
                )
            values = {"square": square_name(place), "now": cell_words(now), "was": cell_words(was)}
            return Message("{square} from {was} to {now}", values)
        return _where(place, self.kingdom, cell_words(now))


def _faults(findings: Sequence[Finding]) -> list[tuple[Position, ...]]:
    """The squares of each fault. Unconnected dominoes are one fault for each group."""
    faults: list[tuple[Position, ...]] = []
    for finding in findings:
        if finding.code is FindingCode.NOT_CONNECTED:
            faults += [tuple(piece) for piece in pieces(finding.squares)]
        else:
            faults.append(finding.squares)
    return faults


def _has_piece(cell: Cell | None) -> bool:
    """Whether a square carries a piece."""
    return isinstance(cell, Square) and cell != printed(cell)


def _min_hitting_set_size(candidate_sets: Sequence[frozenset[Position]]) -> int:
    """A lower bound of the places needed to hit each set: the number of disjoint sets."""
    taken: frozenset[Position] = frozenset()
    count = 0
    for candidates in sorted(candidate_sets, key=len):
        if taken.isdisjoint(candidates):
            taken |= candidates
            count += 1
    return count


def _places(kingdom: Kingdom, size: int) -> list[Position]:
    """The places of the rectangle and of the ring around it that the grid has space for."""
    rows, columns = (
        range(-1, length + 1) if length < size else range(length) for length in (kingdom.height, kingdom.width)
    )
    return [(row, column) for row in rows for column in columns]


def _where(place: Position, kingdom: Kingdom, now: Message) -> Message:
    """The words for a changed place: “B2 to …”, or its position if it lies beyond the rectangle and has no name."""
    row, column = place
    inside = min(max(row, 0), kingdom.height - 1), min(max(column, 0), kingdom.width - 1)
    values: dict[str, object] = {"square": square_name(inside), "now": now}
    if row < 0:
        return Message("the place above {square} to {now}", values)
    if row >= kingdom.height:
        return Message("the place below {square} to {now}", values)
    if column < 0:
        return Message("the place to the left of {square} to {now}", values)
    if column >= kingdom.width:
        return Message("the place to the right of {square} to {now}", values)
    return Message("{square} to {now}", values)


def _cost(was: Cell, cell: Cell) -> float:
    """The cost of replacing a cell; an unknown cell or hidden crowns cost nothing."""
    if was is cell or was is Place.UNKNOWN:
        return 0
    if not (isinstance(was, Square) and isinstance(cell, Square)):
        return CHANGE_COST + PLACE_COST
    if was.terrain is not cell.terrain:
        return CHANGE_COST + TERRAIN_COST + abs((was.crowns or 0) - (cell.crowns or 0))
    return 0 if was.crowns is None or was.crowns == cell.crowns else CHANGE_COST + abs(was.crowns - (cell.crowns or 0))
