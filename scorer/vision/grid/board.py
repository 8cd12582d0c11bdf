"""Finds the kingdoms in a picture: where every place of their grids lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.vision.grid.detector import Detections, DetectorSettings, detect_squares
from scorer.vision.grid.lattice import LARGEST, SMALL, Lattice, lattices, quarter_turns
from scorer.vision.grid.rejection import plausible
from scorer.vision.squares.rectify import quads_of

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class BoardSettings:
    """What is taken for a kingdom."""

    fewest: int = 3
    """Squares of the smallest kingdom: the castle and one domino."""
    overlap: float = 0.1
    """Largest part of a grid's squares that may lie on a better grid's; none of the better's may lie on its own."""
    most: int = 8
    """Most kingdoms of one picture."""
    confident: float = 0.35
    """Least confidence of a grid."""
    ghosts: int = 7
    """Most squares beyond the small grid that may be taken for none …"""
    faint: float = 0.75
    """… if their mean chance is below this part of the others' median."""
    snap: float = 0.42
    """Farthest, in sides, that a square seen may lie from its place in a grid given by hand …"""
    as_large: float = 1.35
    """… and the most that its side may differ."""
    steady: float = 0.5
    """How much a square's own axes count beside its grid's."""


@dataclass(frozen=True)
class Board:
    """Where one kingdom's grid lies, with a ring of places around it that may belong to it.

    ``quads`` float32 (rows, columns, 4, 2): corners of every place in pixels, clockwise from the top left.
    ``evidence`` float32 (rows, columns): the detector's chance that a square of a domino lies there.
    ``found`` bool (rows, columns): where the detector saw a square by itself.
    ``visible`` float32 (rows, columns): how much of the place lies in the picture, 0…1.
    ``confidence``: how well squares and grid agree, 0…1. ``by_hand``: the corners were given.
    """

    quads: Floats
    evidence: Floats
    found: NDArray[np.bool_]
    visible: Floats
    confidence: float
    by_hand: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        return self.quads.shape[0], self.quads.shape[1]

    def part(self, rows: slice, columns: slice) -> Board:
        """Some of its rows and columns as a board of their own."""
        return replace(
            self,
            quads=self.quads[rows, columns],
            evidence=self.evidence[rows, columns],
            found=self.found[rows, columns],
            visible=self.visible[rows, columns],
        )

    @property
    def worth(self) -> float:
        """What decides between grids that lie on one another: confidence² times the area of its squares."""
        return self.confidence**2 * float(self.found.sum()) * self.side**2

    @property
    def side(self) -> float:
        """The usual length of a square's side, pixels."""
        edges = np.linalg.norm(self.quads - np.roll(self.quads, 1, axis=2), axis=3)
        return float(np.median(edges))


def find_boards(image: Image, settings: BoardSettings | None = None) -> tuple[tuple[Board, ...], Detections]:
    """Every grid in a picture, uint8 BGR, most squares first, and the squares they were found by."""
    settings = settings or BoardSettings()
    detections = plausible(detect_squares(image), image)
    boards = [
        _board(lattice, detections, image.shape[:2], settings)
        for lattice in lattices(detections)
        if len(lattice.members) >= settings.fewest
    ]
    kept = _apart([board for board in boards if board.confidence > settings.confident], settings)
    own = [_without_ghosts(_without_others(board, kept), settings) for board in kept]
    return tuple(sorted(own, key=lambda board: -int(board.found.sum()))), detections


def board_from_corners(
    image: Image, corners: Sequence[tuple[float, float]], grid: tuple[int, int], settings: BoardSettings | None = None
) -> Board:
    """The grid of rows × columns between four corners given clockwise from the first square, refined square by square.

    Raises ``ValueError`` where the corners make no quadrilateral.
    """
    settings = settings or BoardSettings()
    rows, columns = grid
    seen = np.array(corners, np.float32)
    if seen.shape != (4, 2) or abs(cv2.contourArea(seen)) < 16 or not cv2.isContourConvex(seen):
        raise ValueError("the four corners must go around the grid in one direction and not lie in one line")
    flat = np.array([[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]], np.float32)
    lattice = Lattice({}, cv2.getPerspectiveTransform(flat, seen).astype(np.float64))
    detections = detect_squares(image)
    snapped: dict[Position, int] = {}
    for row in range(rows):
        for column in range(columns):
            middle = lattice.middles(np.array([[column, row]]))[0]
            side = lattice.side(row, column)
            away = np.linalg.norm(detections.centres - middle, axis=1) / side
            fits = (away < settings.snap) & (np.abs(np.log(detections.sides / side)) < np.log(settings.as_large))
            if fits.any():
                snapped[row, column] = int(np.argmin(np.where(fits, away, np.inf)))
    placed = Lattice(snapped, lattice.homography)
    return _laid_out(placed, detections, image.shape[:2], (0, rows), (0, columns), settings, by_hand=True)


def _apart(boards: Sequence[Board], settings: BoardSettings) -> list[Board]:
    """Those that do not lie on better ones: artwork makes small grids in squares, rows of squares large ones."""
    kept: list[Board] = []
    for board in sorted(boards, key=lambda board: -board.worth):
        if all(_covered(board, other) <= settings.overlap and _covered(other, board) == 0 for other in kept):
            kept.append(board)
    return kept[: settings.most]


