"""Every real town is judged by a network that did not see its photo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch

from scorer.lab.data.drawn import drawn_squares
from scorer.lab.data.squares import LabelledSquare
from scorer.lab.evaluate import left_out_towns as evaluation
from scorer.lab.evaluate.left_out_towns import LeftOutTown, left_out_towns
from scorer.lab.train.towns import towns

pytestmark = pytest.mark.torch


def test_network_that_judges_a_town_is_not_trained_on_its_photo(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn = list(drawn_squares(1))
    bare, built = (next(town for town in towns(drawn) if town.built == kind) for kind in (False, True))
    real = [replace(town, source="town", photo=photo) for photo in ("a.jpg", "b.jpg") for town in (bare, built)]
    seen: list[set[str]] = []

    def task(squares: list[LabelledSquare], *_: object) -> None:
        seen.append({square.photo for square in squares if square.source == "town"})

    def trained(*_: object) -> SimpleNamespace:
        return SimpleNamespace(net=lambda pictures: torch.tensor([[0.0, 100.0]]).repeat(len(pictures), 1))

    monkeypatch.setattr(evaluation, "TownsTask", task)
    monkeypatch.setattr(evaluation, "fit", trained)
    rows = list(left_out_towns([*drawn, *real], {}, tmp_path))
    assert seen == [{"b.jpg"}, {"a.jpg"}]
    assert rows == [LeftOutTown(photo, kind, 1.0) for photo in ("a.jpg", "b.jpg") for kind in (False, True)]
