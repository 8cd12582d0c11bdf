"""The drawn squares that the page shows, in one picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.art.draw import CASTLE_COLOURS, NO_COLOUR, draw_cell, draw_pieces
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import COURT_TILES, RESOURCE_TERRAINS
from scorer.rules.model.dominoes import Box, faces, max_crowns
from scorer.rules.model.terrain import Cell, Place, Square, Terrain

PIXELS = 112
"""Side of a sprite in pixels: sharp on a high-density screen."""

ICON_CASTLE = 1
"""The index in ``CASTLE_COLOURS`` of the castle in the app's icon."""

MASKABLE_PART = 0.7
"""Share of the icon's side: the castle then fits into the safe circle (80 %), and its frame into the circle of the
icon."""

MASKABLE_COLOUR = "#7a3e9d"
"""The theme's primary colour."""

ICON_COLOURS = 128
"""Number of colours in the palette of an icon."""

MAX_CROWNS = max_crowns(Terrain.MINE, Box.BOTH_GIANTS)
"""Maximum number of crowns of any face, and so of giants on one."""

VARIANTS = 2
"""Number of pictures of each terrain, which avoids visible repetition on a drawn board."""

QUALITY = 60
"""WebP quality of the picture, in percent; a phone loads it with its first board."""

COLUMNS = 10
"""Sprites in a row of the picture."""

_one_at_a_time = Lock()


def sprite_sheet() -> SpriteSheet:
    """The sheet with every face, building and castle; drawn once per process, in a second or two."""
    with _one_at_a_time:
        return _sprite_sheet()


@cache
def _sprite_sheet() -> SpriteSheet:
    wanted = [*_places(), *_pieces()]
    rows = -(-len(wanted) // COLUMNS)
    picture = np.zeros((rows * PIXELS, COLUMNS * PIXELS, 4), np.uint8)
    at: dict[str, list[int]] = {}
    for index, (code, sprite) in enumerate(wanted):
        top, left = index // COLUMNS * PIXELS, index % COLUMNS * PIXELS
        picture[top : top + PIXELS, left : left + PIXELS] = sprite
        at.setdefault(code, []).append(index)
    _, encoded = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    return SpriteSheet(encoded.tobytes(), COLUMNS, rows, at)


def _places() -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """The picture of every code: faces in several variants, towns with buildings, castles; a grey one of no colour."""
    wanted: list[tuple[str, Cell, int]] = [
        (str(face), face, variant) for face in faces(Box.BOTH_GIANTS) for variant in range(VARIANTS)
    ]
    wanted += [(str(cell), cell, 0) for cell in (Square(Terrain.TOWN, building=kind) for kind in BUILDINGS)]
    wanted += [(f"C{colour}", Place.CASTLE, variant) for variant, colour in enumerate(CASTLE_COLOURS)]
    wanted += [("C", Place.CASTLE, NO_COLOUR), ("?", Place.UNKNOWN, 0)]
    for code, cell, variant in wanted:
        yield code, np.asarray(cv2.cvtColor(draw_cell(cell, PIXELS, variant), cv2.COLOR_BGR2BGRA), np.uint8)


def _pieces() -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """The pieces of expansions, on a transparent background: giants and tiles by their marks in the notation,
    resources by the mark and the terrain. Giants have a variant for each crown of a face."""
    for count in range(1, MAX_CROWNS + 1):
        for variant in range(VARIANTS):
            yield "!" * count, draw_pieces(Square(Terrain.MINE, MAX_CROWNS, giants=count), PIXELS, variant)
    for terrain in RESOURCE_TERRAINS:
        yield f"*{terrain.letter}", draw_pieces(Square(terrain, resource=True), PIXELS)
    for kind in COURT_TILES:
        yield f"[{kind}]", draw_pieces(Square(Terrain.WHEAT, building=kind), PIXELS)


@cache
def icon_file(side: int) -> bytes:
    """A castle as a PNG file that fills the square, for the browser's tab and a phone's home screen.

    A palette makes it a sixth as large, without a visible difference.
    """
    return _png(Image.fromarray(draw_cell(Place.CASTLE, side, variant=ICON_CASTLE)[..., ::-1]))


@cache
def maskable_icon_file(side: int) -> bytes:
    """A castle as a PNG file for any mask: it lies within the safe circle (W3C, App Manifest)."""
    castle = draw_cell(Place.CASTLE, round(side * MASKABLE_PART), variant=ICON_CASTLE)
    picture = Image.new("RGB", (side, side), MASKABLE_COLOUR)
    picture.paste(Image.fromarray(castle[..., ::-1]), (round((side - castle.shape[0]) / 2),) * 2)
    return _png(picture)


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.quantize(ICON_COLOURS).save(file, "PNG", optimize=True)
    return file.getvalue()
