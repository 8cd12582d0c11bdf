"""Draws a square, or a kingdom of them."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from scorer.art.brush import INK, Brush, Picture, Point, bgr
from scorer.art.emblems import castle, crowns, plate
from scorer.art.pieces import put_pieces
from scorer.art.scenery import GROUND, PAINTERS
from scorer.rules.model.buildings import building_on
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square

CASTLE_COLOURS = ("yellow", "blue", "green", "pink")
"""The players' colours; a castle's ``variant`` counts through them."""

NO_COLOUR = -1
"""The ``variant`` of a grey castle, whose player's colour is not known."""

PARCHMENT = "#e9dcc0"
"""The background around a drawn kingdom and in its gaps."""


def draw_cell(cell: Cell, pixels: int = 128, variant: int = 0) -> Picture:
    """One place of the grid as a picture.

    Each ``variant`` shows the same face with another arrangement of its scenery (for a castle, the player's colour:
    ``CASTLE_COLOURS[variant % 4]``, or ``NO_COLOUR``). The same arguments always give the same picture, uint8 BGR of
    shape (pixels, pixels, 3).

    >>> from scorer.rules.model.terrain import Terrain
    >>> draw_cell(Square(Terrain.MINE, 2), pixels=64).shape
    (64, 64, 3)
    """
    if pixels < 1:
        raise ValueError(f"a drawn square needs at least one pixel, not {pixels}")
    picture = _painted(cell, variant).sized(pixels)
    return _grey(picture) if cell is Place.CASTLE and variant == NO_COLOUR else picture


def _grey(picture: Picture) -> Picture:
    """The picture without colours (weights: ITU-R BT.601)."""
    light = picture @ np.array([0.114, 0.587, 0.299])
    return np.repeat(light[..., None], 3, axis=2).round().astype(np.uint8)


def draw_kingdom(
    kingdom: Kingdom, pixels: int = 96, castle_colour: str = "yellow", margin: int = 0, variants: int | None = None
) -> Picture:
    """The whole kingdom on parchment, ``pixels`` a square, with a ``margin`` in pixels around it.

    ``castle_colour`` must be one of ``CASTLE_COLOURS``, or empty for a grey castle; otherwise ``ValueError``. Equal
    faces have different arrangements, at most ``variants`` if given: each takes time to paint. Returns uint8
    BGR of shape (height * pixels + 2 * margin, width * pixels + 2 * margin, 3).

    >>> draw_kingdom(Kingdom.parse("ww/C."), pixels=32, margin=4).shape
    (72, 72, 3)
    """
    if castle_colour not in ("", *CASTLE_COLOURS):
        raise ValueError(f"a castle is {', '.join(CASTLE_COLOURS)}, not {castle_colour}")
    castle_variant = CASTLE_COLOURS.index(castle_colour) if castle_colour else NO_COLOUR
    rows, columns = kingdom.height * pixels + 2 * margin, kingdom.width * pixels + 2 * margin
    picture: Picture = np.full((rows, columns, 3), bgr(PARCHMENT), np.uint8)
    for (row, column), cell in kingdom.cells():
        variant = castle_variant if cell is Place.CASTLE else row * 3 + column
        if variants is not None and cell is not Place.CASTLE:
            variant %= variants
        top, left = margin + row * pixels, margin + column * pixels
        picture[top : top + pixels, left : left + pixels] = _sized(cell, pixels, variant)
    return picture


def draw_pieces(square: Square, pixels: int = 128, variant: int = 0) -> NDArray[np.uint8]:
    """Draw the expansions' pieces of a square on a transparent background: uint8 BGRA of shape (pixels, pixels, 4).

    It matches ``draw_cell`` of the bare square with the same ``variant``.

    >>> from scorer.rules.model.terrain import Terrain
    >>> [int(draw_pieces(Square(Terrain.MINE, 2, giants=count), 64)[..., 3].max()) for count in (0, 1)]
    [0, 255]
    """
    on_white, on_black = Brush("#ffffff"), Brush("#000000")
    for brush in (on_white, on_black):
        put_pieces(brush, square, right=variant % 2 == 1)
    white, black = (brush.sized(pixels).astype(np.float64) for brush in (on_white, on_black))
    cover = np.clip(255 - (white - black).mean(axis=2, keepdims=True), 0, 255)
    colours = np.clip(black * 255 / np.maximum(cover, 1), 0, 255)
    return np.concatenate([colours, cover], axis=2).round().astype(np.uint8)


@lru_cache(maxsize=256)
def _sized(cell: Cell, pixels: int, variant: int) -> Picture:
    """``draw_cell``, cached: a kingdom repeats a few faces."""
    return draw_cell(cell, pixels, variant)


@lru_cache(maxsize=96)
def _painted(cell: Cell, variant: int) -> Brush:
    """The cell at full size, cached, since a kingdom and its page repeat a few faces."""
    if cell is Place.CASTLE:
        brush = castle(CASTLE_COLOURS[variant % len(CASTLE_COLOURS)])
    elif isinstance(cell, Square):
        brush = _land(cell, np.random.default_rng((crc32(cell.terrain.encode()), variant % 2**32)), variant)
    else:
        return _bare(cell)
    brush.edge(70)
    return brush


def _land(square: Square, rng: np.random.Generator, variant: int) -> Brush:
    brush = Brush(GROUND[square.terrain])
    PAINTERS[square.terrain](brush, rng, bool(square.crowns))
    right = variant % 2 == 1
    if building_on(square):
        plate(brush, square.building or "")
    crowns(brush, square.crowns, right)
    put_pieces(brush, square, right)
    return brush


def _bare(cell: Cell) -> Brush:
    brush = Brush(PARCHMENT)
    if cell is Place.UNKNOWN:
        frame: list[Point] = [(6, 6), (94, 6), (94, 94), (6, 94)]
        brush.polygon(frame, "#d8c8a6", "#a8946c", 1.2)
        brush.text("?", (50, 50), 40, INK)
    return brush
