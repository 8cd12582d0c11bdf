"""The places where a kingdom cannot be made of dominoes: as few squares as possible that cannot all be covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorer.rules.covering.problem import CoveringProblem
from scorer.rules.covering.tiling import (
    Budget,
    Option,
    Outcome,
    SortingKey,
    by_columns,
    by_rows,
    by_rows_reversed,
    tile,
)
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.dominoes import DominoKind
from scorer.rules.model.kingdom import Position, neighbours, square_names
from scorer.rules.model.messages import Message

MAX_CONFLICTS = 3
"""Maximum number of places to report; more would not help."""


def tiling_findings(
    problem: CoveringProblem, required: frozenset[Position], blamed: frozenset[Position], budget: Budget
) -> Iterator[Finding]:
    """Groups of squares that cannot be covered whatever lies elsewhere, each as small as possible, the smallest first.

    One wrong square often causes faults on both colours of the chess board around it. So only the first of several
    adjacent groups is returned, and none that touches the squares already ``blamed``.
    """
    found: list[tuple[Position, ...]] = []
    while len(found) < MAX_CONFLICTS and (stuck := _minimal_conflict(problem.options, required, problem.stock, budget)):
        found.append(stuck)
        required -= set(stuck)
    excluded = around(blamed)
    for stuck in sorted(found, key=len):
        place = around(stuck)
        if excluded.isdisjoint(place):
            yield _finding(problem, stuck, budget)
            excluded |= place


def around(squares: Iterable[Position]) -> frozenset[Position]:
    """The squares and their neighbours."""
    return frozenset(place for square in squares for place in (square, *neighbours(square)))


def _minimal_conflict(
    options: Sequence[Option], required: frozenset[Position], stock: Mapping[DominoKind, int], budget: Budget
) -> tuple[Position, ...]:
    """A minimal set of squares that cannot all be covered; empty if all of ``required`` can be."""
    stuck = tuple(required)
    for order in (by_rows, by_rows_reversed, by_columns):
        tried = _stuck_squares_of(options, stuck, stock, budget, order)
        if tried is None:
            return ()
        stuck = tried
    for square in stuck:
        without = tuple(other for other in stuck if other != square)
        if _stuck_squares_of(options, without, stock, budget) is not None:
            stuck = without
    return tuple(sorted(stuck))


def _stuck_squares_of(
    options: Sequence[Option],
    required: Sequence[Position],
    stock: Mapping[DominoKind, int],
    budget: Budget,
    order: SortingKey | None = None,
) -> tuple[Position, ...] | None:
    """The squares that cannot be covered; ``None`` if they can be, or if that was not settled."""
    result = tile(options, required, stock, budget, order=order)
    return result.stuck if result.outcome is Outcome.IMPOSSIBLE else None


def _finding(problem: CoveringProblem, stuck: tuple[Position, ...], budget: Budget) -> Finding:
    squares = {"squares": square_names(stuck)}
    if len(stuck) == 1:
        message = Message("{squares}: no domino in the box joins this square to a neighbour", squares)
        return Finding(FindingCode.NO_DOMINO, message, stuck)
    if _stuck_squares_of(problem.options, stuck, {}, budget) is not None:
        message = Message("{squares}: no dominoes of the box cover all of these squares", squares)
        return Finding(FindingCode.NO_DOMINOES, message, stuck)
    scarce = _too_few(problem, stuck, budget)
    listed = ", ".join(f"{problem.stock[kind]} × {kind_text(kind)}" for kind in scarce)
    values = {**squares, "dominoes": listed}
    message = Message("{squares}: the box has too few dominoes for these squares; it has {dominoes}", values)
    return Finding(FindingCode.TOO_FEW_DOMINOES, message, stuck)


def _too_few(problem: CoveringProblem, stuck: tuple[Position, ...], budget: Budget) -> list[DominoKind]:
    """The kinds of which more dominoes would help, as few as possible."""
    touching = [option for option in problem.options if not set(stuck).isdisjoint(option.squares)]
    scarce = {option.kind: problem.stock[option.kind] for option in touching if option.kind}
    for kind in list(scarce):
        without = {other: count for other, count in scarce.items() if other != kind}
        if _stuck_squares_of(problem.options, stuck, without, budget) is not None:
            scarce = without
    return list(scarce)


def kind_text(kind: DominoKind) -> str:
    """A domino's two faces in the notation, in each of its possible forms.

    >>> from scorer.rules.model.dominoes import Box, dominoes, kind_of
    >>> kind_text(kind_of(dominoes(Box.KINGDOMINO)[0])), kind_text(kind_of(dominoes(Box.QUEENDOMINO)[36]))
    ('w–w', 'f–g1 / g1–t')
    """
    return " / ".join(sorted("–".join(sorted(map(str, (*pair, *pair)[:2]))) for pair in kind))
