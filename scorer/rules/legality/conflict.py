"""Where a kingdom cannot be made of dominoes: as few squares as possible that cannot all be covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorer.rules.covering.problem import CoveringProblem
from scorer.rules.covering.tiling import Budget, Option, Outcome, SortingKey, by_columns, by_rows, from_the_end, tile
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.dominoes import DominoKind
from scorer.rules.model.kingdom import Position, neighbours, square_names
from scorer.rules.model.messages import Message

MOST_CONFLICTS = 3
"""So many places are looked for; more would not help anybody."""


def tiling_faults(
    problem: CoveringProblem, must: frozenset[Position], blamed: frozenset[Position], budget: Budget
) -> Iterator[Finding]:
    """Places that cannot be covered whatever lies elsewhere, each as small as it can be made, the smallest first.

    One wrong square often spoils both colours of the chess board around it. So of places that touch each other, or
    touch what is already ``blamed``, only the first is named.
    """
    found: list[tuple[Position, ...]] = []
    while len(found) < MOST_CONFLICTS and (stuck := _minimal_conflict(problem.options, must, problem.stock, budget)):
        found.append(stuck)
        must -= set(stuck)
    near = around(blamed)
    for stuck in sorted(found, key=len):
        place = around(stuck)
        if near.isdisjoint(place):
            yield _finding(problem, stuck, budget)
            near |= place


def around(squares: Iterable[Position]) -> frozenset[Position]:
    """The squares and all that share a side with one of them."""
    return frozenset(place for square in squares for place in (square, *neighbours(square)))


def _minimal_conflict(
    options: Sequence[Option], must: frozenset[Position], stock: Mapping[DominoKind, int], budget: Budget
) -> tuple[Position, ...]:
    """Squares that cannot all be covered, though any but one of them can; none if all of ``must`` can be."""
    stuck = tuple(must)
    for order in (by_rows, from_the_end, by_columns):
        tried = _try(options, stuck, stock, budget, order)
        if tried is None:
            return ()
        stuck = tried
    for square in stuck:
        without = tuple(other for other in stuck if other != square)
        if _try(options, without, stock, budget) is not None:
            stuck = without
    return tuple(sorted(stuck))


def _try(
    options: Sequence[Option],
    must: Sequence[Position],
    stock: Mapping[DominoKind, int],
    budget: Budget,
    order: SortingKey | None = None,
) -> tuple[Position, ...] | None:
    """The squares that are stuck, ``None`` if they can be covered or that was not settled."""
    result = tile(options, must, stock, budget, order=order)
    return result.stuck if result.outcome is Outcome.IMPOSSIBLE else None


def _finding(problem: CoveringProblem, stuck: tuple[Position, ...], budget: Budget) -> Finding:
    squares = {"squares": square_names(stuck)}
    if len(stuck) == 1:
        message = Message("{squares}: no domino of the box shows this square together with one beside it", squares)
        return Finding(FindingCode.NO_DOMINO, message, stuck)
    if _try(problem.options, stuck, {}, budget) is not None:
        message = Message("{squares}: no dominoes of the box cover all of these squares", squares)
        return Finding(FindingCode.NO_DOMINOES, message, stuck)
    short = _too_few(problem, stuck, budget)
    listed = ", ".join(f"{problem.stock[kind]} × {shown(kind)}" for kind in short)
    values = {**squares, "dominoes": listed}
    message = Message("{squares}: the box has too few dominoes for these squares; it has {dominoes}", values)
    return Finding(FindingCode.TOO_FEW_DOMINOES, message, stuck)


def _too_few(problem: CoveringProblem, stuck: tuple[Position, ...], budget: Budget) -> list[DominoKind]:
    """The kinds of which more dominoes would help; as few as possible."""
    touching = [option for option in problem.options if not set(stuck).isdisjoint(option.squares)]
    short = {option.kind: problem.stock[option.kind] for option in touching if option.kind}
    for kind in list(short):
        without = {other: count for other, count in short.items() if other != kind}
        if _try(problem.options, stuck, without, budget) is not None:
            short = without
    return list(short)


def shown(kind: DominoKind) -> str:
    """A domino's two faces in the notation, in each form that it may have.

    >>> from scorer.rules.model.dominoes import Box, dominoes, kind_of
    >>> shown(kind_of(dominoes(Box.KINGDOMINO)[0])), shown(kind_of(dominoes(Box.QUEENDOMINO)[36]))
    ('w–w', 'f–g1 / g1–t')
    """
    return " / ".join(sorted("–".join(sorted(map(str, (*pair, *pair)[:2]))) for pair in kind))
