"""What networks of 8-bit integers would save, and what they would cost: tried beside the shipped ones.

    python -m benchmarks.int8 ../shared/data [--out results/int8.csv]

The detector and the square classifier are quantized (QDQ, weights by channel), calibrated on what they are shown while
rendered photos are read, of seeds that nothing else uses. Milliseconds of a processor, one thread, the least of nine
runs on the largest input; then every labelled photo is read with both. Needs ``onnx`` (the ``train`` extra).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from benchmarks.arguments import benchmark_parser
from scorer.datasets.boards import labelled_boards
from scorer.evaluation.labelled import evaluate
from scorer.evaluation.rows import write_rows
from scorer.evaluation.timing import cpu_seconds, machine
from scorer.synthesis.photo_set import shots
from scorer.vision.models import DETECTOR, SQUARES, Models, model_path
from scorer.vision.nets import Net, OnnxNet
from scorer.vision.reader import Reader

SEED = 900
"""Of the rendered photos that are calibrated on."""
MOST = {DETECTOR: 60, SQUARES: 60}
"""Inputs of each network to calibrate on."""
RUNS = 9

Blob = NDArray[np.float32]


@dataclass(frozen=True)
class Quantized:
    """One network as it is shipped and in 8 bits."""

    network: str
    kilobytes: float
    kilobytes_int8: float
    milliseconds: float
    milliseconds_int8: float
    ratio: float
    apart: float
    """Mean difference of two outputs, on inputs that were not calibrated on."""
    labelled: int
    """Readings of labelled pictures with both networks as shipped, and how many of them were exact."""
    exact: int
    exact_int8: int
    """With both networks in 8 bits."""


class Recorded:
    """A network that keeps what it is shown."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self.shown: list[Blob] = []

    def run(self, blob: Blob) -> Blob:
        """What the network makes of the pictures."""
        self.shown.append(blob.copy())
        return self._net.run(blob)


class Calibration(CalibrationDataReader):  # type: ignore[misc]
    """Inputs of one network, one after the other."""

    def __init__(self, blobs: Sequence[Blob], name: str) -> None:
        self._rest = iter(blobs)
        self._name = name

    def get_next(self) -> dict[str, Blob] | None:
        """The next input by its name; ``None`` when all were given."""
        blob = next(self._rest, None)
        return None if blob is None else {self._name: blob}


def recorded(data: Path) -> dict[str, list[Blob]]:
    """What detector and classifier are shown while rendered photos are read, mixed."""
    models = Models.shipped()
    detector, squares = Recorded(models.detector), Recorded(models.squares)
    reader = Reader(Models(detector, squares, models.towns))
    for shot in shots(data, 1, seed=SEED):
        reader.read(shot.render.image)
    rng = np.random.default_rng(SEED)
    return {
        name: [shown[index] for index in rng.permutation(len(shown))]
        for name, shown in ((DETECTOR, detector.shown), (SQUARES, squares.shown))
    }


def quantize(name: str, blobs: Sequence[Blob], folder: Path) -> None:
    """Write a shipped network in 8 bits into the folder."""
    prepared = folder / "prepared.onnx"
    quant_pre_process(str(model_path(name)), str(prepared), skip_symbolic_shape=True)
    quantize_static(
        str(prepared),
        str(folder / name),
        Calibration(blobs, InferenceSession(str(prepared)).get_inputs()[0].name),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
    )
    prepared.unlink()


def compared(data: Path, folder: Path) -> Iterator[Quantized]:
    """A row for each network."""
    inputs = recorded(data)
    for name, blobs in inputs.items():
        quantize(name, blobs[: MOST[name]], folder)
    boards = labelled_boards(data)
    exact, exact_int8 = (
        [row.exact for row in evaluate(boards, Reader(models))]
        for models in (Models.shipped(), Models.from_folder(folder))
    )
    for name, blobs in inputs.items():
        files = model_path(name), folder / name
        nets = [OnnxNet(file) for file in files]
        unseen = blobs[MOST[name] :]
        apart = np.mean([np.abs(nets[0].run(blob) - nets[1].run(blob)).mean() for blob in unseen[:20]])
        largest = max(unseen, key=lambda blob: blob.size)
        before, after = (1000 * min(cpu_seconds(partial(net.run, largest))[0] for _ in range(RUNS)) for net in nets)
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
