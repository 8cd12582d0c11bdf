"""Measures how reliable the probabilities of places are, by kind of picture, and which errors are left.

python -m scorer.lab.evaluate.reliability DATA [--count N] [--seed S] [--only PART] [--out CSV] [--errors CSV]

Each row counts the places of a kind of picture with probabilities in an interval, and how many of them were read
right. ``--errors`` adds a row for every wrong or flagged place, with its picture. The rendered pictures have other
seeds than those that anything was fitted on; the squares of labelled boards were part of the training.
"""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from scorer.lab.data.boards import labelled_boards
from scorer.lab.metrics.bins import PlaceBin
from scorer.lab.metrics.matching import match_grid
from scorer.lab.metrics.rows import ACCURACY, write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.metrics.truth import true_cells
from scorer.lab.render.benchmark_set.flat_pictures import compressed, mosaics, small_mosaics
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.vision.models import Models
from scorer.vision.reader import Reader
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings

SEED = 560
"""Added to the first seeds of rendered pictures: no other measurement and no fit uses them."""

THRESHOLD = CalibrationSettings().flag_threshold
"""Probability below which a place is flagged."""
EDGES = (0.5, 0.8, 0.9, THRESHOLD, 0.99, 0.999)
"""Edges of the intervals of probability."""


@dataclass(frozen=True)
class PlaceError:
    """A place that was read wrong or flagged. ``alone``: its most probable face by its appearance alone."""

    kind: str
    picture: str
    place: str
    truth: str
    read: str
    alone: str
    probability: float
    wrong: bool
    flagged: bool
    hidden: bool
    side: float
    """Of the square, in pixels of the picture."""


@dataclass(frozen=True)
class SeenPlace:
    """A place of a reading: its probability, whether it was read right, and what to list if it is an error."""

    probability: float
    right: bool
    listed: PlaceError | None


def places_of_sample(kind: str, sample: SampleImage, reader: Reader, *, given: bool) -> Iterator[SeenPlace]:
    """The places of every kingdom read in a rendered picture; with ``given``, with the corners of the only one."""
    corners = grid = None
    if given:
        laid = sample.render.kingdoms[0]
        kingdom = laid.layout.kingdom
        corners, grid = laid.corners().tolist(), (kingdom.height, kingdom.width)
    reading = reader.read(sample.render.image, giants=sample.giants, corners=corners, grid=grid)
    for one in reading.kingdoms:
        matches = [
            (match.near, index, match)
            for index in (*sample.kingdoms, *sample.cut)
            if (match := match_grid(one.quads, sample.render.kingdoms[index]))
        ]
        if not matches:
            continue
        _, index, match = max(matches)
        truth = true_cells(sample.render.kingdoms[index], match, sample.render.image)
        yield from _places(kind, f"{sample.scenario} {sample.seed}", one, {p: str(c) for p, c in truth.items()})


def places_of_board(
    kind: str, file: Path, notation: str, pixels: int, quality: int, reader: Reader, *, given: bool
) -> Iterator[SeenPlace]:
    """The places of a labelled board in a small, compressed copy, if it was read with its shape."""
    kingdom = Kingdom.parse(notation)
    image = np.asarray(cv2.imread(str(file)), np.uint8)
    width, height = kingdom.width * pixels, kingdom.height * pixels
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    shown = compressed(np.asarray(small, np.uint8), quality)
    frame = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    grid = (kingdom.height, kingdom.width)
    reading = reader.read(shown, corners=frame, grid=grid) if given else reader.read(shown)
    for one in reading.kingdoms:
        if (one.kingdom.height, one.kingdom.width) == grid:
            truth = {position: str(cell) for position, cell in kingdom.cells()}
            yield from _places(kind, file.stem, one, truth)


def _places(kind: str, picture: str, one: KingdomReading, truth: dict[Position, str]) -> Iterator[SeenPlace]:
    for (row, column), cell in one.kingdom.cells():
        true, read = truth.get((row, column), "."), str(cell)
        if "?" in (true, read):
            continue
        right = read == true or (read[-1:] == "?" and read[:1] == true[:1])
        probability = one.squares[row][column]
        flagged = probability < one.flag_threshold
        listed = None
        if flagged or not right:
            quad = one.quads[row, column]
            side = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
            alone, hidden = str(one.alternatives((row, column), 1)[0][0]), (row, column) in one.hidden
            listed = PlaceError(
                kind, picture, f"{row} {column}", true, read, alone, probability, not right, flagged, hidden, side
            )
        yield SeenPlace(probability, right, listed)


