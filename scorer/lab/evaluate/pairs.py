"""Measures the gain from a second photo of the same kingdom, on rendered pairs of oblique photos.

python -m scorer.lab.evaluate.pairs [DATA] [--out CSV] [--seed N] [--count N]

Each seed gives four pairs: two views of one kingdom at least 90° apart; two views less than 90° apart; a photo of
another kingdom; and a photo of a nearly identical kingdom, in which three dominoes show other faces. Without a data
folder, squares and tables are drawn. With one, the rectified boards that show one kingdom twice are read as well.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Final

from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.evaluate.rendered import compared
from scorer.lab.metrics.comparison import Comparison
from scorer.lab.metrics.rows import ACCURACY, write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.metrics.views import BOARDS, KINDS, NEAR, NEARLY_SAME, OPPOSITE, OTHER, SAME, PairRow
from scorer.lab.render.benchmark_set.pairs import SamplePair, render_pair
from scorer.lab.render.pools import Pool, drawn_pool, labelled_pools
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell
from scorer.vision.common.arrays import Image
from scorer.vision.fusion.view import View
from scorer.vision.models import Models
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.photo import Photo
from scorer.vision.reader import Reader, Source, default_reader
from scorer.vision.reading import Reading

Rows = tuple[tuple[Cell, ...], ...]

EXCHANGED: Final = 3
"""Number of dominoes with other faces in a photo of a nearly identical kingdom."""

OTHER_SEEDS: Final = 1_000_000
"""The number added to a seed for the photo of another kingdom."""


class ReaderOfPairs(Reader):
    """A reader that searches a picture once if it can be read alone: as part of a pair it has the same views.

    A picture that cannot be read alone is searched again for a pair, for faint grids too.
    """

    _latest: tuple[tuple[Source, Photo, list[View]], ...] = ()

    def _views(self, index: int, source: Source, name: str, *options: Any, **named: Any) -> tuple[Photo, list[View]]:
        for image, photo, views in self._latest:
            if image is source and any(view.reading for view in views):
                return photo, [replace(view, photo=index) for view in views]
        photo, views = super()._views(index, source, name, *options, **named)
        self._latest = (*self._latest[-3:], (source, photo, views))
        return photo, views


def measure(pair: SamplePair, kind: str, reader: Reader) -> PairRow:
    """Read both photos of a pair, alone and merged, and compare the readings with the truth.

    The reader searches each picture once (``ReaderOfPairs``).
    """
    images = [photo.render.image for photo in pair.photos]
    start = time.perf_counter()
    singles = [reader.read(image) for image in images]
    middle = time.perf_counter()
    try:
        fused = reader.read_views(images)
    except PhotoError:
        fused = None
    end = time.perf_counter()
    first, second = (
        compared(photo.render.kingdoms[0], one).fault for photo, one in zip(pair.photos, singles, strict=True)
    )
    both: Comparison | None = compared(pair.photos[0].render.kingdoms[0], fused) if fused else None
    reading = both.reading if both else None
    return PairRow(
        pair.photos[0].seed,
        kind,
        pair.apart,
        first,
        second,
        merged=reading is not None and len(reading.views) > 1,
        fault=both.fault if both else "refused",
        squares=both.squares if both else 0,
        wrong=both.wrong if both else 0,
        wrong_flagged=both.wrong_doubtful if both else 0,
        flagged=len(reading.doubtful) if reading else 0,
        single_flagged=sum(len(kingdom.doubtful) for kingdom in singles[0].kingdoms),
        seconds=end - start,
        single_seconds=middle - start,
    )


def pairs_of(
    seed: int, pools: Sequence[Pool], surfaces: Sequence[Image], kinds: Sequence[str] = KINDS
) -> Iterator[tuple[str, SamplePair]]:
    """The pairs of a seed of these kinds, each with its kind."""
    if OPPOSITE in kinds or OTHER in kinds:
        opposite = render_pair(seed, pools, surfaces)
    if OPPOSITE in kinds:
        yield OPPOSITE, opposite
    if NEAR in kinds:
        yield NEAR, render_pair(seed, pools, surfaces, apart=(20, 90))
    if OTHER in kinds:
        other = render_pair(seed + OTHER_SEEDS, pools, surfaces)
        yield OTHER, SamplePair((opposite.photos[0], other.photos[1]), opposite.apart)
    if NEARLY_SAME in kinds:
        yield NEARLY_SAME, render_pair(seed, pools, surfaces, exchanged=EXCHANGED)


def board_pairs(data: Path) -> Iterator[tuple[Path, Path, Kingdom]]:
    """Pictures of the same kingdom among the rectified boards of the ``aau`` source, with that kingdom."""
    seen: dict[frozenset[Rows], Path] = {}
    for board in labelled_boards(data):
        if board.source == "aau":
            kingdom = Kingdom.parse(board.notation)
            first = seen.setdefault(_turned(kingdom), board.file)
            if first != board.file:
                yield first, board.file, kingdom


def measure_boards(number: int, files: Sequence[Path], kingdom: Kingdom, reader: Reader) -> PairRow:
    """Read two rectified boards, alone and merged, and compare the readings with the kingdom.

    Here each file is searched twice.
    """
    start = time.perf_counter()
    singles = [reader.read(file) for file in files]
    middle = time.perf_counter()
    try:
        fused = reader.read_views(files, names=[file.name for file in files])
    except PhotoError:
        fused = None
    end = time.perf_counter()
    reading = fused.kingdoms[0] if fused else None
    first, second = ("" if _is_exact(one, kingdom) else "squares" for one in singles)
    return PairRow(
        number,
        BOARDS,
        0.0,
        first,
        second,
        merged=reading is not None and len(reading.views) > 1,
        fault="refused" if fused is None else "" if _is_exact(fused, kingdom) else "squares",
        squares=len(kingdom.squares()),
        wrong=0,
        wrong_flagged=0,
        flagged=len(reading.doubtful) if reading else 0,
        single_flagged=sum(len(found.doubtful) for found in singles[0].kingdoms),
        seconds=end - middle,
        single_seconds=middle - start,
    )


def _turned(kingdom: Kingdom) -> frozenset[Rows]:
    """The kingdom's rows in all four rotations."""
    rows, turned = kingdom.rows, set()
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        turned.add(rows)
    return frozenset(turned)


