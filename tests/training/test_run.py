"""Training, as far as it can be tested in seconds: batches, targets, export. Only this needs PyTorch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[train]')")

from scorer.datasets.drawn import drawn_squares
from scorer.synthesis.pools import drawn_pool
from scorer.training import detector as train_detector
from scorer.training import squares as train_squares
from scorer.training import towns as train_towns
from scorer.training.run import DETECTOR, SQUARES, detector_squares, run, save
from scorer.vision import models
from scorer.vision.models import Models
from scorer.vision.reader import Reader
from scorer.vision.squares.faces import FACES

pytestmark = pytest.mark.torch


def test_without_data_nothing_is_trained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path) == 2
    assert "squares/ is missing" in capsys.readouterr().err


def test_whole_photos_are_kept_from_the_finder() -> None:
    squares = list(drawn_squares(1))
    photo = [type(s)(s.image, s.face, "photo", "photo", "one") for s in squares]
    assert detector_squares([*squares, *photo]) == squares


def test_a_batch_of_squares_is_what_the_network_takes() -> None:
    squares = list(drawn_squares(1))
    pictures, faces = train_squares.batch(squares, (), np.array([3, 0, 7, 3]), np.random.default_rng(1))
    assert tuple(pictures.shape) == (4, 3, 64, 64)
    assert float(pictures.min()) >= 0 and float(pictures.max()) <= 1
    assert faces.tolist() == [squares[i].face for i in (3, 0, 7, 3)]


def test_training_a_moment_gives_a_network_that_the_reader_can_run(tmp_path: Path) -> None:
    net = train_squares.train(list(drawn_squares(1)), (), 3)
    digest = save(net, tmp_path / SQUARES)
    assert len(digest) == 64
    reader = Reader(Models.from_folder(tmp_path))
    chances = reader.squares.classify(np.zeros((3, 64, 64, 3), np.uint8))
    assert chances.shape == (3, len(FACES)) and np.allclose(chances.sum(axis=1), 1, atol=1e-4)


def test_what_tells_built_towns_starts_from_the_square_classifier() -> None:
    squares = list(drawn_squares(2))
    assert {square.built for square in train_towns.towns(squares)} == {False, True}
    net = train_towns.train(squares, 2, train_towns.started(squares), size=4)
    pictures = train_squares.batch(squares, (), np.array([0, 1, 2]), np.random.default_rng(1))[0]
    assert tuple(net(pictures).shape) == (3, 2)


def test_the_finder_trains_on_rendered_photos(tmp_path: Path) -> None:
    table = [np.full((64, 64, 3), 100, np.uint8)]
    net = train_detector.train([drawn_pool(pixels=32)], table, 3)
    save(net, tmp_path / DETECTOR)
    assert models.model_path(DETECTOR).stat().st_size == pytest.approx((tmp_path / DETECTOR).stat().st_size, rel=0.05)
