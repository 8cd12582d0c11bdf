"""Where the shipped models lie, and the networks among them, loaded once in a process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (_PACKAGE / "models", _PACKAGE.parent / "models")  # installed; in a clone

OTHER_MODELS = "KINGDOM_MODELS"
"""Environment variable: a folder whose models go before the shipped ones, to measure others by the same code."""

_one_at_a_time = Lock()  # an OpenCV network keeps its input: two threads must not feed one


def models_folder() -> Path:
    """Where trained models are written: the folder of a clone, or of the installed package.

    >>> models_folder().name
    'models'
    """
    return next((place for place in reversed(_PLACES) if place.is_dir()), _PLACES[0])


def _places() -> tuple[Path, ...]:
    other = os.environ.get(OTHER_MODELS)
    return (Path(other), *_PLACES) if other else _PLACES


def model_path(name: str) -> Path:
    """The file of a shipped model, in the installed package or in a clone.

    >>> model_path("crystal_ball.onnx")
    Traceback (most recent call last):
    FileNotFoundError: the model crystal_ball.onnx is missing; install kingdom-scorer again
    """
    for place in _places():
        if (place / name).is_file():
            return place / name
    raise FileNotFoundError(f"the model {name} is missing; install kingdom-scorer again")


@cache
def load_net(name: str) -> cv2.dnn.Net:
    """An ONNX model as an OpenCV network. Where several threads may use it, call ``run_net`` instead."""
    return cv2.dnn.readNetFromONNX(str(model_path(name)))


def run_net(name: str, blob: NDArray[Any], outputs: Sequence[str] = ()) -> tuple[NDArray[np.float32], ...]:
    """Feed ``blob`` (n, channels, rows, columns) to a model; its output, or its named ``outputs`` in their order."""
    with _one_at_a_time:
        net = load_net(name)
        net.setInput(blob)
        made = net.forward(list(outputs)) if outputs else (net.forward(),)
        return tuple(np.array(output, dtype=np.float32) for output in made)
