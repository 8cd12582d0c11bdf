"""All kingdoms of one game come from one box: can they be made of it together?"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorer.rules.covering.problem import CoveringProblem, covering_problem, stock_of
from scorer.rules.covering.programme import Programme, UnsettledError
from scorer.rules.covering.tiling import Option
from scorer.rules.legality.checking import Check
from scorer.rules.legality.laying import demand, stranded
from scorer.rules.model.dominoes import Box, FacePair
from scorer.rules.model.kingdom import Position

SECONDS = 3.0
"""Settling the question may take this long."""


@dataclass(frozen=True)
class Shortage:
    """A domino that lies more often than the box has it, in a way to make all kingdoms that lacks the fewest.

    ``pair`` are its faces, and ``more`` says how many more of it lie there than the box has. ``places`` are all places
    where it lies: the number of the kingdom among the checks, and the squares in it.
    """

    pair: FacePair
    more: int
    places: tuple[tuple[int, tuple[Position, ...]], ...]


def shortages(checks: Sequence[Check], box: Box) -> tuple[Shortage, ...]:
    """The fewest dominoes that the box would need more for all these kingdoms at once; empty where it has enough.

    There must be a tiling of each kingdom alone; those that are legal stay so. Raises ``UnsettledError`` when it was
    not settled in time.

    >>> from scorer.rules.legality.checking import check
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> both = [check(Kingdom.parse("Cwm3")), check(Kingdom.parse("m3wC"))]
    >>> [(sorted(map(str, one.pair)), one.more, one.places) for one in shortages(both, Box.KINGDOMINO)]
    [(['m3', 'w'], 1, ((0, ((0, 1), (0, 2))), (1, ((0, 0), (0, 1)))))]
    """
    stock = stock_of(box)
    if len(checks) < 2:
        return ()
    found = Counter(laid.domino.pair for result in checks for laid in result.dominoes)
    if all(result.legal for result in checks) and all(count <= stock[pair] for pair, count in found.items()):
        return ()  # the tilings found one by one do it already
    return _Together(checks, box).solve()


class _Together:
    """One programme over all kingdoms, in which dominoes that the box does not have may be had at a price."""

    def __init__(self, checks: Sequence[Check], box: Box) -> None:
        self.programme = programme = Programme()
        self.taken: list[tuple[CoveringProblem, dict[Option, int]]] = []
        self.lawful = [bool(result.legal and result.kingdom.castles) for result in checks]
        self.extra: dict[int, FacePair] = {}
        for result in checks:
            problem = covering_problem(result.kingdom, box)
            choices = {option: programme.choice() for option in problem.options}
            self.taken.append((problem, choices))
            for square in problem.squares:
                programme.limit([at for option, at in choices.items() if square in option.squares], 1, 1)
        for pair, count in stock_of(box).items():
            wanted = [at for _, choices in self.taken for option, at in choices.items() if option.pair == pair]
            extra = [programme.choice(price=1) for _ in range(len(wanted) - count)]
            self.extra.update(dict.fromkeys(extra, pair))
            programme.limit({**dict.fromkeys(wanted, 1.0), **dict.fromkeys(extra, -1.0)}, least=-len(extra), most=count)

    def solve(self) -> tuple[Shortage, ...]:
        deadline = time.monotonic() + SECONDS
        while True:
            left = deadline - time.monotonic()
            chosen = self.programme.cheapest(left) if left > 0 else None
            if chosen is None:
                raise UnsettledError
            if not self._tie_what_is_loose(chosen):
                more = Counter(pair for at, pair in self.extra.items() if at in chosen)
                return tuple(Shortage(pair, count, self._places(pair, chosen)) for pair, count in more.items())

    def _places(self, pair: FacePair, chosen: set[int]) -> tuple[tuple[int, tuple[Position, ...]], ...]:
        return tuple(
            (number, option.squares)
            for number, (_, choices) in enumerate(self.taken)
            for option, at in choices.items()
            if at in chosen and option.pair == pair
        )

    def _tie_what_is_loose(self, chosen: set[int]) -> bool:
        """Demand that what cannot be laid in this solution be tied to the castle; false if all can be laid."""
        loose = False
        for lawful, (problem, choices) in zip(self.lawful, self.taken, strict=True):
            options = [option for option, at in choices.items() if at in chosen]
            for group in stranded(problem, options) if lawful else ():
                loose = True
                self.programme.limit([choices[option] for option in demand(problem, group)], least=1)
        return loose
