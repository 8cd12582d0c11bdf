"""Whether a building tile lies on a town: which one it is, the player says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.vision.squares.classifier import softmax, square_logits


def chance_built(squares: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The chance, float32 (n,) 0…1, that a building lies on each of these towns, uint8 BGR (n, 64, 64, 3).

    >>> from scorer.art.draw import draw_cell
    >>> from scorer.rules.model.terrain import Square, Terrain
    >>> towns = [Square(Terrain.TOWN), Square(Terrain.TOWN, building="church")]
    >>> (chance_built(np.stack([draw_cell(town, 64) for town in towns])) > 0.5).tolist()
    [False, True]
    """
    if not len(squares):
        return np.zeros(0, np.float32)
    turned = np.concatenate([np.rot90(squares, turns, axes=(1, 2)) for turns in range(4)])
    logits = square_logits("towns.onnx", turned).reshape(4, len(squares), 2).mean(axis=0)
    return softmax(logits)[:, 1]
