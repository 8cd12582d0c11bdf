"""Measures the reader on rendered photos of every condition, on pictures without a kingdom, on boards laid elsewhere.

python -m scorer.evaluation.rendered [DATA] [--out results/rendered.csv] [--count N] [--only PART] [--save FOLDER]

Without a data folder, kingdoms of drawn tiles only on drawn tables, for pictures that may be shown.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import cv2
import numpy as np

from scorer.evaluation.labelled import share
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Cell, Place
from scorer.synthesis.matching import match_grid
from scorer.synthesis.negatives import NO_KINGDOM
from scorer.synthesis.photo_set import shots
from scorer.synthesis.render import Image, LaidKingdom
from scorer.synthesis.shots import CONDITIONS, Shot
from scorer.vision.grid.board import find_boards
from scorer.vision.overlay import draw_reading
from scorer.vision.reader import read_photo
from scorer.vision.reading import KingdomReading, Reading


@dataclass(frozen=True)
class Row:
    """One photo. What a kingdom has is summed, or the worst, over those that lie wholly in the picture."""

    condition: str
    seed: int
    kingdoms: int
    found: int
    """Kingdoms whose every square has its place in some grid."""
    extra: int
    """Kingdoms read where none is."""
    corner_error: float | None
    """Of the worst corner, in squares; ``None`` where the rectangle read is not as large as the true one."""
    squares: int
    seen_right: int
    read_right: int
    exact: bool
    """Every kingdom read without a mistake, up to its turn, largest first, and no other one."""
    fault: str
    """Where it first went wrong: ``finder`` (no grid there), ``grid``, ``squares`` (as seen), ``rules``, ``extra``,
    ``order``, ``cut not marked``."""
    confidence: float
    doubtful: int
    wrong: int
    wrong_doubtful: int
    """Wrong squares that were shown as doubtful."""
    seconds: float
    truth: str
    read: str


def measure(shot: Shot) -> tuple[Row, Reading]:
    """Read a photo and compare it with the truth."""
    started = time.perf_counter()
    reading = read_photo(shot.render.image)
    seconds = time.perf_counter() - started
    checks = [_check(shot.render.kingdoms[index], reading) for index in shot.kingdoms]
    cuts = [_check(shot.render.kingdoms[index], reading, shot.render.image) for index in shot.cut]
    of_truth = {check.reading for check in (*checks, *cuts)}
    extra = sum(index not in of_truth for index in range(len(reading.kingdoms)))
    faults = [check.fault for check in (*checks, *cuts) if check.fault]
    whole = [check.reading for check in checks]
    sizes = [len(reading.kingdoms[index].kingdom.squares()) for index in range(len(reading.kingdoms))]
    if extra:
        faults.append("extra")
    if sizes != sorted(sizes, reverse=True):
        faults.append("order")
    if any(check.reading >= 0 and not reading.kingdoms[check.reading].cut for check in cuts):
        faults.append("cut not marked")
    if any(check.fault == "grid" for check in checks):
        faults = _looked_closer(shot, whole, faults)
    read = [reading.kingdoms[check.reading] for check in (*checks, *cuts) if check.reading >= 0]
    errors = [check.corner_error for check in checks]
    row = Row(
        condition=shot.condition,
        seed=shot.seed,
        kingdoms=len(checks),
        found=sum(check.fault not in {"finder", "grid"} for check in checks),
        extra=extra,
        corner_error=max((e for e in errors if e is not None), default=None) if None not in errors else None,
        squares=sum(check.squares for check in (*checks, *cuts)),
        seen_right=sum(check.seen_right for check in (*checks, *cuts)),
        read_right=sum(check.squares - check.wrong for check in (*checks, *cuts)),
        exact=not faults,
        fault=faults[0] if faults else "",
        confidence=min((kingdom.confidence for kingdom in read), default=0.0),
        doubtful=sum(len(kingdom.doubtful) for kingdom in read),
        wrong=sum(check.wrong for check in (*checks, *cuts)),
        wrong_doubtful=sum(check.wrong_doubtful for check in (*checks, *cuts)),
        seconds=seconds,
        truth=" + ".join(str(laid.layout.kingdom) for laid in shot.render.kingdoms),
        read=" + ".join(str(kingdom.kingdom) for kingdom in reading.kingdoms),
    )
    return row, reading


@dataclass(frozen=True)
class _Check:
    reading: int
    """Index of the kingdom read there, -1 for none."""
    fault: str
    squares: int
    seen_right: int = 0
    wrong: int = 0
    wrong_doubtful: int = 0
    corner_error: float | None = None


def _check(laid: LaidKingdom, reading: Reading, cut_by: Image | None = None) -> _Check:
    """One true kingdom against the reading; of one that the picture's edge cuts, the squares wholly in the picture."""
    cells = {p: cell for p, cell in laid.layout.cells.items() if cell is not Place.UNKNOWN}
    if cut_by is not None:
        room = np.array(cut_by.shape[1::-1])
        cells = {p: cell for p, cell in cells.items() if ((laid.quads[p] >= 0) & (laid.quads[p] <= room)).all()}
    matches = [(m.near, index, m) for index, one in enumerate(reading.kingdoms) if (m := match_grid(one.quads, laid))]
    if not matches:
        # of a kingdom that is cut to nothing but a few squares none need be made
        return _Check(-1, "finder" if cut_by is None or len(cells) > 6 else "", len(cells), wrong=len(cells))
    near, index, best = max(matches, key=lambda found: found[:2])
    kingdom = reading.kingdoms[index]
    seen = _cells(kingdom.seen)
    wrong = [p for p, cell in cells.items() if kingdom.kingdom.get(best.place(p)) != cell]
    seen_right = sum(seen.get(best.place(p)) == cell for p, cell in cells.items())
    true_places = {best.place(p) for p in laid.layout.cells}
    more = [p for p, cell in kingdom.kingdom.cells() if cell is not Place.EMPTY and p not in true_places]
    fault = ""
    if near < 1 and cut_by is None:
        fault = "grid"
    elif wrong or more:
        fault = "rules" if seen_right == len(cells) and not any(p in seen for p in more) else "squares"
    doubtful = set(kingdom.doubtful)
    hinted = sum(best.place(p) in doubtful for p in wrong)
    error = None if cut_by is not None else _corner_error(kingdom, laid)
    return _Check(index, fault, len(cells), seen_right, len(wrong), hinted, error)


