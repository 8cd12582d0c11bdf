"""Measures the reader on rendered photos: every scenario, pictures without a kingdom, boards on other tables.

python -m scorer.lab.evaluate.rendered [DATA] [--out CSV] [--count N] [--only PART] [--save FOLDER]

Without a data folder, kingdoms of drawn squares lie on drawn tables, so that the pictures can be published.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from scorer.lab.metrics.comparison import GRID, NOT_FOUND, SQUARES, Comparison, compare, corner_error, missed
from scorer.lab.metrics.matching import Match, match_grid
from scorer.lab.metrics.measurement import Measurement, Picture, measured, with_progress
from scorer.lab.metrics.rows import ACCURACY, write_rows
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.render import LaidKingdom
from scorer.lab.report.tables import rendered_summary
from scorer.rules.model.terrain import Place
from scorer.vision.common.arrays import Image
from scorer.vision.overlay import draw_reading
from scorer.vision.reader import Reader, default_reader
from scorer.vision.reading import KingdomReading, Reading

EXTRA, ORDER, CUT_NOT_MARKED = "extra", "order", "cut not marked"
"""Faults of a picture as a whole: a kingdom was read where there is none; the largest one is not the first; a kingdom
that the picture's edge cuts is not marked as cut."""

NEED_NOT_BE_FOUND = 6
"""A kingdom that the picture's edge cuts to this many squares or fewer need not be found."""


def measure(sample: SampleImage, reader: Reader | None = None) -> tuple[Measurement, Reading]:
    """Read a photo, by default with the shipped models and settings, and compare it with the truth."""
    reader = reader or default_reader()
    image, laid = sample.render.image, sample.render.kingdoms
    reading = reader.read(image, giants=sample.giants)
    whole = [compared(laid[index], reading) for index in sample.kingdoms]
    cut = [compared_where_seen(laid[index], reading, image) for index in sample.cut]
    if any(one.fault == GRID for one in whole) and _grids_were_there(sample, reader):
        whole = [replace(one, fault=SQUARES) if one.fault == GRID else one for one in whole]
    extra = sum(all(one.reading is not read for one in (*whole, *cut)) for read in reading.kingdoms)
    row = measured(
        Picture(str(sample.seed), sample.scenario),
        reading,
        whole,
        cut=cut,
        other_faults=list(_other_faults(reading, cut, extra)),
        extra=extra,
        truth=" + ".join(str(one.layout.kingdom) for one in laid),
        read=" + ".join(str(one.kingdom) for one in reading.kingdoms),
    )
    return row, reading


def compared(laid: LaidKingdom, reading: Reading) -> Comparison:
    """The comparison of a kingdom that is completely in the picture with the nearest one that was read."""
    known = {position: cell for position, cell in laid.layout.cells.items() if cell is not Place.UNKNOWN}
    nearest = _nearest(laid, reading)
    if nearest is None:
        return missed(len(known))
    match, read = nearest
    one = compare(known, laid.layout.cells, read, match)
    return replace(one, corner_error=corner_error(read, laid.corners(), laid.layout.kingdom))


def compared_where_seen(laid: LaidKingdom, reading: Reading, image: Image) -> Comparison:
    """The comparison of a kingdom that the picture's edge cuts, over its squares that are completely in the picture."""
    size = np.array(image.shape[1::-1])
    known = {
        position: cell
        for position, cell in laid.layout.cells.items()
        if cell is not Place.UNKNOWN and ((laid.quads[position] >= 0) & (laid.quads[position] <= size)).all()
    }
    nearest = _nearest(laid, reading)
    if nearest is None:
        return missed(len(known), NOT_FOUND if len(known) > NEED_NOT_BE_FOUND else "")
    match, read = nearest
    return compare(known, laid.layout.cells, read, replace(match, near=1.0))


def _nearest(laid: LaidKingdom, reading: Reading) -> tuple[Match, KingdomReading] | None:
    """The kingdom whose grid contains most of the true squares; of equal ones the last, which is the smallest."""
    matches = [(match, read) for read in reversed(reading.kingdoms) if (match := match_grid(read.quads, laid))]
    return max(matches, key=lambda found: found[0].near, default=None)


def _grids_were_there(sample: SampleImage, reader: Reader) -> bool:
    """Whether the detected grids had a place for every square, so that missing squares at the rim were misread."""
    boards = reader.boards.find_boards(sample.render.image)
    return all(
        any((match := match_grid(board.quads, sample.render.kingdoms[index])) and match.near == 1 for board in boards)
        for index in sample.kingdoms
    )


def _other_faults(reading: Reading, cut: Sequence[Comparison], extra: int) -> Iterator[str]:
    """Faults of the picture as a whole."""
    sizes = [len(one.kingdom.squares()) for one in reading.kingdoms]
    if extra:
        yield EXTRA
    if sizes != sorted(sizes, reverse=True):
        yield ORDER
    if any(one.reading is not None and not one.reading.cut for one in cut):
        yield CUT_NOT_MARKED


def main(arguments: Sequence[str]) -> int:
    """Measure, write a row per photo, print the summary."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.rendered", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, default=ACCURACY / "rendered.csv")
    parser.add_argument("--count", type=int, default=17, help="photos of each scenario")
    parser.add_argument("--only", default="", help="only scenarios with this in their name")
    parser.add_argument("--seed", type=int, default=0, help="another number gives other photos like them")
    parser.add_argument("--save", type=Path, help="a folder for pictures of what went wrong")
    chosen = parser.parse_args(arguments)
    if chosen.out == parser.get_default("out") and (chosen.data is None or chosen.seed or chosen.only):
        parser.error("results/accuracy/rendered.csv holds all photos of the data folder; name another file by --out")
    taken = benchmark_images(chosen.data, chosen.count, chosen.only, seed=chosen.seed)
    rows = write_rows(with_progress(_measured(taken, chosen.save)), Measurement, chosen.out)
    print(rendered_summary(rows))
    return 0


def _measured(taken: Iterable[SampleImage], folder: Path | None) -> Iterator[Measurement]:
    """A row per photo; pictures of errors are saved in the folder, if one is given."""
    for sample in taken:
        row, reading = measure(sample)
        if row.fault and folder:
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{row.kind}_{row.picture}_{row.fault}".replace(" ", "_").replace("/", "-")
            cv2.imwrite(str(folder / f"{name}.jpg"), draw_reading(sample.render.image, reading))
        yield row


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
