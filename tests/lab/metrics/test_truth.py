"""Wrong places are those where a reading tells something else than lies there; what it asks for is not wrong."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lab.metrics.matching import Match
from scorer.lab.metrics.truth import true_cells, wrong_places
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.render import LaidKingdom
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.faces import FACES
from scorer.vision.reading import KingdomReading

TRUTH = Kingdom.parse("wss2/g1C./gww")


def reading(notation: str) -> KingdomReading:
    kingdom = Kingdom.parse(notation)
    rows, columns = kingdom.height, kingdom.width
    return KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=((0, 0),) * 4,
        confidence=1,
        squares=((1.0,) * columns,) * rows,
        faces=np.zeros((rows, columns, len(FACES)), np.float32),
        quads=np.zeros((rows, columns, 4, 2), np.float32),
    )


def cells(moved: Position = (0, 0)) -> dict[Position, Cell]:
    return {(r + moved[0], c + moved[1]): cell for (r, c), cell in TRUTH.cells() if cell is not Place.EMPTY}


@pytest.mark.parametrize(
    ("read_as", "wrong"),
    [
        ("wss2/g1C./gww", set()),
        ("wss1/g1C./gww", {(0, 2)}),
        ("wss2/g1C./gw.", {(2, 2)}),
        ("wss2/g1Cf/gww", {(1, 2)}),
        ("?s?s?/g?C./gww", set()),
        ("wss?/f?C./gww", {(1, 0)}),
    ],
)
def test_misread_squares_are_wrong_and_unknown_ones_are_not(read_as: str, wrong: set[Position]) -> None:
    assert wrong_places(reading(read_as), cells()) == wrong


def test_a_missing_row_is_wrong_place_by_place() -> None:
    assert wrong_places(reading("g1C./gww"), cells(moved=(-1, 0))) == {(-1, 0), (-1, 1), (-1, 2)}


def test_squares_that_the_picture_does_not_show_whole_are_unknown() -> None:
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    quads = {(0, column): (box + np.array([column, 0], np.float32)) * 10 for column in range(2)}
    laid = LaidKingdom(Layout({(0, 0): TRUTH[0, 0], (0, 1): Place.CASTLE}, ()), quads)
    seen = true_cells(laid, Match(0, (2, 3), 1.0), np.zeros((12, 15, 3), np.uint8))
    assert seen == {(2, 3): TRUTH[0, 0], (2, 4): Place.UNKNOWN}
