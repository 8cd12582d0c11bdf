"""Renders rectified labelled boards on other tables."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from scorer.lab.data.boards import LabelledBoard
from scorer.lab.render.benchmark_set.negatives import SIZE, table_for
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.render import LaidKingdom, Render
from scorer.lab.render.rotation import rotation
from scorer.lab.render.scene import Points
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image

BOARDS = "boards on textures"
"""The scenario of rectified boards on another table."""

FIRST_SEED = 20_461_120
"""The seed of the first board's image; those of the others follow it."""


def render_board(board: LabelledBoard, textures: Sequence[Image], seed: int) -> SampleImage:
    """A rectified board on another table. The black places of ``phone`` boards show the table."""
    rng = np.random.default_rng(seed)
    picture = np.asarray(cv2.imread(str(board.file)), np.uint8)
    kingdom = Kingdom.parse(board.notation)
    side = picture.shape[1] / kingdom.width
    open_places = [p for p, cell in kingdom.cells() if cell in {Place.EMPTY, Place.UNKNOWN}]
    cover = np.full(picture.shape[:2], 255, np.uint8)
    if board.source.startswith("phone"):
        for row, column in open_places:
            y, x = round(row * side), round(column * side)
            cover[y : round(y + side), x : round(x + side)] = 0
    room, half = np.array(SIZE), rng.uniform(200, 400)
    out = rotation(rng.uniform(0, 2 * np.pi))
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half / np.sqrt(2) + rng.normal(0, 0.06 * half, (4, 2))
    seen = (around @ out.T + room / 2 + rng.uniform(-0.3, 0.3, 2) * (room / 2 - half)).astype(np.float32)
    width, height = picture.shape[1], picture.shape[0]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    homography = cv2.getPerspectiveTransform(flat, seen)
    table = table_for(textures, rng)
    laid = cv2.warpPerspective(picture, homography, SIZE, flags=cv2.INTER_AREA)
    weight = cv2.warpPerspective(cover, homography, SIZE)[..., None] / np.float32(255)
    quads: dict[Position, Points] = {}
    for row in range(kingdom.height):
        for column in range(kingdom.width):
            square = np.array([[[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]]], float)
            quads[row, column] = cv2.perspectiveTransform(square * side, homography)[0].astype(np.float32)
    truth = LaidKingdom(Layout({p: c for p, c in kingdom.cells() if c is not Place.EMPTY}, ()), quads)
    image = (laid * weight + table * (1 - weight)).astype(np.uint8)
    return SampleImage(BOARDS, seed, Render(image, (truth,)), (0,), ())
