"""One kingdom while it is scanned: the evidence of all frames that showed it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.fusion.alignment import Alignment
from scorer.vision.fusion.grouping import ViewGroup
from scorer.vision.fusion.pooling import fuse, weights_of
from scorer.vision.fusion.view import View
from scorer.vision.reader import Reader
from scorer.vision.reading import KingdomReading
from scorer.vision.scan.frame import Frame, Game
from scorer.vision.scan.placing import PlacedView, direction_of, relative, turned_place
from scorer.vision.scan.settings import ScanSettings

_TABLE = FACE_INDEX[Place.EMPTY]

Votes = Mapping[tuple[Position, int], int]
"""For a place of the kingdom's grid and the index of a face in ``FACES``, the number of frames that show it there."""


@dataclass(frozen=True, eq=False)
class ScannedKingdom:
    """A kingdom and all that is known of it.

    ``views`` are the best ones, ``latest`` the last one; ``whole`` is what the former show together, with its first row
    and column at ``origin`` of the kingdom's grid, in pixels of ``image``. ``votes`` count all views. ``outline``
    (4, 2): the smoothed corners, in parts of the frame; ``seen``: when it was found last, in seconds. ``steady``: the
    number of frames that left its reading unchanged since the moment ``steady_since``. ``rejected``: the number of
    views in a row that lie on it and show something else; ``beside``: the numbers of kingdoms that a frame showed with
    it. ``locked``: everything is certain, and nothing changes any more but where it lies in the frame.
    """

    number: int
    views: tuple[PlacedView, ...]
    latest: PlacedView
    whole: View
    origin: Position
    image: Image
    votes: Votes
    outline: NDArray[np.float64]
    seen: float
    frames: int = 1
    steady: int = 1
    steady_since: float = 0.0
    rejected: int = 0
    locked: bool = False
    beside: frozenset[int] = frozenset()

    @property
    def reading(self) -> KingdomReading | None:
        """The fused reading."""
        return self.whole.reading

    @property
    def rectangle(self) -> tuple[Position, tuple[int, int]]:
        """The first row and column of the reading on the kingdom's grid, and its rows and columns; those of the whole
        board where no square was read."""
        if not self.whole.solution.laid.any():
            return self.origin, self.whole.board.shape
        rows, columns = self.whole.solution.rectangle
        top_left = self.origin[0] + rows.start, self.origin[1] + columns.start
        return top_left, (rows.stop - rows.start, columns.stop - columns.start)

    def certain(self, settings: ScanSettings) -> NDArray[np.bool_]:
        """The places of the reading, bool (rows, columns), that are probable and that enough frames agree on.

        More than show any other face, and more than twice as many as deny that a square lies there at all.
        """
        reading = self.reading
        if reading is None:
            return np.zeros((0, 0), np.bool_)
        (top, left), _ = self.rectangle
        certain = np.array(reading.squares) >= settings.certain_threshold
        for (row, column), cell in reading.kingdom.cells():
            face = FACE_INDEX.get(cell)
            place = (top + row, left + column)
            agreeing = 0 if face is None else self.votes.get((place, face), 0)
            against = {index: votes for (at, index), votes in self.votes.items() if at == place and index != face}
            others = (votes * (2 if _TABLE in (face, index) else 1) for index, votes in against.items())
            certain[row, column] &= agreeing >= settings.min_agreeing and agreeing > max([0, *others])
        return certain

    def is_complete(self, settings: ScanSettings) -> bool:
        """Whether everything is certain: the squares, that no other lies beyond, that frames no longer change it."""
        reading = self.reading
        return (
            reading is not None
            and len(reading.kingdom.castles) == 1
            and not reading.cut
            and not reading.doubtful
            and self.steady >= settings.min_steady
            and self.seen - self.steady_since >= settings.min_steady_seconds
            and bool(self.certain(settings).all())
            and self._has_margin(settings.min_margin_visible)
            and self.has_independent_views(settings)
            and not self._is_dark(settings)
        )

    def has_independent_views(self, settings: ScanSettings) -> bool:
        """Whether one view is from above, or two from different sides: all views from one side may share an error."""
        directions = np.array([one.direction for one in self.views])
        limit = float(np.cos(np.radians(settings.max_tilt)))
        spread = float(np.cos(np.radians(settings.min_spread)))
        return bool(directions[:, 2].max() >= limit or (directions @ directions.T).min() <= spread)

    def _is_dark(self, settings: ScanSettings) -> bool:
        """Whether most views are so dark that they may all miss the same squares."""
        return float(np.median([one.view.evidence.gain for one in self.views])) > settings.dark_gain

    def _has_margin(self, min_visible: float) -> bool:
        """Whether every place next to a square was visible: a row that is cut off looks like a kingdom's end."""
        laid = np.pad(self.whole.solution.laid, 1)
        visible = np.pad(self.whole.board.visible, 1)
        beside = laid.copy()
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            beside |= np.roll(laid, step, axis=axis)
        return bool((visible[beside] >= min_visible).all())


