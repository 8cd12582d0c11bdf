"""The connection rule: every domino must touch the castle or an equal square of another domino when it is laid.

Touching works both ways, so an order exists exactly when everything hangs together over the castle's sides, over equal
neighbours and over the dominoes themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.rules.covering.problem import CoveringProblem, terrains_of
from scorer.rules.covering.tiling import Demand, Option
from scorer.rules.model.kingdom import Position, neighbours


def laying_order(problem: CoveringProblem, options: Iterable[Option]) -> list[Option]:
    """The dominoes that can be laid, in an order in which they can."""
    terrain = terrains_of(problem, options)
    over = {square: option for option in options for square in option.squares if option.kind}
    first = (beside for castle in problem.castles for beside in neighbours(castle) if beside in over)
    queue = list(dict.fromkeys(over[square] for square in first))
    for option in queue:  # grows while it is walked
        for square in option.squares:
            for beside in neighbours(square):
                other = over.get(beside)
                if other and terrain[beside] is terrain[square] and other not in queue:
                    queue.append(other)
    return queue


def stranded(problem: CoveringProblem, options: Sequence[Option]) -> list[frozenset[Position]]:
    """The groups of squares that hang together by the connection rule, but not with the castle."""
    laid = set(laying_order(problem, options))
    left = [option for option in options if option.kind and option not in laid]
    terrain = terrains_of(problem, left)
    over = {square: option for option in left for square in option.squares}
    groups = []
    while left:
        group = [left[0]]
        for option in group:  # grows while it is walked
            for square in option.squares:
                for beside in neighbours(square):
                    other = over.get(beside)
                    if other and terrain[beside] is terrain[square] and other not in group:
                        group.append(other)
        left = [option for option in left if option not in group]
        groups.append(frozenset(square for option in group for square in option.squares))
    return groups


def demand(problem: CoveringProblem, group: frozenset[Position], *, surely: bool = False) -> Demand:
    """What any kingdom that can be laid has to do for these squares: something must tie them to the rest.

    That is a domino with one square in the group, or an unknown square that equals its neighbour across the border.
    Where that neighbour is unknown too it may be equal or not; ``surely`` leaves those out, and so may ask too much.
    """
    return frozenset(option for option in problem.options if _ties(problem, option, group, surely))


def _ties(problem: CoveringProblem, option: Option, group: frozenset[Position], surely: bool) -> bool:
    inside = [square in group for square in option.squares]
    if option.kind is None:
        return inside[0] and group <= problem.unknown  # nothing lies there, so nothing has to be tied
    if inside[0] != inside[1]:
        return True
    for square, face in zip(option.squares, option.faces, strict=True):
        if square in problem.unknown and face:
            for beside in neighbours(square):
                if beside in problem.squares and (beside in group) != inside[0]:
                    other = problem.terrains.get(beside)
                    if other is face.terrain or (other is None and not surely):
                        return True
    return False
