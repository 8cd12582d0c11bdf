"""The places where a kingdom cannot be made of dominoes: as few squares as possible that cannot all be covered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

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
from scorer.rules.model.dominoes import DominoKind, FacePair
from scorer.rules.model.kingdom import Position, neighbours, square_names
from scorer.rules.model.messages import Message, listed
from scorer.rules.model.words import cell_words

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
        message = Message("{squares}: the dominoes in the box cannot cover all these squares", squares)
        return Finding(FindingCode.NO_DOMINOES, message, stuck)
    scarce = _too_few(problem, stuck, budget)
    values = {**squares, "dominoes": listed(kind_words(kind, problem.stock[kind]) for kind in scarce)}
    message = Message("{squares}: the box has too few dominoes for these squares; it has only {dominoes}", values)
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


def kind_words(kind: DominoKind, count: int) -> Message:
    """A number of dominoes and their two faces, in words.

    >>> from scorer.rules.model.dominoes import Box, dominoes, kind_of
    >>> print(*(kind_words(kind_of(domino), 1) for domino in dominoes(Box.QUEENDOMINO)[36:38]), sep="\\n")
    1 × grassland with 1 crown and forest without crowns or town without crowns
    1 × swamp with 1 crown and forest without crowns or town without crowns
    """
    first, second = face_names(kind)
    return Message("{count} × {first} and {second}", {"count": count, "first": first, "second": second})


def face_names(pairs: Collection[FacePair]) -> tuple[Message, Message]:
    """The two faces of a domino; for a domino in two forms, the face of both and the other face of each."""
    faces = [sorted((*pair, *pair)[:2], key=str) for pair in sorted(pairs, key=lambda pair: sorted(map(str, pair)))]
    if len(faces) == 1:
        first, second = map(cell_words, faces[0])
        return first, second
    (both,) = frozenset.intersection(*pairs)
    one, another = (cell_words(face) for pair in faces for face in pair if face != both)
    return cell_words(both), Message("{one} or {another}", {"one": one, "another": another})
