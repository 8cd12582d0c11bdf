"""Puts together what is reported of one kingdom: from its board, its places and the solved grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.vision.geometry import frame_corners
from scorer.vision.grid.board import Board
from scorer.vision.occlusion import Visible
from scorer.vision.photo.photo import Photo
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import Settings
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.faces import FACES
from scorer.vision.squares.square_reader import SquareReader


class Assembly:
    """Cuts a solved lattice down to the rectangle that its kingdom fills, and adds what the rules do not need."""

    def __init__(self, squares: SquareReader, settings: Settings) -> None:
        self._squares, self._settings, self._built = squares, settings.kingdom, settings.squares.built
        self._occlusion = settings.occlusion

    def kingdom_reading(
        self, photo: Photo, board: Board, visible: Visible, solution: Solution
    ) -> KingdomReading | None:
        """What is reported of the kingdom on a board of a photo; ``None`` where hardly a square lies.

        ``visible`` holds the probabilities that were solved.
        """
        laid = solution.laid
        if laid.sum() < self._settings.fewest:
            return None
        rows, columns = solution.rectangle
        incomplete = board.visible < self._settings.whole
        cut = bool((incomplete & (laid | _may_go_on(solution))).any())
        certain = np.minimum(np.array(solution.squares), np.where(incomplete, board.visible, 1.0))[rows, columns]
        certain[visible.hidden[rows, columns]] = certain[visible.hidden[rows, columns]].clip(max=self._occlusion.most)
        cells = self._told(solution, visible)
        kingdom = Kingdom(tuple(row[columns] for row in cells[rows]))
        quads = board.quads[rows, columns]
        towns = [position for position, square in kingdom.squares().items() if square.terrain is Terrain.TOWN]
        town_quads = np.array([quads[at] for at in towns], np.float32).reshape(-1, 4, 2)
        built = self._squares.chance_built(photo.image, town_quads)
        for position, chance in zip(towns, built, strict=True):
            certain[position] = min(certain[position], 1 - chance)
        colour = (
            self._squares.castle_colour(photo.image, quads[kingdom.castles[0]]) if len(kingdom.castles) == 1 else None
        )
        quads = np.asarray(quads * photo.scale, np.float32)
        corners = frame_corners({at: quads[at] for at in np.ndindex(quads.shape[:2])})
        return KingdomReading(
            kingdom=kingdom,
            seen=tuple(row[columns] for row in solution.seen[rows]),
            size=solution.size,
            corners=tuple((float(x), float(y)) for x, y in corners),
            confidence=solution.confidence,
            squares=tuple(tuple(map(float, row)) for row in certain),
            faces=visible.faces[rows, columns],
            quads=quads,
            grid_confidence=board.confidence,
            cut=cut,
            built_towns=tuple(at for at, chance in zip(towns, built, strict=True) if chance > self._built),
            castle_colour=colour,
            hidden=tuple((int(r), int(c)) for r, c in np.argwhere(visible.hidden[rows, columns])),
        )

    def _told(self, solution: Solution, visible: Visible) -> tuple[tuple[Cell, ...], ...]:
        """The solved cells, but hidden ones that the rules do not tell either as unknown."""
        cells = [list(row) for row in solution.cells]
        for row, column in np.argwhere(visible.hidden):
            if solution.squares[row][column] < self._occlusion.told:
                cells[row][column] = self._known(visible.faces[row, column])
        return tuple(map(tuple, cells))

    def _known(self, faces: NDArray[np.float32]) -> Cell:
        """A hidden place: its terrain with hidden crowns where enough of it is seen, or unknown."""
        by_terrain = dict.fromkeys(Terrain, 0.0)
        for face, chance in zip(FACES, faces, strict=True):
            if isinstance(face, Square):
                by_terrain[face.terrain] += float(chance)
        terrain = max(by_terrain, key=lambda one: by_terrain[one])
        seen = by_terrain[terrain] > self._occlusion.terrain * sum(by_terrain.values())
        return Square(terrain, None) if seen else Place.UNKNOWN


def _may_go_on(solution: Solution) -> NDArray[np.bool_]:
    """The free places within and beside a kingdom's rectangle where more could lie without leaving its grid."""
    laid, (rows, columns) = solution.laid, solution.rectangle
    padded = np.pad(laid, 1)
    beside = np.zeros_like(laid)
    beside[rows, columns] = True
    if rows.stop - rows.start < solution.size:
        beside |= padded[:-2, 1:-1] | padded[2:, 1:-1]
    if columns.stop - columns.start < solution.size:
        beside |= padded[1:-1, :-2] | padded[1:-1, 2:]
    return np.asarray(beside & ~laid, np.bool_)
