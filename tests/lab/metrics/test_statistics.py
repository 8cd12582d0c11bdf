"""Shares, their intervals, and how well probabilities keep what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lab.metrics.statistics import Share, calibration_error, perfect_calibration_error


def test_intervals_are_wilsons() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)
    low, high = Share(90, 100).interval
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert Share(0, 10).interval[0] == pytest.approx(0, abs=1e-9)


def test_rounded_percentage_is_100_only_if_all_are_right() -> None:
    assert str(Share(38, 39)).startswith("38/39 · 97.44 %")
    assert "99.99 %" in str(Share(299_999, 300_000)) and "100 %" in str(Share(300_000, 300_000))
    assert str(Share(0, 0)) == "" and Share(0, 0).part == 0


def test_calibrated_probabilities_have_no_calibration_error() -> None:
    said = np.repeat([0.75, 0.25], 4)
    right = np.array([1, 1, 1, 0, 1, 0, 0, 0], bool)
    assert calibration_error(said, right) == pytest.approx(0)
    assert calibration_error(said, np.ones(8, bool)) == pytest.approx((0.25 + 0.75) / 2)
    assert calibration_error(np.ones(3), np.zeros(3, bool)) == 1


def test_expected_calibration_error_shrinks_with_the_sample() -> None:
    few, many = (perfect_calibration_error(np.full(count, 0.7)) for count in (20, 2000))
    assert 0 < many < few / 5
    assert few == perfect_calibration_error(np.full(20, 0.7))
