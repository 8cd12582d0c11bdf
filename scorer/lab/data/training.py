"""The squares that the networks are trained with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scorer.lab.data.drawn import drawn_squares
from scorer.lab.data.squares import LabelledSquare, labelled_squares


def training_squares(data: Path, *, misnamed: bool = False) -> list[LabelledSquare]:
    """All labelled squares of a data folder and the drawn ones."""
    return [*labelled_squares(data, misnamed=misnamed), *drawn_squares()]


def detector_squares(squares: Sequence[LabelledSquare]) -> list[LabelledSquare]:
    """The squares for the detector's rendered pictures: none from whole photos, so that those stay unseen."""
    return [square for square in squares if square.source != "photo"]
