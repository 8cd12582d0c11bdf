"""Measures readings of labelled pictures: a row per picture, a summary with intervals, and floors."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.datasets.labelled import LabelledBoard, labelled_boards
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place
from scorer.rules.scoring.score import score
from scorer.vision.photo import open_photo
from scorer.vision.reader import read_photo
from scorer.vision.reading import KingdomReading, Reading

RIGHT_CORNER = 1 / 6
"""Farthest, in squares, that a corner may be off for the grid to count as found."""


@dataclass(frozen=True)
class Row:
    """One labelled picture, read in one way. ``squares`` leaves out those whose label is unknown."""

    picture: str
    source: str
    way: str
    """``search``: the kingdom was looked for; ``corners``: its corners were given."""
    found: bool
    corner_error: float | None
    squares: int
    seen_right: int
    read_right: int
    castle_right: bool | None
    exact: bool
    score_right: bool | None
    confidence: float
    doubtful: int
    wrong_doubtful: int
    seconds: float
    read: str
    truth: str


@dataclass(frozen=True)
class Floor:
    """The least that a group of rows must reach, or the check fails."""

    source: str
    way: str
    exact: float
    read_right: float


FLOORS: tuple[Floor, ...] = (
    Floor("aau", "search", 0.97, 0.995),
    Floor("phone", "search", 0.96, 0.99),
    Floor("photo", "search", 0.94, 0.99),
)
"""What the shipped models must not fall below on the labelled folder. They were trained on much of it: these floors
guard against breakage, the honest figures are those of ``results/left_out.csv``."""


def run(data: Path, out: Path | None) -> int:
    """Read every labelled picture, print the summary, write a row per picture; 1 below a floor, 2 without data."""
    if not (data / "boards.json").is_file():
        print(f"{data}: no labelled pictures there (boards.json is missing); give the data folder", file=sys.stderr)
        return 2
    rows = list(evaluate(labelled_boards(data), show_progress=sys.stderr.isatty()))
    if out is not None:
        write_rows(rows, out)
    print(summary(rows))
    fallen = [line for floor in FLOORS if (line := _below(rows, floor))]
    for line in fallen:
        print(line, file=sys.stderr)
    return 1 if fallen else 0


def evaluate(boards: Iterable[LabelledBoard], *, show_progress: bool = False) -> Iterable[Row]:
    """A row for every board searched for, and one more where its corners are known."""
    for board in boards:
        if show_progress:
            print(f"\r{board.file.name:<40}", end="", file=sys.stderr)
        yield _row(board, "search", read_photo(board.file, size=board.size))
        corners = board.corners or (_own_corners(board.file) if board.source != "photo" else None)
        if corners:
            kingdom = Kingdom.parse(board.notation)
            grid = kingdom.height, kingdom.width
            yield _row(board, "corners", read_photo(board.file, size=board.size, corners=corners, grid=grid))


def write_rows(rows: Sequence[Row], out: Path) -> None:
    """One CSV line per row."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow(
                {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(row).items()}
            )


