"""Joins the squares found in a picture into the grids they were laid in."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.vision.grid.detector import Detections

Floats = NDArray[np.float64]

LARGEST, SMALL = 7, 5
"""Rows and columns of the larger and the smaller grid."""


@dataclass(frozen=True)
class LatticeSettings:
    """When two squares are neighbours. Lengths in parts of a square's side."""

    along: tuple[float, float] = (0.72, 1.36)
    """Nearest and farthest that the next square's middle may be."""
    across: float = 0.42
    """Most that it may be shifted sideways."""
    ratio: float = 1.5
    """Most that neighbours' sides may differ."""
    solid: float = 0.35
    """Least chance of a square that is joined to others."""
    astray: float = 0.45
    """Farthest that a square may lie from the place its grid has for it."""
    parted: float = 0.36
    """Farthest that squares of another grid may lie, on average, from free places of this one to be taken in."""
    askew: float = 9.0
    """Most degrees that they may be turned against it …"""
    as_large: float = 1.3
    """… and most that their sides may differ from its squares'."""
    reach: int = 2
    """Places beyond a grid's squares where parts of it are looked for."""
    hardly: float = 0.4
    """Two kingdoms are cut apart at a line with less than this part of a usual line's squares."""
    few: int = 4
    """A grid of fewer squares than this takes in no others."""
    flat: float = 0.8
    """How much a change of scale of 1 from a square to the next counts beside squares lying a side off: corners lie
    some 0.04 sides off, and in photos squares grow by some 0.05 from one to the next."""


@dataclass(frozen=True)
class Lattice:
    """Squares of one kingdom by row and column (any origin), and the homography from columns and rows to pixels.

    ``members`` gives the index of the detection at a position; ``homography`` (3, 3) takes the middle of position
    (r, c) to pixels from (c, r). Rows run down the picture, columns to the right, as far as its turn allows.
    """

    members: Mapping[Position, int]
    homography: Floats

    def middles(self, positions: Floats) -> Floats:
        """Pixels (n, 2) of points given as columns and rows (n, 2)."""
        return np.asarray(cv2.perspectiveTransform(positions[None].astype(np.float64), self.homography)[0], np.float64)

    def axes(self, row: float, column: float) -> Floats:
        """Half-axes (2, 2) of the square at a place: to the next column, to the next row."""
        around = np.array([[column - 0.5, row], [column + 0.5, row], [column, row - 0.5], [column, row + 0.5]])
        left, right, up, down = self.middles(around)
        return np.array([right - left, down - up]) / 2

    def side(self, row: float, column: float) -> float:
        """The usual side, in pixels, of the square at a place: the root of its area."""
        return 2 * float(np.sqrt(abs(np.linalg.det(self.axes(row, column)))))


def lattices(detections: Detections, settings: LatticeSettings | None = None) -> tuple[Lattice, ...]:
    """Every group of joined squares, most squares first."""
    settings = settings or LatticeSettings()
    links = _links(detections, settings)
    free = {int(i) for i in np.flatnonzero(detections.scores >= settings.solid)}
    found = []
    for start in sorted(free):  # the likeliest first
        while start in free:
            places = _windowed(_walk(start, links, free), detections, settings)
            free -= set(places)
            found.append(_settled(places, detections, settings))
            free.discard(start)
    merged = _merged(found, detections, settings)
    return tuple(_upright(lattice) for lattice in sorted(merged, key=lambda lattice: -len(lattice.members)))


def _windowed(places: dict[int, Position], detections: Detections, settings: LatticeSettings) -> dict[int, Position]:
    """No more squares than the largest grid holds.

    Kingdoms side by side are cut at the line that hardly joins them; of one with stray squares the best part stays.
    """
    for axis in (0, 1):
        while (span := _span(places.values(), axis)) > LARGEST:
            first = min(place[axis] for place in places.values())
            weight = np.zeros(span)
            for index, place in places.items():
                weight[place[axis] - first] += detections.scores[index]
            cut = 1 + int(np.argmin(weight[1:-1]))
            if weight[cut] < settings.hardly * np.median(weight):
                kept = range(cut) if weight[:cut].sum() >= weight[cut + 1 :].sum() else range(cut + 1, span)
            else:
                start = int(np.argmax(np.convolve(weight, np.ones(LARGEST), "valid")))
                kept = range(start, start + LARGEST)
            places = {i: p for i, p in places.items() if p[axis] - first in kept}
    return places


