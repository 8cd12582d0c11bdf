"""One kingdom against the truth: what is counted, and what its fault is called."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.evaluation.comparison import (
    GRID,
    NOT_FOUND,
    RULES,
    SQUARES,
    SquareCounts,
    compare,
    corner_error,
    match_cells,
    missed,
)
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.synthesis.matching import Match
from scorer.vision.reading import KingdomReading

TRUTH = Kingdom.parse("wss2/g1C./gww")
KNOWN = {position: cell for position, cell in TRUTH.cells() if cell is not Place.EMPTY}
UPRIGHT = Match(0, (0, 0), 1.0)
BOX = np.array([[0, 0], [300, 0], [300, 300], [0, 300]], np.float32)


def read(notation: str, seen: str | None = None, sure: float = 0.95) -> KingdomReading:
    kingdom = Kingdom.parse(notation)
    return KingdomReading(
        kingdom=kingdom,
        seen=Kingdom.parse(seen or notation).rows,
        size=5,
        corners=tuple((float(x), float(y)) for x, y in BOX),
        confidence=0.9,
        squares=((sure,) * kingdom.width,) * kingdom.height,
        faces=np.zeros((kingdom.height, kingdom.width, 19), np.float32),
        quads=np.zeros((kingdom.height, kingdom.width, 4, 2), np.float32),
    )


@pytest.mark.parametrize(
    ("reading", "match", "fault"),
    [
        (read("wss2/g1C./gww"), UPRIGHT, ""),
        (read("wss2/g1C./gww", seen="fff/fff/fff"), UPRIGHT, ""),
        (read("wss1/g1C./gww"), UPRIGHT, SQUARES),
        (read("wss1/g1C./gww", seen="wss2/g1C./gww"), UPRIGHT, RULES),
        (read("wss2/g1Cw/gww"), UPRIGHT, SQUARES),
        (read("wss2/g1Cw/gww", seen="wss2/g1C./gww"), UPRIGHT, RULES),
        (read("wss2/g1C./gww"), Match(0, (0, 0), 0.9), GRID),
    ],
    ids=["right", "mended", "seen wrong", "spoiled", "one too many", "one too many, unseen", "beside the grid"],
)
def test_faults_are_told_apart(reading: KingdomReading, match: Match, fault: str) -> None:
    one = compare(KNOWN, KNOWN, reading, match)
    assert one.fault == fault and one.found == (fault != GRID) and one.squares.compared == 8


def test_squares_are_counted_where_the_match_puts_them() -> None:
    one = compare(KNOWN, KNOWN, read("l.../.wss1/.g1C./.gww", sure=0.5), Match(0, (1, 1), 1.0))
    assert one.squares == SquareCounts(8, 7, 1, 1) and one.castle_right


def test_a_castle_read_as_something_else_is_told() -> None:
    assert compare(KNOWN, KNOWN, read("wss2/g1w./gww"), UPRIGHT).castle_right is False
    without = {position: cell for position, cell in KNOWN.items() if cell is not Place.CASTLE}
    assert compare(without, KNOWN, read("wss2/g1w./gww"), UPRIGHT).castle_right is None


def test_all_squares_of_a_missed_kingdom_are_wrong() -> None:
    assert missed(8).squares == SquareCounts(8, 0, 8, 0) and missed(8).fault == NOT_FOUND and not missed(8).found


def test_counts_add_up() -> None:
    assert SquareCounts(1, 2, 3, 4) + SquareCounts(10, 20, 30, 40) == SquareCounts(11, 22, 33, 44)


@pytest.mark.parametrize(
    ("notation", "move"),
    [("wss2/g1C./gww", (0, 0)), ("lll/wss2/g1C./gww", (1, 0)), ("g1C./gww", (-1, 0)), ("llwss2/l.g1C./llgww", (0, 2))],
)
def test_a_kingdom_is_matched_by_what_lies_on_its_squares(notation: str, move: tuple[int, int]) -> None:
    assert match_cells(Kingdom.parse(notation), TRUTH) == Match(0, move, 1.0)


def test_corners_are_compared_whichever_is_named_first() -> None:
    for turns in range(4):
        assert corner_error(read("wss2/g1C./gww"), np.roll(BOX, turns, axis=0), TRUTH) == pytest.approx(0)
    astray = BOX + np.array([[0, 0], [50, 0], [0, 0], [0, 0]], np.float32)
    assert corner_error(read("wss2/g1C./gww"), astray, TRUTH) == pytest.approx(0.5 / np.sqrt(325 / 300))


def test_another_rectangle_has_no_corner_error() -> None:
    assert corner_error(read("wss2/g1C."), BOX, TRUTH) is None
