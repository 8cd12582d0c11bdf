"""Splits labelled squares into those to train with and those to validate on, by whole photos."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from scorer.lab.data.squares import LabelledSquare

HELD = {"squares", "table", "aau", "photo", "town"}
"""Sources of photographs; scans and drawn squares are always trained with."""


def split(squares: Sequence[LabelledSquare], part: float) -> tuple[list[LabelledSquare], list[LabelledSquare]]:
    """The squares to train with, and those to validate on: the last ``part`` (0…1) of every camera's photos by name.

    Consecutive photos often show one kingdom. Whole ends are held out, not every n-th photo, so that a kingdom is on
    both sides only where a run is split. A camera with one photo keeps it for training. With a ``part`` of 0, nothing
    is held out.
    """
    photos: dict[tuple[str, str], set[str]] = defaultdict(set)
    for square in squares:
        if square.source in HELD:
            photos[square.source, square.camera].add(square.photo)
    held: set[tuple[str, str, str]] = set()
    for (source, camera), names in photos.items():
        count = min(len(names) - 1, math.ceil(part * len(names)))
        held |= {(source, camera, name) for name in sorted(names)[len(names) - count :]}
    kept: tuple[list[LabelledSquare], list[LabelledSquare]] = ([], [])
    for square in squares:
        kept[(square.source, square.camera, square.photo) in held].append(square)
    return kept
