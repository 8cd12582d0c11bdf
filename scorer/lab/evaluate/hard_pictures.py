"""Measures the reader on kinds of pictures on which it had faults, with separate seeds.

python -m scorer.lab.evaluate.hard_pictures DATA [--only PART] [--seed N] [--count N] [--out CSV]

The kinds are few dominoes in an oblique view, pages of dominoes, screenshots, printed pages, and blurred and
recompressed mosaics, with and without given corners. Each kingdom gets a row, as in
``scorer.lab.evaluate.rendered_flags``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.evaluate.rendered_flags import flags_of
from scorer.lab.metrics.flags import KingdomFlags
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.render.benchmark_set.flat_pictures import (
    QUALITIES,
    RESOLUTIONS,
    mosaic,
    page_of_dominoes,
    printed_page,
    screenshot,
)
from scorer.lab.render.benchmark_set.sample_image import SampleImage, render_sample, whole_and_cut
from scorer.lab.render.benchmark_set.scenarios import Scenario
from scorer.lab.render.benchmark_set.seeds import seed_of
from scorer.lab.render.pools import Pool, drawn_pool, labelled_pools
from scorer.lab.render.render import Render
from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image
from scorer.vision.models import Models
from scorer.vision.reader import Reader

Make = Callable[[int, Sequence[Pool], Sequence[Image]], SampleImage]

FEW = Scenario(
    "oblique, few dominoes", dominoes=(1, 5), turn=180, tilt=(20, 65), oblique=True, castle_stands=True, fill=(0.4, 0.9)
)

CROPPED = Scenario("cropped", turn=8, tilt=(0, 10)), Scenario("cropped, 7×7", sizes=(7,), turn=8, tilt=(0, 10))


def _few(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image]) -> SampleImage:
    return render_sample(FEW, seed, pools, surfaces)


def _without_castle(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image]) -> SampleImage:
    """A photo cropped so that the castle, with its row or column, is outside but most squares are inside."""
    sample = render_sample(CROPPED[seed % 2], seed, pools, surfaces)
    (laid,) = sample.render.kingdoms
    castle = next(quad for at, quad in laid.quads.items() if laid.layout.cells[at] is Place.CASTLE)
    centres = np.array([quad.mean(axis=0) for quad in laid.quads.values()])
    image = sample.render.image
    (x0, y0), (x1, y1) = np.floor(castle.min(axis=0)).astype(int), np.ceil(castle.max(axis=0)).astype(int)
    boxes = [(0, 0, image.shape[1], y0), (0, y1, *image.shape[1::-1]), (0, 0, x0, image.shape[0])]
    boxes.append((x1, 0, *image.shape[1::-1]))
    inside = [((centres > box[:2]) & (centres < box[2:])).all(axis=1).sum() for box in boxes]
    left, top, right, bottom = boxes[int(np.argmax(inside))]
    quads = {at: (quad - np.array([left, top])).astype(np.float32) for at, quad in laid.quads.items()}
    part = Render(np.ascontiguousarray(image[top:bottom, left:right]), (replace(laid, quads=quads),))
    return SampleImage("castle out of sight", seed, part, *whole_and_cut(part))


def _mosaic(seed: int, pools: Sequence[Pool], surfaces: Sequence[Image], pixels: int) -> SampleImage:
    return mosaic(seed, pools, surfaces, pixels, QUALITIES[seed % 2])


KINDS: dict[str, tuple[Make, bool]] = {
    FEW.name: (_few, False),
    "castle out of sight": (_without_castle, False),
    "page of dominoes": (page_of_dominoes, False),
    "screenshot": (screenshot, False),
    "printed page": (printed_page, False),
    **{f"mosaic, {pixels} px, corners": (partial(_mosaic, pixels=pixels), True) for pixels in RESOLUTIONS},
    **{f"mosaic, {pixels} px": (partial(_mosaic, pixels=pixels), False) for pixels in RESOLUTIONS},
}
"""The function that makes each kind of picture, by name, and whether its corners are given."""


def rows_of(data: Path, kind: str, count: int, seed: int, reader: Reader) -> Iterator[KingdomFlags]:
    """The rows of ``count`` pictures of a kind; kinds that differ only in given corners use the same pictures."""
    make, with_corners = KINDS[kind]
    surfaces = textures(data, measuring=True)
    pools = [*labelled_pools(labelled_squares(data)), drawn_pool()]
    pools = [pool for pool in pools if any(str(cell) == "t" for cell in pool)]
    first = seed_of(kind.removesuffix(", corners")) + seed
    for index in range(count):
        sample = make(first + index, pools, surfaces)
        for row in flags_of(sample, reader, with_corners=with_corners):
            yield replace(row, kind=kind)


def summary(kind: str, rows: Sequence[KingdomFlags]) -> str:
    """A line with the kingdoms found, read without an error, false kingdoms, and flags."""
    laid = [row for row in rows if row.laid]
    found = [row for row in laid if row.found]
    false = [row for row in rows if not row.laid]
    errors = Share(sum(row.flagged_errors for row in found), sum(row.errors for row in found))
    return (
        f"{kind}: {len(found)} of {len(laid)} found, {sum(row.right for row in laid)} right; flagged errors {errors}; "
        f"{sum(row.false_flags for row in found)} false flags; {len(false)} false kingdoms, "
        f"{sum(not row.false_flags for row in false)} of them without a flag"
    )


def main(arguments: Sequence[str]) -> int:
    """Measure, write a row per kingdom, print a line per kind."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.hard_pictures", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", default="", help="only kinds with this in their name")
    parser.add_argument("--seed", type=int, default=0, help="another number gives other pictures like them")
    parser.add_argument("--count", type=int, default=24, help="pictures of each kind")
    parser.add_argument("--models", type=Path, help="a folder of other models")
    parser.add_argument("--out", type=Path, help="a CSV file with a row per kingdom")
    chosen = parser.parse_args(arguments)
    reader = Reader(Models.from_folder(chosen.models) if chosen.models else Models.shipped())
    everything: list[KingdomFlags] = []
    for kind in (kind for kind in KINDS if chosen.only in kind):
        rows = list(rows_of(chosen.data, kind, chosen.count, chosen.seed, reader))
        print(summary(kind, rows), flush=True)
        everything += rows
    if chosen.out:
        write_rows(everything, KingdomFlags, chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
