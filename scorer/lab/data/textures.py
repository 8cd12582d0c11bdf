"""Photographed surfaces to lay kingdoms on."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from scorer.vision.common.arrays import Image

KEPT = 4
"""Every fourth surface is kept from training, to measure on."""


def textures(data: Path, *, measuring: bool = False) -> list[Image]:
    """The surfaces to train with, or those kept to measure on, uint8 BGR of any size, in the order of their names.

    A data folder without ``textures/`` has none: tables are then drawn.
    """
    folder = data / "textures"
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    chosen = [file for index, file in enumerate(files) if (index % KEPT == KEPT - 1) == measuring]
    return [np.asarray(image, np.uint8) for file in chosen if (image := cv2.imread(str(file))) is not None]
