"""Renders the benchmark set, or a part of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.render.benchmark_set.boards import BOARDS, FIRST_SEED, render_board
from scorer.lab.render.benchmark_set.negatives import NEGATIVES, render_negative
from scorer.lab.render.benchmark_set.sample_image import SampleImage, render_sample
from scorer.lab.render.benchmark_set.scenarios import SCENARIOS
from scorer.lab.render.pools import drawn_pool, labelled_pools, with_two_crowns

LARGE = 2000
"""Longer side in pixels above which a scenario has a third of the images, because they take long."""


def benchmark_images(
    data: Path | None, count: int, only: str = "", *, seed: int = 0, kingdoms_only: bool = False
) -> Iterator[SampleImage]:
    """``count`` images of each scenario with ``only`` in its name; another ``seed`` gives other images like them.

    Without a data folder squares and surfaces are drawn. Scenarios without a kingdom have twice as many images.
    """
    surfaces = textures(data, measuring=True) if data else []
    pools = [*(labelled_pools(labelled_squares(data)) if data else ()), drawn_pool()]
    towns = [pool for pool in pools if any(str(cell) == "t" for cell in pool)]
    giants = [with_two_crowns(pool) for pool in towns]
    for scenario in SCENARIOS:
        few = max(1, count // 3) if max(scenario.pixels) > LARGE else count
        for index in range(few if only in scenario.name else 0):
            faces = giants if scenario.box.has_giants else towns
            yield render_sample(scenario, scenario.first_seed + seed + index, faces, surfaces)
    if kingdoms_only:
        return
    for kind in NEGATIVES.values():
        for index in range(2 * count if only in kind.scenario else 0):
            yield render_negative(kind.name, kind.first_seed + seed + index, towns, surfaces)
    if data and only in BOARDS:
        boards = [board for board in labelled_boards(data) if board.source != "photo"]
        for index, board in enumerate(boards[:: max(1, 17 // count)]):
            yield render_board(board, surfaces, FIRST_SEED + seed + index)
