"""One frame of a camera: how sharp it is, and what a quick search finds in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.vision.common.arrays import Image
from scorer.vision.fusion.view import View
from scorer.vision.grid.board import Board
from scorer.vision.reader import Reader
from scorer.vision.scan.settings import ScanSettings
from scorer.vision.squares.exposure import picture_gain

_FAR = 4
"""Pixels of the halved picture between those that are compared with neighbours."""
_STRONGEST = 99.5
"""Percentile of the changes in a picture that its strongest edges have."""


@dataclass(frozen=True)
class Game:
    """The options of the game, where they are known: its box, whether Age of Giants is used, the size of the grid."""

    box: Box | None = None
    giants: bool = False
    size: int | None = None


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame and what was found in it.

    ``image`` uint8 BGR; ``sharpness`` 0…1; ``gain``: the factor that would make it bright; ``views``: what it shows of
    kingdoms, nothing if it was too blurred to be searched. ``followed``: it was searched only near the boards of the
    previous frame.
    """

    index: int
    seconds: float
    image: Image
    sharpness: float
    gain: float
    views: tuple[View, ...]
    blurred: bool
    followed: bool = False


def quick_reader(reader: Reader, settings: ScanSettings) -> Reader:
    """A reader of frames with the networks, detector and settings of another one: two small copies of each frame are
    searched, an oblique board once more."""
    usual = reader.settings
    quick = replace(
        usual,
        detector=replace(usual.detector, max_side=settings.detector_side, max_scales=2),
        board=replace(usual.board, first_max_side=settings.detector_side),
        oblique=replace(usual.oblique, max_passes=1, square_pixels=settings.square_pixels, margin=settings.margin),
        solve=replace(usual.solve, max_grids=settings.max_grids, max_alternatives=0),
    )
    return reader.with_settings(quick)


def fusing_reader(reader: Reader, settings: ScanSettings) -> Reader:
    """A reader with the networks, detector and settings of another one that combines the views of several frames."""
    usual = reader.settings
    solve = replace(usual.solve, max_seconds=settings.solve_seconds, max_grids=settings.max_fused_grids)
    # Frames from one side hide the same squares: together they would outweigh the frames that show them.
    fusion = replace(
        usual.fusion,
        hidden_weight=0.0,
        view_correlation=settings.view_correlation,
        temperature=settings.temperature,
        pooled_share_per_gain=settings.pooled_share_per_gain,
        missed_share=settings.missed_share,
        missed_share_per_gain=0.0,
    )
    return reader.with_settings(replace(usual, solve=solve, fusion=fusion))


def read_frame(
    reader: Reader,
    image: Image,
    index: int,
    seconds: float,
    game: Game,
    settings: ScanSettings,
    near: Sequence[Board] = (),
) -> Frame:
    """Read a frame, uint8 BGR, with a quick reader; a blurred one is not searched.

    If boards of the previous frame are given, it is first searched ``near`` them, and as a whole only if one of them is
    not found for certain.
    """
    sharp, gain = sharpness(image), picture_gain(image, reader.settings.squares.exposure)
    if sharp < settings.min_sharpness:
        return Frame(index, seconds, image, sharp, gain, (), blurred=True)
    size, box, giants = game.size, game.box, game.giants
    followed = reader.followed(image, index, near, size=size, box=box, giants=giants) if near else None
    views = reader.views(image, index, size=size, box=box, giants=giants) if followed is None else followed
    weight = float(np.interp(sharp, (settings.min_sharpness, settings.full_sharpness), (settings.min_weight, 1.0)))
    weighted = tuple(replace(view, weight=weight) for view in views)
    return Frame(index, seconds, image, sharp, gain, weighted, blurred=False, followed=followed is not None)


def sharpness(image: Image) -> float:
    """The sharpness of a picture, uint8 BGR, 0…1: how much its strongest edges change from pixel to pixel, as a share
    of how much they change over four pixels, along rows or columns, whichever is less. A blur leaves slopes: 1 / 4.

    The strongest edges, for the noise of a dark picture changes from pixel to pixel too.

    >>> edges = np.kron(np.indices((6, 6)).sum(axis=0) % 2, np.full((16, 16), 200)).astype(np.uint8)
    >>> round(sharpness(np.stack([edges] * 3, axis=2)), 2)
    1.0
    """
    green = image[..., 1].astype(np.int16)
    rows, columns = (length // 2 * 2 for length in green.shape)
    lines = green[:rows:2, :columns] + green[1:rows:2, :columns]
    half = lines[:, ::2] + lines[:, 1::2]
    return min(_fine_share(half), _fine_share(half.T)) if min(half.shape) > _FAR else 0.0


def _fine_share(values: NDArray[np.int16]) -> float:
    near, far = (_strongest(np.abs(values[:, step:] - values[:, :-step])) for step in (1, _FAR))
    return near / far if far else 0.0


def _strongest(changes: NDArray[np.int16]) -> float:
    """The percentile of the strongest changes, small integers: counted, which is faster than ``np.percentile``."""
    at = _STRONGEST / 100 * (changes.size - 1)
    low, high = np.searchsorted(np.bincount(changes.ravel()).cumsum(), [int(at), int(np.ceil(at))], side="right")
    return float(low + (high - low) * (at - int(at)))
