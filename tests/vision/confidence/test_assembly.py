"""The reported reading of a solved board."""

from __future__ import annotations

import numpy as np

from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.confidence.assembly import Assembly
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import Settings
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.occlusion import VisiblePlaces
from scorer.vision.squares.square_reader import Details

WHEAT, CROWNED, FOREST = FACES[0], FACES[1], FACES[2]


def reading_with_an_unknown_square(likelihoods: dict[Cell, float]) -> KingdomReading:
    """A castle, a forest and a square that the solver left open, which looks like some faces."""
    faces = np.zeros((1, 3, len(FACES)), np.float32)
    faces[0, 0, FACE_INDEX[Place.CASTLE]] = faces[0, 1, FACE_INDEX[FOREST]] = 1
    for cell, probability in likelihoods.items():
        faces[0, 2, FACE_INDEX[cell]] = probability
    x, y = np.meshgrid(np.arange(3), np.arange(1))
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    quads = np.asarray((np.stack([x, y], axis=2)[:, :, None] + corners) * 40, np.float32)
    ones = np.ones((1, 3), np.float32)
    cells: tuple[tuple[Cell, ...], ...] = ((Place.CASTLE, FOREST, Place.UNKNOWN),)
    seen: tuple[tuple[Cell, ...], ...] = ((Place.CASTLE, FOREST, WHEAT),)
    reading = Assembly(Settings()).kingdom_reading(
        Board(quads, ones, ones > 0, ones, 1.0),
        VisiblePlaces(faces, ones < 0),
        Solution(cells, seen, ((0.999, 0.999, 0.999),), 0.99, 5, buildable=True),
        Details(np.zeros((1, 3), np.float32), None),
        scale=1.0,
    )
    assert reading is not None
    return reading


def test_an_unknown_square_with_a_clear_terrain_keeps_it_and_is_flagged() -> None:
    reading = reading_with_an_unknown_square({WHEAT: 0.5, CROWNED: 0.45, FOREST: 0.05})
    assert str(reading.kingdom) == "Cfw?"
    assert reading.doubtful == ((0, 2),)


def test_an_unknown_square_without_a_clear_terrain_is_open_and_flagged() -> None:
    for likelihoods in ({WHEAT: 0.5, FOREST: 0.5}, {Place.CASTLE: 0.9, WHEAT: 0.1}):
        reading = reading_with_an_unknown_square(likelihoods)
        assert str(reading.kingdom) == "Cf0?"
        assert reading.doubtful == ((0, 2),)
