"""Finds kingdoms in oblique views: it rectifies the picture by a first board and searches again there.

The detector and the lattice work on squares that look roughly like squares. In an oblique view far squares are a third
as large as near ones and three times as wide as high. The board found first only tells roughly how the table lies. The
picture is rectified by it, boards are found there, and their squares are mapped back. A second pass corrects what the
first estimate left.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image
from scorer.vision.common.geometry import visible_parts
from scorer.vision.grid.board import Board
from scorer.vision.grid.finder import BoardFinder
from scorer.vision.settings import HomographySettings, ObliqueSettings

Floats = NDArray[np.float64]


class ObliqueFinder:
    """Finds boards in a picture, and again in the rectified picture where the view is oblique."""

    def __init__(self, finder: BoardFinder, settings: ObliqueSettings, homography: HomographySettings) -> None:
        self._finder, self._settings, self._homography = finder, settings, homography

    def find_boards(self, image: Image) -> tuple[Board, ...]:
        """Every grid in a picture, uint8 BGR, most squares first."""
        for search in self._finder.searches(image):
            found = search.boards
            rectified = tuple(self._rectified(image, board) for board in found)
            if self._finder.suffices(search, rectified):
                break
        sure_rectified = self._settings.sufficient_rectified_confidence
        if not rectified or not (self._is_sure(found[0]) or rectified[0].confidence > sure_rectified):
            rectified += tuple(self._rectified(image, board) for board in self._stretched(image))
        return found if rectified == found else tuple(sorted(self._finder.without_overlaps(rectified), key=_squares))

    def _is_sure(self, board: Board) -> bool:
        settings = self._settings
        enough = int(board.found.sum()) >= settings.min_squares or board.obliqueness < settings.oblique_threshold
        return board.confidence > settings.sufficient_confidence and enough

    def _stretched(self, image: Image) -> tuple[Board, ...]:
        """Boards found in the picture made higher, and wider: at a large tilt squares are too flat to be detected."""
        boards: list[Board] = []
        for factors in ((1.0, self._settings.stretch), (self._settings.stretch, 1.0)):
            stretched = np.asarray(cv2.resize(image, None, fx=factors[0], fy=factors[1]), np.uint8)
            found = self._finder.find_boards(stretched)
            boards += [
                replace(board, quads=np.asarray(board.quads / np.array(factors), np.float32))
                for board in found
                if int(board.found.sum()) >= self._settings.min_squares
            ]
        return tuple(boards)

    def _rectified(self, image: Image, board: Board) -> Board:
        """The board found again in the rectified picture, if the view is oblique and that board is worth as much, or if
        squares and grid agree badly and agree better there.

        A missed row makes the others seem less oblique than they are, so the second rule holds at every tilt.
        """
        for _ in range(self._settings.max_passes):
            oblique = board.obliqueness >= self._settings.oblique_threshold
            if not oblique and board.confidence > self._settings.refit_threshold:
                break
            again = self._found_from_above(image, board)
            if again is None or not (oblique or again[0].confidence > board.confidence):
                break
            board, remaining = again
            if remaining < self._settings.rectified_threshold:
                break
        return board

    def _found_from_above(self, image: Image, board: Board) -> tuple[Board, float] | None:
        """The board found in the picture rectified by ``board``, and its obliqueness there."""
        pixels, margin = self._settings.square_pixels, self._settings.margin
        homography = board.homography(self._homography)
        if homography is None:
            return None
        onto = np.array([[pixels, 0, margin * pixels], [0, pixels, margin * pixels], [0, 0, 1.0]])
        rectify = onto @ np.linalg.inv(homography)
        rows, columns = (length + 2 * margin for length in board.shape)
        flat = cv2.warpPerspective(
            image,
            rectify,
            (columns * pixels, rows * pixels),
            flags=cv2.INTER_AREA if board.side > pixels else cv2.INTER_LINEAR,
            borderValue=(128, 128, 128),
        )
        found = self._finder.find_boards(np.asarray(flat, np.uint8), scales=(1.0,))
        if not found:
            return None
        best = max(found, key=lambda one: one.worth)
        if best.worth / pixels**2 < self._settings.min_relative_worth * board.worth / board.side**2:
            return None
        back = np.linalg.inv(rectify)
        quads = cv2.perspectiveTransform(best.quads.reshape(1, -1, 2).astype(np.float64), back)[0]
        quads = quads.reshape(best.quads.shape).astype(np.float32)
        return replace(best, quads=quads, visible=visible_parts(quads, image.shape[:2])), best.obliqueness


def _squares(board: Board) -> int:
    return -int(board.found.sum())
