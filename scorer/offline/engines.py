"""What the browser's Python cannot do itself, done by JavaScript: OpenCV.js, and ONNX Runtime's web edition.

ONNX Runtime answers later and the reader wants its answer at once: Python waits by the browser's JavaScript Promise
Integration (``run_sync``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scorer.offline.opencv import stand_in

if TYPE_CHECKING:
    from scorer.offline.reader import PhotoReader

Run = Callable[[str, Any, Any], Any]
"""Has a network, by its name, look at a flat array of a shape; a promise of what it makes of it, as ``data`` and
``shape``."""


LetGo = Callable[[Any], None]
"""Frees the arrays that were handed over or back, as soon as they are copied: ``shell/memory.js``."""


def begin_opencv(call: Callable[[str, Any], Any], as_object: Any, let_go: LetGo) -> None:
    """Have ``import cv2`` get OpenCV.js. ``call`` is that of ``shell/opencv.js``; ``as_object`` makes an object of
    pairs."""
    from pyodide.ffi import to_js  # which there is in the browser's Python only

    def called(name: str, given: list[Any]) -> dict[str, Any]:
        handed = to_js(given, dict_converter=as_object)
        try:
            return _copied(call(name, handed), let_go)
        finally:
            let_go(handed)

    stand_in(called)


def photo_reader(run: Run, decode: Callable[[Any, int], Any], let_go: LetGo) -> PhotoReader:
    """What takes in photos and reads them, once OpenCV has begun. ``decode`` is that of ``shell/decode.js``."""
    from pyodide.ffi import run_sync

    from scorer.offline.reader import PhotoReader
    from scorer.vision.models import Models
    from scorer.vision.reader import Reader

    reader = Reader(Models(*(WebNet(name, run, let_go) for name in ("detector", "squares", "towns"))))
    return PhotoReader(reader, lambda file, longest: _copied(run_sync(decode(file, longest)), let_go))


def _copied(found: Any, let_go: LetGo) -> dict[str, Any]:
    """What JavaScript hands back, as Python's own."""
    copy: dict[str, Any] = found.to_py()
    let_go(found)
    return copy


class WebNet:
    """A network that ONNX Runtime runs."""

    def __init__(self, name: str, run: Run, let_go: LetGo) -> None:
        self._name, self._run, self._let_go = name, run, let_go

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """What it makes of pictures (n, 3, rows, columns), 0…1 in the order BGR."""
        from pyodide.ffi import run_sync, to_js

        pixels = to_js(blob.reshape(-1))
        made = _copied(run_sync(self._run(self._name, pixels, to_js(blob.shape))), self._let_go)
        self._let_go(pixels)
        return np.frombuffer(made["data"], np.float32).reshape(made["shape"])
