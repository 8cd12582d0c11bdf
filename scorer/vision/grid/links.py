"""Which detections lie beside one another, and the walk from one to all that it is joined to."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set

import numpy as np

from scorer.rules.model.kingdom import Position
from scorer.vision.geometry import turns_towards
from scorer.vision.grid.detector import Detections
from scorer.vision.settings import LatticeSettings

Links = Mapping[int, Mapping[tuple[int, int], tuple[int, int]]]
"""For each square and step (by its own axes: ±1 along u or v), its neighbour and the quarter turns between them."""


def linked(detections: Detections, settings: LatticeSettings) -> Links:
    """Pairs that see one another one step away, whichever of the two is asked."""
    sides = detections.sides.tolist()
    own_frames = np.linalg.inv(2 * detections.axes.astype(np.float64))
    steps: dict[int, dict[tuple[int, int], tuple[float, int]]] = {i: {} for i in range(len(detections))}
    for i in range(len(detections)):
        towards = (detections.centres - detections.centres[i]) @ own_frames[i]
        near = np.flatnonzero((np.abs(towards) < settings.along[1]).all(axis=1))
        for j, (u, v) in zip(near.tolist(), towards[near].tolist(), strict=True):
            step = _step(u, v, settings)
            if j != i and step and 1 / settings.ratio < sides[j] / sides[i] < settings.ratio:
                away = abs(u - step[0]) + abs(v - step[1])
                if step not in steps[i] or away < steps[i][step][0]:
                    steps[i][step] = away, j
    links: dict[int, dict[tuple[int, int], tuple[int, int]]] = {i: {} for i in range(len(detections))}
    for i, around in steps.items():
        for step, (_, other) in around.items():
            if any(back == i for _, back in steps[other].values()):
                # so many quarter turns back, and the other's u points as this one's does
                links[i][step] = other, turns_towards(detections.axes[other], detections.axes[i][0])
    return links


def _step(u: float, v: float, settings: LatticeSettings) -> tuple[int, int] | None:
    along, across = max(abs(u), abs(v)), min(abs(u), abs(v))
    if not settings.along[0] < along < settings.along[1] or across > settings.across:
        return None
    return (1 if u > 0 else -1, 0) if abs(u) >= abs(v) else (0, 1 if v > 0 else -1)


def walk(start: int, links: Links, free: Set[int]) -> dict[int, Position]:
    """Rows and columns of all free squares joined to one, by its axes; the shortest way decides."""
    places: dict[int, Position] = {start: (0, 0)}
    turned = {start: 0}
    taken = {(0, 0)}
    queue = deque([start])
    while queue:
        i = queue.popleft()
        for (du, dv), (j, turn) in links[i].items():
            step = _turned((du, dv), turned[i])
            place = places[i][0] + step[1], places[i][1] + step[0]
            if j in free and j not in places and place not in taken:
                places[j], turned[j] = place, (turned[i] - turn) % 4
                taken.add(place)
                queue.append(j)
    return places


def _turned(step: tuple[int, int], turns: int) -> tuple[int, int]:
    """A step in a square's own axes as a step in the first square's: u goes to v, v to −u, each turn."""
    du, dv = step
    for _ in range(turns):
        du, dv = -dv, du
    return du, dv
