"""Straightened pictures of real boards, laid on other tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scorer.rules.kingdom import Kingdom
from scorer.rules.terrain import Place
from scorer.training.datasets import LabelledBoard, labelled_boards
from scorer.training.render import Image, LaidKingdom, Layout, Points, Render

LAST_TRAINED = 32
"""Number of the last ``aau`` board that the finder is trained with; the boards after it are measured on."""


@dataclass(frozen=True)
class BoardPicture:
    """A straightened board: uint8 BGR, its kingdom, and a mask uint8 (h, w) of what is no hole cut out in black."""

    image: Image
    kingdom: Kingdom
    cover: Image


def board_picture(board: LabelledBoard) -> BoardPicture:
    """The picture of a labelled board. The open places of the ``phone`` boards are black and let the table through."""
    picture = np.asarray(cv2.imread(str(board.file)), np.uint8)
    kingdom = Kingdom.parse(board.notation)
    side = picture.shape[1] / kingdom.width
    cover = np.full(picture.shape[:2], 255, np.uint8)
    if board.source.startswith("phone"):
        for (row, column), cell in kingdom.cells():
            if cell in {Place.EMPTY, Place.UNKNOWN}:
                y, x = round(row * side), round(column * side)
                cover[y : round(y + side), x : round(x + side)] = 0
    return BoardPicture(picture, kingdom, cover)


def trained_boards(data: Path) -> list[BoardPicture]:
    """Those that the finder sees in training."""
    return [board_picture(board) for board in labelled_boards(data) if is_trained(board)]


def is_trained(board: LabelledBoard) -> bool:
    """Whether the finder is trained with this board."""
    return board.source == "aau" and int(board.file.stem.removeprefix("aau_")) <= LAST_TRAINED


def lay(board: BoardPicture, corners: Points, table: Image) -> Render:
    """The board with its corners (4, 2), clockwise from the first square, in the pixels of a table."""
    height, width = board.image.shape[:2]
    size = table.shape[1::-1]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    homography = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    laid = cv2.warpPerspective(board.image, homography, size, flags=cv2.INTER_AREA)
    weight = cv2.warpPerspective(board.cover, homography, size)[..., None] / np.float32(255)
    step = np.array([width / board.kingdom.width, height / board.kingdom.height])
    cells = {place: cell for place, cell in board.kingdom.cells() if cell is not Place.EMPTY}
    quads = {}
    for row, column in cells:
        square = np.array([[[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]]], float)
        quads[row, column] = cv2.perspectiveTransform(square * step, homography)[0].astype(np.float32)
    image = (laid * weight + table * (1 - weight)).astype(np.uint8)
    return Render(image, (LaidKingdom(Layout(cells, ()), quads),))
