"""The task of the square classifier."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch

from scorer.lab.data.drawn import drawn_squares
from scorer.lab.train.engine import weights_of
from scorer.lab.train.schedule import Schedule
from scorer.lab.train.squares import SquaresSettings, SquaresTask, as_inputs
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES

pytestmark = pytest.mark.torch

SQUARES = list(drawn_squares(1))
SETTINGS = SquaresSettings(Schedule(steps=5, batch=64, rate=1e-3))


def test_batch_fits_the_network_and_depends_only_on_its_step() -> None:
    task = SquaresTask(SQUARES, (), SETTINGS)
    pictures, faces = task.batch(3)
    assert tuple(pictures.shape) == (64, 3, 64, 64) and pictures.dtype == torch.float32
    assert float(pictures.min()) >= 0 and float(pictures.max()) <= 1
    assert tuple(task.network()(pictures).shape) == (64, len(FACES))
    again, same_faces = task.batch(3)
    assert torch.equal(pictures, again) and torch.equal(faces, same_faces)
    assert not torch.equal(faces, task.batch(4)[1])


def test_a_face_of_one_picture_is_drawn_nearly_as_often_as_one_of_many() -> None:
    many = [SQUARES[0]] * 60 + [SQUARES[5]]
    faces = torch.cat([SquaresTask(many, (), SETTINGS).batch(step)[1] for step in range(3)])
    share = (faces == SQUARES[5].face).float().mean().item()
    assert 0.08 < share < 0.3  # 60 ** -0.4 to one, instead of 60 to one


def test_castle_square_keeps_its_face_under_any_object() -> None:
    castles = [square for square in SQUARES if square.face == FACE_INDEX[Place.CASTLE]]
    assert set(SquaresTask(castles, (), SETTINGS).batch(0)[1].tolist()) == {FACE_INDEX[Place.CASTLE]}


def test_training_starts_from_given_weights() -> None:
    start = weights_of(SquaresTask(SQUARES, ()).network())
    started = weights_of(SquaresTask(SQUARES, (), start=start).network())
    assert all(torch.equal(started[name], values) for name, values in start.items())


def test_without_photos_there_is_nothing_to_validate_on() -> None:
    task = SquaresTask(SQUARES, (), SETTINGS)
    assert task.validate(task.network()) == {}


def test_validation_squares_are_neither_augmented_nor_trained_on() -> None:
    photos = [type(s)(s.image, s.face, "squares", "kd", f"kd{number % 4}") for number, s in enumerate(SQUARES)]
    task = SquaresTask(photos, (), SETTINGS)
    assert {square.photo for square in task.held} == {"kd3"} and not {s.photo for s in task.squares} & {"kd3"}
    always_wheat = torch.nn.Module()
    always_wheat.forward = lambda pictures: torch.eye(len(FACES))[[0] * len(pictures)]
    figures = task.validate(always_wheat)
    assert figures["pictures"] == len(task.held)
    assert figures["accuracy"] == pytest.approx(np.mean([square.face == 0 for square in task.held]))


def test_pictures_become_inputs() -> None:
    picture = np.zeros((4, 5, 3), np.uint8)
    picture[1, 2] = (255, 51, 0)
    inputs = as_inputs([picture, picture])
    assert tuple(inputs.shape) == (2, 3, 4, 5)
    assert inputs[1, :, 1, 2].tolist() == pytest.approx([1, 0.2, 0])
