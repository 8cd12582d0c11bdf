"""Which squares are trained with."""

from __future__ import annotations

from dataclasses import replace

from scorer.lab.data.drawn import drawn_squares
from scorer.lab.data.training import detector_squares


def test_whole_photos_are_kept_from_the_detector() -> None:
    squares = list(drawn_squares(1))
    photo = [replace(square, source="photo", camera="photo", photo="one") for square in squares]
    assert detector_squares([*squares, *photo]) == squares
