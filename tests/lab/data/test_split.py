"""What a training is validated on was not trained with."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

from scorer.lab.data.split import split
from scorer.lab.data.squares import LabelledSquare

pytestmark = pytest.mark.torch

SQUARES = [
    LabelledSquare(np.zeros((64, 64, 3), np.uint8), face, source, camera, f"{camera}_{photo:02}")
    for source, camera, photos in (("squares", "kd", 30), ("squares", "IMG", 1), ("town", "q", 8), ("art", "a", 40))
    for photo in range(photos)
    for face in (0, 1, 2)
]


def test_whole_photos_at_the_end_of_every_cameras_are_held_out() -> None:
    kept, held = split(SQUARES, 0.05)
    assert {(square.source, square.photo) for square in held} == {
        ("squares", "kd_28"),
        ("squares", "kd_29"),
        ("town", "q_07"),
    }
    assert len(held) == 3 * 3 and len(kept) + len(held) == len(SQUARES)
    assert not {(s.source, s.photo) for s in held} & {(s.source, s.photo) for s in kept}


def test_nothing_is_held_out_by_default() -> None:
    assert split(SQUARES, 0) == (SQUARES, [])
