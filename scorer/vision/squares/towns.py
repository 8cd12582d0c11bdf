"""Detects whether a building lies on a town; the player selects which one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.vision.common.arrays import Image
from scorer.vision.common.nets import Net
from scorer.vision.squares.classifier import quarter_turned_logits, softmax


def built_probability(net: Net, squares: Image) -> NDArray[np.float32]:
    """The probability, float32 (n,) 0…1, that a building lies on each of these towns, uint8 BGR (n, 64, 64, 3).

    >>> from scorer.art.draw import draw_cell
    >>> from scorer.rules.model.terrain import Square, Terrain
    >>> from scorer.vision.models import Models
    >>> towns = [Square(Terrain.TOWN), Square(Terrain.TOWN, building="church")]
    >>> pictures = np.stack([draw_cell(town, 64) for town in towns])
    >>> (built_probability(Models.shipped().towns, pictures) > 0.5).tolist()
    [False, True]
    """
    if not len(squares):
        return np.zeros(0, np.float32)
    return softmax(quarter_turned_logits(net, squares, turns=(0, 1, 2, 3)).mean(axis=0))[:, 1]
