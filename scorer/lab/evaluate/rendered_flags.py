"""Measures how well flags find errors: recall, false flags, and the calibration of the confidence.

python -m scorer.lab.evaluate.rendered_flags DATA [--out results/accuracy/flags.csv] [--count N]

The rendered photos show every scenario and also none, with seeds that were not used to fit or choose anything.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from scorer.lab.metrics.flags import KingdomFlags
from scorer.lab.metrics.matching import Match, match_grid
from scorer.lab.metrics.rows import ACCURACY, write_rows
from scorer.lab.metrics.truth import true_cells, wrong_places
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.render import LaidKingdom
from scorer.lab.report.tables import flag_table
from scorer.rules.model.kingdom import Position
from scorer.vision.reader import Reader, default_reader
from scorer.vision.reading import KingdomReading

SEED = 540
"""Added to the first seeds of the scenarios. The calibration was fitted with 600 and chosen with 700
(``scorer.lab.fit.calibration``); errors on 800, 850, 870 and 930 to 999 were inspected. It stays below 1000: from
there on, two scenarios would share random numbers."""


def flags_of(sample: SampleImage, reader: Reader, *, with_corners: bool = False) -> Iterator[KingdomFlags]:
    """A row for every kingdom read in a photo, and for every whole one that was not found.

    ``with_corners``: the reader is given the corners of the only kingdom.
    """
    laid = sample.render.kingdoms
    corners = grid = None
    if with_corners:
        kingdom = laid[0].layout.kingdom
        corners, grid = laid[0].corners().tolist(), (kingdom.height, kingdom.width)
    reading = reader.read(sample.render.image, giants=sample.giants, corners=corners, grid=grid)
    picture = str(sample.seed), sample.scenario
    found = set()
    for one in reading.kingdoms:
        matches = [
            (match.near, index, match)
            for index in (*sample.kingdoms, *sample.cut)
            if (match := match_grid(one.quads, laid[index]))
        ]
        if not matches:
            yield KingdomFlags(*picture, False, True, one.cut, one.confidence, 0, 0, len(one.doubtful), 0)
            continue
        _, index, match = max(matches)
        found.add(index)
        cut = one.cut or index in sample.cut
        yield KingdomFlags(*picture, True, True, cut, one.confidence, *_counts(one, laid[index], match, sample))
    for _ in set(sample.kingdoms) - found:
        yield KingdomFlags(*picture, True, False, False, 0.0, 0, 0, 0, 0)


def _counts(read: KingdomReading, laid: LaidKingdom, match: Match, sample: SampleImage) -> tuple[int, int, int, int]:
    """Errors, flagged errors, false flags, and places that the reading asks for."""
    wrong = wrong_places(read, true_cells(laid, match, sample.render.image))
    asked = {*read.hidden, *read.built_towns}
    flagged = [place for place in wrong if any(_touch(place, flag) for flag in read.doubtful)]
    return len(wrong), len(flagged), len(set(read.doubtful) - wrong - asked), len(asked)


def _touch(one: Position, other: Position) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


def measured(taken: Iterable[SampleImage], reader: Reader | None = None) -> Iterator[KingdomFlags]:
    """The rows of some photos, by default with the shipped models and settings."""
    for sample in taken:
        yield from flags_of(sample, reader or default_reader())


def main(arguments: Sequence[str]) -> int:
    """Measure, write a row per kingdom, print the summary."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.rendered_flags", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=ACCURACY / "flags.csv")
    parser.add_argument("--count", type=int, default=8, help="photos of each scenario")
    parser.add_argument("--only", default="", help="only scenarios with this in their name")
    chosen = parser.parse_args(arguments)
    if chosen.out == parser.get_default("out") and chosen.only:
        parser.error("results/accuracy/flags.csv holds photos of every scenario; name another file by --out")
    taken = benchmark_images(chosen.data, chosen.count, chosen.only, seed=SEED)
    print(flag_table(write_rows(measured(taken), KingdomFlags, chosen.out)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
