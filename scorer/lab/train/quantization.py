"""Quantizes a network to 8-bit integers: a quarter of the bytes, less than half of the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from scorer.lab.train.engine import Task
from scorer.lab.train.nets import INPUT

QUANTIZED: Final = ("Conv", "Relu", "Resize", "Concat")
"""Operators that are quantized. The classifiers' pools and linear layer stay in floats: they take hardly any time,
and OpenCV cannot run them quantized."""


@dataclass(frozen=True)
class Quantization:
    """The parameters of a quantization, which are written into the run file."""

    seed: int
    """The seed of the training batches from which the activation ranges are computed."""
    batches: int = 8
    """Number of these batches."""
    method: str = "static, QDQ, least and greatest value"
    activations: str = "QUInt8"
    weights: str = "QInt8"
    """Each channel has its own scale."""
    reduce_range: bool = True
    """Whether weights take only 7 of the 8 bits: x86 processors without VNNI add products up in 16 bits, which 8
    overflow."""
    onnxruntime: str = version("onnxruntime")


class _Batches(CalibrationDataReader):
    """The inputs of a task's first batches, one by one."""

    def __init__(self, task: Task, count: int) -> None:
        self._rest: Iterator[Mapping[str, object]] = ({INPUT: task.batch(step)[0].numpy()} for step in range(count))

    def get_next(self) -> Mapping[str, object] | None:
        """The next batch by the input's name; ``None`` at the end."""
        return next(self._rest, None)


def quantize(file: Path, task: Task) -> Quantization:
    """Replace a task's float ONNX network by an 8-bit integer one; return the parameters."""
    how = Quantization(task.settings.schedule.seed)
    with TemporaryDirectory() as folder:
        prepared = Path(folder) / file.name
        quant_pre_process(str(file), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared),
            str(file),
            _Batches(task, how.batches),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(QUANTIZED),
            per_channel=True,
            reduce_range=how.reduce_range,
            activation_type=QuantType[how.activations],
            weight_type=QuantType[how.weights],
        )
    return how
