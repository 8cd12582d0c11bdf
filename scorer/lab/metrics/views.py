"""Results of kingdoms read from several views: pairs of photos, and the frames of a video."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OPPOSITE, NEAR, OTHER, NEARLY_SAME = "90° or more", "less than 90°", "another kingdom", "three dominoes differ"
KINDS: Final = (OPPOSITE, NEAR, OTHER, NEARLY_SAME)
"""Kinds of rendered pairs."""

BOARDS: Final = "photographed boards"
SAME: Final = (OPPOSITE, NEAR, BOARDS)
"""Kinds of pairs that show one kingdom; the photos of all others must not be merged."""


@dataclass(frozen=True)
class PairRow:
    """One pair of photos. Counts are of squares; ``first`` and ``second`` are the faults of each photo read alone."""

    seed: int
    kind: str
    apart: float
    first: str
    second: str
    merged: bool
    """Whether the two photos were read as one kingdom."""
    fault: str
    """The fault of the merged reading; empty if there is none."""
    squares: int
    wrong: int
    wrong_flagged: int
    flagged: int
    single_flagged: int
    """Flagged squares of the first photo read alone."""
    seconds: float
    single_seconds: float
    """Total time of the two single readings."""


@dataclass(frozen=True)
class ScanRow:
    """One video. ``exact``: at the end everything was right; of a kingdom that is never whole, all that was visible.

    ``wrong`` and ``unflagged`` count squares read wrong, and those of them without a flag.
    """

    seed: int
    kind: str
    ended: bool
    """Whether the scan ended by itself."""
    seconds: float
    """Of the video, until then or until its end."""
    frames: int
    blurred: int
    """Frames that were skipped."""
    exact: bool
    fault: str
    """The first fault; empty where nothing was wrong."""
    wrong: int
    unflagged: int
    flagged: int
    singles: int
    """Frames that were read alone: all that were not skipped."""
    single_exact: int
    """How many of them were read without a mistake, each alone."""
    best_exact: bool
    """Whether the one with the best views was read without a mistake, alone."""

    @property
    def false_ending(self) -> bool:
        """Whether the scan ended by itself with something wrong."""
        return self.ended and not self.exact
