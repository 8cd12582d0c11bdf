"""A kingdom has a castle that can be seen, or is a large part of one; a grid may lie misaligned."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.art.draw import draw_cell
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.confidence.acceptance import has_place_for_castle, is_kingdom, is_misaligned, is_page_of_dominoes
from scorer.vision.grid.board import Board
from scorer.vision.reader import default_reader
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import AcceptanceSettings
from scorer.vision.solve.joint import Solution

FEW, MANY = "Cwf/.ll", "Cwfww/fflll/ggg.."


def reading(notation: str, *, castle: bool = True) -> KingdomReading:
    """All of it read clearly, the castle in its corner too, if there is one."""
    kingdom = Kingdom.parse(notation)
    shape = kingdom.height, kingdom.width
    faces = np.zeros((*shape, len(FACES)), np.float32)
    faces[0, 0, FACE_INDEX[Place.CASTLE]] = castle
    return KingdomReading(
        kingdom=kingdom,
        seen=kingdom.rows,
        size=5,
        corners=((0, 0),) * 4,
        confidence=1,
        squares=((1.0,) * kingdom.width,) * kingdom.height,
        faces=faces,
        quads=np.zeros((*shape, 4, 2), np.float32),
    )


@pytest.mark.parametrize(
    ("notation", "castle_guessed", "accepted"),
    [(FEW, False, True), (FEW, True, False), (MANY, False, True), (MANY, True, True)],
)
def test_few_squares_without_a_visible_castle_are_no_kingdom(
    notation: str, castle_guessed: bool, accepted: bool
) -> None:
    found = is_kingdom(reading(notation), AcceptanceSettings(), buildable=True, castle_guessed=castle_guessed)
    assert found is accepted


@pytest.mark.parametrize(
    ("confidence", "height", "by_hand", "misaligned"),
    [(0.55, 35, False, True), (0.75, 35, False, False), (0.55, 50, False, False), (0.55, 35, True, False)],
)
def test_oblique_grid_that_fits_its_squares_badly_is_misaligned(
    confidence: float, height: float, by_hand: bool, misaligned: bool
) -> None:
    rectangle = np.array([[0, 0], [50, 0], [50, height], [0, height]], np.float32)
    every = np.ones((2, 3), np.float32)
    board = Board(np.tile(rectangle, (2, 3, 1, 1)), every, every > 0, every, confidence, by_hand)
    assert is_misaligned(board, AcceptanceSettings()) is misaligned


@pytest.mark.parametrize(
    ("rows", "unseen", "has_place"),
    [
        ("wwff/llgg/sfwl", "", False),
        ("wwff/ll.g/sfwl", "", True),
        ("wwff/llgg/sfwl", "bottom", True),
        ("wwff/llgg/sfwl", "bottom right", True),
        ("wwff/llgg/sfwl", "top bottom", False),
        ("wwff/ll.g/sfwl", "left right", True),
        ("wwfflw/ll.glw/sfwlfs", "left right", False),
    ],
    ids=["whole", "with a hole", "one edge", "a corner", "opposite edges", "cropped to it", "part of a page"],
)
def test_castle_outside_the_view_has_a_possible_place(rows: str, unseen: str, has_place: bool) -> None:
    kingdom, free = Kingdom.parse(rows), (Place.EMPTY,)
    shape = kingdom.height + 2, kingdom.width + 2
    cells = (free * shape[1], *(free + row + free for row in kingdom.rows), free * shape[1])
    solution = Solution(cells, cells, ((1.0,) * shape[1],) * shape[0], 1.0, 5, buildable=True)
    visible = np.ones(shape, np.float32)
    row, column = np.indices(shape)
    edges = {"top": row == 0, "bottom": row == shape[0] - 1, "left": column == 0, "right": column == shape[1] - 1}
    for edge in unseen.split():
        visible[edges[edge]] = 0
    board = Board(np.zeros((*shape, 4, 2), np.float32), visible, visible > 0, visible, 1.0)
    assert has_place_for_castle(board, solution, AcceptanceSettings()) is has_place


def test_kingdom_without_a_castle_needs_a_possible_place_for_it() -> None:
    page = reading("wwff/llgg/sfwl")
    for has_place in (False, True):
        found = is_kingdom(page, AcceptanceSettings(), buildable=True, castle_guessed=False, castle_has_place=has_place)
        assert found is has_place


PAGE = "w1mm1w/f1wss/l1fw1f/f1wws1"
"""Eight dominoes of the box in two columns."""


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("rows", "is_page"),
    [
        (PAGE, True),
        ("f" + PAGE.replace("/", "/g"), True),
        (PAGE.replace("l1f", "m3m3"), False),
        ("wwff/wwff/llgg/llgg", False),
        ("wwffww/wwffll/llggll/llggff", True),
    ],
    ids=["page", "page cut between squares", "a pair that is printed nowhere", "a kingdom", "as wide as no 5×5"],
)
def test_dominoes_side_by_side_whose_terrains_do_not_match_are_a_page(rows: str, is_page: bool, turned: bool) -> None:
    cells = Kingdom.parse(rows).rows
    kingdom = Kingdom(tuple(zip(*cells, strict=True)) if turned else cells)
    assert is_page_of_dominoes(kingdom, AcceptanceSettings()) is is_page


@pytest.mark.parametrize(("rows", "accepted"), [(PAGE, False), ("wwff/wwff/llgg/llgg", True)])
def test_a_page_of_dominoes_without_a_castle_is_no_kingdom(rows: str, accepted: bool) -> None:
    found = is_kingdom(reading(rows, castle=False), AcceptanceSettings(), buildable=True, castle_guessed=False)
    assert found is accepted


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [1, 2])
def test_a_page_that_shows_many_dominoes_is_no_kingdom(blocks: int) -> None:
    """One block in full view; or two, each with a free place where a castle might be."""
    block = Kingdom.parse("wf1wwlg2/gs1flwm/llf1wgg/wwsfl1f" if blocks == 1 else "wf1wwl/gs1fl./llf1wg/wwsfl1").rows
    gap = (Place.EMPTY,)
    cells = [row if blocks == 1 else row + gap + row for row in block]
    page = np.concatenate([np.concatenate([draw_cell(cell, 80, variant=3) for cell in row], 1) for row in cells])
    page = np.pad(page, ((60, 60), (60, 60), (0, 0)), constant_values=235)
    assert default_reader().read(np.asarray(page, np.uint8)).kingdoms == ()
