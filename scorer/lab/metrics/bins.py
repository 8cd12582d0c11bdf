"""Places of readings, counted by their probability."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlaceBin:
    """The places of a kind of picture with probabilities from ``low`` to below ``high``."""

    kind: str
    low: float
    high: float
    places: int
    probability: float
    """Their mean probability."""
    right: int
