"""Measures readings of labelled pictures, and compares them with minimum accuracies."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scorer.lab.data.boards import LabelledBoard, labelled_boards
from scorer.lab.metrics.comparison import compare, corner_error, match_cells, missed
from scorer.lab.metrics.measurement import CORNERS, SEARCH, Measurement, Picture, measured, totals, with_progress
from scorer.lab.metrics.rows import write_rows
from scorer.lab.report.tables import labelled_summary
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.rules.scoring.score import score
from scorer.vision.photo.decode import open_photo
from scorer.vision.reader import Reader, read_photo
from scorer.vision.reading import Reading

RIGHT_CORNER = 1 / 6
"""Maximum error of a corner, in squares, for the grid to count as found."""

MAX_WRONG_SHARE = 1 / 3
"""Without known corners, the grid counts as found if less than this share of the squares is wrong."""


@dataclass(frozen=True)
class Floor:
    """The minimum accuracy of a group of rows; below it the check fails."""

    source: str
    way: str
    exact: float
    read_right: float


FLOORS: tuple[Floor, ...] = (
    Floor("aau", SEARCH, 0.97, 0.995),
    Floor("phone", SEARCH, 0.96, 0.99),
    Floor("photo", SEARCH, 0.94, 0.99),
)
"""The minimum accuracies of the shipped models on the labelled folder. They were trained on much of it, so the check
only guards against breakage; ``results/accuracy/left_out.csv`` has the unbiased figures."""


def run(data: Path, out: Path | None) -> int:
    """Read every labelled picture, print the summary, and write a row per picture. Returns 1 below a floor, 2 without
    data. The report of a misread photo, which has a file ``reading.json``, is not compared with the floors."""
    boards = labelled_boards(data)
    if not boards:
        message = f"there are no labelled pictures in {data}: give a folder with boards.json or photos.json"
        print(f"scorer: {message}", file=sys.stderr)
        return 2
    coming = with_progress(evaluate(boards))
    rows = write_rows(coming, Measurement, out) if out else list(coming)
    print(labelled_summary(rows))
    floors = () if (data / "reading.json").is_file() else FLOORS
    fallen = [line for floor in floors if (line := _below(rows, floor))]
    for line in fallen:
        print(f"scorer: {line}", file=sys.stderr)
    return 1 if fallen else 0


def evaluate(boards: Iterable[LabelledBoard], reader: Reader | None = None) -> Iterator[Measurement]:
    """A row for every board found by searching, and one for every board with known corners; by default with the
    shipped models."""
    read = reader.read if reader else read_photo
    for board in boards:
        yield measure(board, SEARCH, read(board.file, size=board.size))
        corners = board.corners or (_own_corners(board.file) if board.source != "photo" else None)
        if corners:
            kingdom = Kingdom.parse(board.notation)
            grid = kingdom.height, kingdom.width
            yield measure(board, CORNERS, read(board.file, size=board.size, corners=corners, grid=grid))


def measure(board: LabelledBoard, way: str, reading: Reading) -> Measurement:
    """Compare the largest kingdom of a reading with the labelled one. Squares with an unknown label do not count."""
    truth = Kingdom.parse(board.notation)
    known = {position: cell for position, cell in truth.cells() if cell is not Place.UNKNOWN}
    picture = Picture(board.file.name, board.source.split("-")[0], way)
    if not reading.kingdoms:
        return measured(picture, reading, [missed(len(known))], score_right=False, truth=board.notation, read="")
    best = reading.kingdoms[0]
    laid = [position for position, cell in truth.cells() if cell is not Place.EMPTY]
    one = compare(known, laid, best, match_cells(best.kingdom, truth))
    if board.corners is None:
        one = replace(one, found=one.wrong < MAX_WRONG_SHARE * len(known))
    else:
        error = corner_error(best, np.array(board.corners, np.float32), truth)
        one = replace(one, corner_error=error, found=error is not None and error < RIGHT_CORNER)
    scored = board.score is not None and len(known) == truth.width * truth.height
    return measured(
        picture,
        reading,
        [one],
        score_right=score(best.kingdom).total == board.score if scored else None,
        truth=board.notation,
        read=str(best.kingdom),
    )


def _below(rows: Sequence[Measurement], floor: Floor) -> str | None:
    """A message if a floor is not reached; otherwise ``None``."""
    group = [row for row in rows if (row.kind, row.way) == (floor.source, floor.way)]
    if not group:
        return f"no pictures of {floor.source} were read ({floor.way})"
    sums = totals(group)
    if sums.exact.part < floor.exact or sums.read.part < floor.read_right:
        return (
            f"{floor.source} ({floor.way}) fell below its floor: {sums.exact.part:.1%} of kingdoms "
            f"(floor {floor.exact:.1%}), {sums.read.part:.2%} of squares (floor {floor.read_right:.2%})"
        )
    return None


def _own_corners(file: Path) -> tuple[tuple[float, float], ...]:
    height, width = open_photo(file).image.shape[:2]
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
