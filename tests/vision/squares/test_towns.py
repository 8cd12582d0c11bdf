"""Towns with a building are told from bare ones; which building it is, the player says."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from scorer.art.draw import draw_cell
from scorer.art.surfaces import planks
from scorer.lab.render.pieces.layouts import played_layout
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import render
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.dominoes import Box
from scorer.rules.model.terrain import Square, Terrain
from scorer.rules.play import random_game
from scorer.vision.models import Models
from scorer.vision.reader import read_photo
from scorer.vision.squares.towns import built_probability
from tests.vision.photographed import PLAIN

TOWNS = Models.shipped().towns


def test_no_towns_give_no_probabilities() -> None:
    assert built_probability(TOWNS, np.zeros((0, 64, 64, 3), np.uint8)).shape == (0,)


@pytest.mark.slow
@pytest.mark.parametrize("turns", range(4))
def test_every_drawn_building_is_recognized_in_any_orientation(turns: int) -> None:
    built = [draw_cell(Square(Terrain.TOWN, building=kind), 64) for kind in BUILDINGS]
    bare = [draw_cell(Square(Terrain.TOWN), 64, variant) for variant in range(6)]
    probabilities = built_probability(TOWNS, np.stack([np.rot90(square, turns) for square in (*built, *bare)]))
    assert (
        probabilities.dtype == np.float32 and ((probabilities > 0.5) == [True] * len(built) + [False] * len(bare)).all()
    )


@pytest.mark.slow
def test_only_towns_with_a_building_are_flagged() -> None:
    game = random_game(Random(3), 4, 5, Box.QUEENDOMINO)[0]
    layout = played_layout(game)
    table = planks(PLAIN.width, PLAIN.height, "#6b4630", np.random.default_rng(1))
    taken = render([layout], drawn_pool(pixels=96), (), PLAIN, np.random.default_rng(1), table)
    towns = [at for at, cell in layout.cells.items() if isinstance(cell, Square) and cell.terrain is Terrain.TOWN]
    (bare,) = read_photo(taken.image).kingdoms
    assert len(towns) > 1 and bare.built_towns == ()
    (found,) = read_photo(_built_on(taken.image, taken.kingdoms[0].quads[towns[0]])).kingdoms
    assert found.kingdom == bare.kingdom and len(found.built_towns) == 1
    assert found.built_towns[0] in found.doubtful


def _built_on(image: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """The picture with a building on a town."""
    tile = draw_cell(Square(Terrain.TOWN, building="church"), 96)
    corners = np.array([[0, 0], [96, 0], [96, 96], [0, 96]], np.float32)
    onto = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    size = image.shape[1::-1]
    part = cv2.warpPerspective(np.full((96, 96), 255, np.uint8), onto, size)[..., None] > 127
    return np.where(part, cv2.warpPerspective(tile, onto, size), image).astype(np.uint8)
