"""Finds how the grid of one view lies on the grid of another: turned by quarters, shifted by rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.fusion.view import View
from scorer.vision.settings import FusionSettings

Floats = NDArray[np.float64]

_TABLE = FACE_INDEX[Place.EMPTY]


@dataclass(frozen=True)
class Alignment:
    """How a view lies on another one: place (r, c) of the view, after ``turns`` quarter turns counter-clockwise, is
    place (r + ``row``, c + ``column``) of the other.

    ``score``: the logarithm of how much more probable both views are if they show the same kingdom like this than if
    they show different ones. ``margin``: how much the score exceeds that of every other alignment. ``conflicts``: the
    number of places that both views read without a flag, and differently. ``disagreement``: about how many places both
    views would see clearly, by appearance alone, and differently if both were bright.
    """

    turns: int
    row: int
    column: int
    score: float
    margin: float
    conflicts: int
    disagreement: float


def align(view: View, to: View, settings: FusionSettings) -> Alignment:
    """The best alignment of a ``view`` with another one."""
    base, other = (mixed(one.places.faces, uniform_share(one, settings)) for one in (to, view))
    common = (base.mean(axis=(0, 1)) + other.mean(axis=(0, 1))) / 2
    ranked: list[tuple[float, int, int, int]] = []
    for turns in range(4):
        turned = np.rot90(other, turns)
        scores, offsets = _scores(base, turned, common)
        for index in np.argsort(-scores)[:2]:
            row, column = (int(value) for value in offsets[index])
            ranked.append((float(scores[index]), turns, row, column))
    ranked.sort(reverse=True)
    score, turns, row, column = ranked[0]
    conflicts = _conflicts(view, to, turns, row, column)
    shares = [_clear_share(one, settings) for one in (to, view)]
    clear, clear_there = (
        mixed(with_missed_squares(one.places.faces, one.evidence.gain, settings), share)
        for one, share in zip((to, view), shares, strict=True)
    )
    disagreement = _disagreement(clear, np.rot90(clear_there, turns), row, column) / (1 - max(shares))
    return Alignment(turns, row, column, score, score - ranked[1][0], conflicts, disagreement)


def uniform_share(view: View, settings: FusionSettings) -> float:
    """The share of a view's probabilities that is spread evenly over all faces: larger in a dark view, where
    brightening amplifies the noise."""
    excess = max(0.0, view.evidence.gain - settings.noisy_gain)
    return min(settings.uniform_share + settings.share_per_gain * excess, settings.max_uniform_share)


def _clear_share(view: View, settings: FusionSettings) -> float:
    """The same where views are tested for different squares. Denoising leaves less noise, and three dominoes that
    differ must stay visible in the darkest photo."""
    if not view.faint:
        return uniform_share(view, settings)
    return settings.uniform_share + settings.faint_share_per_gain * max(0.0, view.evidence.gain - settings.noisy_gain)


def mixed(faces: NDArray[np.float32] | Floats, share: float | Floats) -> Floats:
    """Probabilities (…, faces) with a uniform share, so that one misread place does not outweigh all others."""
    return np.asarray((1 - share) * faces + share / faces.shape[-1], np.float64)


def with_missed_squares(
    faces: NDArray[np.float32], gains: float | Floats, settings: FusionSettings
) -> NDArray[np.float32] | Floats:
    """Probabilities (…, faces) where bare table may be a square that the view misses, more often in the dark.

    ``gains``: the gains that would make the views' squares bright, of a shape that broadcasts to that of the places.

    >>> faces = np.zeros((1, 1, len(FACES)), np.float32)
    >>> faces[..., _TABLE] = 1
    >>> float(with_missed_squares(faces, 1.0, FusionSettings(missed_share=0.25))[0, 0, _TABLE])
    0.75
    """
    excess = np.maximum(0.0, np.asarray(gains) - settings.noisy_gain)
    missed = np.minimum(settings.missed_share + settings.missed_share_per_gain * excess, settings.max_missed_share)
    moved = missed * faces[..., _TABLE]
    spread = faces + moved[..., None] / (len(FACES) - 1)
    spread[..., _TABLE] = faces[..., _TABLE] - moved
    return np.asarray(spread)


def _scores(base: Floats, other: Floats, common: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """The score of each shift (n,) and the shifts (n, 2) themselves; places outside either view count nothing."""
    faces = base.shape[2]
    same = np.log((base.reshape(-1, faces) / common) @ other.reshape(-1, faces).T)
    at_base = np.indices(base.shape[:2]).reshape(2, -1)
    at_other = np.indices(other.shape[:2]).reshape(2, -1)
    rows = at_base[0][:, None] - at_other[0] + other.shape[0] - 1
    columns = at_base[1][:, None] - at_other[1] + other.shape[1] - 1
    width = base.shape[1] + other.shape[1] - 1
    height = base.shape[0] + other.shape[0] - 1
    scores = np.bincount((rows * width + columns).ravel(), same.ravel(), height * width)
    shifts = np.indices((height, width)).reshape(2, -1).T - [other.shape[0] - 1, other.shape[1] - 1]
    return np.asarray(scores, np.float64), np.asarray(shifts, np.intp)


def _overlap(ours: NDArray[Any], theirs: NDArray[Any], row: int, column: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The parts of two arrays that cover the same places; ``theirs`` begins at this row and column of ``ours``."""
    top, left = max(row, 0), max(column, 0)
    bottom, right = min(ours.shape[0], row + theirs.shape[0]), min(ours.shape[1], column + theirs.shape[1])
    return ours[top:bottom, left:right], theirs[top - row : bottom - row, left - column : right - column]


def _disagreement(base: Floats, other: Floats, row: int, column: int) -> float:
    """About how many places both views see clearly and differently; ``other`` is turned onto ``base`` already."""
    ours, theirs = _overlap(base, other, row, column)
    clear, clear_there = ours.max(axis=2), theirs.max(axis=2)
    agreement = np.minimum(1, (ours * theirs).sum(axis=2) / (clear * clear_there))
    return float((np.minimum(clear, clear_there) * (1 - agreement)).sum())


def _conflicts(view: View, to: View, turns: int, row: int, column: int) -> int:
    """The number of places that both views read without a flag, and differently."""
    cells, cells_there = _overlap(to.cells, np.rot90(view.cells, turns), row, column)
    certain, certain_there = _overlap(to.certain, np.rot90(view.certain, turns), row, column)
    return int((certain & certain_there & (cells != cells_there)).sum())
