"""The connection rule: every domino must touch the castle or an equal square of another domino when it is laid.

Touching is symmetric. So an order exists exactly if everything is connected by the castle's sides, by equal neighbours
and by the dominoes themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorer.rules.covering.problem import CoveringProblem, terrains_of
from scorer.rules.covering.tiling import Demand, Option
from scorer.rules.model.kingdom import Position, neighbours


def laying_order(problem: CoveringProblem, options: Iterable[Option]) -> list[Option]:
    """The dominoes that can be placed, in a possible order."""
    terrain = terrains_of(problem, options)
    option_at = {square: option for option in options for square in option.squares if option.kind}
    first = (neighbour for castle in problem.castles for neighbour in neighbours(castle) if neighbour in option_at)
    queue = list(dict.fromkeys(option_at[square] for square in first))
    for option in queue:  # grows while it is walked
        for square in option.squares:
            for neighbour in neighbours(square):
                other = option_at.get(neighbour)
                if other and terrain[neighbour] is terrain[square] and other not in queue:
                    queue.append(other)
    return queue


def stranded(problem: CoveringProblem, options: Sequence[Option]) -> list[frozenset[Position]]:
    """The groups of squares that the connection rule connects to each other, but not to the castle."""
    laid = set(laying_order(problem, options))
    remaining = [option for option in options if option.kind and option not in laid]
    terrain = terrains_of(problem, remaining)
    option_at = {square: option for option in remaining for square in option.squares}
    groups = []
    while remaining:
        group = [remaining[0]]
        for option in group:  # grows while it is walked
            for square in option.squares:
                for neighbour in neighbours(square):
                    other = option_at.get(neighbour)
                    if other and terrain[neighbour] is terrain[square] and other not in group:
                        group.append(other)
        remaining = [option for option in remaining if option not in group]
        groups.append(frozenset(square for option in group for square in option.squares))
    return groups


def connection_demand(problem: CoveringProblem, group: frozenset[Position], *, strict: bool = False) -> Demand:
    """Options of which every legal covering has at least one, because they connect these squares to the rest.

    An option connects them if its domino has one square in the group, or if it makes an unknown square equal to its
    neighbour across the border. If that neighbour is unknown too, the two may differ; ``strict`` omits these options,
    so it may demand too much.
    """
    return frozenset(option for option in problem.options if _connects(problem, option, group, strict))


def _connects(problem: CoveringProblem, option: Option, group: frozenset[Position], strict: bool) -> bool:
    inside = [square in group for square in option.squares]
    if option.kind is None:
        return inside[0] and group <= problem.unknown  # nothing lies there, so nothing has to be tied
    if inside[0] != inside[1]:
        return True
    for square, face in zip(option.squares, option.faces, strict=True):
        if square in problem.unknown and face:
            for neighbour in neighbours(square):
                if neighbour in problem.squares and (neighbour in group) != inside[0]:
                    other = problem.terrains.get(neighbour)
                    if other is face.terrain or (other is None and not strict):
                        return True
    return False