Places = Callable[[Path, int, int, Reader], Iterator[SeenPlace]]


def _rendered(
    kind: str, data: Path, count: int, seed: int, reader: Reader, parts: Sequence[str]
) -> Iterator[SeenPlace]:
    for part in parts:
        for sample in benchmark_images(data, count, part, seed=seed, kingdoms_only=True):
            yield from places_of_sample(kind, sample, reader, given=False)


def _mosaics(
    kind: str, data: Path, count: int, seed: int, reader: Reader, pixels: int, *, given: bool
) -> Iterator[SeenPlace]:
    taken = mosaics(data, 4 * count, seed) if pixels else small_mosaics(data, 10 * count, seed)
    for sample in taken:
        if not pixels or f"{pixels} px" in sample.scenario:
            yield from places_of_sample(kind, sample, reader, given=given)


def _boards(
    kind: str, data: Path, _count: int, _seed: int, reader: Reader, pixels: int, quality: int, *, given: bool
) -> Iterator[SeenPlace]:
    for board in labelled_boards(data):
        if board.source.startswith("phone"):
            yield from places_of_board(kind, board.file, board.notation, pixels, quality, reader, given=given)


SCENARIOS = {
    "from above": ("from above", "any turn", "towns", "wood", "cloth"),
    "tilted 30–50°": ("tilted 30", "tilted 40", "castle and figures"),
    "oblique 45–70°": ("oblique,",),
    "dark room": ("dark room",),
    "glare and burnt out": ("glare", "burnt"),
}


def kinds() -> dict[str, Places]:
    """The function that reads the pictures of each kind, by name."""
    found: dict[str, Places] = {name: partial(_rendered, name, parts=parts) for name, parts in SCENARIOS.items()}
    for given in (True, False):
        with_corners = ", corners given" if given else ""
        for pixels, what in ((64, "mosaics, 64 px"), (32, "mosaics, 32 px"), (0, "mosaics, 12–24 px")):
            name = what + with_corners
            found[name] = partial(_mosaics, name, pixels=pixels, given=given)
        for pixels in (32, 64):
            for quality in (30, 75):
                name = f"phone boards, {pixels} px, quality {quality}{with_corners}"
                found[name] = partial(_boards, name, pixels=pixels, quality=quality, given=given)
    return found


def bins_of(kind: str, some: Iterable[SeenPlace]) -> list[PlaceBin]:
    """The places in intervals of their probability; intervals without places are left out."""
    ends = (0.0, *EDGES, 1.0)
    inside: list[list[SeenPlace]] = [[] for _ in ends[1:]]
    for place in some:
        inside[bisect_right(EDGES, place.probability)].append(place)
    return [
        PlaceBin(
            kind,
            low,
            high,
            len(places),
            float(np.mean([one.probability for one in places])),
            sum(one.right for one in places),
        )
        for low, high, places in zip(ends[:-1], ends[1:], inside, strict=True)
        if places
    ]


def summary(kind: str, bins: Sequence[PlaceBin], flag_threshold: float = THRESHOLD) -> str:
    """A line with the flagged wrong places and the flagged right ones."""
    flagged = [one for one in bins if one.high <= flag_threshold]
    wrong, right = sum(one.places - one.right for one in bins), sum(one.right for one in bins)
    found = Share(sum(one.places - one.right for one in flagged), wrong)
    return f"{kind}: wrong places flagged {found}; right places flagged {sum(one.right for one in flagged)} of {right}"


def main(arguments: Sequence[str]) -> int:
    """Measure, write the rows, print a line per kind."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.reliability", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument(
        "--count", type=int, default=10, help="photos of each scenario; ten times as many small mosaics"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="only kinds with this in their name")
    parser.add_argument("--models", type=Path, help="a folder of other models")
    parser.add_argument("--out", type=Path, default=ACCURACY / "reliability.csv")
    parser.add_argument("--errors", type=Path, help="a CSV file with a row per wrong or flagged place")
    chosen = parser.parse_args(arguments)
    reader = Reader(Models.from_folder(chosen.models) if chosen.models else Models.shipped())
    rows: list[PlaceBin] = []
    errors: list[PlaceError] = []
    for kind, places in kinds().items():
        if chosen.only in kind:
            seen = list(places(chosen.data, chosen.count, chosen.seed, reader))
            errors += [one.listed for one in seen if one.listed]
            rows += bins_of(kind, seen)
            print(summary(kind, [row for row in rows if row.kind == kind]), flush=True)
    write_rows(rows, PlaceBin, chosen.out)
    if chosen.errors:
        write_rows(errors, PlaceError, chosen.errors)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