def _span(places: Iterable[Position], axis: int) -> int:
    along = [place[axis] for place in places]
    return max(along) - min(along) + 1


def _merged(found: list[Lattice], detections: Detections, settings: LatticeSettings) -> list[Lattice]:
    """Take into each grid others whose squares lie on its free places: a hole may have parted them."""
    whole: list[Lattice] = []
    for part in sorted(found, key=lambda lattice: -len(lattice.members)):
        for index, lattice in enumerate(whole):
            places = _on_free_places(part, lattice, detections, settings)
            if places is not None:
                joined = {i: p for p, i in lattice.members.items()} | places
                whole[index] = _settled(joined, detections, settings)
                break
        else:
            whole.append(part)
    return whole


def _on_free_places(
    part: Lattice, lattice: Lattice, detections: Detections, settings: LatticeSettings
) -> dict[int, Position] | None:
    """The places that a part's squares have on another grid, ``None`` where they do not belong there."""
    if len(lattice.members) < settings.few:
        return None
    indices = list(part.members.values())
    columns, rows = _back(detections.centres[indices], lattice).T
    places = [(round(float(r)), round(float(c))) for r, c in zip(rows, columns, strict=True)]
    astray = np.hypot(rows - np.round(rows), columns - np.round(columns))
    if len(set(places)) < len(places) or any(p in lattice.members for p in places) or astray.mean() > settings.parted:
        return None
    for axis in (0, 1):
        own, theirs = [p[axis] for p in lattice.members], [p[axis] for p in places]
        if min(theirs) < min(own) - settings.reach or max(theirs) > max(own) + settings.reach:
            return None
        if _span([*lattice.members, *places], axis) > LARGEST:
            return None
    taken_in = dict(zip(indices, places, strict=True))
    return taken_in if _lie_alike(taken_in, lattice, detections, settings) else None


def _lie_alike(
    places: Mapping[int, Position], lattice: Lattice, detections: Detections, settings: LatticeSettings
) -> bool:
    """Whether squares are turned as a grid is at their places, and as large as its squares there."""
    foreseen = {i: lattice.axes(*place) for i, place in places.items()}
    turns = [_turned_apart(detections.axes[i], axes) for i, axes in foreseen.items()]
    ratios = [np.log(detections.sides[i] / lattice.side(*place)) for i, place in places.items()]
    return bool(np.median(turns) < settings.askew and np.abs(ratios).mean() < np.log(settings.as_large))


def _turned_apart(own: NDArray[np.float32], axes: Floats) -> float:
    """Degrees, at most 45, between a square's sides and its grid's."""
    angle = np.rad2deg(np.arctan2(own[0][1], own[0][0]) - np.arctan2(axes[0][1], axes[0][0]))
    return float(abs((angle + 45) % 90 - 45))


def _back(points: NDArray[np.float32], lattice: Lattice) -> Floats:
    """Columns and rows (n, 2) of points given in pixels."""
    inverse = np.linalg.inv(lattice.homography)
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), inverse)[0], np.float64)


Links = Mapping[int, Mapping[tuple[int, int], tuple[int, int]]]
"""For each square and step (by its own axes: ±1 along u or v), its neighbour and the quarter turns between them."""


