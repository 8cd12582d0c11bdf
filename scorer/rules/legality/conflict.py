"""Where a kingdom cannot be made of dominoes: as few squares as possible that cannot all be covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorer.rules.covering.problem import Board
from scorer.rules.covering.tiling import Budget, Option, Order, Outcome, by_columns, by_rows, from_the_end, tile
from scorer.rules.legality.finding import Finding, FindingCode, names
from scorer.rules.model.dominoes import Look
from scorer.rules.model.kingdom import Position, neighbours
from scorer.rules.model.messages import Message

MOST_CORES = 3
"""So many places are looked for; more would not help anybody."""


def tiling_faults(
    board: Board, must: frozenset[Position], blamed: frozenset[Position], budget: Budget
) -> Iterator[Finding]:
    """Places that cannot be covered whatever lies elsewhere, each as small as it can be made, the smallest first.

    One wrong square often spoils both colours of the chess board around it. So of places that touch each other, or
    touch what is already ``blamed``, only the first is named.
    """
    found: list[tuple[Position, ...]] = []
    while len(found) < MOST_CORES and (stuck := _core(board.options, must, board.stock, budget)):
        found.append(stuck)
        must -= set(stuck)
    near = around(blamed)
    for stuck in sorted(found, key=len):
        place = around(stuck)
        if near.isdisjoint(place):
            yield _finding(board, stuck, budget)
            near |= place


def around(squares: Iterable[Position]) -> frozenset[Position]:
    """The squares and all that share a side with one of them."""
    return frozenset(place for square in squares for place in (square, *neighbours(square)))


def _core(
    options: Sequence[Option], must: frozenset[Position], stock: Mapping[Look, int], budget: Budget
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
    stock: Mapping[Look, int],
    budget: Budget,
    order: Order | None = None,
) -> tuple[Position, ...] | None:
    """The squares that are stuck, ``None`` if they can be covered or that was not settled."""
    result = tile(options, must, stock, budget, order=order)
    return result.stuck if result.outcome is Outcome.IMPOSSIBLE else None


def _finding(board: Board, stuck: tuple[Position, ...], budget: Budget) -> Finding:
    squares = {"squares": names(stuck)}
    if len(stuck) == 1:
        message = Message("{squares}: no domino of the box shows this square together with one beside it", squares)
        return Finding(FindingCode.NO_DOMINO, message, stuck)
    if _try(board.options, stuck, {}, budget) is not None:
        message = Message("{squares}: no dominoes of the box cover all of these squares", squares)
        return Finding(FindingCode.NO_DOMINOES, message, stuck)
    short = _too_few(board, stuck, budget)
    listed = ", ".join(f"{board.stock[look]} × {shown(look)}" for look in short)
    values = {**squares, "dominoes": listed}
    message = Message("{squares}: the box has too few dominoes for these squares; it has {dominoes}", values)
    return Finding(FindingCode.TOO_FEW_DOMINOES, message, stuck)


def _too_few(board: Board, stuck: tuple[Position, ...], budget: Budget) -> list[Look]:
    """The looks of which more copies would help; as few as possible."""
    touching = [option for option in board.options if not set(stuck).isdisjoint(option.squares)]
    short = {option.look: board.stock[option.look] for option in touching if option.look}
    for look in list(short):
        without = {other: count for other, count in short.items() if other != look}
        if _try(board.options, stuck, without, budget) is not None:
            short = without
    return list(short)


def shown(look: Look) -> str:
    """A domino's two faces in the notation."""
    a, b = sorted(map(str, (*look, *look)[:2]))
    return f"{a}–{b}"
