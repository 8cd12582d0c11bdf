"""The classifier of squares: on drawn tiles everywhere, on labelled ones where the data is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.art.draw import draw_cell
from scorer.lab.data.squares import labelled_squares
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.models import model_path
from scorer.vision.reader import default_reader
from scorer.vision.squares.rectify import PIXELS

classify = default_reader().squares.classify

DRAWN = [(index, variant) for face, index in FACE_INDEX.items() if face is not Place.EMPTY for variant in range(3)]


@pytest.fixture(scope="module")
def tiles() -> NDArray[np.uint8]:
    return np.stack([draw_cell(FACES[index], PIXELS, variant) for index, variant in DRAWN])


def test_no_squares_no_probabilities() -> None:
    assert classify(np.zeros((0, PIXELS, PIXELS, 3), np.uint8)).shape == (0, len(FACES))


def test_probabilities_sum_to_one(tiles: NDArray[np.uint8]) -> None:
    probabilities = classify(tiles)
    assert probabilities.shape == (len(tiles), len(FACES)) and probabilities.dtype == np.float32
    assert (probabilities >= 0).all() and np.allclose(probabilities.sum(axis=1), 1, atol=1e-4)


@pytest.mark.parametrize("turns", range(4))
def test_drawn_tiles_are_read_in_any_orientation(tiles: NDArray[np.uint8], turns: int) -> None:
    read = classify(np.rot90(tiles, turns, axes=(1, 2))).argmax(axis=1)
    wrong = [f"{FACES[i]} as {FACES[r]}" for (i, _), r in zip(DRAWN, read, strict=True) if i != r]
    assert len(wrong) <= len(DRAWN) // 30, wrong


def test_a_square_is_read_alike_alone_and_among_others(tiles: NDArray[np.uint8]) -> None:
    together = classify(tiles[:12])
    alone = np.concatenate([classify(tiles[i : i + 1]) for i in range(12)])
    assert np.allclose(together, alone, atol=1e-3)


def test_bare_table_is_not_classified_as_terrain() -> None:
    rng = np.random.default_rng(3)
    wood = np.clip(rng.normal([60, 100, 150], 6, (8, PIXELS, PIXELS, 3)), 0, 255).astype(np.uint8)
    assert (classify(wood).argmax(axis=1) == FACE_INDEX[Place.EMPTY]).all()


def test_the_models_are_small() -> None:
    folder = model_path("squares.onnx").parent
    assert sum(file.stat().st_size for file in folder.iterdir() if file.suffix == ".onnx") < 2e6


@pytest.mark.thorough
def test_labelled_squares_are_read(data: Path) -> None:
    squares = [square for square in labelled_squares(data) if square.source != "art"][::9]
    read = classify(np.stack([square.image for square in squares])).argmax(axis=1)
    right = read == np.array([square.face for square in squares])
    assert len(squares) > 500 and right.mean() >= 0.985
