"""How well flags find errors: one row for each kingdom, and totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.lab.metrics.statistics import Share, calibration_error, perfect_calibration_error


@dataclass(frozen=True)
class KingdomFlags:
    """A kingdom that was read in a rendered photo, or a complete one that was not found."""

    picture: str
    """The photo's seed."""
    kind: str
    """Name of its scenario."""
    laid: bool
    """Whether a kingdom lies there."""
    found: bool
    """Whether a kingdom was read there."""
    cut: bool
    """Whether the picture's edge cuts it, by the reading or in truth."""
    confidence: float
    """The reading's confidence, 0…1."""
    errors: int
    """Places read wrong, those in missing rows and columns included."""
    flagged_errors: int
    """Number of them that are flagged or touch a flagged place."""
    false_flags: int
    """Flagged places that were read right, without those that the reading asks for."""
    asked: int
    """Places that the reading asks for: behind the castle, and towns with a building."""

    @property
    def right(self) -> bool:
        """Whether a kingdom lies there and was read without an error."""
        return self.laid and self.found and not self.errors


@dataclass(frozen=True)
class FlagTotals:
    """The totals of some kingdoms."""

    recall: Share
    """Flagged errors among all errors."""
    all_flagged: Share
    """Readings with every error flagged, among readings with errors."""
    false_flags: float
    """Mean number of false flags in a right reading that is not cut."""
    right: int
    """Number of right readings that are not cut."""
    calibration_error: float
    """Expected calibration error of the confidence of readings that are not cut."""
    perfect_calibration_error: float
    """The mean calibration error of as many perfectly calibrated confidences; above 0 because readings are few."""


def flag_totals(rows: Sequence[KingdomFlags]) -> FlagTotals:
    """The totals of some kingdoms. The calibration error includes readings where no kingdom lies, as errors."""
    read = [row for row in rows if row.laid and row.found]
    wrong = [row for row in read if row.errors]
    right = [row for row in read if row.right and not row.cut]
    whole = [row for row in rows if row.found and not row.cut]
    return FlagTotals(
        recall=Share(sum(row.flagged_errors for row in wrong), sum(row.errors for row in wrong)),
        all_flagged=Share(sum(row.flagged_errors == row.errors for row in wrong), len(wrong)),
        false_flags=sum(row.false_flags for row in right) / len(right) if right else 0.0,
        right=len(right),
        calibration_error=calibration_error(*_confidences(whole)) if whole else 0.0,
        perfect_calibration_error=perfect_calibration_error(_confidences(whole)[0]) if whole else 0.0,
    )


def risk_by_coverage(rows: Sequence[KingdomFlags]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Coverage and risk (n,) if only the n most confident readings are accepted, for growing n.

    Coverage is the accepted share of all complete kingdoms, risk the wrong share of the accepted ones (El-Yaniv and
    Wiener, "On the foundations of noise-free selective classification", 2010).
    """
    whole = [row for row in rows if not row.cut]
    confidences, right = _confidences([row for row in whole if row.found])
    order = np.argsort(-confidences, kind="stable")
    count = np.arange(1, len(order) + 1)
    return count / max(sum(row.laid for row in whole), 1), np.cumsum(~right[order]) / count


def _confidences(rows: Sequence[KingdomFlags]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    return np.array([row.confidence for row in rows], np.float64), np.array([row.right for row in rows], np.bool_)
