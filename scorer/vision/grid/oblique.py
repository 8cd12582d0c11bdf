"""Finds kingdoms in oblique views: it rectifies the picture by a first board and searches again there.

The detector and the lattice work on squares that look roughly like squares. In an oblique view far squares are a third
as large as near ones and three times as wide as high. The board found first only tells roughly how the table lies. The
picture is rectified by it, boards are found there, and their squares are mapped back. A second pass corrects what the
first estimate left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image
from scorer.vision.common.geometry import visible_parts
from scorer.vision.grid.board import Board
from scorer.vision.grid.finder import BoardFinder, SearchResult
from scorer.vision.settings import HomographySettings, ObliqueSettings

Floats = NDArray[np.float64]

_SAMPLES: Final = 32
"""Points along each side of a picture at which the size of squares is computed."""


class ObliqueFinder:
    """Finds boards in a picture, and again in the rectified picture where the view is oblique."""

    def __init__(self, finder: BoardFinder, settings: ObliqueSettings, homography: HomographySettings) -> None:
        self._finder, self._settings, self._homography = finder, settings, homography

    def find_boards(self, image: Image) -> tuple[Board, ...]:
        """Every grid in a picture, uint8 BGR, most squares first."""
        rectified: tuple[Board, ...] = ()
        for search in self._finder.searches(image):
            found = search.boards
            if not search.covers and not (self._is_oblique(found[0]) and self._finder.may_suffice(search)):
                continue
            rectified = self._all_rectified(image, found, rectified)
            covers = search.covers or self._far_share(rectified[0], search) <= self._settings.max_far_share
            if covers and self._finder.suffices(search, rectified):
                break
        sure_rectified = self._settings.sufficient_rectified_confidence
        if not rectified or not (self._is_sure(found[0]) or rectified[0].confidence > sure_rectified):
            for boards in self._stretched(image):
                rectified += boards
                if any(board.confidence > sure_rectified for board in boards):
                    break
        return found if rectified == found else tuple(sorted(self._finder.without_overlaps(rectified), key=_squares))

    def followed(self, image: Image, boards: Sequence[Board]) -> tuple[Board, ...] | None:
        """The boards of a video's previous frame in the next one, uint8 BGR, which is searched near their places only.

        ``None`` if one of them is not found for certain.
        """
        found = [self._followed(image, board) for board in boards]
        certain = [board for board in found if board is not None]
        if len(certain) < len(boards) or len(self._finder.without_overlaps(certain)) < len(boards):
            return None
        return tuple(sorted(certain, key=_squares))

    def _followed(self, image: Image, board: Board) -> Board | None:
        """A board found again in the picture rectified by its place in the previous frame, if that is certain."""
        settings = self._settings
        scale = min(1.0, settings.followed_reduction * settings.square_pixels / board.side)
        small = image if scale == 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        small, near = np.asarray(small, np.uint8), board.scaled(scale)
        again = self._best_from_above(small, near, settings.followed_margin, settings.followed_score)
        if again is None or again[0].confidence < settings.sufficient_rectified_confidence:
            return None
        if again[0].found.sum() < settings.followed_share * board.found.sum():
            return None
        return again[0].scaled(1 / scale)

    def _is_sure(self, board: Board) -> bool:
        settings = self._settings
        enough = int(board.found.sum()) >= settings.min_squares or board.obliqueness < settings.oblique_threshold
        return board.confidence > settings.sufficient_confidence and enough

    def _is_oblique(self, board: Board) -> bool:
        return board.obliqueness >= self._settings.oblique_threshold

    def _all_rectified(self, image: Image, found: Sequence[Board], before: Sequence[Board]) -> tuple[Board, ...]:
        """The boards found in a picture, rectified: most of the squares of none of them lie on a certain one of the
        others, or of those rectified ``before``, which has as many squares."""
        settings = self._settings
        sure = [board for board in before if board.confidence >= settings.sufficient_rectified_confidence]
        rectified: list[Board] = []
        for board in found:
            known = next((one for one in sure if self._is_part(board, one)), None)
            if known is None:
                known = self._rectified(image, board)
                if known is not board and known.confidence >= settings.sufficient_rectified_confidence:
                    sure.append(known)
            if known not in rectified:
                rectified.append(known)
        return tuple(rectified)

    def _is_part(self, board: Board, whole: Board) -> bool:
        """Whether a board shows nothing but a part of a rectified one."""
        covered = board.found.sum() <= whole.found.sum() and self._is_oblique(whole)
        return bool(covered and board.covered_by(whole) > self._settings.part_threshold)

    def _far_share(self, board: Board, search: SearchResult) -> float:
        """The share of a picture in which squares on the table of a board are too small to be detected at the scale of
        a search: all of it where the board determines no plane."""
        homography = board.homography(self._homography)
        if homography is None:
            return 1.0
        onto = np.linalg.inv(homography)
        rows, columns = (np.linspace(0, side, _SAMPLES) for side in search.shape)
        depths = onto[2, 0] * columns + onto[2, 1] * rows[:, None] + onto[2, 2]
        areas = depths.clip(min=0) ** 3 / abs(np.linalg.det(onto))  # of a square; behind the horizon there are none
        return float((search.scale * np.sqrt(areas) < self._settings.detectable_side).mean())

    def _stretched(self, image: Image) -> Iterator[tuple[Board, ...]]:
        """Boards found in the picture made higher, then wider, and rectified, after each search: at a large tilt
        squares are too flat to be detected."""
        for factors in ((1.0, self._settings.stretch), (self._settings.stretch, 1.0)):
            stretched = np.asarray(cv2.resize(image, None, fx=factors[0], fy=factors[1]), np.uint8)
            for search in self._finder.searches(stretched):
                boards = [
                    replace(board, quads=np.asarray(board.quads / np.array(factors), np.float32))
                    for board in search.boards
                    if int(board.found.sum()) >= self._settings.min_squares
                ]
                yield tuple(self._rectified(image, board) for board in boards)

    def _rectified(self, image: Image, board: Board) -> Board:
        """The board found again in the rectified picture, if the view is oblique and that board is worth as much, or if
        squares and grid agree badly and agree better there.

        A missed row makes the others seem less oblique than they are, so the second rule holds at every tilt.
        """
        for _ in range(self._settings.max_passes):
            oblique = self._is_oblique(board)
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
        """The board found in the picture rectified by ``board``, if it is worth as much, and its obliqueness there."""
        again = self._best_from_above(image, board, self._settings.margin)
        if again is None:
            return None
        best, flat = again
        if (
            flat.worth / self._settings.square_pixels**2
            < self._settings.min_relative_worth * board.worth / board.side**2
        ):
            return None
        return best, flat.obliqueness

    def _best_from_above(
        self, image: Image, board: Board, margin: int, sufficient_score: float = inf
    ) -> tuple[Board, Board] | None:
        """The best board found in the picture rectified by ``board`` with a ``margin`` of places.

        It is given in pixels of the picture and in those of the rectified one. Detections with a ``sufficient_score``
        are not classified before.
        """
        pixels = self._settings.square_pixels
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
        found = self._finder.find_boards(np.asarray(flat, np.uint8), scales=(1.0,), sufficient_score=sufficient_score)
        if not found:
            return None
        best = max(found, key=lambda one: one.worth)
        back = np.linalg.inv(rectify)
        quads = cv2.perspectiveTransform(best.quads.reshape(1, -1, 2).astype(np.float64), back)[0]
        quads = quads.reshape(best.quads.shape).astype(np.float32)
        return replace(best, quads=quads, visible=visible_parts(quads, image.shape[:2])), best


def _squares(board: Board) -> int:
    return -int(board.found.sum())
