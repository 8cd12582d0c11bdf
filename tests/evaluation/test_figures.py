"""The figures drawn from what was measured."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.evaluation.figures import Measured, confusion, main, measured, reliability, reliability_picture, warmer
from scorer.vision.squares.faces import FACES

COUNT = len(FACES)


def kept(folder: Path, name: str = "left_out_made_up.npz") -> Measured:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, COUNT, 400)
    logits = rng.normal(0, 1, (400, COUNT))
    logits[np.arange(400), truth] += 4
    chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    np.savez_compressed(folder / name, chances=chances.astype(np.float16), truth=truth)
    return Measured("made_up", chances, truth)


def test_a_confusion_table_counts_every_square_once(tmp_path: Path) -> None:
    one = kept(tmp_path)
    table = confusion(one.chances, one.truth)
    assert table.sum() == 400 and table.shape == (COUNT, COUNT)
    assert table.sum(axis=1).tolist() == np.bincount(one.truth, minlength=COUNT).tolist()
    assert np.trace(table) == (one.chances.argmax(axis=1) == one.truth).sum()


def test_the_bins_of_a_reliability_diagram_hold_everything(tmp_path: Path) -> None:
    one = kept(tmp_path)
    points = reliability(one.chances, one.truth)
    assert sum(count for _, _, count in points) == 400
    assert sum(round(right * count) for _, right, count in points) == np.trace(confusion(one.chances, one.truth))
    sure = [point[0] for point in points]
    assert sure == sorted(sure)


def test_a_temperature_and_back_changes_nothing() -> None:
    chances = np.array([[0.7, 0.2, 0.1]])
    assert np.allclose(warmer(warmer(chances, 1.7), 1 / 1.7), chances)
    assert warmer(chances, 2.0)[0, 0] < 0.7 < warmer(chances, 0.5)[0, 0]


def test_pictures_are_drawn_of_every_protocol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path)
    assert measured(tmp_path)[0].name == "made_up"
    assert main([str(tmp_path), str(tmp_path / "pictures")]) == 0
    names = capsys.readouterr().out.split()
    assert names == ["confusion_made_up.png", "reliability_made_up.png"]
    for name in names:
        picture = cv2.imread(str(tmp_path / "pictures" / name))
        assert picture is not None and min(picture.shape[:2]) > 400 and picture.std() > 10


def test_the_temperature_shows(tmp_path: Path) -> None:
    one = kept(tmp_path)
    assert not np.array_equal(reliability_picture(one, 1.0), reliability_picture(one, 1.5))


def test_nothing_measured_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), str(tmp_path)]) == 2
    assert "left_out" in capsys.readouterr().err
