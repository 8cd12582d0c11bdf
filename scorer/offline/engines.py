"""The engines of the offline app: libraries from npm that the app's workers load, each with the files that they need.

Pyodide, which runs Python itself, is copied by ``build.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scorer.offline.opencv_parts import part

MAX_PAGES = 8192
"""Maximum memory of ONNX Runtime, in pages of 64 KiB."""

_MAX_MEMORY = "maximum:65536,"


def _keep_files(folder: Path) -> None:
    """Change nothing."""


@dataclass(frozen=True)
class Engine:
    """An npm package and the files of it that the build copies.

    ``package`` is in ``package.json``. ``files`` are paths within the package. ``folder`` is the folder of the build
    that gets the files, without their own folders. ``prepare`` changes them there; it raises ``ValueError`` for a file
    that is not the expected one.
    """

    package: str
    files: tuple[str, ...]
    folder: str = "reader"
    prepare: Callable[[Path], None] = _keep_files


def _separate_opencv(folder: Path) -> None:
    part(folder / "opencv.js")


def _limit_memory(folder: Path) -> None:
    """Reduce the memory that ONNX Runtime reserves: its script asks for 4 GB, which phones may refuse; it uses 100
    MB."""
    script = folder / "ort-wasm-simd-threaded.mjs"
    text = script.read_text("utf-8")
    if text.count(_MAX_MEMORY) != 1:
        raise ValueError(f"{script.name} does not reserve memory as expected")
    script.write_text(text.replace(_MAX_MEMORY, f"maximum:{MAX_PAGES},"), "utf-8")


ENGINES = (
    Engine("highs", ("build/highs.mjs", "build/highs.wasm"), "rules/highs"),
    Engine("@techstark/opencv-js", ("dist/opencv.js",), prepare=_separate_opencv),
    Engine(
        "onnxruntime-web",
        ("dist/ort-wasm-simd-threaded.mjs", "dist/ort-wasm-simd-threaded.wasm"),
        prepare=_limit_memory,
    ),
)
"""The integer-program solver; OpenCV; the engine that runs the networks."""
