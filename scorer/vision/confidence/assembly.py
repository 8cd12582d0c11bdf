"""Assembles the reported reading of one kingdom from its board, its places and the solved grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.common.geometry import frame_corners
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import Settings
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.occlusion import VisiblePlaces
from scorer.vision.squares.square_reader import Details


class Assembly:
    """Crops a solved grid to the rectangle that its kingdom fills, and adds what the rules do not need."""

    def __init__(self, settings: Settings) -> None:
        self._acceptance, self._occlusion = settings.acceptance, settings.occlusion
        self._built_threshold = settings.squares.built_threshold
        self._flag_threshold = settings.calibration.flag_threshold

    def kingdom_reading(
        self, board: Board, visible: VisiblePlaces, solution: Solution, details: Details, scale: float
    ) -> KingdomReading | None:
        """The reading of a board before calibration; ``None`` where hardly any squares were read.

        ``visible`` holds the probabilities that were solved; ``scale`` is the number of the photo's pixels per pixel
        of the board.
        """
        laid = solution.laid
        if laid.sum() < self._acceptance.min_squares:
            return None
        rows, columns = solution.rectangle
        hidden = visible.hidden[rows, columns]
        incomplete = board.visible < self._acceptance.whole_threshold
        cut = bool((incomplete & (laid | _may_continue(solution))).any())
        squares = np.minimum(np.array(solution.squares), np.where(incomplete, board.visible, 1.0))[rows, columns]
        squares[hidden] = squares[hidden].clip(max=self._occlusion.max_probability)
        squares[_unknown(solution)[rows, columns]] *= self._occlusion.max_probability
        cells = self._reported(solution, visible)
        kingdom = Kingdom(tuple(row[columns] for row in cells[rows]))
        towns = [at for at, square in kingdom.squares().items() if square.terrain is Terrain.TOWN]
        built = {at: float(details.built[rows, columns][at]) for at in towns}
        for at, probability in built.items():
            squares[at] = min(squares[at], 1 - probability)
        quads = np.asarray(board.quads[rows, columns] * scale, np.float32)
        corners = frame_corners({at: quads[at] for at in np.ndindex(quads.shape[:2])})
        return KingdomReading(
            kingdom=kingdom,
            seen=tuple(row[columns] for row in solution.seen[rows]),
            size=solution.size,
            corners=tuple((float(x), float(y)) for x, y in corners),
            confidence=solution.confidence,
            squares=tuple(tuple(map(float, row)) for row in squares),
            faces=visible.faces[rows, columns],
            quads=quads,
            grid_confidence=board.confidence,
            cut=cut,
            built_towns=tuple(at for at, probability in built.items() if probability > self._built_threshold),
            castle_colour=details.castle_colour if len(kingdom.castles) == 1 else None,
            hidden=tuple((int(r), int(c)) for r, c in np.argwhere(hidden)),
            flag_threshold=self._flag_threshold,
        )

    def _reported(self, solution: Solution, visible: VisiblePlaces) -> tuple[tuple[Cell, ...], ...]:
        """The solved cells; hidden ones that the rules do not determine are open, as are those with unknown faces."""
        cells = [list(row) for row in solution.cells]
        undetermined = np.array(solution.squares) < self._occlusion.min_reported_probability
        for row, column in np.argwhere(_unknown(solution) | (visible.hidden & undetermined)):
            cells[row][column] = self._partly_known(visible.faces[row, column])
        return tuple(map(tuple, cells))

    def _partly_known(self, faces: NDArray[np.float32]) -> Cell:
        """Such a place: its terrain with hidden crowns where that is probable enough, otherwise unknown."""
        by_terrain = dict.fromkeys(Terrain, 0.0)
        for face, probability in zip(FACES, faces, strict=True):
            if isinstance(face, Square):
                by_terrain[face.terrain] += float(probability)
        terrain = max(by_terrain, key=lambda one: by_terrain[one])
        anything = 1 - float(faces[FACE_INDEX[Place.EMPTY]])
        known = by_terrain[terrain] > self._occlusion.terrain_threshold * anything
        return Square(terrain, None) if known else Place.UNKNOWN


def _unknown(solution: Solution) -> NDArray[np.bool_]:
    """The squares whose face the classifier does not know, bool (rows, columns)."""
    return np.array([[cell is Place.UNKNOWN for cell in row] for row in solution.cells], np.bool_)


def _may_continue(solution: Solution) -> NDArray[np.bool_]:
    """The free places in and next to a kingdom's rectangle where more squares would fit into its grid."""
    laid, (rows, columns) = solution.laid, solution.rectangle
    padded = np.pad(laid, 1)
    places = np.zeros_like(laid)
    places[rows, columns] = True
    if rows.stop - rows.start < solution.size:
        places |= padded[:-2, 1:-1] | padded[2:, 1:-1]
    if columns.stop - columns.start < solution.size:
        places |= padded[1:-1, :-2] | padded[1:-1, 2:]
    return np.asarray(places & ~laid, np.bool_)
