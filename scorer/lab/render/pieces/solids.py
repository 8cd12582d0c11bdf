"""Solid objects on a table: folded castles, wooden kings, boxes and piles. Lengths in squares.

A castle is that of the boxed games: a card with a printed front, slotted into lower cards across it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.pieces.panels import Floats, Panel, paint, shadowed, silhouettes
from scorer.lab.render.probability import happens
from scorer.lab.render.rotation import rotation
from scorer.vision.common.arrays import Image

Colour = tuple[int, int, int]

PLAYERS: tuple[Colour, ...] = ((196, 130, 52), (72, 148, 64), (168, 120, 232), (58, 196, 238))
"""The four players' colours, BGR: blue, green, pink, yellow."""

RIGHT, LEFT, ABOVE, BELOW = range(4)
"""Sides of a kingdom, as seen in the picture before rotation."""


def castle(at: Floats, turn: float, colour: Colour, rng: np.random.Generator) -> list[Panel]:
    """A folded castle on the square with its middle at (x, y): a card with its front, and lower cards across it."""
    tall, wide = rng.uniform(0.85, 1.25), rng.uniform(0.8, 1.0)
    along, across, up = _axes(turn)
    base = np.array([*at, 0.0])
    behind = rng.uniform(-0.2, 0.1)
    front = _front(colour, rng)
    wing = _wing(colour, rng)
    panels = [Panel(front, base - along * wide / 2 + across * behind + up * tall, along * wide, -up * tall)]
    low = tall * rng.uniform(0.55, 0.8)
    for side in (-1, 1) if happens(rng, 0.8) else (0,):
        start = base + along * side * wide * 0.33 - across * 0.42 + up * low
        panels += [Panel(wing[:, :90], start, across * (0.42 + behind), -up * low)]
        panels += [Panel(wing[:, 90:], start + across * (0.42 + behind), across * (0.42 - behind), -up * low)]
    return panels


def _front(colour: Colour, rng: np.random.Generator) -> Image:
    """A castle of yellow stone on a sky of the player's tint, cut out along its battlements."""
    side = 180
    picture = np.zeros((side, side, 4), np.uint8)
    sky = 0.45 * np.array(colour) + 0.55 * np.array([225, 215, 200])
    top = int(rng.uniform(0.0, 0.2) * side)
    left, right = top + 40, top + 30
    steps = [(0, side), (0, left), (45, left), (45, top), (135, top), (135, right), (side, right), (side, side)]
    outline = np.array(steps, np.int32)
    cv2.fillPoly(picture, [outline], (*map(int, sky), 255))
    stone = np.clip(np.array([95, 190, 225]) * rng.uniform(0.75, 1.1), 0, 255)
    dark, roof = stone * 0.6, np.array(colour) * rng.uniform(0.6, 1.0)
    for near, far, high in ((30, 150, 105), (55, 125, 75), (20, 50, 90), (130, 160, 90)):
        cv2.rectangle(picture, (near, high), (far, side), (*map(int, stone * rng.uniform(0.85, 1.1)), 255), -1)
        for tooth in range(near, far, 12):
            cv2.rectangle(picture, (tooth, high - 6), (tooth + 6, high), (*map(int, stone), 255), -1)
        cv2.rectangle(picture, (near, high), (far, side), (*map(int, dark), 255), 1)
    for x, y, wide, tall in ((90, 75, 34, 45), (35, 84, 16, 30), (145, 84, 16, 30), (70, 70, 10, 28)):
        peak = np.array([[x - wide, y], [x + wide, y], [x, y - tall]], np.int32)
        cv2.fillConvexPoly(picture, peak, (*map(int, np.clip(roof, 0, 255)), 255), cv2.LINE_AA)
    cv2.ellipse(picture, (90, side - 4), (16, 30), 0, 180, 360, (*map(int, dark * 0.5), 255), -1)
    for _ in range(8):
        x, y = int(rng.uniform(30, 150)), int(rng.uniform(105, 165))
        cv2.rectangle(picture, (x, y), (x + 5, y + 8), (*map(int, dark * 0.6), 255), -1)
    outside = np.zeros((side, side), np.uint8)
    cv2.fillPoly(outside, [outline], 255)
    picture[..., 3] = outside
    return picture


def _wing(colour: Colour, rng: np.random.Generator) -> Image:
    """A lower card: stone walls, or the pale back of the card."""
    pale = happens(rng, 0.5)
    tint = np.array([200, 200, 205]) if pale else np.array([95, 180, 215])
    tint = 0.75 * tint + 0.25 * np.array(colour)
    picture = np.full((120, 180, 4), (*map(int, tint * rng.uniform(0.5, 1.0)), 255), np.uint8)
    for x in range(0, 180, 30):
        cv2.rectangle(picture, (x, 0), (x + 14, 14), (0, 0, 0, 0), -1)
    for _ in range(0 if pale else 10):
        x, y = int(rng.uniform(0, 170)), int(rng.uniform(20, 110))
        cv2.rectangle(picture, (x, y), (x + 6, y + 9), (*map(int, tint * 0.45), 255), -1)
    cv2.rectangle(picture, (0, 14), (179, 119), (*map(int, tint * 0.4), 255), 2)
    return picture


_KING = np.array(
    [
        *[(6, 95), (58, 95), (50, 62), (62, 52), (56, 40), (44, 40), (46, 10), (38, 16)],
        *[(32, 6), (26, 16), (18, 10), (20, 40), (8, 40), (2, 52), (14, 62)],
    ],
    np.int32,
)
"""The outline of a wooden king: skirt, arms, head and crown."""
_LAYERS = 6
"""Number of stacked outlines that form the thickness of the wood."""


