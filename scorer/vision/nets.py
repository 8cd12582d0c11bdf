"""The engine that runs the trained networks: one seam, so that another engine is one more class."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray


class Net(Protocol):
    """A network with one input and one output."""

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """What it makes of pictures (n, 3, rows, columns), 0…1 in the order BGR."""


class OpenCVNet:
    """An ONNX file run by OpenCV: loaded when first needed, fed by one thread at a time, for it keeps its input."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._one_at_a_time = Lock()

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        return cv2.dnn.readNetFromONNX(str(self.path))

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """What it makes of pictures (n, 3, rows, columns), 0…1 in the order BGR."""
        with self._one_at_a_time:
            self._net.setInput(blob)
            return np.array(self._net.forward(), np.float32)
