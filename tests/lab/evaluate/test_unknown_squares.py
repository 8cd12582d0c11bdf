"""A thing is laid on a square, and what is read of it and of the others is counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scorer.lab.evaluate.unknown_squares import SCENARIOS, THINGS, covered, rows_of, thing


@pytest.mark.parametrize("kind", THINGS)
def test_covering_object_has_the_size_of_a_training_square(data: Path, kind: str) -> None:
    assert thing(data, kind, np.random.default_rng(1)).shape == (64, 64, 3)


def test_picture_changes_only_under_the_covering_object() -> None:
    image = np.zeros((80, 90, 3), np.uint8)
    quad = np.array([[20, 10], [60, 10], [60, 50], [20, 50]], np.float32)
    laid = covered(image, quad, np.full((64, 64, 3), 200, np.uint8))
    assert laid[15:45, 25:55].min() == 200
    assert not laid[:8].any() and not laid[52:].any() and not laid[:, :18].any() and not laid[:, 62:].any()
    assert not image.any()


@pytest.mark.nightly
@pytest.mark.slow
def test_every_scenario_has_a_row_for_every_photo(data: Path) -> None:
    rows = list(rows_of(data, 1, 77))
    assert [row.kind for row in rows] == [scenario.name for scenario in SCENARIOS]
    assert all(row.found and row.read for row in rows)
