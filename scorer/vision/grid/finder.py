"""Finds the kingdoms in a picture: where every place of their grids lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scorer.rules.model.kingdom import Position
from scorer.rules.model.rules import SMALL_GRID
from scorer.vision.arrays import Image
from scorer.vision.geometry import named_like, quads_of, visible_parts
from scorer.vision.grid.board import Board
from scorer.vision.grid.detector import Detections, Detector, Pyramid
from scorer.vision.grid.joining import lattices, most_used
from scorer.vision.grid.lattice import Lattice
from scorer.vision.grid.rejection import Rejection
from scorer.vision.settings import BoardSettings, LatticeSettings

Range = tuple[int, int]
"""The first row or column, and the one after the last."""


@dataclass(frozen=True)
class Look:
    """The boards, most squares first, and the squares that are seen in a picture at some scales."""

    boards: tuple[Board, ...]
    detections: Detections


class BoardFinder:
    """Detects squares, lets go of those that are none, joins the others to lattices and lays boards around these."""

    def __init__(
        self, detector: Detector, rejection: Rejection, joining: LatticeSettings, settings: BoardSettings
    ) -> None:
        self._detector, self._rejection = detector, rejection
        self._joining, self._settings = joining, settings

    def find_boards(self, image: Image, scales: Sequence[float] | None = None) -> tuple[Board, ...]:
        """Every grid in a picture, uint8 BGR, most squares first, shown to the detector at these scales.

        A small copy is looked at first, and larger ones only where that was not enough.
        """
        for look in self.looks(image, scales):
            if self.suffices(look, look.boards):
                break
        return look.boards

    def looks(self, image: Image, scales: Sequence[float] | None = None) -> Iterator[Look]:
        """What is seen in a small copy of a picture, uint8 BGR, if squares half as large as its boards' would have been
        legible there, too; then, where one is asked for, what larger copies add."""
        scales = scales or self._detector.scales(image)
        pyramid = self._detector.pyramid(image)
        small = [scale for scale in scales if scale * max(image.shape[:2]) <= self._settings.glance]
        if small and small != scales:
            look = self._look(pyramid, small, image)
            if look.boards and min(board.side for board in look.boards) * max(small) >= self._settings.large:
                yield look
        yield self._look(pyramid, scales, image)

    def _look(self, pyramid: Pyramid, scales: Sequence[float], image: Image) -> Look:
        detections = self._rejection.plausible(pyramid.detections(scales), image)
        return Look(self._boards(detections, image.shape[:2]), detections)

    def suffices(self, look: Look, boards: Sequence[Board]) -> bool:
        """Whether these boards, of a look or found by it, are surely as good as those that a larger copy would show:
        hardly any square was seen beside them, where a small kingdom would show some."""
        if not all(board.confidence >= self._settings.sure for board in boards):
            return False
        quads = quads_of(look.detections.centres, look.detections.axes)
        beside = [not any(board.lies_under(quad) for board in boards) for quad in quads]
        return int(np.sum(beside)) <= self._settings.beside

    def _boards(self, detections: Detections, shape: tuple[int, int]) -> tuple[Board, ...]:
        """Every grid that detections in a picture of this height and width make, most squares first."""
        settings = self._settings
        boards = [
            self._laid_out(lattice, detections, shape, *_ranges(lattice, self._joining.rim), by_hand=False)
            for lattice in lattices(detections, self._joining)
            if len(lattice.members) >= settings.fewest
        ]
        kept = self.apart([board for board in boards if board.confidence > settings.confident])
        own = [self._without_ghosts(_without_others(board, kept)) for board in kept]
        return tuple(sorted(own, key=lambda board: -int(board.found.sum())))

    def board_from_corners(self, image: Image, corners: Sequence[tuple[float, float]], grid: tuple[int, int]) -> Board:
        """The grid of rows × columns between four corners given clockwise from the first square, refined square by
        square.

        Raises ``ValueError`` where the corners make no quadrilateral.
        """
        rows, columns = grid
        seen = np.array(corners, np.float32)
        convex = seen.shape == (4, 2) and cv2.isContourConvex(seen)
        if not convex or abs(cv2.contourArea(seen)) < self._settings.smallest:
            raise ValueError("the four corners must go around the grid in one direction and not lie in one line")
        if not ((seen.mean(axis=0) >= 0) & (seen.mean(axis=0) < image.shape[1::-1])).all():
            raise ValueError("the grid lies outside the photo; give its corners in the photo's own pixels")
        middles = [[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]]
        homography = cv2.getPerspectiveTransform(np.array(middles, np.float32), seen).astype(np.float64)
        detections = self._detector.detect_squares(image)
        lattice = Lattice(self._snapped(Lattice({}, homography), detections, grid), homography)
        return self._laid_out(lattice, detections, image.shape[:2], (0, rows), (0, columns), by_hand=True)

    def _snapped(self, lattice: Lattice, detections: Detections, grid: tuple[int, int]) -> dict[Position, int]:
        """For places of a lattice, the detection that lies nearest and fits."""
        snapped: dict[Position, int] = {}
        places = np.array(list(np.ndindex(grid)))
        middles, sides = lattice.middles(places[:, ::-1]), lattice.sides(places)
        for (row, column), middle, side in zip(places.tolist(), middles, sides, strict=True):
            away = np.linalg.norm(detections.centres - middle, axis=1) / side
            as_large = np.abs(np.log(detections.sides / side)) < np.log(self._settings.as_large)
            fits = (away < self._settings.snap) & as_large
            if fits.any():
                snapped[row, column] = int(np.argmin(np.where(fits, away, np.inf)))
        return snapped

    def _laid_out(
        self,
        lattice: Lattice,
        detections: Detections,
        shape: tuple[int, int],
        rows: Range,
        columns: Range,
        *,
        by_hand: bool,
    ) -> Board:
        size = rows[1] - rows[0], columns[1] - columns[0]
        places = np.add(list(np.ndindex(size)), (rows[0], columns[0]))
        middles, axes, sides = lattice.middles(places[:, ::-1]), lattice.axes(places), lattice.sides(places)
        evidence = np.zeros(len(places), np.float32)
        found = np.zeros(len(places), np.bool_)
        astray = []
        for number, (row, column) in enumerate(places.tolist()):
            index = lattice.members.get((row, column))
            if index is None:
                evidence[number] = detections.chance_at(middles[number], sides[number])
                continue
            astray.append(np.linalg.norm(detections.centres[index] - middles[number]) / sides[number])
            middles[number], evidence[number] = detections.centres[index], detections.scores[index]
            found[number] = True
            own = named_like(detections.axes[index], axes[number])
            axes[number] += self._settings.steady * (own - axes[number])
        quads = quads_of(middles, axes).reshape(*size, 4, 2)
        agreement = np.exp(-self._settings.astray * np.mean(astray)) if astray else 0.0
        confidence = float(evidence[found].mean() * agreement) if found.any() else 0.0
        visible = visible_parts(quads, shape)
        return Board(quads, evidence.reshape(size), found.reshape(size), visible, confidence, by_hand)

    def apart(self, boards: Sequence[Board]) -> list[Board]:
        """Those that do not lie on better ones: artwork makes small grids in squares, rows of squares large ones."""
        kept: list[Board] = []
        for board in sorted(boards, key=lambda board: -board.worth):
            if all(board.covered_by(o) <= self._settings.overlap and o.covered_by(board) == 0 for o in kept):
                kept.append(board)
        return kept[: self._settings.most]

    def _without_ghosts(self, board: Board) -> Board:
        """A board without the few faint squares that make a small grid's kingdom too large for it."""
        rows, columns = np.nonzero(board.found)
        if max(np.ptp(rows), np.ptp(columns)) < SMALL_GRID:
            return board
        tops, lefts = (range(max(1, length - SMALL_GRID + 1)) for length in board.shape)
        corners = [(top, left) for top in tops for left in lefts]
        seen = np.where(board.found, board.evidence, 0)
        top, left = max(
            corners, key=lambda at: float(seen[at[0] : at[0] + SMALL_GRID, at[1] : at[1] + SMALL_GRID].sum())
        )
        outside = board.found.copy()
        outside[top : top + SMALL_GRID, left : left + SMALL_GRID] = False
        inside = board.found & ~outside
        faint = board.evidence[outside].mean() < self._settings.faint * np.median(board.evidence[inside])
        if outside.sum() > self._settings.ghosts or not faint:
            return board
        return replace(board, found=inside, evidence=np.where(outside, 0, board.evidence).astype(np.float32))


def _without_others(board: Board, boards: Sequence[Board]) -> Board:
    """A board whose free places show nothing where another's squares lie."""
    evidence = board.evidence.copy()
    for row, column in np.argwhere(~board.found):
        if any(other.lies_under(board.quads[row, column]) for other in boards if other is not board):
            evidence[row, column] = 0
    return replace(board, evidence=evidence)


def _ranges(lattice: Lattice, rim: float) -> tuple[Range, Range]:
    """The rows and columns to look at: all used and one more at each end."""
    rows, columns = zip(*lattice.members, strict=True)
    return _range(rows, rim), _range(columns, rim)


def _range(used: Sequence[int], rim: float) -> Range:
    """One more at each end; without stray lines, as fitting may move a square of the largest grid's rim one place
    out."""
    first = min(used)
    kept = most_used(np.bincount(np.array(used) - first).astype(float), rim)
    return first + kept.start - 1, first + kept.stop + 1
