"""Measures the live scan on rendered videos: when it ends by itself, and whether what it then says is right.

    python -m scorer.lab.evaluate.scans [DATA] [--seed N] [--count N] [--out CSV]

Of ten videos three never show the whole kingdom and two show two kingdoms; after each ten comes one without a kingdom.
Without a data folder, squares and tables are drawn. A scan that does not end by itself is ended after the last frame.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.evaluate.rendered import compared, compared_where_seen
from scorer.lab.metrics.comparison import Comparison
from scorer.lab.metrics.rows import ACCURACY, write_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.metrics.views import ScanRow
from scorer.lab.render.pools import Pool, drawn_pool, labelled_pools
from scorer.lab.render.render import Render
from scorer.lab.render.videos import KINDS, NEVER_WHOLE, NO_KINGDOM, RATE, Video, render_video
from scorer.vision.common.arrays import Image
from scorer.vision.reader import Reader, default_reader
from scorer.vision.reading import KingdomReading, Reading
from scorer.vision.scan.frame import Frame, Game, fusing_reader, quick_reader, read_frame
from scorer.vision.scan.kingdom import placed
from scorer.vision.scan.live import ANEW, Scan, advance
from scorer.vision.scan.settings import ScanSettings


@dataclass(frozen=True)
class Verdict:
    """The errors of one reading of a video, or of one of its frames."""

    fault: str = ""
    wrong: int = 0
    unflagged: int = 0
    flagged: int = 0


def measure(video: Video, reader: Reader, settings: ScanSettings | None = None, rate: int = RATE) -> ScanRow:
    """Scan a video, ``rate`` frames a second, until the scan ends, or the video."""
    settings = settings or ScanSettings()
    quick, fusing = quick_reader(reader, settings), fusing_reader(reader, settings)
    state, game = Scan(), Game()
    frames: list[tuple[Frame, Render]] = []
    for seconds, taken in video.frames(rate):
        near = state.boards(seconds, settings)
        frame = read_frame(quick, taken.image, len(frames), seconds, game, settings, near)
        state = advance(state, frame, quick, fusing, game, settings)
        frames.append((frame, taken))
        if state.is_finished(settings):
            break
    return scored(video, frames, state, fusing, settings)


def scored(
    video: Video,
    frames: Sequence[tuple[Frame, Render]],
    state: Scan,
    reader: Reader,
    settings: ScanSettings,
) -> ScanRow:
    """The row of a video of which these frames were scanned."""
    kingdoms = state.found(settings)
    fused = verdict(video, [(one.reading, frames[one.whole.photo][1]) for one in kingdoms if one.reading])
    if state.is_finished(settings) and video.kind in (NEVER_WHOLE, NO_KINGDOM):
        fused = replace(fused, fault=fused.fault or "ended")
    read = [(frame, taken) for frame, taken in frames if not frame.blurred]
    singles = [
        not verdict(video, [(view.reading, taken) for view in frame.views if view.reading]).fault
        for frame, taken in read
    ]
    quality = [sum(placed(view, ANEW, frame, reader).quality for view in frame.views) for frame, _ in read]
    return ScanRow(
        video.seed,
        video.kind,
        ended=state.is_finished(settings),
        seconds=frames[-1][0].seconds,
        frames=len(frames),
        blurred=len(frames) - len(read),
        exact=not fused.fault,
        fault=fused.fault,
        wrong=fused.wrong,
        unflagged=fused.unflagged,
        flagged=fused.flagged,
        singles=len(read),
        single_exact=sum(singles),
        best_exact=bool(singles) and singles[int(np.argmax(quality))],
    )


def verdict(video: Video, readings: Sequence[tuple[KingdomReading, Render]]) -> Verdict:
    """The errors of kingdoms read in a video, each beside the frame in whose pixels it is."""
    flagged = sum(len(reading.doubtful) for reading, _ in readings)
    if video.kind == NO_KINGDOM:
        return Verdict("extra" if readings else "", flagged=flagged)
    compare = [
        max((_compared(video, taken, index, reading) for reading, taken in readings), key=_nearness, default=None)
        for index in range(len(video.layouts))
    ]
    found = [one for one in compare if one is not None and one.reading is not None]
    wrong = sum(one.wrong for one in found)
    faults = [one.fault for one in found if one.fault]
    if len(found) < len(compare) and video.kind != NEVER_WHOLE:
        faults.append("not found")
    if len({id(one.reading) for one in found}) < len(readings):
        faults.append("extra")
    unflagged = wrong - sum(one.wrong_doubtful for one in found)
    return Verdict(faults[0] if faults else "", wrong, unflagged, flagged)


def _compared(video: Video, taken: Render, index: int, reading: KingdomReading) -> Comparison:
    laid, alone = taken.kingdoms[index], Reading("", 0, 0, (reading,))
    if video.kind == NEVER_WHOLE:
        return compared_where_seen(laid, alone, taken.image)
    return compared(laid, alone)


def _nearness(one: Comparison) -> tuple[bool, int]:
    return one.reading is not None and one.found, one.squares - one.wrong


def summary(rows: Sequence[ScanRow]) -> str:
    """The results in lines."""
    lines = []
    for kind in (*dict.fromkeys(KINDS), NO_KINGDOM, ""):
        of = [row for row in rows if row.kind == kind or (not kind and row.kind != NO_KINGDOM)]
        if not of:
            continue
        ended = sorted(row.seconds for row in of if row.ended)
        lines += [
            f"{kind or 'all with a kingdom'}: exact {Share(sum(row.exact for row in of), len(of))}",
            f"  ended by itself {Share(len(ended), len(of))}"
            + (f", median after {float(np.median(ended)):.2f} s, last after {ended[-1]:.2f} s" if ended else ""),
            f"  false endings {Share(sum(row.false_ending for row in of), len(of))};"
            f" wrong squares without a flag {sum(row.unflagged for row in of)} of {sum(row.wrong for row in of)}",
            f"  one frame exact {Share(sum(row.single_exact for row in of), sum(row.singles for row in of))},"
            f" best frame {Share(sum(row.best_exact for row in of), len(of))}",
        ]
    return "\n".join(lines)


def videos(seed: int, count: int, pools: Sequence[Pool], surfaces: Sequence[Image]) -> Iterator[Video]:
    """``count`` videos with a kingdom, and one without after each ten of them."""
    for number in range(count):
        yield render_video(seed + number, pools, surfaces)
        if number % len(KINDS) == len(KINDS) - 1:
            yield render_video(seed + number, pools, surfaces, NO_KINGDOM)


def main(arguments: Sequence[str]) -> int:
    """Measure, write a row a video, print the summary."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.evaluate.scans", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, default=ACCURACY / "scans.csv")
    parser.add_argument("--seed", type=int, default=7000, help="the first seed")
    parser.add_argument("--count", type=int, default=200, help="videos with a kingdom")
    parser.add_argument("--rate", type=int, default=RATE, choices=(1, 2, 4), help="frames a second")
    chosen = parser.parse_args(arguments)
    pools = [*(labelled_pools(labelled_squares(chosen.data)) if chosen.data else ()), drawn_pool()]
    surfaces = textures(chosen.data, measuring=True) if chosen.data else []
    rows = (
        measure(video, default_reader(), rate=chosen.rate)
        for video in videos(chosen.seed, chosen.count, pools, surfaces)
    )
    print(summary(write_rows(rows, ScanRow, chosen.out)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