def _links(detections: Detections, settings: LatticeSettings) -> Links:
    """Pairs that see one another one step away, whichever of the two is asked."""
    sides = detections.sides
    steps: dict[int, dict[tuple[int, int], tuple[float, int]]] = {i: {} for i in range(len(detections))}
    for i in range(len(detections)):
        own_frame = np.linalg.inv(2 * detections.axes[i].astype(np.float64))
        towards = (detections.centres - detections.centres[i]) @ own_frame
        near = np.flatnonzero((np.abs(towards) < settings.along[1]).all(axis=1))
        for j in map(int, near):
            step = _step(towards[j], settings)
            if j != i and step and 1 / settings.ratio < sides[j] / sides[i] < settings.ratio:
                away = float(abs(towards[j, 0] - step[0]) + abs(towards[j, 1] - step[1]))
                if step not in steps[i] or away < steps[i][step][0]:
                    steps[i][step] = away, j
    links: dict[int, dict[tuple[int, int], tuple[int, int]]] = {i: {} for i in range(len(detections))}
    for i, around in steps.items():
        for step, (_, other) in around.items():
            if any(back == i for _, back in steps[other].values()):
                links[i][step] = other, _turn_between(detections.axes[i], detections.axes[other])
    return links


def _step(towards: Floats, settings: LatticeSettings) -> tuple[int, int] | None:
    along = int(np.argmax(np.abs(towards)))
    if not settings.along[0] < abs(towards[along]) < settings.along[1] or abs(towards[1 - along]) > settings.across:
        return None
    sign = 1 if towards[along] > 0 else -1
    return (sign, 0) if along == 0 else (0, sign)


def _turn_between(one: NDArray[np.float32], other: NDArray[np.float32]) -> int:
    """Quarter turns k such that the other's u, turned back k times, points as the one's u does."""
    return turns_towards(other, one[0])


def _walk(start: int, links: Links, free: Set[int]) -> dict[int, Position]:
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


def _settled(places: Mapping[int, Position], detections: Detections, settings: LatticeSettings) -> Lattice:
    """Fit one homography, give each square the place nearest to it, and let go of those that lie astray."""
    placed = dict(places)
    lattice = _fitted(placed, detections, settings)
    for _ in range(2):
        indices = list(placed)
        best: dict[Position, tuple[float, int]] = {}
        for index, (column, row) in zip(indices, _back(detections.centres[indices], lattice), strict=True):
            place = round(float(row)), round(float(column))
            away = float(np.hypot(row - place[0], column - place[1]))
            if away < settings.astray and (place not in best or away < best[place][0]):
                best[place] = away, index
        if len(best) < 0.7 * len(placed):
            break
        placed = {index: place for place, (_, index) in best.items()}
        lattice = _fitted(placed, detections, settings)
    return lattice


def _fitted(places: Mapping[int, Position], detections: Detections, settings: LatticeSettings) -> Lattice:
    """The homography from (column, row) to pixels through the squares' corners."""
    flat, seen = [], []
    for index, (row, column) in places.items():
        u, v = _like_grid(index, places, detections)
        for x, y in ((0, 0), (-0.35, -0.35), (0.35, -0.35), (0.35, 0.35), (-0.35, 0.35)):
            flat.append((column + x, row + y))
            seen.append(detections.centres[index] + 2 * x * u + 2 * y * v)
    side = float(np.median(detections.sides[list(places)]))
    homography = _homography(np.array(flat, np.float64), np.array(seen, np.float64), side, settings.flat)
    return Lattice({place: index for index, place in places.items()}, homography)


def _homography(flat: Floats, seen: Floats, side: float, stiff: float) -> Floats:
    """The homography (3, 3) between points (n, 2), by least squares; ``stiff`` holds back its perspective.

    Linear (DLT), about the points' means and with the second ones in sides, so that the two terms of perspective are
    changes of scale from one square to the next.
    """
    from_mean, to_mean = flat.mean(axis=0), seen.mean(axis=0)
    (x, y), (a, b) = (flat - from_mean).T, ((seen - to_mean) / side).T
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = [
        np.stack([x, y, one, none, none, none, -x * a, -y * a], 1),
        np.stack([none, none, none, x, y, one, -x * b, -y * b], 1),
        stiff * np.eye(8)[6:],
    ]
    terms = np.linalg.lstsq(np.concatenate(rows), np.concatenate([a, b, [0, 0]]), rcond=None)[0]
    back = np.array([[side, 0, to_mean[0]], [0, side, to_mean[1]], [0, 0, 1]])
    forth = np.array([[1, 0, -from_mean[0]], [0, 1, -from_mean[1]], [0, 0, 1]])
    homography = back @ np.append(terms, 1).reshape(3, 3) @ forth
    return np.asarray(homography / homography[2, 2], np.float64)


