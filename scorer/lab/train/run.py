"""``python -m scorer train DATA``: makes the models, each beside its weights to train further and its run's file."""

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
"""Exit status where training cannot start or go on."""


@dataclass(frozen=True)
class Options:
    """What the command line asks for."""

    tasks: Sequence[Name] = NAMES
    out: Path = field(default_factory=models_folder)
    """Where the finished models go."""
    work: Path = Path(".work") / "training"
    """Where each task keeps its checkpoint and log, in a folder of its own."""
    resume: bool = False
    """Go on from the checkpoints."""
    further: bool = False
    """Start from the weights in ``out`` instead of from nothing."""
    steps: int | None = None
    """Other than the schedules say."""
    rate: float | None = None
    """Highest learning rate, other than the schedules say: a lower one to train further."""
    seed: int = 0
    minutes: float = math.inf
    """When to stop with a checkpoint, however far it is."""


def run(data: Path, options: Options | None = None) -> int:
    """Train the networks asked for on everything labelled and drawn; 2 with one line on stderr where that cannot be.

    A network is written when the end of its schedule is reached.
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
            begun = {start.name: file_hash(start)} if start else {}  # now, since it may be written over
            weights = load_file(start) if start else None
            task = task_of(name, data, squares, weights, seed=options.seed, steps=options.steps, rate=options.rate)
            trained = fit(task, options.work / task.name, resume=options.resume, until=until)
            if not trained.done:
                print(f"{task.name}: stopped at step {trained.steps}; the same command with --resume goes on")
                return 0
            files = export(trained.net, options.out / f"{name}.onnx")
            how = quantize(files[0], task)
            write_run(options.out / f"{name}.run.toml", task, trained, begun, data, squares, how, files)
            print(f"{name}: written to {options.out}", flush=True)
    except TrainingError as error:
        print(f"scorer: {error}", file=sys.stderr)
        return UNUSABLE
    return 0


def _start(name: Name, options: Options) -> Path | None:
    """The weights that a task begins with: its own to train further, the square classifier's for towns, else none."""
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
