"""The engines that run the trained networks; another engine is one more class."""

from __future__ import annotations

from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


class Net(Protocol):
    """A network with one input and one output."""

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for pictures, float32 (n, 3, rows, columns), 0…1 in the order BGR."""


class OnnxNet:
    """An ONNX file run by ONNX Runtime. It is loaded on first use, with as many threads as OpenCV then has."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _session(self) -> InferenceSession:
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        options.intra_op_num_threads = max(1, cv2.getNumThreads())
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # other photos need the cores
        options.enable_cpu_mem_arena = False  # most photos have a size of their own, so cached blocks would add up
        return InferenceSession(str(self.path), options, providers=["CPUExecutionProvider"])

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for pictures, float32 (n, 3, rows, columns), 0…1 in the order BGR."""
        (output,) = self._session.run(None, {self._session.get_inputs()[0].name: blob})
        return np.asarray(output, np.float32)


class OpenCVNet:
    """An ONNX file run by OpenCV. It is loaded on first use and run by one thread at a time, since it has state."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        return cv2.dnn.readNetFromONNX(str(self.path))

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for pictures, float32 (n, 3, rows, columns), 0…1 in the order BGR."""
        with self._lock:
            self._net.setInput(blob)
            return np.array(self._net.forward(), np.float32)


def net_from(path: Path) -> Net:
    """A network run by ONNX Runtime, or by OpenCV where no ONNX Runtime is installed.

    OpenCV takes three times as long and rounds differently (``results/experiments/engines.csv``).
    """
    return OnnxNet(path) if find_spec("onnxruntime") else OpenCVNet(path)
