"""Dark squares are lit up, but only as far as their noise lets anything be seen."""

from __future__ import annotations

import numpy as np

from scorer.vision.settings import ExposureSettings
from scorer.vision.squares.exposure import brightened, gain_for

SETTINGS = ExposureSettings()


def test_squares_are_brightened_only_up_to_the_limit() -> None:
    dark = np.full((2, 16, 16, 3), 10, np.uint8)
    gain = gain_for(dark, SETTINGS)
    assert gain == 20 > SETTINGS.max_gain
    assert (brightened(dark, gain, SETTINGS) == brightened(dark, SETTINGS.max_gain, SETTINGS)).all()
    assert brightened(dark, gain, SETTINGS).max() == 10 * SETTINGS.max_gain


def test_bright_squares_stay_as_they_are() -> None:
    bright = np.full((2, 16, 16, 3), 220, np.uint8)
    assert gain_for(bright, SETTINGS) == 1
    assert brightened(bright, 1, SETTINGS) is bright
