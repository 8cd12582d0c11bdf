"""``python -m scorer train DATA``: makes the models, each beside its weights to train further and its run's file."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar

from safetensors.torch import load_file

from scorer.datasets.squares import LabelledSquare
from scorer.datasets.textures import textures
from scorer.datasets.training import detector_squares, training_squares
from scorer.synthesis.pools import labelled_pools
from scorer.training.detector import DetectorSettings, DetectorTask
from scorer.training.engine import Task, TrainingError, Weights, fit
from scorer.training.nets import export
from scorer.training.run_file import file_hash, write_run
from scorer.training.squares import SquaresSettings, SquaresTask
from scorer.training.towns import TownsSettings, TownsTask
from scorer.vision.models import models_folder

Name = Literal["squares", "towns", "detector"]
NAMES: tuple[Name, ...] = ("squares", "towns", "detector")
"""The networks, in the order in which they are trained: the towns' starts from the squares'."""

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
            task = _task(name, data, squares, options, load_file(start) if start else None)
            trained = fit(task, options.work / task.name, resume=options.resume, until=until)
            if not trained.done:
                print(f"{task.name}: stopped at step {trained.steps}; the same command with --resume goes on")
                return 0
            files = export(trained.net, options.out / f"{name}.onnx")
            write_run(options.out / f"{name}.run.toml", task, trained, begun, data, squares, files)
            print(f"{name}: written to {options.out}", flush=True)
    except TrainingError as error:
        print(f"scorer: {error}", file=sys.stderr)
        return UNUSABLE
    return 0


def _task(name: Name, data: Path, squares: Sequence[LabelledSquare], options: Options, start: Weights | None) -> Task:
    if name == "squares":
        return SquaresTask(squares, textures(data), _scheduled(SquaresSettings(), options), start)
    if name == "towns":
        return TownsTask(squares, start or {}, _scheduled(TownsSettings(), options))
    pools, measuring = labelled_pools(detector_squares(squares)), textures(data, measuring=True)
    return DetectorTask(pools, textures(data), measuring, _scheduled(DetectorSettings(), options), start)


Recipe = TypeVar("Recipe", SquaresSettings, TownsSettings, DetectorSettings)


def _scheduled(recipe: Recipe, options: Options) -> Recipe:
    schedule = replace(recipe.schedule, seed=options.seed, steps=options.steps or recipe.schedule.steps)
    return replace(recipe, schedule=schedule)


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
