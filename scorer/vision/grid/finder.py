"""Finds the kingdoms in a picture, with the position of every place of their grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

import cv2
import numpy as np

from scorer.rules.model.kingdom import Position
from scorer.rules.model.rules import SMALL_GRID
from scorer.vision.common.arrays import Image
from scorer.vision.common.geometry import aligned_axes, quads_of, visible_parts
from scorer.vision.detect.detections import Detections, Search, SquareDetector, detect_squares
from scorer.vision.grid.board import Board
from scorer.vision.grid.joining import lattices, most_used
from scorer.vision.grid.lattice import Lattice
from scorer.vision.grid.rejection import Rejection
from scorer.vision.settings import BoardSettings, LatticeSettings

Range = tuple[int, int]
"""The first row or column, and the one after the last."""


@dataclass(frozen=True)
class SearchResult:
    """The boards, most squares first, and the detections at some scales of a picture.

    ``scale``: the largest of them. ``shape``: height and width of the picture. ``covers``: no larger scale is left, or
    the boards fill enough of the picture to leave no room for far smaller squares.
    """

    boards: tuple[Board, ...]
    detections: Detections
    shape: tuple[int, int] = (0, 0)
    scale: float = 1.0
    covers: bool = True


class BoardFinder:
    """Detects squares, drops implausible ones, joins the others to lattices and lays boards around these."""

    def __init__(
        self, detector: SquareDetector, rejection: Rejection, joining: LatticeSettings, settings: BoardSettings
    ) -> None:
        self._detector, self._rejection = detector, rejection
        self._joining, self._settings = joining, settings

    def find_boards(
        self, image: Image, scales: Sequence[float] | None = None, sufficient_score: float = inf
    ) -> tuple[Board, ...]:
        """Every grid in a picture, uint8 BGR, most squares first, at some of the detector's scales or at all.

        A small copy is searched first, and larger ones only if that was not sufficient. Detections with a
        ``sufficient_score`` are not classified before they are joined.
        """
        for search in self.searches(image, scales, sufficient_score):
            if search.covers and self.suffices(search, search.boards):
                break
        return search.boards

    def searches(
        self, image: Image, scales: Sequence[float] | None = None, sufficient_score: float = inf
    ) -> Iterator[SearchResult]:
        """The result in a small copy of a picture, uint8 BGR, if squares half as large as those of its boards were
        detectable in it; then, when the next one is requested, the result at all scales."""
        search = self._detector.search(image)
        scales = list(scales or search.scales)
        small = [scale for scale in scales if scale * max(image.shape[:2]) <= self._settings.first_max_side]
        if small and small != scales:
            result = self._search(search, small, image, sufficient_score)
            sides = [board.side for board in result.boards]
            covered = sum(float(board.found.sum()) * board.side**2 for board in result.boards)
            covers = covered >= self._settings.sufficient_share * image.shape[0] * image.shape[1]
            if sides and min(sides) * max(small) >= self._settings.sufficient_side:
                yield replace(result, covers=covers)
        yield self._search(search, scales, image, sufficient_score)

    def _search(self, search: Search, scales: Sequence[float], image: Image, sufficient_score: float) -> SearchResult:
        detections = self._rejection.plausible(search.detections(scales), image, sufficient_score)
        shape = image.shape[0], image.shape[1]
        return SearchResult(self._boards(detections, shape), detections, shape, max(scales))

    def suffices(self, search: SearchResult, boards: Sequence[Board]) -> bool:
        """Whether larger copies would hardly show better boards than these, which come from a search: all are certain,
        and there are too few other squares for another kingdom."""
        if not all(board.confidence >= self._settings.sufficient_confidence for board in boards):
            return False
        return self._others(search, boards) <= self._settings.max_free_squares

    def may_suffice(self, search: SearchResult) -> bool:
        """Whether the boards of a search may suffice once they are corrected: few squares lie beyond their places."""
        return self._others(search, search.boards, empty=True) <= self._settings.max_free_squares

    def strays(self, image: Image, boards: Sequence[Board]) -> int:
        """The number of squares detected in a picture, uint8 BGR, that lie on no place of these boards."""
        *_, search = self.searches(image)
        return self._others(search, boards, empty=True)

    def _others(self, search: SearchResult, boards: Sequence[Board], *, empty: bool = False) -> int:
        """The number of detections that lie on no square of the boards, or, with ``empty``, on no place of them."""
        quads = quads_of(search.detections.centres, search.detections.axes)
        free = np.ones(len(quads), np.bool_)
        for board in boards:
            free &= ~board.lie_under(quads, empty=empty)
        return int(free.sum())

    def _boards(self, detections: Detections, shape: tuple[int, int]) -> tuple[Board, ...]:
        """Every grid of detections in a picture of this height and width, most squares first."""
        settings = self._settings
        boards = [
            self._board(lattice, detections, shape, *_ranges(lattice, self._joining.max_stray_share), by_hand=False)
            for lattice in lattices(detections, self._joining)
            if len(lattice.members) >= settings.min_squares
        ]
        kept = self.without_overlaps([board for board in boards if board.confidence > settings.min_confidence])
        own = [self._without_ghosts(_without_others(board, kept)) for board in kept]
        return tuple(sorted(own, key=lambda board: -int(board.found.sum())))

    def board_from_corners(self, image: Image, corners: Sequence[tuple[float, float]], grid: tuple[int, int]) -> Board:
        """The grid of rows × columns between four corners, given clockwise from the first square, with each square
        moved to the detection near its place.

        Raises ``ValueError`` where the corners make no quadrilateral.
        """
        rows, columns = grid
        quad = np.array(corners, np.float32)
        convex = quad.shape == (4, 2) and cv2.isContourConvex(quad)
        if not convex or abs(cv2.contourArea(quad)) < self._settings.min_area:
            raise ValueError("the four corners must go around the grid in one direction and not lie in one line")
        if not ((quad.mean(axis=0) >= 0) & (quad.mean(axis=0) < image.shape[1::-1])).all():
            raise ValueError("the grid lies outside the photo; give its corners in the photo's own pixels")
        outline = [[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]]
        homography = cv2.getPerspectiveTransform(np.array(outline, np.float32), quad).astype(np.float64)
        detections = detect_squares(self._detector, image)
        lattice = Lattice(self._snapped(Lattice({}, homography), detections, grid), homography)
        return self._board(lattice, detections, image.shape[:2], (0, rows), (0, columns), by_hand=True)

    def _snapped(self, lattice: Lattice, detections: Detections, grid: tuple[int, int]) -> dict[Position, int]:
        """For places of a lattice, the index of the nearest detection that fits and is at least as probable as a square
        at the place itself."""
        snapped: dict[Position, int] = {}
        places = np.array(list(np.ndindex(grid)))
        centres, sides = lattice.centres(places[:, ::-1]), lattice.sides(places)
        for (row, column), centre, side in zip(places.tolist(), centres, sides, strict=True):
            distances = np.linalg.norm(detections.centres - centre, axis=1) / side
            has_size = np.abs(np.log(detections.sides / side)) < np.log(self._settings.max_snap_side_ratio)
            probable = detections.scores >= detections.probability_at(centre, side)
            fits = (distances < self._settings.max_snap_distance) & has_size & probable
            if fits.any():
                snapped[row, column] = int(np.argmin(np.where(fits, distances, np.inf)))
        return snapped

    def _board(
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
        centres, axes, sides = lattice.centres(places[:, ::-1]), lattice.axes(places), lattice.sides(places)
        planned = quads_of(centres, axes).reshape(*size, 4, 2)
        evidence = np.zeros(len(places), np.float32)
        found = np.zeros(len(places), np.bool_)
        residuals = []
        for number, (row, column) in enumerate(places.tolist()):
            index = lattice.members.get((row, column))
            if index is None:
                evidence[number] = detections.probability_at(centres[number], sides[number])
                continue
            residuals.append(np.linalg.norm(detections.centres[index] - centres[number]) / sides[number])
            centres[number], evidence[number] = detections.centres[index], detections.scores[index]
            found[number] = True
            own = aligned_axes(detections.axes[index], axes[number])
            axes[number] += self._settings.own_axes_weight * (own - axes[number])
        quads = quads_of(centres, axes).reshape(*size, 4, 2)
        agreement = np.exp(-self._settings.residual_penalty * np.mean(residuals)) if residuals else 0.0
        confidence = float(evidence[found].mean() * agreement) if found.any() else 0.0
        # corners given by hand say where a place lies, even if a detection there is off and crosses the picture's edge
        visible = visible_parts(planned if by_hand else quads, shape)
        return Board(quads, evidence.reshape(size), found.reshape(size), visible, confidence, by_hand)

    def without_overlaps(self, boards: Sequence[Board]) -> list[Board]:
        """Boards that overlap no better ones: artwork contains small grids, and rows of squares large ones."""
        kept: list[Board] = []
        for board in sorted(boards, key=lambda board: -board.worth):
            if all(board.covered_by(o) <= self._settings.max_overlap and o.covered_by(board) == 0 for o in kept):
                kept.append(board)
        return kept[: self._settings.max_boards]

    def _without_ghosts(self, board: Board) -> Board:
        """A board without the few faint detections that make a kingdom too large for the small grid."""
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
        faint = board.evidence[outside].mean() < self._settings.ghost_threshold * np.median(board.evidence[inside])
        if outside.sum() > self._settings.max_ghosts or not faint:
            return board
        return replace(board, found=inside, evidence=np.where(outside, 0, board.evidence).astype(np.float32))


def _without_others(board: Board, boards: Sequence[Board]) -> Board:
    """A board with no evidence at free places where another board's squares lie."""
    evidence = board.evidence.copy()
    for other in boards:
        if other is not board:
            covered = other.lie_under(board.quads.reshape(-1, 4, 2)).reshape(board.shape)
            evidence[covered & ~board.found] = 0
    return replace(board, evidence=evidence)


def _ranges(lattice: Lattice, max_stray_share: float) -> tuple[Range, Range]:
    """The rows and columns of a lattice's board: all used and one more at each end."""
    rows, columns = zip(*lattice.members, strict=True)
    return _range(rows, max_stray_share), _range(columns, max_stray_share)


def _range(used: Sequence[int], max_stray_share: float) -> Range:
    """One more line at each end, without stray lines: fitting may move a square at the rim of the largest grid one
    place out."""
    first = min(used)
    kept = most_used(np.bincount(np.array(used) - first).astype(float), max_stray_share)
    return first + kept.start - 1, first + kept.stop + 1