def _cells(seen: str) -> dict[Position, Cell]:
    """What each square looks like on its own, open table left out."""
    found: dict[Position, Cell] = {}
    for row, line in enumerate(seen.split("/")):
        for column, cell in enumerate(_row(line)):
            if cell is not Place.EMPTY:
                found[row, column] = cell
    return found


def _row(line: str) -> tuple[Cell, ...]:
    """A line of a notation; it may be empty at its ends."""
    return Kingdom.parse(f"C{line}C").rows[0][1:-1]


def _corner_error(kingdom: KingdomReading, laid: LaidKingdom) -> float | None:
    """The farthest corner's distance in squares, whichever corner is named first."""
    truth, read = laid.layout.kingdom, kingdom.kingdom
    if {truth.width, truth.height} != {read.width, read.height}:
        return None
    corners, seen = laid.corners(), np.array(kingdom.corners)
    side = float(np.sqrt(cv2.contourArea(corners) / (truth.width * truth.height)))
    turned = [np.linalg.norm(np.roll(seen, k, axis=0) - corners, axis=1).max() for k in range(4)]
    return float(min(turned)) / side


def _looked_closer(shot: Shot, whole: Sequence[int], faults: Sequence[str]) -> list[str]:
    """Where the grid that was found did have a place for every square, the squares at its rim were misread."""
    boards = find_boards(shot.render.image)[0]
    for index, _ in zip(shot.kingdoms, whole, strict=True):
        laid = shot.render.kingdoms[index]
        if not any((m := match_grid(board.quads, laid)) and m.near == 1 for board in boards):
            return list(faults)
    return ["squares" if fault == "grid" else fault for fault in faults]


def summary(rows: Sequence[Row]) -> str:
    """A line for every condition, and for all together."""
    lines = ["condition · photos exact · kingdoms found · squares alone · squares read · median seconds · faults"]
    kinds = list(dict.fromkeys(row.condition for row in rows))
    groups = [(kind, [row for row in rows if row.condition == kind]) for kind in kinds]
    groups.append(("all rendered", [row for row in rows if row.condition in {c.name for c in CONDITIONS}]))
    groups.append(("all without a kingdom", [row for row in rows if row.condition.startswith(NO_KINGDOM)]))
    for name, group in groups:
        if group:
            faults = Counter(row.fault for row in group if row.fault)
            lines.append(
                " · ".join(
                    [
                        name,
                        share(sum(row.exact for row in group), len(group)),
                        share(sum(row.found for row in group), sum(row.kingdoms for row in group)),
                        share(sum(row.seen_right for row in group), sum(row.squares for row in group)),
                        share(sum(row.read_right for row in group), sum(row.squares for row in group)),
                        f"{np.median([row.seconds for row in group]):.2f}",
                        ", ".join(f"{number} {fault}" for fault, number in faults.most_common()) or "none",
                    ]
                )
            )
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Measure, write a row per photo, print the summary."""
    parser = argparse.ArgumentParser(prog="python -m scorer.evaluation.rendered", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, default=Path("results") / "rendered.csv")
    parser.add_argument("--count", type=int, default=17, help="photos of each condition")
    parser.add_argument("--only", default="", help="only conditions with this in their name")
    parser.add_argument("--seed", type=int, default=0, help="another number gives other photos like them")
    parser.add_argument("--save", type=Path, help="a folder for pictures of what went wrong")
    chosen = parser.parse_args(arguments)
    if chosen.out == parser.get_default("out") and (chosen.data is None or chosen.seed or chosen.only):
        parser.error("results/rendered.csv holds all photos of the data folder; name another file by --out")
    rows = []
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    with chosen.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        for shot in shots(chosen.data, chosen.count, chosen.only, seed=chosen.seed):
            row, reading = measure(shot)
            rows.append(row)
            rounded = {k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(row).items()}
            writer.writerow(rounded)
            file.flush()
            if row.fault and chosen.save:
                _save(shot, row, reading, chosen.save)
            if sys.stderr.isatty():
                print(f"\r{len(rows)} {row.condition:<40}", end="", file=sys.stderr)
    print(summary(rows))
    return 0


def _save(shot: Shot, row: Row, reading: Reading, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{row.condition.replace(' ', '_').replace('/', '-')}_{row.seed}_{row.fault.replace(' ', '_')}"
    cv2.imwrite(str(folder / f"{name}.jpg"), draw_reading(shot.render.image, reading))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
