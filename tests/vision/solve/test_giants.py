"""Two crowns on wheat, forest and lake, which only the dominoes of Age of Giants tell."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.play import random_game
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.solve.giants import second_crowns, with_giants
from scorer.vision.solve.joint import Solution, solve

BOX = Box.KINGDOMINO_GIANTS
ALIKE: dict[Cell, Cell] = {
    Square(terrain, 2): Square(terrain, 1) for terrain in (Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE)
}
"""What the classifier makes of these."""


def seen(kingdom: Kingdom) -> Solution:
    """What is made of a clear photo of the kingdom."""
    faces = np.full((kingdom.height, kingdom.width, len(FACES)), 1e-4, np.float32)
    for position, cell in kingdom.cells():
        faces[position][FACE_INDEX[ALIKE.get(cell, cell)]] = 1
    return read(faces)


def read(faces: NDArray[np.float32]) -> Solution:
    faces = faces / faces.sum(axis=2, keepdims=True)
    return with_giants(solve(faces, giants=True), faces)


@pytest.mark.parametrize("text", ["w2f1C", "f2l1C", "l2g1C", "w1w/lC", "f1w/lC"])
def test_crown_determined_by_the_dominoes_is_certain(text: str) -> None:
    solution = seen(Kingdom.parse(text))
    assert Kingdom(solution.cells) == Kingdom.parse(text)
    assert min(map(min, solution.squares)) > 0.9


def test_crown_left_open_by_the_dominoes_is_uncertain() -> None:
    """A wheat and a forest with a crown each, on one domino of Age of Giants or on two of Kingdomino's."""
    found = second_crowns(Kingdom.parse("fw/w1f1").squares(), BOX)
    assert found[1, 0].probability == 0.5
    solution = seen(Kingdom.parse("fwC/w1f1."))
    assert solution.squares[1][0] < 0.9 and solution.confidence < 0.9


def test_second_crown_is_no_more_certain_than_its_neighbour() -> None:
    """A giant hides the crown of the lake, so that a forest of one crown would fit it too."""
    faces = np.full((1, 3, len(FACES)), 1e-4, np.float32)
    faces[0, 0, FACE_INDEX[Square(Terrain.FOREST, 1)]] = faces[0, 2, FACE_INDEX[Place.CASTLE]] = 1
    faces[0, 1, FACE_INDEX[Square(Terrain.LAKE)]], faces[0, 1, FACE_INDEX[Square(Terrain.LAKE, 1)]] = 0.6, 0.4
    solution = read(faces)
    assert "".join(map(str, solution.cells[0])) == "f1lC"
    assert max(solution.squares[0][:2]) < 0.9


@pytest.mark.slow
def test_most_kingdoms_are_solved_and_no_wrong_one_is_certain() -> None:
    rng, right, sure_and_wrong = Random(5), 0, 0
    kingdoms = [played.kingdom for _ in range(15) for played in random_game(rng, box=BOX)]
    rich = [kingdom for kingdom in kingdoms if ALIKE.keys() & set(kingdom.squares().values())]
    for kingdom in rich:
        solution = seen(kingdom)
        wrong = [p for p, cell in kingdom.cells() if solution.cells[p[0]][p[1]] != cell]
        right += not wrong
        sure_and_wrong += any(solution.squares[row][column] >= 0.9 for row, column in wrong)
    assert len(rich) > 20
    assert right / len(rich) > 0.9 and sure_and_wrong == 0


def test_an_uncertain_neighbour_does_not_change_a_certain_square() -> None:
    """Only a domino of Age of Giants has that forest beside a lake with a crown, but the lake may be anything."""
    faces = np.full((1, 3, len(FACES)), 1e-4, np.float32)
    faces[0, 0, FACE_INDEX[Square(Terrain.FOREST, 1)]] = faces[0, 2, FACE_INDEX[Place.CASTLE]] = 1
    lake = Square(Terrain.LAKE, 1)
    faces[0, 1] = 0.6 / len(FACES)
    faces[0, 1, FACE_INDEX[lake]] = 0.4
    solution = Solution(
        ((Square(Terrain.FOREST, 1), lake, Place.CASTLE),), (), ((0.999, 0.4, 0.999),), 0.4, 5, True, BOX
    )
    certain = with_giants(replace(solution, squares=((0.999, 0.999, 0.999),)), np.ones_like(faces))
    assert certain.cells[0][0] == Square(Terrain.FOREST, 2)
    uncertain = with_giants(solution, faces)
    assert uncertain.cells[0][0] == Square(Terrain.FOREST, 1)
    assert uncertain.squares[0][0] < 0.9


def test_no_square_is_more_certain_than_its_appearance() -> None:
    """A giant hides the lake's crown, and a domino of Kingdomino has that forest beside that lake."""
    faces = np.full((1, 3, len(FACES)), 1e-4, np.float32)
    faces[0, 0, FACE_INDEX[Square(Terrain.FOREST, 1)]] = faces[0, 2, FACE_INDEX[Place.CASTLE]] = 1
    faces[0, 1, FACE_INDEX[Square(Terrain.LAKE)]], faces[0, 1, FACE_INDEX[Square(Terrain.MINE)]] = 0.85, 0.15
    assert solve(faces, giants=True).squares[0][1] > 0.95
    assert read(faces).squares[0][1] < 0.9


def test_other_boxes_are_left_alone() -> None:
    faces = np.asarray([[np.eye(len(FACES))[FACE_INDEX[Square(Terrain.WHEAT, 1)]]]], np.float32)
    solution = solve(faces)
    assert with_giants(solution, faces) is solution