def _without_others(board: Board, boards: Sequence[Board]) -> Board:
    """A board whose free places show nothing where another's squares lie."""
    evidence = board.evidence.copy()
    for row, column in np.argwhere(~board.found):
        if any(_lies_on(board.quads[row, column], other) for other in boards if other is not board):
            evidence[row, column] = 0
    return replace(board, evidence=evidence)


def _without_ghosts(board: Board, settings: BoardSettings) -> Board:
    """A board without the few faint squares that make a small grid's kingdom too large for it."""
    rows, columns = np.nonzero(board.found)
    if max(np.ptp(rows), np.ptp(columns)) < SMALL:
        return board
    tops, lefts = (range(max(1, length - SMALL + 1)) for length in board.shape)
    corners = [(top, left) for top in tops for left in lefts]
    seen = np.where(board.found, board.evidence, 0)
    top, left = max(corners, key=lambda at: float(seen[at[0] : at[0] + SMALL, at[1] : at[1] + SMALL].sum()))
    outside = board.found.copy()
    outside[top : top + SMALL, left : left + SMALL] = False
    inside = board.found & ~outside
    faint = board.evidence[outside].mean() < settings.faint * np.median(board.evidence[inside])
    if outside.sum() > settings.ghosts or not faint:
        return board
    return replace(board, found=inside, evidence=np.where(outside, 0, board.evidence).astype(np.float32))


def _covered(board: Board, other: Board) -> float:
    """The part of a board's squares whose middles lie on another's."""
    return float(np.mean([_lies_on(quad, other) for quad in board.quads[board.found]]))


def _lies_on(quad: Floats, board: Board) -> bool:
    x, y = (float(v) for v in quad.mean(axis=0))
    squares = board.quads[board.found]
    near = squares[np.linalg.norm(squares.mean(axis=1) - [x, y], axis=1) < 1.5 * board.side]
    return any(cv2.pointPolygonTest(square, (x, y), False) >= 0 for square in near)


def _board(lattice: Lattice, detections: Detections, shape: tuple[int, int], settings: BoardSettings) -> Board:
    rows, columns = (_window([place[axis] for place in lattice.members]) for axis in (0, 1))
    return _laid_out(lattice, detections, shape, rows, columns, settings, by_hand=False)


def _window(places: Sequence[int]) -> tuple[int, int]:
    """The range of rows or columns to look at: all used and one more at each end; the most used of too many, as fitting
    may move a square of the largest grid's rim one place out."""
    first, last = min(places), max(places)
    if last - first >= LARGEST:
        counts = [sum(start <= p < start + LARGEST for p in places) for start in range(first, last - LARGEST + 2)]
        first += int(np.argmax(counts))
        last = first + LARGEST - 1
    return first - 1, last + 2


def _laid_out(
    lattice: Lattice,
    detections: Detections,
    shape: tuple[int, int],
    rows: tuple[int, int],
    columns: tuple[int, int],
    settings: BoardSettings,
    *,
    by_hand: bool,
) -> Board:
    size = rows[1] - rows[0], columns[1] - columns[0]
    quads = np.zeros((*size, 4, 2), np.float32)
    evidence = np.zeros(size, np.float32)
    found = np.zeros(size, np.bool_)
    astray = []
    for r in range(size[0]):
        for c in range(size[1]):
            row, column = r + rows[0], c + columns[0]
            middle, axes = lattice.middles(np.array([[column, row]]))[0], lattice.axes(row, column)
            side = lattice.side(row, column)
            index = lattice.members.get((row, column))
            if index is not None:
                astray.append(np.linalg.norm(detections.centres[index] - middle) / side)
                middle, evidence[r, c] = detections.centres[index], detections.scores[index]
                found[r, c] = True
                axes = axes + settings.steady * (_named_alike(detections.axes[index], axes) - axes)
            else:
                evidence[r, c] = detections.chance_at(middle, side, DetectorSettings())
            quads[r, c] = quads_of(middle[None], axes[None])[0]
    confidence = float(evidence[found].mean() * np.exp(-2 * np.mean(astray))) if found.any() else 0.0
    return Board(quads, evidence, found, _visible(quads, shape), confidence, by_hand)


def _visible(quads: Floats, shape: tuple[int, int]) -> Floats:
    """The part of each place (rows, columns, 4, 2) that lies in a picture of a height and width."""
    height, width = shape
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    parts = [
        cv2.intersectConvexConvex(cv2.convexHull(quad), picture)[0] / max(cv2.contourArea(cv2.convexHull(quad)), 1e-6)
        for quad in quads.reshape(-1, 4, 2)
    ]
    return np.array(parts, np.float32).reshape(quads.shape[:2])


def _named_alike(own: Floats, axes: NDArray[np.float64]) -> NDArray[np.float64]:
    """A square's own half-axes in the order and direction of its grid's."""
    return max(quarter_turns(own), key=lambda turned: float((turned * axes).sum()))
