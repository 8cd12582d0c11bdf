"""The charts drawn from what was measured."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.lab.metrics.flags import KingdomFlags
from scorer.lab.report.charts import (
    LeftOutSquares,
    at_temperature,
    confusion_chart,
    left_out_squares,
    main,
    reliability,
    reliability_chart,
    risk_coverage_chart,
)
from scorer.vision.common.faces import FACES

COUNT = len(FACES)


def kept(folder: Path, name: str = "left_out_made_up.npz") -> LeftOutSquares:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, COUNT, 400)
    logits = rng.normal(0, 1, (400, COUNT))
    logits[np.arange(400), truth] += 4
    probabilities = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    np.savez_compressed(folder / name, probabilities=probabilities.astype(np.float16), truth=truth)
    return LeftOutSquares("made_up", probabilities, truth)


def test_the_bins_of_a_reliability_diagram_hold_everything(tmp_path: Path) -> None:
    one = kept(tmp_path)
    bins = reliability(one.probabilities, one.truth)
    assert sum(one.right.of for one in bins) == 400
    assert sum(one.right.right for one in bins) == (one.probabilities.argmax(axis=1) == one.truth).sum()
    confidences = [one.confidence for one in bins]
    assert confidences == sorted(confidences)


def test_a_temperature_and_back_changes_nothing() -> None:
    probabilities = np.array([[0.7, 0.2, 0.1]])
    assert np.allclose(at_temperature(at_temperature(probabilities, 1.7), 1 / 1.7), probabilities)
    assert at_temperature(probabilities, 2.0)[0, 0] < 0.7 < at_temperature(probabilities, 0.5)[0, 0]


@pytest.mark.slow
def test_the_confusion_chart_shows_every_count_in_its_row_and_column(tmp_path: Path) -> None:
    one = kept(tmp_path)
    axes = confusion_chart(one).axes[0]
    shown = {
        (round(text.get_position()[1]), round(text.get_position()[0])): int(text.get_text())
        for text in axes.texts
        if text.get_visible()
    }
    assert shown == Counter(zip(one.truth.tolist(), one.probabilities.argmax(axis=1).tolist(), strict=True))
    assert [label.get_text() for label in axes.get_yticklabels()] == [str(face) for face in FACES]


def test_the_reliability_chart_has_a_curve_before_and_after_the_temperature(tmp_path: Path) -> None:
    one = kept(tmp_path)
    after, before = (reliability_chart(one, temperature).axes[0].lines for temperature in (1.0, 1.5))
    assert len(after) == 2 and len(before) == 3  # beside the line of what was promised
    assert np.array_equal(before[2].get_xydata(), after[1].get_xydata())
    bins = reliability(one.probabilities, one.truth)
    assert np.allclose(after[1].get_xydata(), [[one.confidence, one.right.part] for one in bins])


@pytest.mark.slow
def test_pictures_are_drawn_of_every_protocol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path)
    assert left_out_squares(tmp_path)[0].name == "made_up"
    assert main([str(tmp_path), str(tmp_path / "pictures")]) == 0
    names = capsys.readouterr().out.split()
    assert names == ["confusion_made_up.png", "reliability_made_up.png"]
    for name in names:
        picture = cv2.imread(str(tmp_path / "pictures" / name))
        assert picture is not None and min(picture.shape[:2]) > 400 and picture.std() > 10


def test_missing_results_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), str(tmp_path)]) == 2
    assert "left_out" in capsys.readouterr().err


def test_risk_by_coverage_is_drawn_from_the_surest_reading_on() -> None:
    sure = KingdomFlags("1", "wood", True, True, False, 0.9, errors=0, flagged_errors=0, false_flags=0, asked=0)
    wrong = KingdomFlags("2", "wood", True, True, False, 0.1, errors=3, flagged_errors=3, false_flags=0, asked=0)
    (line,) = risk_coverage_chart([wrong, sure]).axes[0].lines
    assert np.asarray(line.get_xydata()).tolist() == [[0.5, 0.0], [1.0, 0.5]]
