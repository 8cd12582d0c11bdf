"""The whole set of rendered photos that the reader is measured on, and others like them by another seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from scorer.datasets.labelled import labelled_boards, labelled_squares, textures
from scorer.rules.model.terrain import Square, Terrain
from scorer.synthesis.negatives import BOARDS, NEGATIVES, NO_KINGDOM, board_shot, negative_shot
from scorer.synthesis.render import Image, Pool
from scorer.synthesis.samples import drawn_pool
from scorer.synthesis.scenes import pools
from scorer.synthesis.shots import CONDITIONS, Shot, shoot

SEED = 20261120
"""The first photo of each condition has this seed, plus 1000 for every condition before it."""

LARGE = 2000
"""Photos with more pixels than this on a side are large."""


def shots(
    data: Path | None, count: int, only: str = "", *, seed: int = 0, kingdoms_only: bool = False
) -> Iterator[Shot]:
    """Every photo of the measurement, in its order; ``count`` of each condition. ``seed`` gives others like them."""
    surfaces = textures(data, measuring=True) if data else []
    lots = [*(pools(labelled_squares(data)) if data else ()), drawn_pool()]
    towns = [pool for pool in lots if Square(Terrain.TOWN) in pool]
    yield from _kingdoms(count, only, SEED + seed, towns, surfaces)
    if not kingdoms_only:
        yield from _negatives(2 * count, only, SEED + seed + 100_000, towns, surfaces)
    if data and not kingdoms_only and only in BOARDS:
        boards = [board for board in labelled_boards(data) if board.source != "photo"]
        for index, board in enumerate(boards[:: max(1, 17 // count)]):
            yield board_shot(board, surfaces, SEED + seed + 200_000 + index)


def _kingdoms(count: int, only: str, seed: int, lots: Sequence[Pool], surfaces: Sequence[Image]) -> Iterator[Shot]:
    """Photos of kingdoms: of very large ones a third as many, since they take so long."""
    for number, condition in enumerate(CONDITIONS):
        few = max(1, count // 3) if max(condition.pixels) > LARGE else count
        for index in range(few if only in condition.name else 0):
            yield shoot(condition, seed + 1000 * number + index, lots, surfaces)


def _negatives(count: int, only: str, seed: int, lots: Sequence[Pool], surfaces: Sequence[Image]) -> Iterator[Shot]:
    """Pictures without a kingdom."""
    for number, kind in enumerate(NEGATIVES):
        for index in range(count if only in f"{NO_KINGDOM}: {kind}" else 0):
            yield negative_shot(kind, seed + 1000 * number + index, lots, surfaces)
