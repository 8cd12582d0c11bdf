"""Sums over measured doubts: what is wrong and named, what is right and named, and how true confidence is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.lab.metrics.flags import KingdomFlags, flag_totals, risk_by_coverage

SURE = KingdomFlags("1", "wood", True, True, False, 0.9, wrong=0, named=0, needless=1, asked=0)
WRONG = replace(SURE, confidence=0.2, wrong=5, named=4, needless=3)
CUT = replace(SURE, cut=True, confidence=0.4, needless=6)
MISSED = replace(SURE, found=False, confidence=0.0, needless=0)
GHOST = replace(SURE, laid=False, confidence=0.6, needless=0)


def test_wrong_places_count_where_they_are_named_and_right_readings_where_they_are_not_cut() -> None:
    sums = flag_totals([SURE, SURE, WRONG, CUT, MISSED])
    assert (sums.named.right, sums.named.of) == (4, 5)
    assert (sums.covered.right, sums.covered.of) == (0, 1)
    assert sums.needless == 1 and sums.right == 2


def test_a_reading_where_no_kingdom_lies_is_a_confident_mistake() -> None:
    assert flag_totals([GHOST]).calibration == pytest.approx(0.6)
    assert flag_totals([GHOST]).least_calibration == pytest.approx(2 * 0.6 * 0.4, abs=0.03)
    assert not GHOST.right and not MISSED.right and SURE.right


def test_nothing_measured_makes_no_figures() -> None:
    sums = flag_totals([])
    assert (sums.needless, sums.right, sums.calibration, str(sums.named)) == (0, 0, 0, "")


def test_risk_rises_as_less_confident_readings_are_believed() -> None:
    coverage, risk = risk_by_coverage([WRONG, SURE, MISSED, CUT, SURE])
    assert coverage.tolist() == [0.25, 0.5, 0.75]
    assert risk.tolist() == [0, 0, pytest.approx(1 / 3)]
