"""The dominoes that all kingdoms of one game need beyond their one box."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.rules.covering.integer_program import IntegerProgram, UnsettledError
from scorer.rules.covering.problem import covering_problem, stock_of
from scorer.rules.covering.tiling import Option
from scorer.rules.legality import Check
from scorer.rules.legality.placement_ilp import Placement, limit_to_stock, solve_placements
from scorer.rules.model.dominoes import Box, DominoKind, FacePair, kinds_by_pair
from scorer.rules.model.kingdom import Position

SECONDS = 2.5
"""Default time limit."""


@dataclass(frozen=True)
class Shortage:
    """A domino that occurs more often than in the box, in a construction that lacks the fewest dominoes.

    ``pairs`` are its faces, several if they are uncertain. ``more`` is the number of dominoes of this ``kind`` beyond
    those of the box. ``places`` are all its places: the number of the kingdom among the checks, and its squares.
    """

    kind: DominoKind
    pairs: frozenset[FacePair]
    more: int
    places: tuple[tuple[int, tuple[Position, ...]], ...]


def shortages(checks: Sequence[Check], box: Box, seconds: float = SECONDS) -> tuple[Shortage, ...]:
    """The fewest dominoes that the box lacks for all these kingdoms at once; empty if it has enough.

    Each kingdom alone must have a tiling; legal kingdoms stay legal. Raises ``UnsettledError`` if the time does not
    suffice.

    >>> from scorer.rules.legality import check
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> both = [check(Kingdom.parse("Cwm3")), check(Kingdom.parse("m3wC"))]
    >>> [(one.more, one.places) for one in shortages(both, Box.KINGDOMINO)]
    [(1, ((0, ((0, 1), (0, 2))), (1, ((0, 0), (0, 1)))))]
    """
    stock = stock_of(box)
    if len(checks) <= 1:
        return ()
    kinds = kinds_by_pair(box)
    found = Counter(kinds[laid.domino.pair] for result in checks for laid in result.dominoes)
    if all(result.legal for result in checks) and all(count <= stock[kind] for kind, count in found.items()):
        return ()  # the tilings found one by one do it already
    return _solve(checks, box, seconds)


def _solve(checks: Sequence[Check], box: Box, seconds: float) -> tuple[Shortage, ...]:
    """Solve one integer program over all kingdoms, in which a missing domino has a price.

    For a large table, building the program takes much of ``seconds``.
    """
    deadline = time.monotonic() + seconds
    ilp = IntegerProgram()
    placements = [Placement(ilp, covering_problem(dict(result.kingdom.cells()), box)) for result in checks]
    legal_placements = [
        placement
        for placement, result in zip(placements, checks, strict=True)
        if result.legal and result.kingdom.castles
    ]
    bought = limit_to_stock(ilp, placements, price=1)
    solution = solve_placements(ilp, legal_placements, deadline - time.monotonic())
    if solution is None:
        raise UnsettledError
    more = Counter(kind for choice, kind in bought.items() if choice in solution)
    chosen = [(number, option) for number, placement in enumerate(placements) for option in placement.chosen(solution)]
    return tuple(_shortage(kind, count, chosen) for kind, count in more.items())


def _shortage(kind: DominoKind, count: int, chosen: Sequence[tuple[int, Option]]) -> Shortage:
    laid = [(number, option) for number, option in chosen if option.kind == kind]
    pairs = frozenset(frozenset(filter(None, option.faces)) for _, option in laid)
    return Shortage(kind, pairs, count, tuple((number, option.squares) for number, option in laid))
