"""The task that tells built towns from bare ones."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch

from scorer.lab.data.drawn import drawn_squares
from scorer.lab.train.engine import weights_of
from scorer.lab.train.nets import SquareNet
from scorer.lab.train.schedule import Schedule
from scorer.lab.train.towns import TownsSettings, TownsTask, towns

pytestmark = pytest.mark.torch

SQUARES = list(drawn_squares(2))
SETTINGS = TownsSettings(Schedule(steps=2, batch=16, rate=1e-3))


def test_it_starts_from_the_square_classifier_but_for_its_head() -> None:
    start = weights_of(SquareNet())
    started = weights_of(TownsTask(SQUARES, start, SETTINGS).network())
    assert tuple(started["head.weight"].shape) == (2, 320)
    assert all(torch.equal(started[name], start[name]) for name in start if not name.startswith("head."))


def test_training_continues_from_its_own_weights_with_their_head() -> None:
    start = weights_of(SquareNet(classes=2))
    started = weights_of(TownsTask(SQUARES, start, SETTINGS).network())
    assert all(torch.equal(started[name], values) for name, values in start.items())


def test_a_batch_shows_bare_and_built_towns() -> None:
    assert {square.built for square in towns(SQUARES)} == {False, True}
    task = TownsTask(SQUARES, weights_of(SquareNet()), SETTINGS)
    pictures, built = task.batch(0)
    assert tuple(pictures.shape) == (16, 3, 64, 64) and set(built.tolist()) == {0, 1}
    assert tuple(task.network()(pictures).shape) == (16, 2)


def test_held_out_towns_are_validated_on_in_every_turn() -> None:
    photos = [type(s)(s.image, s.face, "town", "q", f"q{i % 8}", built=s.built) for i, s in enumerate(SQUARES)]
    task = TownsTask([*SQUARES, *photos], weights_of(SquareNet()), SETTINGS)
    assert task.held and {town.photo for town in task.held} == {"q7"}
    assert task.validate(task.network().eval())["pictures"] == 4 * len(task.held)
