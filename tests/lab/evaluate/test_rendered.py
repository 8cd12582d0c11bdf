"""The measurement on rendered photos: every kind of mistake is counted and named."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from scorer.lab.evaluate import rendered
from scorer.lab.evaluate.rendered import measure
from scorer.lab.metrics.measurement import Measurement
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.render import LaidKingdom, Render
from scorer.lab.render.scene import Points
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.terrain import Place
from scorer.vision.reader import Reader
from scorer.vision.reading import KingdomReading, Reading

pytestmark = pytest.mark.slow

TRUTH = "wss2/g1C./gww"


def truth(side: float = 40.0) -> LaidKingdom:
    kingdom = Kingdom.parse(TRUTH)
    cells = {p: cell for p, cell in kingdom.cells() if cell is not Place.EMPTY}
    box = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    quads: dict[Position, Points] = {(r, c): (box + np.array([c + 1, r + 1])) * side for r, c in cells}
    return LaidKingdom(Layout(cells, ()), {p: quad.astype(np.float32) for p, quad in quads.items()})


def read_as(notation: str = TRUTH, turns: int = 0, shift: float = 0.0, cut: bool = False) -> KingdomReading:
    """A reading of the truth; ``notation`` as it would be read upright, then all of it turned to the right."""
    kingdom = Kingdom.parse(notation)
    rows, columns = kingdom.height, kingdom.width
    r, c = np.indices((rows, columns)) + 1.0
    box = ((0, 0), (1, 0), (1, 1), (0, 1))
    quads = np.stack([np.stack([c + shift + x, r + y], 2) for x, y in box], 2).astype(np.float32) * 40
    cells = kingdom.rows
    for _ in range(turns):
        cells = tuple(zip(*cells[::-1], strict=True))
        quads = np.ascontiguousarray(np.rot90(quads, -1))
    turned = Kingdom(cells)
    frame = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) + 1.0
    corners = (frame + np.array([shift, 0])) * 40
    return KingdomReading(
        kingdom=turned,
        seen=turned.rows,
        size=5,
        corners=tuple((float(x), float(y)) for x, y in np.roll(corners, turns, axis=0)),
        confidence=0.9,
        squares=((0.95,) * turned.width,) * turned.height,
        faces=np.zeros((turned.height, turned.width, 19), np.float32),
        quads=quads,
        cut=cut,
    )


def judged(monkeypatch: pytest.MonkeyPatch, *readings: KingdomReading, cut: bool = False) -> Measurement:
    image = np.zeros((200, 200, 3), np.uint8)
    reader = Mock(spec=Reader)
    reader.read.return_value = Reading("", 200, 200, readings, None, {"total": 0.1})
    monkeypatch.setattr(rendered, "_grids_were_there", lambda *_: False)
    sample = SampleImage("from above", 1, Render(image, (truth(),)), () if cut else (0,), (0,) if cut else ())
    return measure(sample, reader)[0]


@pytest.mark.parametrize("turns", range(4))
def test_correct_reading_is_exact_in_any_orientation(monkeypatch: pytest.MonkeyPatch, turns: int) -> None:
    row = judged(monkeypatch, read_as(turns=turns))
    assert row.exact and row.found == 1 and row.fault == "" and row.extra == 0
    assert (row.squares, row.seen_right, row.read_right) == (8, 8, 8)
    assert row.corner_error == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(
    ("reading", "fault"),
    [
        (read_as("wss1/g1C./gww"), "squares"),
        (read_as("wss2/g1Cw/gww"), "squares"),
        (read_as("wss2/g1C."), "grid"),
        (read_as(shift=5), "not found"),
    ],
    ids=["a crown less", "a ghost", "a row too few", "elsewhere"],
)
def test_every_kind_of_error_is_named(monkeypatch: pytest.MonkeyPatch, reading: KingdomReading, fault: str) -> None:
    row = judged(monkeypatch, reading)
    assert not row.exact and row.fault == fault


def test_a_kingdom_too_many_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    row = judged(monkeypatch, read_as(), read_as(shift=8))
    assert row.extra == 1 and row.fault == "extra" and not row.exact


def test_a_cut_kingdom_must_be_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(monkeypatch, read_as(cut=True), cut=True).exact
    assert judged(monkeypatch, read_as(cut=False), cut=True).fault == "cut not marked"