def _is_exact(reading: Reading, kingdom: Kingdom) -> bool:
    return len(reading.kingdoms) == 1 and _turned(reading.kingdoms[0].kingdom) == _turned(kingdom)


def summary(rows: Sequence[PairRow]) -> str:
    """The results as text, a paragraph for each kind of pair."""
    lines = []
    for kind in dict.fromkeys(row.kind for row in rows):
        of = [row for row in rows if row.kind == kind]
        if kind not in SAME:
            lines.append(f"{kind}: read as one kingdom {Share(sum(row.merged for row in of), len(of))}")
            continue
        merged = [row for row in of if row.merged]
        lines += [
            f"{kind}: exact {Share(sum(not row.fault for row in of), len(of))}; refused {len(of) - len(merged)}",
            f"  one photo exact {Share(sum(not f for row in of for f in (row.first, row.second)), 2 * len(of))}",
            f"  wrong squares without a flag {sum(row.wrong - row.wrong_flagged for row in merged)}"
            f" of {sum(row.wrong for row in merged)} wrong",
            f"  flags a kingdom {_mean([row.flagged for row in merged]):.2f}, "
            f"one photo {_mean([row.single_flagged for row in of]):.2f}",
            f"  seconds together less those of the single readings, mean "
            f"{_mean([row.seconds - row.single_seconds for row in merged]):.3f}",
        ]
    return "\n".join(lines)


def _shown(row: PairRow) -> PairRow:
    """The same row, printed at a terminal as progress."""
    if sys.stderr.isatty():
        print(f"\r{row.seed} {row.kind:<30}", end="", file=sys.stderr)
    return row


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def main(arguments: Sequence[str]) -> int:
    """Measure, write a row per pair, print the summary."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.pairs", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, default=ACCURACY / "pairs.csv")
    parser.add_argument("--seed", type=int, default=5200, help="the first seed")
    parser.add_argument("--count", type=int, default=300, help="seeds")
    parser.add_argument("--only", nargs="*", help="only these kinds of pairs")
    parser.add_argument("--models", type=Path, help="a folder of other models")
    chosen = parser.parse_args(arguments)
    pools = [*(labelled_pools(labelled_squares(chosen.data)) if chosen.data else ()), drawn_pool()]
    surfaces = textures(chosen.data, measuring=True) if chosen.data else []
    reader = ReaderOfPairs(Models.from_folder(chosen.models) if chosen.models else Models.shipped())
    boards = board_pairs(chosen.data) if chosen.data and (not chosen.only or BOARDS in chosen.only) else ()
    photographed = (
        _shown(measure_boards(number, files, kingdom, default_reader()))
        for number, (*files, kingdom) in enumerate(boards)
    )
    rows = (
        _shown(measure(pair, kind, reader))
        for seed in range(chosen.seed, chosen.seed + chosen.count)
        for kind, pair in pairs_of(seed, pools, surfaces, chosen.only or KINDS)
    )
    print(summary(write_rows(chain(photographed, rows), PairRow, chosen.out)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
