"""The player's colour of a castle, and what hides it."""

from __future__ import annotations

import cv2
import numpy as np

from scorer.vision.common.arrays import Image
from scorer.vision.settings import CastleColourSettings
from scorer.vision.squares.castle import castle_colour

Point = tuple[int, int]

STONE, BLUE, WALL = (120, 160, 180), (190, 130, 90), (60, 190, 200)


def tile() -> Image:
    """A starting tile with a blue square for a crown, BGR."""
    return crossed(np.full((64, 64, 3), STONE, np.uint8), BLUE, (20, 20), (44, 44), -1)


def crossed(image: Image, colour: tuple[int, int, int], first: Point, last: Point, width: int) -> Image:
    """The image with a rectangle between two points (x, y); a negative width fills it."""
    return np.asarray(cv2.rectangle(image, first, last, colour, width), np.uint8)


def test_painted_crown_shows_the_colour() -> None:
    assert castle_colour(tile(), CastleColourSettings()) == "blue"


def test_castle_that_stands_on_the_crown_hides_the_colour() -> None:
    assert castle_colour(crossed(tile(), WALL, (20, 30), (44, 40), -1), CastleColourSettings()) is None


def test_walls_around_the_crown_hide_the_colour() -> None:
    assert castle_colour(crossed(tile(), BLUE, (10, 10), (54, 54), 4), CastleColourSettings()) is None
