"""Measures how the reader handles a square that shows something unknown, and the squares around it.

python -m scorer.lab.evaluate.unknown_squares DATA [--count N] [--seed N] [--out CSV]

In photos of finished kingdoms, one square is covered by a photographed part of Queendomino, a field of another game
or the back of a domino. Half of the photos are read with Age of Giants.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scorer.lab.data.pictures import read_picture, stored
from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.metrics.matching import match_grid
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.metrics.truth import true_cells
from scorer.lab.render.augment import relight
from scorer.lab.render.benchmark_set.negatives import domino_back
from scorer.lab.render.benchmark_set.other_games import field_of_other_game
from scorer.lab.render.benchmark_set.sample_image import render_sample
from scorer.lab.render.benchmark_set.scenarios import Scenario
from scorer.lab.render.benchmark_set.seeds import seed_of
from scorer.lab.render.pools import drawn_pool, labelled_pools, with_two_crowns
from scorer.lab.render.scene import Points
from scorer.rules.model.dominoes import Box
from scorer.rules.model.terrain import Place, Square, Terrain, is_hidden
from scorer.vision.common.arrays import Image
from scorer.vision.reader import default_reader

SCENARIOS = (
    Scenario("unknown square", turn=180, tilt=(0, 25)),
    Scenario("unknown square, giants", box=Box.KINGDOMINO_GIANTS, turn=180, tilt=(0, 25)),
)
PHOTOGRAPHED, OTHER_GAME, BACK = THINGS = ("photographed part", "other game", "domino back")
MIN_DETAIL = 40.0
"""Minimum standard deviation of the pixels of a crop that shows more than cloth."""
CERTAIN = 0.99
"""Probability, by its appearance, of a square that must not be overruled."""


@dataclass(frozen=True)
class UnknownSquare:
    """One photo: the reading of its unknown square, and the effect on the others."""

    picture: str
    kind: str
    thing: str
    found: bool
    read: str
    open: bool
    """Whether the square or its crowns are left unknown."""
    flagged: bool
    overruled: int
    """Squares that are right and certain by their appearance, but read as something else."""
    wrong: int
    """Other squares with errors."""
    wrong_unflagged: int
    false_flags: int
    """Other squares that are right and flagged."""


def thing(data: Path, kind: str, rng: np.random.Generator) -> Image:
    """A picture that is not a face, uint8 BGR (64, 64, 3)."""
    if kind == OTHER_GAME:
        return stored(field_of_other_game(int(rng.integers(40, 90)), rng))
    if kind == BACK:
        return stored(domino_back(rng))
    files = sorted((data / "queendomino").iterdir())
    while True:
        picture = read_picture(files[int(rng.integers(len(files)))])
        side = int(rng.uniform(0.15, 0.4) * min(picture.shape[:2]))
        top, left = (int(rng.integers(0, length - side)) for length in picture.shape[:2])
        part = stored(picture[top : top + side, left : left + side])
        if part.std() > MIN_DETAIL:
            return part


def covered(image: Image, quad: Points, with_what: Image) -> Image:
    """The picture, uint8 BGR, with a square picture pasted onto a quadrilateral (4, 2)."""
    side = len(with_what)
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    homography = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    image = image.copy()
    size = image.shape[1], image.shape[0]
    cv2.warpPerspective(with_what, homography, size, image, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return image


def rows_of(data: Path, count: int, seed: int) -> Iterator[UnknownSquare]:
    """A row for each of ``count`` photos of each scenario."""
    surfaces = textures(data, measuring=True)
    pools = [*labelled_pools(labelled_squares(data)), drawn_pool()]
    pools = [with_two_crowns(pool) for pool in pools if Square(Terrain.TOWN) in pool]
    for scenario in SCENARIOS:
        for number in range(count):
            own = seed_of(scenario.name) + seed + number
            rng = np.random.default_rng([own, 1])
            sample = render_sample(scenario, own, pools, surfaces)
            (laid,) = sample.render.kingdoms
            places = [at for at, cell in laid.layout.cells.items() if isinstance(cell, Square)]
            at = places[int(rng.integers(len(places)))]
            kind = THINGS[number % len(THINGS)]
            image = covered(sample.render.image, laid.quads[at], relight(thing(data, kind, rng), rng, 0.4))
            row = UnknownSquare(str(own), scenario.name, kind, False, "", False, False, 0, 0, 0, 0)
            for one in default_reader().read(image, giants=sample.giants).kingdoms[:1]:
                match = match_grid(one.quads, laid)
                if match is None:
                    continue
                truth, place_read = true_cells(laid, match, image), match.place(at)
                doubtful, looks = set(one.doubtful), one.against_looks
                inside = {place: cell for place, cell in one.kingdom.cells() if place != place_read}
                wrong = [p for p, cell in inside.items() if truth.get(p, Place.EMPTY) != cell]
                read = one.kingdom.get(place_read)
                row = replace(
                    row,
                    found=True,
                    read=str(read),
                    open=read is not None and is_hidden(read),
                    flagged=place_read in doubtful,
                    overruled=sum(
                        p in looks and looks[p][1] >= CERTAIN and looks[p][0] == truth.get(p, Place.EMPTY)
                        for p in wrong
                    ),
                    wrong=len(wrong),
                    wrong_unflagged=len(set(wrong) - doubtful),
                    false_flags=len(doubtful - set(wrong) - {place_read}),
                )
            yield row


def main(arguments: Sequence[str]) -> int:
    """Measure, write a row per photo if asked to, print a line per scenario and kind of cover."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.unknown_squares", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--count", type=int, default=30, help="photos of each scenario")
    parser.add_argument("--seed", type=int, default=0, help="another number gives other photos")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args(arguments)
    rows = list(rows_of(chosen.data, chosen.count, chosen.seed))
    for name in (scenario.name for scenario in SCENARIOS):
        for kind in THINGS:
            some = [row for row in rows if row.found and (row.kind, row.thing) == (name, kind)]
            caught = Share(sum(row.open or row.flagged for row in some), len(some))
            false = sum(row.false_flags for row in some)
            print(
                f"{name}, {kind}: open or flagged {caught}, open {sum(row.open for row in some)}, "
                f"{sum(row.overruled for row in some)} overruled, {sum(row.wrong for row in some)} others wrong, "
                f"{sum(row.wrong_unflagged for row in some)} unflagged, {false} false flags"
            )
    if chosen.out:
        write_rows(rows, UnknownSquare, chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
