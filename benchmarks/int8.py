"""What the shipped networks of 8-bit integers save, and what they cost, beside those of floats that they were made of.

    python -m benchmarks.int8 ../shared/data [--out results/int8.csv]

Those of floats are written from the weights (safetensors). Milliseconds of a processor, one thread, the least of nine
runs; then every labelled photo is read with both. Needs PyTorch (the ``train`` extra).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from safetensors.torch import load_file

from benchmarks.arguments import benchmark_parser
from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.training import training_squares
from scorer.lab.evaluate.labelled import evaluate
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine
from scorer.lab.train.nets import export
from scorer.lab.train.quantization import Quantization
from scorer.lab.train.tasks import NAMES, task_of
from scorer.vision.common.nets import OnnxNet
from scorer.vision.models import Models, model_path
from scorer.vision.reader import Reader

RUNS = 9


@dataclass(frozen=True)
class Quantized:
    """One network of floats and of 8-bit integers, as it is shipped."""

    network: str
    kilobytes: float
    kilobytes_int8: float
    milliseconds: float
    milliseconds_int8: float
    ratio: float
    apart: float
    """Mean difference of two outputs, on a batch that the ranges were not taken from."""
    labelled: int
    """Readings of labelled pictures with all networks of floats, and how many of them were exact."""
    exact: int
    exact_int8: int
    """With those that are shipped."""


def compared(data: Path, folder: Path) -> Iterator[Quantized]:
    """A row for each network."""
    squares, batches = training_squares(data), Quantization(seed=0).batches
    tasks = {name: task_of(name, data, squares, load_file(model_path(f"{name}.safetensors"))) for name in NAMES}
    for name, task in tasks.items():
        export(task.network(), folder / f"{name}.onnx")
    boards = labelled_boards(data)
    exact, exact_int8 = (
        [row.exact for row in evaluate(boards, Reader(models))]
        for models in (Models.from_folder(folder), Models.shipped())
    )
    for name, task in tasks.items():
        files = folder / f"{name}.onnx", model_path(f"{name}.onnx")
        nets, unseen = [OnnxNet(file) for file in files], task.batch(batches)[0].numpy()
        apart = np.abs(nets[0].run(unseen) - nets[1].run(unseen)).mean()
        before, after = (1000 * min(cpu_seconds(partial(net.run, unseen))[0] for _ in range(RUNS)) for net in nets)
        size, size_int8 = (file.stat().st_size / 1000 for file in files)
        yield Quantized(
            name, size, size_int8, before, after, before / after, float(apart), len(exact), sum(exact), sum(exact_int8)
        )


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("int8", __doc__)
    parser.add_argument("data", type=Path)
    chosen = parser.parse_args()
    print(machine())
    cv2.setNumThreads(1)
    with TemporaryDirectory() as folder:
        for row in write_rows(compared(chosen.data, Path(folder)), Quantized, chosen.out):
            print(row)


if __name__ == "__main__":
    main()
