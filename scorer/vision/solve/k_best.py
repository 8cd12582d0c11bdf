"""The k best grids of faces for any k, most probable first, with independent squares."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

Changes = tuple[tuple[int, int], ...]
"""Places and the faces that replace their most probable ones."""


def k_best(costs: NDArray[np.float64]) -> Iterator[tuple[float, Changes]]:
    """Every grid once, cheapest first: its cost, and its differences from the cheapest one.

    ``costs``: array (places, faces), in nats above each place's cheapest face, so every row holds a zero. Lazy and
    complete: the heap always holds a grid that is at least as cheap as all grids not yielded yet.

    >>> [(round(cost), changes) for cost, changes in k_best(np.array([[0.0, 4.0], [1.0, 0.0]]))]
    [(0, ()), (1, ((1, 0),)), (4, ((0, 1),)), (5, ((1, 0), (0, 1)))]
    """
    if not costs.size:
        return
    ranks = np.argsort(costs, axis=1, kind="stable")
    prices = np.take_along_axis(costs, ranks, axis=1)
    places = [int(place) for place in np.argsort(prices[:, 1], kind="stable")] if costs.shape[1] > 1 else []
    steps, faces = prices[places].tolist(), ranks[places].tolist()
    yield 0.0, ()
    # A grid is (depth, rank) pairs of growing depth, where depth counts the places from the least certain
    # one. Its successors change only the last pair: a worse face there, one more place, or the next place instead.
    # None is cheaper than its predecessor, and each has exactly one.
    heap: list[tuple[float, tuple[tuple[int, int], ...]]] = []
    if places:
        heappush(heap, (steps[0][1], ((0, 1),)))
    while heap:
        cost, pairs = heappop(heap)
        yield cost, tuple((places[depth], faces[depth][rank]) for depth, rank in pairs)
        depth, rank = pairs[-1]
        if rank + 1 < len(steps[depth]):
            heappush(heap, (cost - steps[depth][rank] + steps[depth][rank + 1], (*pairs[:-1], (depth, rank + 1))))
        if depth + 1 < len(places):
            onward = steps[depth + 1][1]
            heappush(heap, (cost + onward, (*pairs, (depth + 1, 1))))
            if rank == 1:
                heappush(heap, (cost - steps[depth][1] + onward, (*pairs[:-1], (depth + 1, 1))))
