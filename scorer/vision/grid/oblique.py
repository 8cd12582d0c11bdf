"""Finds kingdoms photographed from the seat: their boards are found once more in the picture as seen from above them.

The detector and the lattice know squares that look like squares. From the seat the far ones are a third as large as the
near ones and three times as wide as high. So what was found at first only says roughly where the table lies; the
picture is straightened by it, boards are found there, and their squares are taken back to the picture. A second turn
straightens what the first guess left askew.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.arrays import Image
from scorer.vision.geometry import visible_parts
from scorer.vision.grid.board import Board
from scorer.vision.grid.finder import BoardFinder
from scorer.vision.settings import HomographySettings, ObliqueSettings

Floats = NDArray[np.float64]


class ObliqueFinder:
    """Finds boards in a picture, and again as seen from above where they were photographed obliquely."""

    def __init__(self, finder: BoardFinder, settings: ObliqueSettings, homography: HomographySettings) -> None:
        self._finder, self._settings, self._homography = finder, settings, homography

    def find_boards(self, image: Image) -> tuple[Board, ...]:
        """Every grid in a picture, uint8 BGR, most squares first."""
        for look in self._finder.looks(image):
            found = look.boards
            straight = tuple(self._straightened(image, board) for board in found)
            if self._finder.suffices(look, straight):
                break
        if not straight or not (self._sure(found[0]) or straight[0].confidence > self._settings.sure_from_above):
            straight += tuple(self._straightened(image, board) for board in self._stretched(image))
        return found if straight == found else tuple(sorted(self._finder.apart(straight), key=_squares))

    def _sure(self, board: Board) -> bool:
        enough = int(board.found.sum()) >= self._settings.many or board.obliqueness < self._settings.oblique
        return board.confidence > self._settings.sure and enough

    def _stretched(self, image: Image) -> tuple[Board, ...]:
        """Boards found in the picture made higher, and wider: a low seat presses squares so flat that none is seen."""
        boards: list[Board] = []
        for factors in ((1.0, self._settings.stretch), (self._settings.stretch, 1.0)):
            wide = np.asarray(cv2.resize(image, None, fx=factors[0], fy=factors[1]), np.uint8)
            found = self._finder.find_boards(wide)
            boards += [
                replace(board, quads=np.asarray(board.quads / np.array(factors), np.float32))
                for board in found
                if int(board.found.sum()) >= self._settings.many
            ]
        return tuple(boards)

    def _straightened(self, image: Image, board: Board) -> Board:
        """The board found again as seen from above, where it was seen obliquely and more can be seen that way, or where
        squares and grid agree badly and agree better that way.

        A row that is lost makes the others seem less oblique than they are, so the second holds at every tilt.
        """
        for _ in range(self._settings.turns):
            oblique = board.obliqueness >= self._settings.oblique
            if not oblique and board.confidence > self._settings.well:
                break
            again = self._seen_from_above(image, board)
            if again is None or not (oblique or again[0].confidence > board.confidence):
                break
            board, askew = again
            if askew < self._settings.straight:
                break
        return board

    def _seen_from_above(self, image: Image, board: Board) -> tuple[Board, float] | None:
        """The board found again in the picture straightened by it, and how oblique its squares still were there."""
        pixels, margin = self._settings.pixels, self._settings.margin
        homography = board.homography(self._homography)
        if homography is None:
            return None
        onto = np.array([[pixels, 0, margin * pixels], [0, pixels, margin * pixels], [0, 0, 1.0]])
        straighten = onto @ np.linalg.inv(homography)
        rows, columns = (length + 2 * margin for length in board.shape)
        flat = cv2.warpPerspective(
            image,
            straighten,
            (columns * pixels, rows * pixels),
            flags=cv2.INTER_AREA if board.side > pixels else cv2.INTER_LINEAR,
            borderValue=(128, 128, 128),
        )
        found = self._finder.find_boards(np.asarray(flat, np.uint8), scales=(1.0,))
        if not found:
            return None
        best = max(found, key=lambda one: one.worth)
        if best.worth / pixels**2 < self._settings.as_good * board.worth / board.side**2:
            return None
        back = np.linalg.inv(straighten)
        quads = cv2.perspectiveTransform(best.quads.reshape(1, -1, 2).astype(np.float64), back)[0]
        quads = quads.reshape(best.quads.shape).astype(np.float32)
        return replace(best, quads=quads, visible=visible_parts(quads, image.shape[:2])), best.obliqueness


def _squares(board: Board) -> int:
    return -int(board.found.sum())