def _like_grid(index: int, places: Mapping[int, Position], detections: Detections) -> Floats:
    """A square's own half-axes, named so that the first points to the next column and the second to the next row."""
    row, column = places[index]
    by_place = {place: i for i, place in places.items()}
    ahead = np.zeros(2)
    for (r, c), sign in (((row, column + 1), 1), ((row, column - 1), -1)):
        if (r, c) in by_place:
            ahead += sign * (detections.centres[by_place[r, c]] - detections.centres[index])
    for (r, c), sign in (((row + 1, column), 1), ((row - 1, column), -1)):
        if (r, c) in by_place:  # a quarter turn back from the next row is the next column
            down = sign * (detections.centres[by_place[r, c]] - detections.centres[index])
            ahead += np.array([down[1], -down[0]])
    own = detections.axes[index]
    return quarter_turns(own)[turns_towards(own, ahead)]


def _upright(lattice: Lattice) -> Lattice:
    """The same lattice, turned by quarters until its columns run most to the right."""
    rows, columns = zip(*lattice.members, strict=True)
    middle = lattice.axes(float(np.mean(rows)), float(np.mean(columns)))
    turns = turns_towards(middle, np.array([1.0, 0.0]))
    if turns == 0:
        return lattice
    # the axis at ``turns`` becomes the columns' direction: (c, r) of the new frame, written in the old one
    back = np.linalg.matrix_power(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), turns)
    forth = np.linalg.inv(back)
    members = {}
    for (row, column), index in lattice.members.items():
        c, r, _ = np.round(forth @ [column, row, 1]).astype(int)
        members[int(r), int(c)] = index
    return Lattice(members, lattice.homography @ back)


def frame_corners(quads: Mapping[Position, NDArray[np.float32]]) -> NDArray[np.float32]:
    """The corners (4, 2), clockwise, of the smallest rectangle of places around squares with corners (4, 2) each.

    By one homography through all of them, so that a crooked square at the rim does not bend the frame.

    >>> row = {(0, c): np.array([[c, 0], [c + 1, 0], [c + 1, 1], [c, 1]], np.float32) for c in range(3)}
    >>> (frame_corners(row).round(3) + 0.0).tolist()
    [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [0.0, 1.0]]
    """
    top, left = (min(place[axis] for place in quads) for axis in (0, 1))
    bottom, right = (max(place[axis] for place in quads) + 1 for axis in (0, 1))
    flat = np.array([[[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]] for r, c in quads], np.float64).reshape(-1, 2)
    homography = cv2.findHomography(flat, np.array(list(quads.values()), np.float64).reshape(-1, 2))[0]
    frame = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(frame, homography)[0], np.float32)


def quarter_turns(axes: NDArray[np.floating]) -> tuple[Floats, ...]:
    """The half-axes (2, 2) of a square as it is, and named after one, two and three quarter turns."""
    u, v = axes.astype(np.float64)
    return tuple(np.array(turned) for turned in ((u, v), (v, -u), (-u, -v), (-v, u)))


def turns_towards(axes: NDArray[np.floating], direction: NDArray[np.floating]) -> int:
    """After how many quarter turns the first of a square's half-axes (2, 2) points most along a direction (2,).

    >>> turns_towards(np.array([[0.0, 1.0], [-1.0, 0.0]]), np.array([1.0, 0.2]))
    3
    """
    return int(np.argmax([turned[0] @ direction / np.linalg.norm(turned[0]) for turned in quarter_turns(axes)]))
