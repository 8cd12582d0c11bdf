"""Joins detections into lattices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.rules.model.rules import LARGE_GRID
from scorer.vision.common.geometry import Floats
from scorer.vision.detect.detections import Detections
from scorer.vision.grid.lattice import Lattice, fitted, lone, upright
from scorer.vision.grid.links import linked, walk
from scorer.vision.settings import LatticeSettings


def lattices(detections: Detections, settings: LatticeSettings) -> tuple[Lattice, ...]:
    """The lattice of every group of connected squares, most squares first."""
    return _Joining(detections, settings).lattices()


class _Joining:
    def __init__(self, detections: Detections, settings: LatticeSettings) -> None:
        self.detections, self.settings = detections, settings

    def lattices(self) -> tuple[Lattice, ...]:
        links = linked(self.detections, self.settings)
        free = {int(i) for i in np.flatnonzero(self.detections.scores >= self.settings.min_start_probability)}
        found = []
        for start in sorted(free):  # the most probable first
            while start in free:
                places = self._windowed(walk(start, links, free))
                free -= set(places)
                found.append(self._fitted(places))
                free.discard(start)
        merged = sorted(self._merged(found), key=lambda lattice: -len(lattice.members))
        return tuple(upright(lattice) for lattice in merged)

    def _windowed(self, places: dict[int, Position]) -> dict[int, Position]:
        """Places without stray squares beyond the largest grid.

        Kingdoms side by side are split at the line with the fewest squares. A kingdom larger than any grid stays whole,
        because players build such kingdoms and the legality check reports them.
        """
        for axis in (0, 1):
            while (span := _span(places.values(), axis)) > LARGE_GRID:
                first = min(place[axis] for place in places.values())
                weight = np.zeros(span)
                for index, place in places.items():
                    weight[place[axis] - first] += self.detections.scores[index]
                cut = 1 + int(np.argmin(weight[1:-1]))
                if weight[cut] < self.settings.split_threshold * np.median(weight):
                    kept = range(cut) if weight[:cut].sum() >= weight[cut + 1 :].sum() else range(cut + 1, span)
                else:
                    kept = most_used(weight, self.settings.max_stray_share)
                if len(kept) == span:
                    break
                places = {i: p for i, p in places.items() if p[axis] - first in kept}
        return places

    def _fitted(self, places: Mapping[int, Position]) -> Lattice:
        """Fit one homography, assign each square to the nearest place, and drop outliers."""
        placed = dict(places)
        if len(placed) == 1:
            return lone(*placed.popitem(), self.detections)
        lattice = fitted(placed, self.detections, self.settings)
        for _ in range(2):
            indices = list(placed)
            best: dict[Position, tuple[float, int]] = {}
            centres = self.detections.centres[indices]
            for index, (column, row) in zip(indices, lattice.places(centres), strict=True):
                place = round(float(row)), round(float(column))
                residual = float(np.hypot(row - place[0], column - place[1]))
                if residual < self.settings.max_residual and (place not in best or residual < best[place][0]):
                    best[place] = residual, index
            if len(best) < self.settings.min_fitted_share * len(placed):
                break
            placed = {index: place for place, (_, index) in best.items()}
            lattice = fitted(placed, self.detections, self.settings)
        return lattice

    def _merged(self, found: list[Lattice]) -> list[Lattice]:
        """Merge lattices whose squares lie on free places of another: a hole may have separated them."""
        whole: list[Lattice] = []
        for part in sorted(found, key=lambda lattice: -len(lattice.members)):
            for index, lattice in enumerate(whole):
                places = self._on_free_places(part, lattice)
                if places is not None:
                    joined = {i: p for p, i in lattice.members.items()} | places
                    whole[index] = self._fitted(joined)
                    break
            else:
                whole.append(part)
        return whole

    def _on_free_places(self, part: Lattice, lattice: Lattice) -> dict[int, Position] | None:
        """The places of a part's squares in another lattice; ``None`` if they do not fit there."""
        settings = self.settings
        if len(lattice.members) < settings.min_merge_squares:
            return None
        indices = list(part.members.values())
        columns, rows = lattice.places(self.detections.centres[indices]).T
        places = [(round(float(r)), round(float(c))) for r, c in zip(rows, columns, strict=True)]
        residual = np.hypot(rows - np.round(rows), columns - np.round(columns)).mean()
        if (
            len(set(places)) < len(places)
            or any(p in lattice.members for p in places)
            or residual > settings.max_merge_residual
        ):
            return None
        for axis in (0, 1):
            own, theirs = [p[axis] for p in lattice.members], [p[axis] for p in places]
            if min(theirs) < min(own) - settings.max_merge_gap or max(theirs) > max(own) + settings.max_merge_gap:
                return None
            if _span([*lattice.members, *places], axis) > LARGE_GRID:
                return None
        merged = dict(zip(indices, places, strict=True))
        return merged if self._has_same_axes(merged, lattice) else None

    def _has_same_axes(self, places: Mapping[int, Position], lattice: Lattice) -> bool:
        """Whether squares have about the rotation and size that a lattice has at their places."""
        indices, expected = list(places), np.array(list(places.values()))
        rotations = list(map(_rotation, self.detections.axes[indices], lattice.axes(expected)))
        ratios = np.log(self.detections.sides[indices] / lattice.sides(expected))
        has_size = np.abs(ratios).mean() < np.log(self.settings.max_merge_side_ratio)
        return bool(np.median(rotations) < self.settings.max_merge_rotation and has_size)


def most_used(weight: NDArray[np.floating], max_stray_share: float) -> range:
    """The lines that belong to a kingdom, of lines with these weights: all of them, or as many as the largest grid has
    where the others together weigh less than ``max_stray_share`` of the median line.

    >>> most_used(np.array([1, 5, 5, 5, 5, 5, 5, 5]), 0.5), most_used(np.full(11, 5.0), 0.5)
    (range(1, 8), range(0, 11))
    """
    if len(weight) <= LARGE_GRID:
        return range(len(weight))
    start = int(np.argmax(np.convolve(weight, np.ones(LARGE_GRID), "valid")))
    window = range(start, start + LARGE_GRID)
    beyond = float(weight.sum() - weight[window.start : window.stop].sum())
    return window if beyond < max_stray_share * float(np.median(weight)) else range(len(weight))


def _span(places: Iterable[Position], axis: int) -> int:
    along = [place[axis] for place in places]
    return max(along) - min(along) + 1


def _rotation(own: NDArray[np.float32], axes: Floats) -> float:
    """The angle, 0…45 degrees, between the sides of a square and of its lattice."""
    angle = np.rad2deg(np.arctan2(own[0][1], own[0][0]) - np.arctan2(axes[0][1], axes[0][0]))
    return float(abs((angle + 45) % 90 - 45))
