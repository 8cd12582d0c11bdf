"""The construction of a kingdom: real dominoes in a possible order of placement, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorer.rules.covering.integer_program import UnsettledError
from scorer.rules.covering.problem import CoveringProblem, covering_problem
from scorer.rules.covering.tiling import Budget, Demand, Option, Outcome, Tiling, tile
from scorer.rules.legality.conflict import tiling_findings
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.legality.laying import connection_demand, laying_order, stranded
from scorer.rules.legality.placement_ilp import placed_by_ilp
from scorer.rules.model.dominoes import Box, Domino, dominoes_by_kind, forms
from scorer.rules.model.kingdom import Kingdom, Position, square_names
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.rules import SettledRules
from scorer.rules.model.terrain import Cell, Place

SINGLE_TILING_STEPS = 300_000
"""Maximum number of steps to find one covering if they cannot be counted."""


@dataclass(frozen=True, slots=True)
class LaidDomino:
    """A domino of the box, and the squares of its left and its right face."""

    domino: Domino
    squares: tuple[Position, Position]

    def to_dict(self) -> dict[str, object]:
        """Plain data: ``box``, ``number`` and ``squares``, each [row, column] from 0, left face first."""
        return {
            "box": str(self.domino.box),
            "number": self.domino.number,
            "squares": [list(square) for square in self.squares],
        }


@dataclass(frozen=True)
class Construction:
    """The result of a construction.

    ``laid`` is whether all dominoes can be placed by the rules; ``None`` if that was not settled. ``dominoes`` are
    those that can, in order. ``tilings`` counts the ways to cover the kingdom with dominoes.
    """

    laid: bool | None
    findings: tuple[Finding, ...] = ()
    dominoes: tuple[LaidDomino, ...] = ()
    tilings: int = 0
    tilings_at_least: bool = False


def construct(kingdom: Kingdom, rules: SettledRules, known: Sequence[Finding], budget: Budget) -> Construction:
    """Construct the kingdom. ``known`` are the findings so far; they are not repeated."""
    attempts: list[Construction] = []
    for cells in _within_grid(kingdom, rules.size):
        attempts += _constructions(cells, rules.box, known, budget)
        if attempts[-1].laid:
            return attempts[-1]
    settled = {True: 0, None: 1, False: 2}
    return min(attempts, key=lambda construction: (settled[construction.laid], len(construction.findings)))


def _constructions(
    cells: Mapping[Position, Cell], box: Box, known: Sequence[Finding], budget: Budget
) -> list[Construction]:
    """The attempt for each possible castle, or for all of them at once. If any attempt succeeds, it is the last."""
    attempts: list[Construction] = []
    is_ilp_tried = bool(known) or Place.UNKNOWN not in cells.values()
    for variant in _with_castle(cells):
        if budget.seconds < 0:
            return [*attempts, Construction(None, tilings_at_least=True)]
        attempts.append(_construct(variant, box, known, budget))
        if attempts[-1].laid:
            return attempts
        if attempts[-1].laid is None and not is_ilp_tried:
            is_ilp_tried = True
            found = _by_ilp(cells, box, budget)
            if found.laid is not None:
                return [found]
    return attempts


def variants(kingdom: Kingdom, size: int) -> Iterator[Mapping[Position, Cell]]:
    """The possible places of the kingdom, by position of the grid and the castle.

    If unknown places reach beyond the grid, those outside it are empty, for every position of the grid. If no castle is
    known, it is on each unknown place in turn.

    >>> ["".join(map(str, cells.values())) for cells in variants(Kingdom.parse("?ww0??ww"), 6)]
    ['.wwC?ww', '.ww?Cww']
    """
    for cells in _within_grid(kingdom, size):
        yield from _with_castle(cells)


def _with_castle(cells: Mapping[Position, Cell]) -> Iterator[Mapping[Position, Cell]]:
    unknown = [position for position, cell in cells.items() if cell is Place.UNKNOWN]
    if Place.CASTLE in cells.values() or not unknown:
        yield cells
    else:
        yield from ({**cells, position: Place.CASTLE} for position in unknown)


def _within_grid(kingdom: Kingdom, size: int) -> Iterator[dict[Position, Cell]]:
    cells = dict(kingdom.cells())
    occupied = [position for position, cell in cells.items() if cell not in (Place.EMPTY, Place.UNKNOWN)]
    windows = [
        {(row, column) for row in range(top, top + size) for column in range(left, left + size)}
        for top in range(max(1, kingdom.height - size + 1))
        for left in range(max(1, kingdom.width - size + 1))
    ]
    if len(windows) == 1 or not any(window.issuperset(occupied) for window in windows):
        yield cells
        return
    for window in windows:
        if window.issuperset(occupied):
            yield {position: cell if position in window else Place.EMPTY for position, cell in cells.items()}


def can_be_laid(problem: CoveringProblem, budget: Budget) -> bool | None:
    """Whether some covering of the problem satisfies the connection rule; ``None`` if that was not settled."""
    tiling = tile(problem.options, problem.squares, problem.stock, budget)
    if tiling.outcome is Outcome.TILED:
        return _connect(problem, problem.squares, tiling, budget)[0]
    return None if tiling.outcome is Outcome.UNSETTLED else False


def _construct(cells: Mapping[Position, Cell], box: Box, known: Sequence[Finding], budget: Budget) -> Construction:
    problem = covering_problem(cells, box)
    blamed = frozenset(square for f in known if f.code in (FindingCode.FACE, FindingCode.COUNT) for square in f.squares)
    must = problem.squares - blamed
    tiling = tile(problem.options, must, problem.stock, budget)
    if tiling.outcome is Outcome.UNSETTLED and problem.unknown:
        return _find_any(problem, box, blamed, known, budget.with_steps(SINGLE_TILING_STEPS))
    if tiling.outcome is Outcome.UNSETTLED:
        return Construction(None, tilings_at_least=True)
    if tiling.outcome is Outcome.IMPOSSIBLE:
        return Construction(False, _tiling_findings(problem, must, blamed, known, tiling, budget))
    if blamed:
        return Construction(False)
    laid, chosen, demands = (None, tiling.options, {}) if known else _connect(problem, must, tiling, budget)
    findings = (_placement_finding(problem, must, demands, budget),) if laid is False else ()
    order = laying_order(problem, chosen)
    return Construction(laid, findings, tuple(_as_dominoes(order, box)), tiling.count)


def _find_any(
    problem: CoveringProblem, box: Box, blamed: frozenset[Position], known: Sequence[Finding], budget: Budget
) -> Construction:
    """The construction if coverings are too many to be counted: whether one satisfies the connection rule.

    The search considers coverings that leave optional squares bare. If the known squares cannot be covered, there is
    none.
    """
    unsettled = Construction(None, tilings_at_least=True)
    must = problem.squares - problem.unknown - blamed
    tiling = tile(problem.options, must, problem.stock, budget)
    if tiling.outcome is Outcome.IMPOSSIBLE:
        return Construction(False, _tiling_findings(problem, must, blamed, known, tiling, budget))
    if known or tiling.outcome is Outcome.UNSETTLED:
        return unsettled
    laid, found, _ = _connect(problem, must, tiling, budget)
    return _uncounted(laying_order(problem, found), box) if laid else unsettled


def _by_ilp(cells: Mapping[Position, Cell], box: Box, budget: Budget) -> Construction:
    """The construction by an integer program, with the castle on any possible place."""
    problem = covering_problem(cells, box)
    try:
        covering = placed_by_ilp(problem, budget.seconds)
    except UnsettledError:
        return Construction(None, tilings_at_least=True)
    if covering is None:
        return Construction(False, (_not_all_connected(problem.squares - problem.unknown),))
    return _uncounted(covering, box)


def _uncounted(order: Iterable[Option], box: Box) -> Construction:
    return Construction(True, (), tuple(_as_dominoes(order, box)), 1, True)


def _tiling_findings(
    problem: CoveringProblem,
    must: frozenset[Position],
    blamed: frozenset[Position],
    known: Sequence[Finding],
    tiling: Tiling,
    budget: Budget,
) -> tuple[Finding, ...]:
    """Findings about squares that cannot be covered. If the squares are odd or unbalanced, only findings with another
    cause."""
    faults = tuple(tiling_findings(problem, must, blamed, budget))
    if any(finding.code in (FindingCode.ODD, FindingCode.BALANCE) for finding in known):
        return tuple(fault for fault in faults if fault.code is FindingCode.NO_DOMINO)
    return faults or (() if known else (_not_covered(tiling.stuck),))


Demands = dict[Demand, frozenset[Position]]
"""Demands on every legal covering, by the group of squares that each connects."""


def _connect(
    problem: CoveringProblem, must: frozenset[Position], tiling: Tiling, budget: Budget
) -> tuple[bool | None, tuple[Option, ...], Demands]:
    """Search for a covering that satisfies the connection rule.

    Groups that are disconnected in one covering become demands on the next. Next to unknown squares the demands may be
    too strict: then a failure proves nothing unless the exact demands fail too. Returns the covering, or the first one
    if there is none, and all demands.
    """
    first = tiling.options
    demands: Demands = {}
    strict_demands: set[Demand] = set()
    while groups := stranded(problem, tiling.options):
        demands |= {connection_demand(problem, group): group for group in groups}
        asked = len(strict_demands)
        strict_demands |= {connection_demand(problem, group, strict=True) for group in groups}
        tiling = tile(problem.options, must, problem.stock, budget, tuple(strict_demands))
        if tiling.outcome is not Outcome.TILED or len(strict_demands) == asked:
            impossible = problem.unknown == frozenset() or _fails(problem, must, demands, budget)
            return (False if tiling.outcome is Outcome.IMPOSSIBLE and impossible else None), first, demands
    return True, tiling.options, demands


def _fails(problem: CoveringProblem, must: frozenset[Position], demands: Iterable[Demand], budget: Budget) -> bool:
    return tile(problem.options, must, problem.stock, budget, tuple(demands)).outcome is Outcome.IMPOSSIBLE


def _placement_finding(
    problem: CoveringProblem, must: frozenset[Position], demands: Demands, budget: Budget
) -> Finding:
    """The groups that no covering connects to the castle; if each can be connected alone, those that cannot be
    connected together."""
    unmet_alone = [demands[each] for each in demands if _fails(problem, must, [each], budget)]
    smallest = sorted(
        {min(group): group for group in unmet_alone if not any(other < group for other in unmet_alone)}.items()
    )
    if smallest:
        squares = tuple(square for _, group in smallest for square in sorted(group))
        places = "; ".join(square_names(sorted(group)) for _, group in smallest)
        message = counted(
            "{squares}: this domino touches neither the castle nor a square of the same terrain on another domino",
            "{squares}: these dominoes touch neither the castle nor a square of the same terrain on another domino",
            len(squares) // 2,
            {"squares": places},
        )
        return Finding(FindingCode.NOT_CONNECTED, message, squares)
    needed = list(demands)
    for each in list(needed):
        without = [other for other in needed if other is not each]
        if _fails(problem, must, without, budget):
            needed = without
    return _not_all_connected(frozenset().union(*(demands[each] for each in needed)))


def _not_all_connected(group: frozenset[Position]) -> Finding:
    squares = tuple(sorted(group))
    message = Message(
        "{squares}: these dominoes cannot all touch the castle or a square of the same terrain on another domino",
        {"squares": square_names(squares)},
    )
    return Finding(FindingCode.NOT_ALL_CONNECTED, message, squares)


def _not_covered(stuck: tuple[Position, ...]) -> Finding:
    message = Message(
        "{squares}: the dominoes in the box cannot cover all these squares", {"squares": square_names(stuck)}
    )
    return Finding(FindingCode.NO_DOMINOES, message, stuck)


def _as_dominoes(options: Iterable[Option], box: Box) -> Iterator[LaidDomino]:
    """Real dominoes in the form that they show; of equal ones, the lowest numbers."""
    left = {kind: list(same) for kind, same in dominoes_by_kind(box).items()}
    for option in options:
        if option.kind:
            domino = next(form for form in forms(left[option.kind].pop(0)) if form.pair == frozenset(option.faces))
            a, b = option.squares
            yield LaidDomino(domino, (a, b) if option.faces[0] == domino.a else (b, a))
