"""A sheet of the photos that were read worst, rendered from drawn squares, so that it can be published.

python -m scorer.lab.evaluate.rendered --count 16 --out .work/drawn.csv --save .work/drawn python -m
scorer.lab.report.contact_sheet .work/drawn    writes results/accuracy/pictures/worst.jpg
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from scorer.lab.metrics.rows import ACCURACY
from scorer.lab.report import ROOT
from scorer.vision.common.arrays import Image

ACROSS = 3
"""Number of photos in a row."""

INK = (60, 50, 45)
"""Colour of the captions, BGR."""

WIDTH, HEIGHT, CAPTION = 440, 330, 26
"""Size of a photo on the sheet, and height of its caption, in pixels."""


def sheet(photos: Sequence[tuple[str, Image]]) -> Image:
    """Photos uint8 BGR, each with its name below it, as one picture.

    >>> sheet([("one", np.zeros((30, 40, 3), np.uint8))]).shape
    (356, 1320, 3)
    """
    rows = -(-len(photos) // ACROSS)
    picture = np.full((rows * (HEIGHT + CAPTION), ACROSS * WIDTH, 3), 255, np.uint8)
    for number, (name, photo) in enumerate(photos):
        top, left = number // ACROSS * (HEIGHT + CAPTION), number % ACROSS * WIDTH
        scale = min((WIDTH - 8) / photo.shape[1], HEIGHT / photo.shape[0])
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture[top : top + small.shape[0], left : left + small.shape[1]] = small
        cv2.putText(picture, name, (left, top + HEIGHT + 17), cv2.FONT_HERSHEY_SIMPLEX, 0.42, INK, 1, cv2.LINE_AA)
    return picture


def main(arguments: Sequence[str]) -> int:
    """Put the pictures of a folder on the sheet: all of them, or those whose names contain one of the further
    arguments."""
    folder, *words = arguments
    files = [f for f in sorted(Path(folder).glob("*.jpg")) if not words or any(word in f.name for word in words)]
    photos = [(file.stem.replace("_", " "), np.asarray(cv2.imread(str(file)), np.uint8)) for file in files]
    cv2.imwrite(str(ROOT / ACCURACY / "pictures" / "worst.jpg"), sheet(photos), [cv2.IMWRITE_JPEG_QUALITY, 80])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
