"""Whether a narrower detector, taught by the shipped one, would find as much in less time.

    python -m benchmarks.narrower ../shared/data --steps 6000 [--out results/narrower.csv]

Students have a part of the channels, or separable convolutions; those of ``--teach`` learn what the shipped network
answers (distillation: Hinton et al., 2015, https://arxiv.org/abs/1503.02531) and what is true, on the pictures of its
own training, and are then made of 8-bit integers as it is. Of the others only the time is known. Milliseconds of a
processor, one thread, the least of nine runs. Needs PyTorch (the ``train`` extra).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from benchmarks.arguments import benchmark_parser
from benchmarks.read import KINGDOMS, jpeg, photo
from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.squares import LabelledSquare
from scorer.lab.data.textures import textures
from scorer.lab.data.training import detector_squares, training_squares
from scorer.lab.evaluate.labelled import evaluate
from scorer.lab.evaluate.rendered import measure
from scorer.lab.metrics.measurement import totals
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.pools import labelled_pools
from scorer.lab.train.detector import DetectorSettings, DetectorTask
from scorer.lab.train.detector_map import WARM
from scorer.lab.train.engine import fit
from scorer.lab.train.nets import DetectorNet, export, separable
from scorer.lab.train.quantization import quantize
from scorer.vision.common.nets import OnnxNet
from scorer.vision.models import DETECTOR, Models, model_path
from scorer.vision.reader import Reader

AS_SHIPPED = "as shipped"
STUDENTS: dict[str, Callable[[], DetectorNet]] = {
    AS_SHIPPED: DetectorNet,
    "three quarters of the channels": partial(DetectorNet, part=0.75),
    "half of the channels": partial(DetectorNet, part=0.5),
    "separable": partial(DetectorNet, step=separable),
    "separable, half as many channels again": partial(DetectorNet, part=1.5, step=separable),
}
SHAPE = (1, 3, 384, 480)
"""The second size at which a photo is looked at."""
RUNS = 9
SEED = 300
"""Added to the seeds of the rendered photos."""


@dataclass(frozen=True)
class Student:
    """One network, and what reading with it gives; nothing where it was not taught."""

    network: str
    parameters: int
    milliseconds: float
    """Of 8-bit integers, on ``SHAPE``."""
    photo_milliseconds: float | None = None
    """To read a photo of 12 megapixels and a 5 × 5."""
    steps: int | None = None
    labelled: int | None = None
    exact: int | None = None
    """Readings of labelled pictures."""
    rendered: int | None = None
    """Kingdoms in rendered photos, and on how many of them a grid was found; whole photos without a mistake."""
    on_the_grid: int | None = None
    photos: int | None = None
    without_a_mistake: int | None = None


class Taught(DetectorTask):
    """The detector's own training, in which a student is also told what the teacher answers."""

    def __init__(self, data: Path, squares: Sequence[LabelledSquare], student: DetectorNet, steps: int) -> None:
        recipe = DetectorSettings()
        recipe = replace(recipe, fresh=2, schedule=replace(recipe.schedule, steps=steps))
        pools = labelled_pools(detector_squares(squares))
        super().__init__(pools, textures(data), textures(data, measuring=True), recipe)
        self.student, self.teacher = student, DetectorNet().eval()
        self.teacher.load_state_dict(load_file(model_path("detector.safetensors")))

    def network(self) -> DetectorNet:
        """The student."""
        return self.student

    def batch(self, step: int) -> tuple[Tensor, ...]:
        """The teacher's map (n, 8, h, w) comes first of what the outputs are compared with."""
        inputs, *targets = super().batch(step)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            answer = self.teacher(inputs).float()
        return inputs, answer, *targets

    def losses(self, outputs: Tensor, *targets: Tensor) -> dict[str, Tensor]:
        """Beside the truth's parts: how far the chance and, where it is warm, the values are from the teacher's."""
        answer, *truth = targets
        warmth = torch.sigmoid(answer[:, 0])
        heat = nn.functional.binary_cross_entropy_with_logits(outputs[:, 0], warmth, reduction="sum")
        asked = torch.where(warmth > WARM, warmth, 0.0)
        values = ((outputs[:, 1:] - answer[:, 1:]).abs().sum(1) * asked).sum()
        many = asked.sum().clamp(min=8)
        told = {"taught heat": heat / many, "taught values": self.settings.values_weight * values / many}
        return super().losses(outputs, *truth) | told

    def validate(self, net: nn.Module) -> dict[str, float]:  # noqa: ARG002 (the task's)
        """Nothing: the last network is measured."""
        return {}


def students(data: Path, names: Sequence[str], steps: int, count: int, folder: Path) -> Iterator[Student]:
    """A row for each; only those of ``names``, and the shipped one, read pictures."""
    squares, taken = training_squares(data), jpeg(photo(KINGDOMS["5×5"]))
    for number, (name, made) in enumerate(STUDENTS.items()):
        task = Taught(data, squares, net := made(), steps)
        if name in names:
            net = fit(task, folder / str(number), resume=True).net
        file = export(net, folder / f"{number}.onnx")[0]
        quantize(file, task)
        known = Student(name, sum(part.numel() for part in net.parameters()), _least(file))
        if name in names:
            yield _reading(replace(known, steps=steps), file, data, taken, count)
        elif name == AS_SHIPPED:
            yield _reading(known, model_path(DETECTOR), data, taken, count)
        else:
            yield known


def _least(file: Path) -> float:
    picture = np.random.default_rng(1).random(SHAPE, dtype=np.float32)
    return 1000 * min(cpu_seconds(partial(OnnxNet(file).run, picture))[0] for _ in range(RUNS))


def _reading(student: Student, file: Path, data: Path, taken: bytes, count: int) -> Student:
    """What reading by this detector gives."""
    reader = Reader(replace(Models.shipped(), detector=OnnxNet(file)))
    labelled = list(evaluate(labelled_boards(data), reader))
    rendered = [measure(sample, reader)[0] for sample in benchmark_images(data, count, seed=SEED, kingdoms_only=True)]
    found, exact = totals(rendered).found, totals(rendered).exact
    return replace(
        student,
        photo_milliseconds=1000 * min(cpu_seconds(partial(reader.read, taken))[0] for _ in range(RUNS)),
        labelled=len(labelled),
        exact=sum(row.exact for row in labelled),
        rendered=found.of,
        on_the_grid=found.right,
        photos=exact.of,
        without_a_mistake=exact.right,
    )


def main() -> None:
    """Teach, measure, print, write."""
    parser = benchmark_parser("narrower", __doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--teach", nargs="+", choices=list(STUDENTS), default=["half of the channels"])
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--count", type=int, default=4, help="rendered photos of each scenario")
    parser.add_argument("--work", type=Path, default=Path(".work") / "narrower", help="where training goes on from")
    chosen = parser.parse_args()
    chosen.work.mkdir(parents=True, exist_ok=True)
    print(machine())
    cv2.setNumThreads(1)
    taught = students(chosen.data, chosen.teach, chosen.steps, chosen.count, chosen.work)
    for row in write_rows(taught, Student, chosen.out):
        print(row, flush=True)


if __name__ == "__main__":
    main()
