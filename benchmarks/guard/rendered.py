"""Two hundred rendered photos by their own recipes: a scenario's name and a seed, stored in ``rendered_photos.csv``.

The seeds are stored and follow from nothing, so that another order of the scenarios, or another rule for their seeds,
renders the same photos: three of every scenario, one of those with twelve megapixels, four of every kind of negative,
three boards. A scenario that gets another name is renamed in the file as well.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.guard.baselines import FOLDER
from benchmarks.guard.project import (
    SCENARIOS,
    SampleImage,
    drawn_pool,
    labelled_boards,
    labelled_pools,
    labelled_squares,
    render_board,
    render_negative,
    render_sample,
    textures,
    with_two_crowns,
)

RECIPES: Final = FOLDER / "rendered_photos.csv"

KINGDOMS, NOTHING, BOARD = "kingdoms", "no kingdom", "board"
"""Kinds of photos: a scenario with kingdoms, a negative, and a labelled board laid on another table."""


@dataclass(frozen=True)
class Recipe:
    """A rendered input. ``name`` is a scenario, a kind of negative, or the file of a labelled board."""

    number: int
    kind: str
    name: str
    seed: int


@dataclass(frozen=True)
class Rendered:
    """A rendered photo; ``key`` names it in the baselines."""

    key: str
    sample: SampleImage


def recipes() -> list[Recipe]:
    """The stored recipes."""
    with RECIPES.open(encoding="utf-8", newline="") as file:
        return [Recipe(int(row["number"]), row["kind"], row["name"], int(row["seed"])) for row in csv.DictReader(file)]


def rendered_photos(data: Path) -> Iterator[Rendered]:
    """Every photo, in the order of the recipes."""
    surfaces = textures(data, measuring=True)
    pools = [*labelled_pools(labelled_squares(data)), drawn_pool()]
    towns = [pool for pool in pools if any(str(cell) == "t" for cell in pool)]
    giants = [with_two_crowns(pool) for pool in towns]
    scenarios = {scenario.name: scenario for scenario in SCENARIOS}
    boards = {board.file.relative_to(data).as_posix(): board for board in labelled_boards(data)}
    for recipe in recipes():
        if recipe.kind == KINGDOMS and recipe.name not in scenarios:
            raise SystemExit(f"no scenario is called “{recipe.name}” any more; rename it in {RECIPES.name}, too")
        if recipe.kind == KINGDOMS:
            scenario = scenarios[recipe.name]
            sample = render_sample(scenario, recipe.seed, giants if scenario.box.has_giants else towns, surfaces)
        elif recipe.kind == NOTHING:
            sample = render_negative(recipe.name, recipe.seed, towns, surfaces)
        else:
            sample = render_board(boards[recipe.name], surfaces, recipe.seed)
        yield Rendered(f"rendered {recipe.number:03}", sample)
