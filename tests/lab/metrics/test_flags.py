"""Totals of flags: recall, false flags and calibration."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.lab.metrics.flags import KingdomFlags, flag_totals, risk_by_coverage

SURE = KingdomFlags("1", "wood", True, True, False, 0.9, errors=0, flagged_errors=0, false_flags=1, asked=0)
WRONG = replace(SURE, confidence=0.2, errors=5, flagged_errors=4, false_flags=3)
CUT = replace(SURE, cut=True, confidence=0.4, false_flags=6)
MISSED = replace(SURE, found=False, confidence=0.0, false_flags=0)
GHOST = replace(SURE, laid=False, confidence=0.6, false_flags=0)


def test_recall_counts_errors_and_false_flags_count_in_right_readings_that_are_not_cut() -> None:
    sums = flag_totals([SURE, SURE, WRONG, CUT, MISSED])
    assert (sums.recall.right, sums.recall.of) == (4, 5)
    assert (sums.all_flagged.right, sums.all_flagged.of) == (0, 1)
    assert sums.false_flags == 1 and sums.right == 2


def test_a_reading_where_no_kingdom_lies_is_a_confident_mistake() -> None:
    assert flag_totals([GHOST]).calibration_error == pytest.approx(0.6)
    assert flag_totals([GHOST]).perfect_calibration_error == pytest.approx(2 * 0.6 * 0.4, abs=0.03)
    assert not GHOST.right and not MISSED.right and SURE.right


def test_nothing_measured_makes_no_figures() -> None:
    sums = flag_totals([])
    assert (sums.false_flags, sums.right, sums.calibration_error, str(sums.recall)) == (0, 0, 0, "")


def test_risk_rises_with_coverage() -> None:
    coverage, risk = risk_by_coverage([WRONG, SURE, MISSED, CUT, SURE])
    assert coverage.tolist() == [0.25, 0.5, 0.75]
    assert risk.tolist() == [0, 0, pytest.approx(1 / 3)]
