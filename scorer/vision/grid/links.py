"""Which detections are neighbours, and the walk from one to all that are connected to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set

import numpy as np

from scorer.rules.model.kingdom import Position
from scorer.vision.common.geometry import turns_towards
from scorer.vision.detect.detections import Detections
from scorer.vision.settings import LatticeSettings

Links = Mapping[int, Mapping[tuple[int, int], tuple[int, int]]]
"""For each square and step (±1 along its own u or v), its neighbour and the quarter turns between the two."""


def linked(detections: Detections, settings: LatticeSettings) -> Links:
    """Pairs that are one step apart by the axes of either square."""
    sides = detections.sides.tolist()
    own_frames = np.linalg.inv(2 * detections.axes.astype(np.float64))
    steps: dict[int, dict[tuple[int, int], tuple[float, int]]] = {i: {} for i in range(len(detections))}
    for i in range(len(detections)):
        towards = (detections.centres - detections.centres[i]) @ own_frames[i]
        near = np.flatnonzero((np.abs(towards) < settings.step_range[1]).all(axis=1))
        for j, (u, v) in zip(near.tolist(), towards[near].tolist(), strict=True):
            step = _step(u, v, settings)
            if j != i and step and 1 / settings.max_side_ratio < sides[j] / sides[i] < settings.max_side_ratio:
                distance = abs(u - step[0]) + abs(v - step[1])
                if step not in steps[i] or distance < steps[i][step][0]:
                    steps[i][step] = distance, j
    links: dict[int, dict[tuple[int, int], tuple[int, int]]] = {i: {} for i in range(len(detections))}
    for i, around in steps.items():
        for step, (_, other) in around.items():
            if any(back == i for _, back in steps[other].values()):
                # quarter turns that align the other's u with this one's
                links[i][step] = other, turns_towards(detections.axes[other], detections.axes[i][0])
    return links


def _step(u: float, v: float, settings: LatticeSettings) -> tuple[int, int] | None:
    along, across = max(abs(u), abs(v)), min(abs(u), abs(v))
    if not settings.step_range[0] < along < settings.step_range[1] or across > settings.max_offset:
        return None
    return (1 if u > 0 else -1, 0) if abs(u) >= abs(v) else (0, 1 if v > 0 else -1)


def walk(start: int, links: Links, free: Set[int]) -> dict[int, Position]:
    """Rows and columns of all free squares connected to ``start``, in its axes, by a breadth-first search."""
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
    """A step in a square's own axes, in the axes of the first square: each turn takes u to v and v to −u."""
    du, dv = step
    for _ in range(turns):
        du, dv = -dv, du
    return du, dv
