"""How likely a square is at a place: by the detector, by its look, and by what the table looks like."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.art.surfaces import planks
from scorer.lab.metrics.matching import match_grid
from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import render
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.grid.board import Board
from scorer.vision.reader import default_reader, read_photo
from scorer.vision.settings import EvidenceSettings
from scorer.vision.squares.evidence import loose_squares
from tests.vision.photographed import HOLES, PLAIN, photo

pytestmark = pytest.mark.slow


READER = default_reader()
TABLE = FACE_INDEX[Place.EMPTY]
UNLIKE = 3
"""The feature's place among the features."""


def holes_board(surface: str = "wood") -> tuple[np.ndarray, Board, np.ndarray]:
    """A photo, the board found in it, and where squares truly lie."""
    taken = photo(HOLES, scene=PLAIN, surface=surface)
    board = READER.boards.find_boards(taken.image)[0]
    lies = match_grid(board.quads, taken.kingdoms[0])
    assert lies is not None and lies.near == 1
    truth = np.zeros(board.shape, np.bool_)
    for position, cell in Kingdom.parse(HOLES).cells():
        if cell is not Place.EMPTY:
            truth[lies.place(position)] = True
    return taken.image, board, truth


def probabilities(image: np.ndarray, board: Board) -> np.ndarray:
    return READER.evidence.probabilities(READER.evidence.examine(image, board), board)


def test_probabilities_are_whole_and_holes_are_table() -> None:
    image, board, truth = holes_board()
    faces = probabilities(image, board)
    assert faces.shape == (*board.shape, len(FACES)) and np.allclose(faces.sum(axis=2), 1, atol=1e-4)
    assert ((faces[..., TABLE] < 0.5) == truth).all()


def test_only_holes_resemble_the_table() -> None:
    image, board, truth = holes_board("#c8b400")  # a cloth like wheat
    unlike = READER.evidence.examine(image, board).features[..., UNLIKE]
    inside = slice(1, -1), slice(1, -1)
    assert unlike[inside][~truth[inside]].max() < np.median(unlike[truth])


def test_without_a_table_in_view_no_place_is_compared_with_it() -> None:
    image, board, _ = holes_board()
    within = board.part(slice(1, -1), slice(1, -1))
    no_table = replace(within, evidence=np.ones_like(within.evidence))
    unlike = READER.evidence.examine(image, no_table).features[..., UNLIKE]
    assert np.allclose(unlike, np.log(EvidenceSettings().default_contrast + 2))


@pytest.mark.parametrize("visible", [0.0, 0.4])
def test_squares_outside_the_picture_are_not_read(visible: float) -> None:
    image, board, truth = holes_board()
    row, column = np.argwhere(truth)[0]
    seen = board.visible.copy()
    seen[row, column] = visible
    assert probabilities(image, replace(board, visible=seen))[row, column, TABLE] == 1


def test_a_dark_photo_is_lit_up() -> None:
    image, board, truth = holes_board()
    dark = (image * 0.3).astype(np.uint8)
    assert ((probabilities(dark, board)[..., TABLE] < 0.5) == truth).all()


LAID = np.array([[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]], np.bool_)


@pytest.mark.parametrize(
    ("laid", "castle", "apart"),
    [
        (LAID, (0, 0), [(2, 3)]),
        (LAID, (2, 3), []),  # the castle's own part stays, however small
        (LAID[:2], (0, 0), []),
        (np.zeros((2, 2), np.bool_), (0, 0), []),
        (np.array([[1, 0, 0], [0, 0, 1]], np.bool_), (0, 0), []),  # nothing larger that one of them could lie beside
        (np.array([[1, 1, 0], [1, 0, 0], [0, 1, 1]], np.bool_), (0, 0), []),  # corners touch
    ],
)
def test_separated_squares_are_loose(laid: np.ndarray, castle: tuple[int, int], apart: list[tuple[int, int]]) -> None:
    castles = np.zeros(laid.shape, np.float32)
    castles[castle] = 1
    found = loose_squares(laid, castles, EvidenceSettings().max_loose_squares)
    assert [tuple(at) for at in np.argwhere(found)] == apart


@pytest.mark.parametrize(("place", "kept"), [((3, 3), False), ((2, 1), True)])
def test_separated_domino_is_loose(place: tuple[int, int], kept: bool) -> None:
    cells = {position: cell for position, cell in Kingdom.parse("Cww/ff.").cells() if cell is not Place.EMPTY}
    right = (place[0], place[1] + 1)
    domino = dict(zip((place, right), Kingdom.parse("lgC").rows[0], strict=False))
    layout = Layout(cells | domino, [((0, 1), (0, 2)), ((1, 0), (1, 1)), (place, right)])
    rng = np.random.default_rng(1)
    table = planks(PLAIN.width, PLAIN.height, "#6b4630", rng)
    reading = read_photo(render([layout], drawn_pool(pixels=96), (), PLAIN, rng, table).image)
    assert len(reading.kingdoms[0].kingdom.squares()) == (6 if kept else 4)
