"""The target map of the detector's network for a picture, and its loss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scorer.lab.render.scene import Points
from scorer.vision.detect.network import STRIDE

SPREAD = 0.25
"""Standard deviation of the heat around a square's centre, in halves of its side."""
WARM = 0.3
"""Minimum heat at which the values of a square count in the loss."""
MIDDLE = 0.999
"""Heat of the cell that contains a square's centre."""
SPARED = np.float32(0.99)
"""Heat of a cell that is ignored in the loss."""
EDGE = -0.5
"""Position of the map's edge, in cells: the centre of its first cell is at 0."""


@dataclass(frozen=True)
class Target:
    """The target map of one picture: ``heat`` (h, w), ``values`` (7, h, w) where ``weight`` (h, w) > 0."""

    heat: NDArray[np.float32]
    values: NDArray[np.float32]
    weight: NDArray[np.float32]


def target_of(quads: Sequence[Points], pixels: int, hidden: Sequence[Points] = ()) -> Target:
    """The target map for squares with corners (4, 2) in pixels, in a picture of ``pixels`` × ``pixels``.

    The places of ``hidden`` squares are ignored in the loss.

    >>> target = target_of([np.array([[10, 10], [30, 10], [30, 30], [10, 30]], np.float32)], 64)
    >>> target.heat.shape, np.unravel_index(target.heat.argmax(), target.heat.shape)
    ((16, 16), (np.int64(5), np.int64(5)))
    """
    side = pixels // STRIDE
    heat = np.zeros((side, side), np.float32)
    values = np.zeros((7, side, side), np.float32)
    spared = np.zeros((side, side), np.uint8)
    for quad in hidden:
        cv2.fillConvexPoly(spared, np.round((quad - (STRIDE - 1) / 2) / STRIDE).astype(np.int32), 1)
    heat[spared > 0] = SPARED
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    for quad in quads:
        q = (quad.astype(np.float64) - (STRIDE - 1) / 2) / STRIDE
        x, y = q.mean(axis=0)
        if not (EDGE <= x <= side + EDGE and EDGE <= y <= side + EDGE):
            continue
        u, v = (q[1] + q[2] - q[0] - q[3]) / 4, (q[2] + q[3] - q[0] - q[1]) / 4
        half = np.sqrt(abs(u[0] * v[1] - u[1] * v[0])) + 1e-6
        u2, v2 = complex(*u) ** 2 / half**2, complex(*v) ** 2 / half**2
        warm = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * (SPREAD * half) ** 2)).astype(np.float32)
        warm[min(side - 1, max(0, round(y))), min(side - 1, max(0, round(x)))] = 1.0
        nearer = warm > heat
        heat[nearer] = warm[nearer]
        total, product = u2 + v2, u2 * v2
        constants = [np.log(half), total.real, total.imag, product.real, product.imag]
        values[:2, nearer] = np.stack([x - columns[nearer], y - rows[nearer]])
        values[2:, nearer] = np.array(constants, np.float32)[:, None]
    asked = (heat > WARM) & (heat != SPARED)
    return Target(heat, values, np.where(asked, heat, 0).astype(np.float32))


def map_losses(seen: Tensor, heat: Tensor, values: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """The penalty-reduced focal loss of CenterNet (Zhou et al., 2019, https://arxiv.org/abs/1904.07850) for the heat,
    and the mean absolute error of the values where squares are.

    ``seen`` (n, 8, h, w) is the network's map, the others are those of ``Target`` for every picture.
    """
    logit = seen[:, 0]
    probability = torch.sigmoid(logit)
    is_middle = (heat > MIDDLE).float()
    hit = -((1 - probability) ** 2) * nn.functional.logsigmoid(logit) * is_middle
    miss = -((1 - heat) ** 4) * probability**2 * nn.functional.logsigmoid(-logit) * (1 - is_middle)
    focal = (hit + miss).sum() / is_middle.sum().clamp(min=8)
    error = (seen[:, 1:] - values).abs().sum(1) * weight
    return focal, error.sum() / weight.sum().clamp(min=8)


def middles_found(seen: Tensor, heat: Tensor) -> tuple[int, int]:
    """The number of the squares' centres where the map exceeds a probability of one half, and the number of squares."""
    is_middle = heat > MIDDLE
    return int((seen[:, 0][is_middle] > 0).sum()), int(is_middle.sum())
