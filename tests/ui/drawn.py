"""A drawn photo and the reading of it, so that the page can be tested without any model."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.art.draw import draw_kingdom
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.photo.decode import decode
from scorer.vision.reading import KingdomReading, Reading
from scorer.vision.settings import Settings

NOTATION = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
"""16 points."""

SEEN_DOUBTFULLY = (1, 4)
"""The square that the reading is not sure of."""

SIZE = (900, 1200)
CORNERS = ((150.0, 260.0), (760.0, 300.0), (800.0, 900.0), (110.0, 860.0))
"""Where the kingdom lies in the photo, width and height, clockwise from its top left."""


def drawn_photo(notation: str = NOTATION) -> bytes:
    """A JPEG of the kingdom drawn in perspective on a brown table."""
    kingdom = Kingdom.parse(notation)
    flat = draw_kingdom(kingdom, pixels=120, castle_colour="blue")
    matrix = cv2.getPerspectiveTransform(_frame(flat.shape[1], flat.shape[0]), np.array(CORNERS, np.float32))
    photo = cv2.warpPerspective(flat, matrix, SIZE, flags=cv2.INTER_AREA, borderValue=(70, 95, 130))
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def reading(
    kingdom: Kingdom, corners: tuple[tuple[float, float], ...] = CORNERS, doubtful: tuple[int, int] | None = None
) -> KingdomReading:
    """A reading that is sure of every square but one, which may also be a wheat square with a crown."""
    height, width = kingdom.height, kingdom.width
    faces = np.zeros((height, width, len(FACES)), np.float32)
    for position, cell in kingdom.cells():
        faces[position][FACE_INDEX.get(cell, FACE_INDEX[Place.EMPTY])] = 1
    squares = np.ones((height, width))
    if doubtful is not None and doubtful[0] < height and doubtful[1] < width:
        faces[doubtful] *= 0.6
        faces[doubtful][FACE_INDEX[Square(Terrain.WHEAT, 1)]] += 0.4
        squares[doubtful] = 0.6
    matrix = cv2.getPerspectiveTransform(_frame(width, height), np.array(corners, np.float32))
    places = [[[(c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)] for c in range(width)] for r in range(height)]
    grid = np.array(places, np.float32)
    seen = cv2.perspectiveTransform(grid.reshape(1, -1, 2), matrix)
    quads = np.asarray(seen, np.float32).reshape(height, width, 4, 2)
    return KingdomReading(
        kingdom, kingdom.rows, 5, corners, 0.6, tuple(map(tuple, squares.tolist())), faces, quads, castle_colour="blue"
    )


CERTAIN = {
    "certain-1.jpg": ("ssm2gf/m2m3mm2f1/Cww1ww/f1wws2s/f1ww1ss", "blue"),
    "certain-2.jpg": (".ls2g./s1wwg1g1/www1g2l/Cl1lll/wl1lll", "pink"),
}
"""Photos by name that are read without any doubt: the kingdom, and the colour of its castle."""

ENDLESS = "endless"
"""A photo whose name begins so is being read as long as its server runs."""


def read_drawn(source, *, name="", corners=None, **others):  # noqa: ARG001 (stands in for another)
    """Stands in for ``read_photo``: knows the drawn kingdom and ``CERTAIN`` ones, and refuses what is no photo."""
    if name.startswith(ENDLESS):
        Event().wait()
    photo = source(Settings().max_side) if callable(source) else decode(source, name)
    laid = tuple(tuple(corner) for corner in corners) if corners else CORNERS
    kingdom = reading(Kingdom.parse(NOTATION), laid, SEEN_DOUBTFULLY)
    if name in CERTAIN:
        notation, colour = CERTAIN[name]
        kingdom = replace(reading(Kingdom.parse(notation), laid), castle_colour=colour)
    return Reading(name, photo.width, photo.height, (kingdom,))


def _frame(width: int, height: int) -> NDArray[np.float32]:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
