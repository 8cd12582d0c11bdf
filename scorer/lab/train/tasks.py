"""The three tasks by name, with all labelled and drawn data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeVar

from scorer.lab.data.squares import LabelledSquare
from scorer.lab.data.textures import textures
from scorer.lab.data.training import detector_squares
from scorer.lab.render.pools import labelled_pools
from scorer.lab.train.detector import DetectorSettings, DetectorTask
from scorer.lab.train.engine import Task, Weights
from scorer.lab.train.squares import SquaresSettings, SquaresTask
from scorer.lab.train.towns import TownsSettings, TownsTask

Name = Literal["squares", "towns", "detector"]
NAMES: tuple[Name, ...] = ("squares", "towns", "detector")
"""The networks in training order: the towns' classifier starts from the square classifier."""


def task_of(
    name: Name,
    data: Path,
    squares: Sequence[LabelledSquare],
    start: Weights | None = None,
    *,
    seed: int = 0,
    steps: int | None = None,
    rate: float | None = None,
) -> Task:
    """The task with that name, on the labelled ``squares`` and the surfaces of the ``data`` folder.

    ``start`` are initial weights; ``steps`` and the highest learning ``rate`` override its schedule.
    """
    if name == "squares":
        return SquaresTask(squares, textures(data), _scheduled(SquaresSettings(), seed, steps, rate), start)
    if name == "towns":
        return TownsTask(squares, start or {}, _scheduled(TownsSettings(), seed, steps, rate))
    pools, measuring = labelled_pools(detector_squares(squares)), textures(data, measuring=True)
    return DetectorTask(pools, textures(data), measuring, _scheduled(DetectorSettings(), seed, steps, rate), start)


Recipe = TypeVar("Recipe", SquaresSettings, TownsSettings, DetectorSettings)


def _scheduled(recipe: Recipe, seed: int, steps: int | None, rate: float | None) -> Recipe:
    planned = recipe.schedule
    schedule = replace(planned, seed=seed, steps=steps or planned.steps, rate=rate or planned.rate)
    return replace(recipe, schedule=schedule)
