"""The drawn squares that the page shows, all in one picture."""

from __future__ import annotations

from functools import cache
from threading import Lock

import cv2
import numpy as np
from PIL import Image

from scorer.art.draw import CASTLE_COLOURS, draw_cell
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.ui.component.sprite_sheet import SpriteSheet
from scorer.vision.squares.faces import FACES

PIXELS = 112
"""The side of one sprite in the picture: sharp on a phone's dense screen."""

ICON_CASTLE = 1
"""The castle that stands for the app, among those of ``CASTLE_COLOURS``."""

VARIANTS = 3
"""So many pictures of each terrain, so that a drawn board does not look like wallpaper."""

COLUMNS = 10
"""Sprites side by side in the picture."""

_one_at_a_time = Lock()


def sprite_sheet() -> SpriteSheet:
    """The sheet with every face, building and castle; drawn once in a process, which takes a second or two."""
    with _one_at_a_time:
        return _sprite_sheet()


@cache
def _sprite_sheet() -> SpriteSheet:
    wanted: list[tuple[str, Cell, int]] = []
    for cell in FACES:
        if isinstance(cell, Square):
            wanted += [(str(cell), cell, variant) for variant in range(VARIANTS)]
    wanted += [(str(cell), cell, 0) for cell in (Square(Terrain.TOWN, building=kind) for kind in BUILDINGS)]
    wanted += [(f"C{colour}", Place.CASTLE, variant) for variant, colour in enumerate(CASTLE_COLOURS)]
    wanted += [("C", Place.CASTLE, 0), ("?", Place.UNKNOWN, 0)]
    rows = -(-len(wanted) // COLUMNS)
    picture = np.full((rows * PIXELS, COLUMNS * PIXELS, 3), 255, np.uint8)
    at: dict[str, list[int]] = {}
    for index, (code, cell, variant) in enumerate(wanted):
        top, left = index // COLUMNS * PIXELS, index % COLUMNS * PIXELS
        picture[top : top + PIXELS, left : left + PIXELS] = draw_cell(cell, PIXELS, variant)
        at.setdefault(code, []).append(index)
    _, encoded = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 82])
    return SpriteSheet(encoded.tobytes(), COLUMNS, rows, at)


@cache
def page_icon() -> Image.Image:
    """The browser tab's picture: a castle."""
    return Image.fromarray(draw_cell(Place.CASTLE, 64, variant=ICON_CASTLE)[..., ::-1])


@cache
def icon_file(side: int) -> bytes:
    """The same castle as a PNG file, for a phone's home screen; it fills the square, so that any mask may cut it."""
    return cv2.imencode(".png", draw_cell(Place.CASTLE, side, variant=ICON_CASTLE))[1].tobytes()
