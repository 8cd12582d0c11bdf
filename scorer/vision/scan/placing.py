"""How views lie on the grid of a kingdom, which keeps its rows and columns however the camera turns."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Position
from scorer.vision.common.geometry import frame_corners
from scorer.vision.fusion.alignment import Alignment
from scorer.vision.fusion.view import View
from scorer.vision.settings import HomographySettings
from scorer.vision.squares.camera import camera_of


@dataclass(frozen=True, eq=False)
class PlacedView:
    """A view and how it lies on its kingdom's grid.

    ``direction`` (3,): the unit vector from the kingdom's middle to the camera, right, down and up on that grid.
    """

    view: View
    alignment: Alignment
    quality: float
    direction: NDArray[np.float64]

    @property
    def top_left(self) -> Position:
        """The first row and column of the view on the kingdom's grid."""
        return self.alignment.row, self.alignment.column

    def corners(self, top: int, left: int, rows: int, columns: int) -> NDArray[np.float32]:
        """The corners (4, 2) of a rectangle of the kingdom's grid, in pixels of the view's frame."""
        turns = self.alignment.turns
        quads = np.rot90(np.roll(self.view.board.quads * self.view.scale, -turns, axis=2), turns)
        found = np.argwhere(np.rot90(self.view.board.found, turns))
        offset = np.subtract(self.top_left, (top, left))
        known = {(int(r + offset[0]), int(c + offset[1])): quads[r, c] for r, c in found}
        return frame_corners(known, (rows, columns))


def turned_place(place: Position, shape: tuple[int, int], turns: int) -> Position:
    """Where a place of a grid of this shape lies after quarter turns counter-clockwise, as by ``numpy.rot90``.

    >>> grid = np.arange(6).reshape(2, 3)
    >>> bool(np.rot90(grid)[turned_place((1, 2), grid.shape, 1)] == grid[1, 2])
    True
    """
    (row, column), (rows, columns) = place, shape
    for _ in range(turns % 4):
        row, column, rows, columns = columns - 1 - column, row, columns, rows
    return row, column


def relative(alignment: Alignment, shape: tuple[int, int], to: Alignment, to_shape: tuple[int, int]) -> Alignment:
    """How a view of this shape lies on another view, from how both lie on one grid."""
    turned_shape = to_shape if to.turns % 2 == 0 else to_shape[::-1]
    corners = []
    for corner in ((0, 0), (shape[0] - 1, shape[1] - 1)):
        row, column = turned_place(corner, shape, alignment.turns)
        on_other = row + alignment.row - to.row, column + alignment.column - to.column
        corners.append(turned_place(on_other, turned_shape, -to.turns))
    (row, column), (other_row, other_column) = corners
    turns = (alignment.turns - to.turns) % 4
    return replace(alignment, turns=turns, row=min(row, other_row), column=min(column, other_column))


def direction_of(view: View, turns: int, shape: tuple[int, int], settings: HomographySettings) -> NDArray[np.float64]:
    """The unit vector, right, down and up on a kingdom's grid, from a view's board to its camera, which took a picture
    of ``shape`` (rows, columns); upwards where that is unknown. The grid is the view's after quarter ``turns``."""
    homography = view.board.homography(settings)
    if homography is None:
        return np.array([0.0, 0.0, 1.0])
    camera = camera_of(homography, shape)
    centre = -np.linalg.solve(camera[:, :3], camera[:, 3])
    rows, columns = view.board.shape
    x, y, z = centre - [columns / 2, rows / 2, 0]
    for _ in range(turns):
        x, y = y, -x
    return np.array([x, y, z]) / max(float(np.linalg.norm([x, y, z])), 1e-9)
