"""The entry point to measuring: ``shots`` renders the whole set of photos that the reader is measured on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.render.measured.boards import BOARDS, board_shot
from scorer.lab.render.measured.conditions import CONDITIONS
from scorer.lab.render.measured.negatives import NEGATIVES, NO_KINGDOM, negative_shot
from scorer.lab.render.measured.shots import Shot, shoot
from scorer.lab.render.pools import drawn_pool, labelled_pools, with_two_crowns

SEED = 20261120
"""The first photo of each condition has this seed, plus 1000 for every condition before it."""

LARGE = 2000
"""Longer side in pixels above which photos are rendered less often: they take long."""


def shots(
    data: Path | None, count: int, only: str = "", *, seed: int = 0, kingdoms_only: bool = False
) -> Iterator[Shot]:
    """Every photo of the measurement, in its order; ``count`` of each condition. ``seed`` gives others like them."""
    surfaces = textures(data, measuring=True) if data else []
    pools = [*(labelled_pools(labelled_squares(data)) if data else ()), drawn_pool()]
    towns = [pool for pool in pools if any(str(cell) == "t" for cell in pool)]
    giants = [with_two_crowns(pool) for pool in towns]
    for number, condition in enumerate(CONDITIONS):
        few = max(1, count // 3) if max(condition.pixels) > LARGE else count
        for index in range(few if only in condition.name else 0):
            seen = giants if condition.box.has_giants else towns
            yield shoot(condition, SEED + seed + 1000 * number + index, seen, surfaces)
    if kingdoms_only:
        return
    for number, kind in enumerate(NEGATIVES):
        for index in range(2 * count if only in f"{NO_KINGDOM}: {kind}" else 0):
            yield negative_shot(kind, SEED + seed + 100_000 + 1000 * number + index, towns, surfaces)
    if data and only in BOARDS:
        boards = [board for board in labelled_boards(data) if board.source != "photo"]
        for index, board in enumerate(boards[:: max(1, 17 // count)]):
            yield board_shot(board, surfaces, SEED + seed + 200_000 + index)
