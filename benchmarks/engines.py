"""How long each engine takes to run each network, and how far their answers lie apart.

    python -m benchmarks.engines --repeats 9 --out results/engines.csv

Milliseconds of a processor, the least of the repeats, the engines in turns: other work on the machine lengthens both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine
from scorer.vision.common.nets import OnnxNet, OpenCVNet
from scorer.vision.models import DETECTOR, SQUARES, TOWNS, model_path

INPUTS = {
    DETECTOR: ((1, 3, 128, 160), (1, 3, 224, 288), (1, 3, 384, 480), (1, 3, 672, 896)),
    SQUARES: ((1, 3, 64, 64), (25, 3, 64, 64), (120, 3, 64, 64)),
    TOWNS: ((4, 3, 64, 64),),
}
"""The pictures that a photo of 4:3 shows to the detector, and so many squares as are read at a time."""


@dataclass(frozen=True)
class EngineTime:
    """What one network costs on one input."""

    network: str
    pictures: int
    rows: int
    columns: int
    threads: int
    opencv: float
    """Milliseconds of a processor."""
    onnx_runtime: float
    """Milliseconds of a processor."""
    ratio: float
    """The former by the latter."""
    apart: float
    """The largest difference of two outputs."""


def measured(repeats: int) -> Iterator[EngineTime]:
    """Every network, input and number of threads."""
    for threads in (1, 2):
        cv2.setNumThreads(threads)
        for name, shapes in INPUTS.items():
            engines = OpenCVNet(model_path(name)), OnnxNet(model_path(name))
            for shape in shapes:
                blob = np.random.default_rng(1).random(shape, dtype=np.float32)
                one, other = (engine.run(blob) for engine in engines)
                turns = [[cpu_seconds(partial(engine.run, blob))[0] for engine in engines] for _ in range(repeats)]
                opencv, onnx = (1000 * min(times) for times in zip(*turns, strict=True))
                apart = float(np.abs(one - other).max())
                yield EngineTime(name, shape[0], *shape[2:], threads, opencv, onnx, opencv / onnx, apart)


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("engines", __doc__)
    parser.add_argument("--repeats", type=int, default=9)
    chosen = parser.parse_args()
    print(machine())
    for row in write_rows(measured(chosen.repeats), EngineTime, chosen.out):
        print(row)


if __name__ == "__main__":
    main()
