"""Photographed surfaces as tables for rendered photos."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from scorer.vision.common.arrays import Image

KEPT = 4
"""Every fourth surface is reserved for measuring."""


def textures(data: Path, *, measuring: bool = False) -> list[Image]:
    """The surfaces to train with, or those reserved for measuring, uint8 BGR of any size, sorted by name.

    Without ``textures/`` in the data folder there are none: tables are then drawn.
    """
    folder = data / "textures"
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    chosen = [file for index, file in enumerate(files) if (index % KEPT == KEPT - 1) == measuring]
    return [np.asarray(image, np.uint8) for file in chosen if (image := cv2.imread(str(file))) is not None]
