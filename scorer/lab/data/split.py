"""Which labelled squares a training is validated on: those of whole photos, never single squares."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from scorer.lab.data.squares import LabelledSquare

HELD = {"squares", "table", "aau", "photo", "town"}
"""Sources of photographs; scans and drawn squares are always trained with."""


def split(squares: Sequence[LabelledSquare], part: float) -> tuple[list[LabelledSquare], list[LabelledSquare]]:
    """Those to train with, and those of the last ``part`` (0…1) of every camera's photos in the order of their names.

    A run of photos often shows one kingdom: so that no kingdom is on both sides but where a run is split, whole ends
    are held out, not every n-th photo. A camera with one photo keeps it for training. With a part of 0 nothing is held.
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
