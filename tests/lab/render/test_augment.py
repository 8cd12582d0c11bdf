"""What is done to training pictures."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from scorer.lab.render.augment import SquareSettings, bend_square, occlude, relight
from scorer.vision.common.arrays import Image

STILL = SquareSettings(shift=0, scale=(1, 1), turn=0, perspective=0, gap=0)


def picture() -> Image:
    rows, columns = np.indices((48, 48))
    return np.stack([rows * 5, columns * 5, rows + columns], 2).astype(np.uint8)


def plain(*colour: int) -> Image:
    return np.full((48, 48, 3), colour, np.uint8)


AROUND = [plain(255, 0, 0), plain(0, 255, 0), plain(0, 0, 255), plain(255, 255, 0)]


@pytest.mark.parametrize(
    "change",
    [
        relight,
        occlude,
        lambda image, rng: bend_square(image, AROUND, 48, rng, SquareSettings()),
    ],
    ids=["relight", "occlude", "bend"],
)
def test_pictures_keep_their_kind_and_follow_the_seed(change: Callable[[Image, np.random.Generator], Image]) -> None:
    before = picture()
    results = [change(before, np.random.default_rng(seed)) for seed in (1, 1, 2, 3, 4)]
    assert all(result.shape == (48, 48, 3) and result.dtype == np.uint8 for result in results)
    assert np.array_equal(results[0], results[1])
    assert any(not np.array_equal(results[0], other) for other in results[2:])
    assert np.array_equal(before, picture())


def test_no_strength_no_change() -> None:
    assert np.array_equal(relight(picture(), np.random.default_rng(5), 0), picture())


def test_more_strength_changes_more() -> None:
    def change(strength: float) -> float:
        return float(
            np.mean(
                [
                    np.abs(relight(picture(), np.random.default_rng(seed), strength).astype(int) - picture()).mean()
                    for seed in range(40)
                ]
            )
        )

    assert 0 < change(0.2) < change(1.0)


def test_a_square_that_is_not_bent_is_only_turned_by_quarters() -> None:
    turns = set()
    for seed in range(20):
        bent = bend_square(picture(), AROUND, 48, np.random.default_rng(seed), STILL)
        away = [np.abs(np.rot90(picture(), k)[2:-2, 2:-2].astype(int) - bent[2:-2, 2:-2]).mean() for k in range(4)]
        assert min(away) < 6  # half a pixel
        turns.add(int(np.argmin(away)))
    assert turns == {0, 1, 2, 3}


def test_neighbours_show_at_the_edges_of_a_shifted_square() -> None:
    settings = SquareSettings(shift=0, scale=(1.3, 1.3), turn=0, perspective=0, gap=0)
    bent = bend_square(plain(9, 9, 9), AROUND, 48, np.random.default_rng(1), settings)
    edges = {tuple(int(v > 128) for v in bent[y, x]) for y, x in ((1, 24), (46, 24), (24, 1), (24, 46))}
    assert edges == {(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0)}
    assert bent[24, 24].tolist() == [9, 9, 9]


def test_object_covers_the_edge_but_not_the_whole_square() -> None:
    shares = []
    for seed in range(40):
        shown = occlude(plain(120, 60, 200), np.random.default_rng(seed))
        shares.append(float((shown != [120, 60, 200]).any(axis=2).mean()))
    assert np.median(shares) > 0.01 and max(shares) < 0.5