def wilson(right: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's formula.

    >>> tuple(round(end, 3) for end in wilson(39, 39))
    (0.91, 1.0)
    """
    if not n:
        return 0.0, 1.0
    z, share = 1.96, right / n
    middle = share + z * z / (2 * n)
    spread = z * float(np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)))
    return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))


def share(right: int, n: int) -> str:
    """A share with its count and interval.

    >>> share(38, 39)
    '38/39 97.4% (86.8–99.5)'
    """
    low, high = wilson(right, n)
    return f"{right}/{n} {right / max(n, 1):.1%} ({100 * low:.1f}–{100 * high:.1f})"


def shown(right: int, n: int) -> str:
    """A share with its count and its 95 % interval, in per cent, for a page; 100 only where all are right.

    >>> shown(39, 39), shown(0, 5), shown(29999, 30000)
    ('39/39 · 100 % (91–100)', '0/5 · 0 % (0–43.4)', '29999/30000 · 99.99 % (100–100)')
    """
    low, high = (100 * end for end in wilson(right, n))
    per_cent = 100.0 if right == n else min(99.99, 100 * right / n)
    return f"{right}/{n} · {per_cent:.4g} % ({low:.3g}–{high:.3g})"


def summary(rows: Sequence[Row]) -> str:
    """A table by source and way, as text."""
    lines = ["source/way · found · squares alone · squares read · exact kingdoms · exact scores · median seconds"]
    for source, way in sorted({(row.source, row.way) for row in rows}):
        group = [row for row in rows if (row.source, row.way) == (source, way)]
        squares = sum(row.squares for row in group)
        lines.append(
            " · ".join(
                [
                    f"{source}/{way}",
                    share(sum(row.found for row in group), len(group)),
                    share(sum(row.seen_right for row in group), squares),
                    share(sum(row.read_right for row in group), squares),
                    share(sum(row.exact for row in group), len(group)),
                    share(
                        sum(bool(row.score_right) for row in group), sum(row.score_right is not None for row in group)
                    ),
                    f"{np.median([row.seconds for row in group]):.2f}",
                ]
            )
        )
    lines += [
        f"not exact: {row.picture} ({row.way}): read {row.read or 'nothing'}, is {row.truth}"
        for row in rows
        if not row.exact
    ]
    return "\n".join(lines)


def _below(rows: Sequence[Row], floor: Floor) -> str | None:
    group = [row for row in rows if (row.source, row.way) == (floor.source, floor.way)]
    if not group:
        return f"no pictures of {floor.source} were read ({floor.way})"
    exact = sum(row.exact for row in group) / len(group)
    right = sum(row.read_right for row in group) / sum(row.squares for row in group)
    if exact < floor.exact or right < floor.read_right:
        return (
            f"{floor.source} ({floor.way}) fell below its floor: "
            f"{exact:.1%} of kingdoms (floor {floor.exact:.1%}), {right:.2%} of squares (floor {floor.read_right:.2%})"
        )
    return None


def _own_corners(file: Path) -> tuple[tuple[float, float], ...]:
    height, width = open_photo(file).image.shape[:2]
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def _row(board: LabelledBoard, way: str, reading: Reading) -> Row:
    truth = Kingdom.parse(board.notation)
    known = [position for position, cell in truth.cells() if cell is not Place.UNKNOWN]
    nothing = Row(
        picture=board.file.name,
        source=board.source.split("-")[0],
        way=way,
        found=False,
        corner_error=None,
        squares=len(known),
        seen_right=0,
        read_right=0,
        castle_right=None,
        exact=False,
        score_right=False,
        confidence=0.0,
        doubtful=0,
        wrong_doubtful=0,
        seconds=reading.seconds["total"],
        read="",
        truth=board.notation,
    )
    if not reading.kingdoms:
        return nothing
    best = reading.kingdoms[0]
    shift = _best_shift(best, truth)
    read = {p: best.kingdom.get((p[0] + shift[0], p[1] + shift[1])) for p in known}
    seen_rows = _rows_of(best.seen)
    seen = {p: _at(seen_rows, (p[0] + shift[0], p[1] + shift[1])) for p in known}
    wrong = [p for p in known if read[p] != truth[p]]
    outside = [
        p
        for p, cell in best.kingdom.cells()
        if cell is not Place.EMPTY and truth.get((p[0] - shift[0], p[1] - shift[1])) is Place.EMPTY
    ]
    doubtful = {(r - shift[0], c - shift[1]) for r, c in best.doubtful}
    error = _corner_error(best, board)
    castles = truth.castles
    exact = not wrong and not outside
    whole = all(cell is not Place.UNKNOWN for _, cell in truth.cells())
    return replace(
        nothing,
        found=len(wrong) < len(known) / 3 if error is None else error < RIGHT_CORNER,
        corner_error=error,
        seen_right=sum(seen[p] == truth[p] for p in known),
        read_right=len(known) - len(wrong),
        castle_right=read[castles[0]] is Place.CASTLE if castles else None,
        exact=exact,
        score_right=score(best.kingdom).total == board.score if whole and board.score is not None else None,
        confidence=best.confidence,
        doubtful=len(best.doubtful),
        wrong_doubtful=sum(p in doubtful for p in wrong),
        read=str(best.kingdom),
    )


def _best_shift(reading: KingdomReading, truth: Kingdom) -> tuple[int, int]:
    """How the reading's rectangle lies on the true one: the shift with most squares alike."""
    shifts = [(r, c) for r in range(-2, 3) for c in range(-2, 3)]

    def alike(shift: tuple[int, int]) -> tuple[int, int]:
        same = sum(
            cell is not Place.EMPTY and reading.kingdom.get((p[0] + shift[0], p[1] + shift[1])) == cell
            for p, cell in truth.cells()
        )
        return same, -abs(shift[0]) - abs(shift[1])

    return max(shifts, key=alike)


def _rows_of(notation: str) -> list[list[Cell]]:
    """Cells of a notation that may have empty borders."""
    return [[cell for _, cell in Kingdom.parse(f"C{row}C").cells()][1:-1] for row in notation.split("/")]


def _at(rows: list[list[Cell]], position: tuple[int, int]) -> Cell:
    row, column = position
    inside = 0 <= row < len(rows) and 0 <= column < len(rows[0])
    return rows[row][column] if inside else Place.EMPTY


def _corner_error(reading: KingdomReading, board: LabelledBoard) -> float | None:
    """The farthest corner's distance in squares, ``None`` where the true corners are not known."""
    if board.corners is None:
        return None
    truth: NDArray[np.float64] = np.array(board.corners)
    kingdom = Kingdom.parse(board.notation)
    side = float(
        np.mean(
            [np.linalg.norm(truth[1] - truth[0]) / kingdom.width, np.linalg.norm(truth[3] - truth[0]) / kingdom.height]
        )
    )
    return float(np.linalg.norm(np.array(reading.corners) - truth, axis=1).max() / side)
