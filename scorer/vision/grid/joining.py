"""Joins the squares found in a picture into the lattices they were laid in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.rules.model.rules import LARGE_GRID
from scorer.vision.geometry import Floats
from scorer.vision.grid.detector import Detections
from scorer.vision.grid.lattice import Lattice, fitted, upright
from scorer.vision.grid.links import linked, walk
from scorer.vision.settings import LatticeSettings


def lattices(detections: Detections, settings: LatticeSettings) -> tuple[Lattice, ...]:
    """Every group of joined squares, most squares first."""
    return _Joining(detections, settings).lattices()


class _Joining:
    def __init__(self, detections: Detections, settings: LatticeSettings) -> None:
        self.detections, self.settings = detections, settings

    def lattices(self) -> tuple[Lattice, ...]:
        links = linked(self.detections, self.settings)
        free = {int(i) for i in np.flatnonzero(self.detections.scores >= self.settings.solid)}
        found = []
        for start in sorted(free):  # the likeliest first
            while start in free:
                places = self._windowed(walk(start, links, free))
                free -= set(places)
                found.append(self._settled(places))
                free.discard(start)
        merged = sorted(self._merged(found), key=lambda lattice: -len(lattice.members))
        return tuple(upright(lattice) for lattice in merged)

    def _windowed(self, places: dict[int, Position]) -> dict[int, Position]:
        """No stray squares beyond the largest grid.

        Kingdoms side by side are cut at the line that hardly joins them. One that is larger than any grid stays whole:
        people lay such, and only legality has limits.
        """
        for axis in (0, 1):
            while (span := _span(places.values(), axis)) > LARGE_GRID:
                first = min(place[axis] for place in places.values())
                weight = np.zeros(span)
                for index, place in places.items():
                    weight[place[axis] - first] += self.detections.scores[index]
                cut = 1 + int(np.argmin(weight[1:-1]))
                if weight[cut] < self.settings.hardly * np.median(weight):
                    kept = range(cut) if weight[:cut].sum() >= weight[cut + 1 :].sum() else range(cut + 1, span)
                else:
                    kept = most_used(weight, self.settings.rim)
                if len(kept) == span:
                    break
                places = {i: p for i, p in places.items() if p[axis] - first in kept}
        return places

    def _settled(self, places: Mapping[int, Position]) -> Lattice:
        """Fit one homography, give each square the place nearest to it, and let go of those that lie astray."""
        placed = dict(places)
        lattice = fitted(placed, self.detections, self.settings)
        for _ in range(2):
            indices = list(placed)
            best: dict[Position, tuple[float, int]] = {}
            centres = self.detections.centres[indices]
            for index, (column, row) in zip(indices, lattice.places(centres), strict=True):
                place = round(float(row)), round(float(column))
                away = float(np.hypot(row - place[0], column - place[1]))
                if away < self.settings.astray and (place not in best or away < best[place][0]):
                    best[place] = away, index
            if len(best) < self.settings.settled * len(placed):
                break
            placed = {index: place for place, (_, index) in best.items()}
            lattice = fitted(placed, self.detections, self.settings)
        return lattice

    def _merged(self, found: list[Lattice]) -> list[Lattice]:
        """Take into each lattice others whose squares lie on its free places: a hole may have parted them."""
        whole: list[Lattice] = []
        for part in sorted(found, key=lambda lattice: -len(lattice.members)):
            for index, lattice in enumerate(whole):
                places = self._on_free_places(part, lattice)
                if places is not None:
                    joined = {i: p for p, i in lattice.members.items()} | places
                    whole[index] = self._settled(joined)
                    break
            else:
                whole.append(part)
        return whole

    def _on_free_places(self, part: Lattice, lattice: Lattice) -> dict[int, Position] | None:
        """The places that a part's squares have on another lattice, ``None`` where they do not belong there."""
        settings = self.settings
        if len(lattice.members) < settings.few:
            return None
        indices = list(part.members.values())
        columns, rows = lattice.places(self.detections.centres[indices]).T
        places = [(round(float(r)), round(float(c))) for r, c in zip(rows, columns, strict=True)]
        astray = np.hypot(rows - np.round(rows), columns - np.round(columns)).mean()
        if len(set(places)) < len(places) or any(p in lattice.members for p in places) or astray > settings.parted:
            return None
        for axis in (0, 1):
            own, theirs = [p[axis] for p in lattice.members], [p[axis] for p in places]
            if min(theirs) < min(own) - settings.reach or max(theirs) > max(own) + settings.reach:
                return None
            if _span([*lattice.members, *places], axis) > LARGE_GRID:
                return None
        taken_in = dict(zip(indices, places, strict=True))
        return taken_in if self._lie_alike(taken_in, lattice) else None

    def _lie_alike(self, places: Mapping[int, Position], lattice: Lattice) -> bool:
        """Whether squares are turned as a lattice is at their places, and as large as its squares there."""
        indices, foreseen = list(places), np.array(list(places.values()))
        turns = list(map(_turned_apart, self.detections.axes[indices], lattice.axes(foreseen)))
        ratios = np.log(self.detections.sides[indices] / lattice.sides(foreseen))
        as_large = np.abs(ratios).mean() < np.log(self.settings.as_large)
        return bool(np.median(turns) < self.settings.askew and as_large)


def most_used(weight: NDArray[np.floating], rim: float) -> range:
    """The lines that a kingdom fills, of those with these weights: all, or as many as the largest grid has where the
    others together have less than ``rim`` of a usual line's weight.

    >>> most_used(np.array([1, 5, 5, 5, 5, 5, 5, 5]), rim=0.5), most_used(np.full(11, 5.0), rim=0.5)
    (range(1, 8), range(0, 11))
    """
    if len(weight) <= LARGE_GRID:
        return range(len(weight))
    start = int(np.argmax(np.convolve(weight, np.ones(LARGE_GRID), "valid")))
    window = range(start, start + LARGE_GRID)
    beyond = float(weight.sum() - weight[window.start : window.stop].sum())
    return window if beyond < rim * float(np.median(weight)) else range(len(weight))


def _span(places: Iterable[Position], axis: int) -> int:
    along = [place[axis] for place in places]
    return max(along) - min(along) + 1


def _turned_apart(own: NDArray[np.float32], axes: Floats) -> float:
    """Degrees, at most 45, between a square's sides and its lattice's."""
    angle = np.rad2deg(np.arctan2(own[0][1], own[0][0]) - np.arctan2(axes[0][1], axes[0][0]))
    return float(abs((angle + 45) % 90 - 45))
