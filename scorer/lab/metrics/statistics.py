"""Shares with their confidence intervals, and calibration errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Share:
    """A count out of a total. As text: the count, the percentage and its interval.

    100 % is written only if all are right; the text is empty if the total is 0.

    >>> [str(share) for share in (Share(39, 39), Share(0, 5), Share(29999, 30000), Share(0, 0))]
    ['39/39 · 100 % (91–100)', '0/5 · 0 % (0–43.4)', '29999/30000 · 99.99 % (100–100)', '']
    """

    right: int
    of: int

    @property
    def part(self) -> float:
        """The share, 0…1; 0 if the total is 0."""
        return self.right / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share by Wilson's method, 0…1; 0 to 1 if the total is 0.

        >>> tuple(round(end, 3) for end in Share(39, 39).interval)
        (0.91, 1.0)
        """
        if not self.of:
            return 0.0, 1.0
        from scipy.stats import binomtest  # takes a second to import, which other uses of this module need not spend

        ends = binomtest(self.right, self.of).proportion_ci(confidence_level=0.95, method="wilson")
        return float(ends.low), float(ends.high)

    def __str__(self) -> str:
        if not self.of:
            return ""
        low, high = (100 * end for end in self.interval)
        per_cent = 100.0 if self.right == self.of else min(99.99, 100 * self.part)
        return f"{self.right}/{self.of} · {per_cent:.4g} % ({low:.3g}–{high:.3g})"


def calibration_error(confidences: NDArray[np.floating], right: NDArray[np.bool_], bins: int = 15) -> float:
    """The expected calibration error of confidences (n,), 0…1, given which of them were right (n,).

    The mean gap between confidence and accuracy over ``bins`` bins of equal width, weighted by their sizes (Guo et al.,
    "On calibration of modern neural networks", 2017).

    >>> calibration_error(np.array([0.9, 0.9]), np.array([True, False]))
    0.4
    """
    bin_of = np.minimum((confidences * bins).astype(int), bins - 1)
    gaps = np.bincount(bin_of, weights=confidences - right, minlength=bins)
    return float(np.abs(gaps).sum() / len(confidences))


def perfect_calibration_error(confidences: NDArray[np.floating], draws: int = 1000) -> float:
    """The mean calibration error if these confidences (n,), 0…1, were perfectly calibrated: larger for fewer of them.

    Simulated ``draws`` times with a fixed seed.

    >>> perfect_calibration_error(np.array([1.0, 1.0])), round(perfect_calibration_error(np.full(100, 0.5)), 2)
    (0.0, 0.04)
    """
    rng = np.random.default_rng(0)
    errors = [calibration_error(confidences, rng.random(len(confidences)) < confidences) for _ in range(draws)]
    return float(np.mean(errors))