def king(at: Floats, colour: Colour, rng: np.random.Generator) -> list[Panel]:
    """A wooden king at (x, y) with a random rotation: its outline stacked through its thickness."""
    tall, wide, thick = rng.uniform(0.5, 0.85), rng.uniform(0.32, 0.5), rng.uniform(0.15, 0.25)
    turn = rng.uniform(0, 2 * np.pi)
    along, across, up = _axes(turn)
    up = up * tall
    corner = np.array([*at, 0.0]) - along * wide / 2 + up
    face, side = _outlined(colour, rng.uniform(0.85, 1.1)), _outlined(colour, rng.uniform(0.4, 0.75))
    ends = (0, _LAYERS - 1)
    return [
        Panel(face if layer in ends else side, corner + across * thick * (layer / ends[1] - 0.5), along * wide, -up)
        for layer in range(_LAYERS)
    ]


def _outlined(colour: Colour, light: float) -> Image:
    picture = np.zeros((96, 64, 4), np.uint8)
    ink = np.clip(np.array(colour) * light, 0, 255)
    cv2.fillPoly(picture, [_KING], (*map(int, ink), 255), cv2.LINE_AA)
    return picture


def block(corner: Floats, turn: float, size: Floats, faces: Sequence[Image]) -> list[Panel]:
    """A box: ``corner`` (x, y) of its footprint, its sizes (3,) along, across and up, pictures of its top and sides."""
    along, across, up = (axis * length for axis, length in zip(_axes(turn), size, strict=True))
    base = np.array([*corner, 0.0])
    top, *sides = [_opaque(face) for face in faces]
    return [
        Panel(sides[0], base + up, along, -up),
        Panel(sides[1 % len(sides)], base + across + up, along, -up),
        Panel(sides[2 % len(sides)], base + up, across, -up),
        Panel(sides[3 % len(sides)], base + along + up, across, -up),
        Panel(top, base + up, along, across),
    ]


def _opaque(picture: Image) -> Image:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), np.uint8)


def _beside(squares: NDArray[np.float64], rng: np.random.Generator) -> list[Panel]:
    """A box, a pile or a king next to a kingdom whose squares' corners on the table are (n, 4, 2)."""
    low, high = squares.min(axis=(0, 1)), squares.max(axis=(0, 1))
    side, size = int(rng.integers(4)), np.array([rng.uniform(0.8, 5), rng.uniform(0.8, 5), rng.uniform(0.3, 2.5)])
    if happens(rng, 0.6):
        size = np.array([2.0, 1.0, rng.uniform(0.2, 1.2)])
    at = rng.uniform(low, high)
    away = rng.uniform(0.5, 2.0)
    if side in (LEFT, RIGHT):
        at[0] = low[0] - away - size[0] if side == LEFT else high[0] + away
    else:
        at[1] = low[1] - away - size[1] if side == ABOVE else high[1] + away
    return block(at, float(rng.normal(0, 0.25)), size, [_printed(rng) for _ in range(3)])


def _printed(rng: np.random.Generator) -> Image:
    """A side of a box or a pile: a colour with lines and spots."""
    ink = rng.integers(20, 240, 3)
    side = np.full((64, 64, 3), ink, np.uint8)
    side[:: int(rng.integers(3, 20))] = (ink * 0.6).astype(np.uint8)
    for _ in range(int(rng.integers(6))):
        x, y = (int(v) for v in rng.integers(0, 64, 2))
        cv2.circle(side, (x, y), int(rng.integers(3, 16)), rng.integers(0, 255, 3).tolist(), -1)
    return side


def stand_solids(
    picture: Image,
    kingdoms: Sequence[tuple[Sequence[NDArray[np.float64]], NDArray[np.float64] | None]],
    matrix: Floats,
    rng: np.random.Generator,
    *,
    figures: int,
    clutter: bool,
) -> tuple[Image, NDArray[np.bool_]]:
    """The picture, uint8 BGR, with castles and kings on kingdoms and objects next to them, and the pixels that they
    cover.

    ``kingdoms``: for each the corners (4, 2) of its squares on the table, and those of a standing castle's square, if
    any. ``matrix`` (3, 4) is the camera's.
    """
    panels: list[Panel] = []
    for squares, castle_square in kingdoms:
        if castle_square is not None:
            middle, edge = castle_square.mean(axis=0), castle_square[1] - castle_square[0]
            turn = float(np.arctan2(edge[1], edge[0]) + np.pi / 2 * rng.integers(4) + rng.normal(0, 0.1))
            picture = shadowed(picture, middle, rng.uniform(0.3, 1.2), matrix, rng)
            panels += castle(middle, turn, PLAYERS[int(rng.integers(len(PLAYERS)))], rng)
        for index in rng.permutation(len(squares))[:figures]:
            at = squares[index].mean(axis=0) + rng.normal(0, 0.2, 2)
            picture = shadowed(picture, at, rng.uniform(0.2, 0.8), matrix, rng)
            panels += king(at, PLAYERS[int(rng.integers(len(PLAYERS)))], rng)
        for _ in range(int(rng.integers(0, 3)) if clutter else 0):
            panels += _beside(np.array(squares), rng)
    height, width = picture.shape[:2]
    painted = paint(picture, panels, matrix, float(rng.uniform(0.7, 1.1)))
    return painted, silhouettes(panels, matrix, width, height)


def _axes(turn: float) -> tuple[Floats, Floats, Floats]:
    """Unit vectors (3,) along, across and up of an object rotated by ``turn`` radians."""
    along, across = np.column_stack([rotation(turn).T, [0, 0]])
    return along, across, np.array([0, 0, 1.0])
