"""Draws a reading on its photo."""

from __future__ import annotations

import cv2
import numpy as np

from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image
from scorer.vision.reading import Reading


def draw_reading(image: Image, reading: Reading, longest: int = 1600) -> Image:
    """The upright photo, uint8 BGR, reduced to ``longest`` pixels, with each square's outline and face; flagged
    squares are red."""
    to_picture = image.shape[1] / reading.width
    scale = min(1.0, longest / max(image.shape[:2]))
    picture = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    for kingdom in reading.kingdoms:
        quads = kingdom.quads * to_picture * scale
        frame = np.array(kingdom.corners) * to_picture * scale
        cv2.polylines(picture, [frame.astype(np.int32)], True, (255, 255, 0), 2, cv2.LINE_AA)
        for (row, column), cell in kingdom.kingdom.cells():
            flagged = kingdom.squares[row][column] < kingdom.flag_threshold
            if cell is Place.EMPTY and not flagged:
                continue
            colour = (40, 40, 255) if flagged else (255, 255, 255)
            quad = quads[row, column]
            cv2.polylines(picture, [quad.astype(np.int32)], True, colour, 2 if flagged else 1, cv2.LINE_AA)
            side = float(np.linalg.norm(quad[1] - quad[0]))
            text = str(cell) + ("?" if flagged else "")
            at = quad.mean(axis=0) - [0.18 * side * len(text), -0.15 * side]
            for ink, thick in (((0, 0, 0), 3), (colour, 1)):
                where = (int(at[0]), int(at[1]))
                cv2.putText(picture, text, where, cv2.FONT_HERSHEY_SIMPLEX, side / 62, ink, thick, cv2.LINE_AA)
    return picture
