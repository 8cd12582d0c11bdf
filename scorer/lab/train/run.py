"""``python -m scorer train DATA``: makes the models, each with its weights for further training and its run file."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from safetensors.torch import load_file

from scorer.lab.data.training import training_squares
from scorer.lab.train.engine import TrainingError, fit
from scorer.lab.train.nets import export
from scorer.lab.train.quantization import quantize
from scorer.lab.train.run_file import file_hash, write_run
from scorer.lab.train.tasks import NAMES, Name, task_of
from scorer.vision.models import models_folder

UNUSABLE = 2
"""Exit status if training cannot start or continue."""


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    tasks: Sequence[Name] = NAMES
    out: Path = field(default_factory=models_folder)
    """Folder of the finished models."""
    work: Path = Path(".work") / "training"
    """Folder of the tasks' folders for checkpoints and logs."""
    resume: bool = False
    """Whether to continue from the checkpoints."""
    further: bool = False
    """Whether to start from the weights in ``out`` instead of random ones."""
    steps: int | None = None
    """Number of steps instead of the schedules'."""
    rate: float | None = None
    """Highest learning rate instead of the schedules': a lower one for further training."""
    seed: int = 0
    minutes: float = math.inf
    """Time after which to stop with a checkpoint."""


def run(data: Path, options: Options | None = None) -> int:
    """Train the chosen networks on all labelled and drawn squares. Returns 2, with one line on stderr, on failure.

    A network is written at the end of its schedule.
    """
    options = options or Options()
    until = time.monotonic() + 60 * options.minutes
    try:
        if not (data / "squares").is_dir():
            raise TrainingError(f"{data}: no labelled squares there (squares/ is missing); give the data folder")
        options.out.mkdir(parents=True, exist_ok=True)
        squares = training_squares(data)
        for name in options.tasks:
            start = _start(name, options)
            started = {start.name: file_hash(start)} if start else {}  # hash it now, since it may be overwritten
            weights = load_file(start) if start else None
            task = task_of(name, data, squares, weights, seed=options.seed, steps=options.steps, rate=options.rate)
            trained = fit(task, options.work / task.name, resume=options.resume, until=until)
            if not trained.done:
                print(f"{task.name}: stopped at step {trained.steps}; the same command with --resume goes on")
                return 0
            files = export(trained.net, options.out / f"{name}.onnx")
            how = quantize(files[0], task)
            write_run(options.out / f"{name}.run.toml", task, trained, started, data, squares, how, files)
            print(f"{name}: written to {options.out}", flush=True)
    except TrainingError as error:
        print(f"scorer: {error}", file=sys.stderr)
        return UNUSABLE
    return 0


def _start(name: Name, options: Options) -> Path | None:
    """The initial weights of a task: its own for further training, the square classifier's for towns, else none."""
    if options.further:
        wanted = [options.out / f"{name}.safetensors"]
    elif name == "towns":
        wanted = [folder / "squares.safetensors" for folder in (options.out, models_folder())]
    else:
        return None
    found = next((file for file in wanted if file.is_file()), None)
    if found is None:
        raise TrainingError(
            f"{wanted[0]} is missing, which {name} starts from; train without --further or squares first"
        )
    return found
