"""What a reading's doubt was worth: the value that is measured of every kingdom, and the sums over many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.lab.metrics.statistics import Share, calibration_error, least_calibration_error


@dataclass(frozen=True)
class KingdomFlags:
    """One kingdom that was read in a rendered photo, or one that lies wholly in it and was not found."""

    picture: str
    """The photo's seed."""
    kind: str
    """Its scenario."""
    laid: bool
    """Whether a kingdom lies there."""
    found: bool
    """Whether one was read there."""
    cut: bool
    """Whether it is said, or true, that the picture's edge cuts it: then it is not told whole."""
    confidence: float
    """What the reading says of itself, 0…1."""
    wrong: int
    """Places told wrong, those in missing rows and columns too."""
    named: int
    """How many of them lie on or beside a place that is named as doubtful."""
    needless: int
    """Places told right and named as doubtful, but for those that are asked for."""
    asked: int
    """Places asked for: behind the castle, and towns with a building on them."""

    @property
    def right(self) -> bool:
        """Whether everything that is told is right."""
        return self.laid and self.found and not self.wrong


@dataclass(frozen=True)
class FlagTotals:
    """The sums over some kingdoms that were read."""

    named: Share
    """Places told wrong that lie on or beside a named doubt."""
    covered: Share
    """Readings with something wrong, of which all of that is named."""
    needless: float
    """Needless doubts in a right reading that is not cut, on average."""
    right: int
    """How many such readings there are."""
    calibration: float
    """The expected calibration error of the confidence of readings that are not cut."""
    least_calibration: float
    """What it would be on average if that confidence were true: not 0, for the readings are few."""


def flag_totals(rows: Sequence[KingdomFlags]) -> FlagTotals:
    """The sums over some kingdoms; those that were not found, and readings where none lies, count for calibration
    alone, these as wrong."""
    read = [row for row in rows if row.laid and row.found]
    wrong = [row for row in read if row.wrong]
    right = [row for row in read if row.right and not row.cut]
    said = [row for row in rows if row.found and not row.cut]
    return FlagTotals(
        named=Share(sum(row.named for row in wrong), sum(row.wrong for row in wrong)),
        covered=Share(sum(row.named == row.wrong for row in wrong), len(wrong)),
        needless=sum(row.needless for row in right) / len(right) if right else 0.0,
        right=len(right),
        calibration=calibration_error(*_confidences(said)) if said else 0.0,
        least_calibration=least_calibration_error(_confidences(said)[0]) if said else 0.0,
    )


def risk_by_coverage(rows: Sequence[KingdomFlags]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Coverage and risk (n,), if only the readings of the most confident first, then of ever less, are believed.

    Coverage is the part of all whole kingdoms that is believed, risk the part of these that is wrong (El-Yaniv and
    Wiener, "On the foundations of noise-free selective classification", 2010).
    """
    whole = [row for row in rows if not row.cut]
    said, right = _confidences([row for row in whole if row.found])
    order = np.argsort(-said, kind="stable")
    count = np.arange(1, len(order) + 1)
    return count / max(sum(row.laid for row in whole), 1), np.cumsum(~right[order]) / count


def _confidences(rows: Sequence[KingdomFlags]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    return np.array([row.confidence for row in rows], np.float64), np.array([row.right for row in rows], np.bool_)
