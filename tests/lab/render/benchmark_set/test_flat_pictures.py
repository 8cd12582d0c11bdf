"""Screenshots, printed pages and mosaics show the kingdoms that their truth says, where it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from scorer.lab.render.benchmark_set.flat_pictures import (
    RESOLUTIONS,
    mosaic,
    mosaics,
    page_of_dominoes,
    printed_page,
    screenshot,
)
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.pools import Pool, drawn_pool
from scorer.lab.render.render import LaidKingdom
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACES
from scorer.vision.models import Models
from scorer.vision.settings import SquareSettings
from scorer.vision.squares.rectify import cut_squares
from scorer.vision.squares.square_reader import SquareReader

Make = Callable[[int, Sequence[Pool], Sequence[Image]], SampleImage]


@cache
def pools() -> Sequence[Pool]:
    """The squares that the project draws."""
    return (drawn_pool(),)


def agreement(kingdoms: Sequence[LaidKingdom], image: Image) -> float:
    """The share of squares whose most probable face is the true one."""
    models = Models.shipped()
    reader = SquareReader(models.squares, models.towns, SquareSettings())
    right = []
    for laid in kingdoms:
        places = list(laid.layout.cells)
        quads = np.array([laid.quads[place] for place in places], np.float32)
        seen = reader.classify(cut_squares(image, quads)).argmax(axis=1)
        right += [FACES[face] == laid.layout.cells[at] for face, at in zip(seen, places, strict=True)]
    return float(np.mean(right))


@pytest.mark.parametrize(("make", "count"), [(screenshot, 2), pytest.param(printed_page, 4, marks=pytest.mark.nightly)])
def test_every_kingdom_lies_where_the_truth_says(make: Make, count: int) -> None:
    sample = make(5, pools(), ())
    assert len(sample.render.kingdoms) == len(sample.kingdoms) == count
    assert agreement(sample.render.kingdoms, sample.render.image) > 0.95


@pytest.mark.parametrize("pixels", RESOLUTIONS)
def test_a_mosaic_has_squares_of_the_given_size(pixels: int) -> None:
    sample = mosaic(3, pools(), (), pixels, quality=75)
    (laid,) = sample.render.kingdoms
    kingdom = laid.layout.kingdom
    assert sample.render.image.shape == (kingdom.height * pixels, kingdom.width * pixels, 3)
    assert np.allclose(laid.corners()[2], [kingdom.width * pixels, kingdom.height * pixels], atol=0.1)
    assert agreement([laid], sample.render.image) > 0.8


@pytest.mark.slow
def test_a_page_of_dominoes_shows_no_kingdom() -> None:
    first, again, other = (page_of_dominoes(seed, pools(), ()) for seed in (1, 1, 2))
    assert first.render.kingdoms == ()
    assert np.array_equal(first.render.image, again.render.image)
    assert first.render.image.shape != other.render.image.shape or (first.render.image != other.render.image).any()


@pytest.mark.nightly
def test_mosaics_of_a_data_folder_have_every_resolution(data: Path) -> None:
    assert [sample.scenario for sample in mosaics(data, 1, seed=9)] == [
        f"mosaic, {pixels} px" for pixels in RESOLUTIONS
    ]