def placed(view: View, alignment: Alignment, frame: Frame, reader: Reader) -> PlacedView:
    """A view of a frame on a kingdom's grid. The more oblique it is, the less it counts."""
    shape = frame.image.shape[:2]
    direction = direction_of(view, alignment.turns, (shape[0], shape[1]), reader.settings.homography)
    view = replace(view, weight=view.weight * float(np.clip(direction[2], 0.1, 1.0)))
    weights = weights_of(view, reader.settings.fusion)
    quality = float(weights[view.board.found].sum()) * view.board.confidence
    return PlacedView(view, alignment, quality, direction)


def fused(views: tuple[PlacedView, ...], reader: Reader, game: Game, settings: ScanSettings) -> tuple[View, Position]:
    """The combined view in pixels of the best one's frame, and where on the kingdom's grid it starts.

    Views from one side repeat each other's errors, so they share the weight of one.
    """
    best = int(np.argmax([one.quality for one in views]))
    views = tuple(
        replace(one, view=replace(one.view, weight=one.view.weight / _alike(one, views, settings))) for one in views
    )
    first = views[best]
    shape = first.view.board.shape
    others = [
        (one.view, relative(one.alignment, one.view.board.shape, first.alignment, shape))
        for one in views
        if one is not first
    ]
    turns = first.alignment.turns
    group = ViewGroup(first.view, tuple(others))
    whole = fuse(group, reader.settings.fusion, reader.settings.homography).turned(turns)
    view = reader.combined(whole, size=game.size, box=game.box, giants=game.giants)
    top, left = (min([0, *starts]) for starts in ([a.row for _, a in others], [a.column for _, a in others]))
    unturned = view.board.shape if turns % 2 == 0 else view.board.shape[::-1]
    ends = [
        turned_place(place, shape, turns) for place in ((top, left), (top + unturned[0] - 1, left + unturned[1] - 1))
    ]
    row, column = (min(end[axis] for end in ends) for axis in (0, 1))
    return view, (first.alignment.row + row, first.alignment.column + column)


def _alike(one: PlacedView, views: tuple[PlacedView, ...], settings: ScanSettings) -> float:
    """The number of views from the side of this one, itself included; the farther away, the less another counts."""
    cosines = np.array([other.direction @ one.direction for other in views])
    angles = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
    return float(np.exp(-((angles / settings.same_side) ** 2)).sum())


def voted(votes: Votes, one: PlacedView, reader: Reader) -> Votes:
    """The votes with those of one more view: the most probable face of each place that it shows."""
    counted = Counter(votes)
    turns, view = one.alignment.turns, one.view
    shown = np.rot90(weights_of(view, reader.settings.fusion) > 0, turns)
    faces = np.rot90(view.places.faces.argmax(axis=2), turns)
    for row, column in np.argwhere(shown):
        place = int(row) + one.alignment.row, int(column) + one.alignment.column
        counted[place, int(faces[row, column])] += 1
    return dict(counted)


def best_views(views: tuple[PlacedView, ...], settings: ScanSettings) -> tuple[PlacedView, ...]:
    """At most ``max_views`` of them: good ones, and from different sides."""
    kept = list(views)
    while len(kept) > settings.max_views:
        worth = [_worth(one, [other for other in kept if other is not one], settings) for one in kept]
        kept.pop(int(np.argmin(worth)))
    return tuple(kept)


def _worth(one: PlacedView, others: list[PlacedView], settings: ScanSettings) -> float:
    """The quality of a view; less if a better one is from the same side."""
    better = [float(one.direction @ other.direction) for other in others if other.quality >= one.quality]
    angle = float(np.degrees(np.arccos(np.clip(max(better, default=-1.0), -1, 1))))
    return one.quality * float(np.interp(angle, (0, settings.same_side), (0.5, 1)))


def cell_text(cell: Cell) -> str:
    """A cell in notation; empty for an empty place."""
    return "" if cell is Place.EMPTY else str(cell)
