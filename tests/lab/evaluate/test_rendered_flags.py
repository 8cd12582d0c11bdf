"""A row for every kingdom read or missed; an error beside a flagged place counts as flagged."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from scorer.lab.evaluate.rendered_flags import flags_of
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.render import LaidKingdom, Render
from scorer.lab.render.scene import Points
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACES
from scorer.vision.reader import Reader
from scorer.vision.reading import KingdomReading, Reading

TRUTH = "wss2/g1C./gww"
SIDE = 40.0


def sample() -> SampleImage:
    kingdom = Kingdom.parse(TRUTH)
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    cells = {position: cell for position, cell in kingdom.cells() if cell is not Place.EMPTY}
    quads: dict[Position, Points] = {(r, c): (box + np.array([c + 1, r + 1], np.float32)) * SIDE for r, c in cells}
    return SampleImage(
        "wood", 7, Render(np.zeros((240, 240, 3), np.uint8), (LaidKingdom(Layout(cells, ()), quads),)), (0,), ()
    )


def read_as(notation: str = TRUTH, doubtful: tuple[Position, ...] = (), top: int = 0) -> KingdomReading:
    kingdom = Kingdom.parse(notation)
    rows, columns = kingdom.height, kingdom.width
    r, c = np.indices((rows, columns)) + 1.0
    quads = np.stack([np.stack([c + x, r + top + y], 2) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))], 2) * SIDE
    squares = np.ones((rows, columns))
    for position in doubtful:
        squares[position] = 0.5
    return KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=((0, 0),) * 4,
        confidence=0.8,
        squares=tuple(map(tuple, squares.tolist())),
        faces=np.zeros((rows, columns, len(FACES)), np.float32),
        quads=quads.astype(np.float32),
    )


def measured(*kingdoms: KingdomReading) -> tuple[tuple[int, int, int, int], ...]:
    reader = Mock(spec=Reader)
    reader.read.return_value = Reading("", 240, 240, kingdoms)
    return tuple((one.errors, one.flagged_errors, one.false_flags, one.asked) for one in flags_of(sample(), reader))


@pytest.mark.parametrize(
    ("reading", "counts"),
    [
        (read_as(), (0, 0, 0, 0)),
        (read_as(doubtful=((0, 0),)), (0, 0, 1, 0)),
        (read_as("wss1/g1C./gww"), (1, 0, 0, 0)),
        (read_as("wss1/g1C./gww", doubtful=((1, 1),)), (1, 1, 1, 0)),
        (read_as("wss1/g1C./gww", doubtful=((2, 2),)), (1, 0, 1, 0)),
        (replace(read_as(doubtful=((0, 0),)), hidden=((0, 0),)), (0, 0, 0, 1)),
        (read_as("g1C./gww", doubtful=((0, 0),), top=1), (3, 2, 1, 0)),
    ],
)
def test_places_are_counted(reading: KingdomReading, counts: tuple[int, int, int, int]) -> None:
    assert measured(reading) == (counts,)


def test_missed_and_false_kingdoms_have_rows() -> None:
    reader = Mock(spec=Reader)
    reader.read.return_value = Reading("", 240, 240, ())
    (missed,) = flags_of(sample(), reader)
    assert missed.laid and not missed.found
    reader.read.return_value = Reading("", 240, 240, (replace(read_as(), quads=read_as().quads + 900),))
    ghost, missed = flags_of(sample(), reader)
    assert (ghost.laid, ghost.found, missed.laid, missed.found) == (False, True, True, False)
