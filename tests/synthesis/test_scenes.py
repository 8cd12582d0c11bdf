"""Which scenes are rendered for training."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.datasets.labelled import LabelledSquare, drawn_squares
from scorer.rules.model.kingdom import neighbours
from scorer.rules.model.terrain import Place
from scorer.synthesis.samples import drawn_pool
from scorer.synthesis.scenes import careless_layout, pools, training_render
from scorer.vision.squares.faces import FACE_INDEX, FACES

LAND = [face for face in FACES if not isinstance(face, Place)]


@given(st.integers(1, 24), st.sampled_from([5, 7]), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_a_careless_layout_is_a_kingdom_of_dominoes(dominoes: int, size: int, seed: int) -> None:
    layout = careless_layout(min(dominoes, (size * size - 1) // 2), size, np.random.default_rng(seed), LAND)
    kingdom = layout.kingdom
    assert kingdom.height <= size and kingdom.width <= size
    halves = [position for domino in layout.dominoes for position in domino]
    assert len(halves) == len(set(halves)) and len(kingdom.castles) == 1
    assert {*halves, kingdom.castles[0]} == set(layout.cells)
    assert all(b in neighbours(a) for a, b in layout.dominoes)
    seen, edge = {kingdom.castles[0]}, [kingdom.castles[0]]
    while edge:
        fresh = [n for n in neighbours(edge.pop()) if n in layout.cells and n not in seen]
        seen |= set(fresh)
        edge += fresh
    assert seen == set(layout.cells)


def of(camera: str, faces: range | list[int]) -> list[LabelledSquare]:
    return [LabelledSquare(np.full((64, 64, 3), i, np.uint8), i, "squares", camera, f"{camera}_1") for i in faces]


def test_a_camera_that_lacks_faces_borrows_them_from_the_scans() -> None:
    castle = FACE_INDEX[Place.CASTLE]
    lots = pools([*of("scan", range(18)), *of("kd", range(10)), *of("IMG", range(3)), *of("table", [castle + 1])])
    assert len(lots) == 3  # all scans, each camera that shows enough: this scan and the phone
    scans, _, phone = lots
    assert set(scans) == set(phone) == set(FACES[:18])
    assert [len(phone[face]) for face in FACES[:18]] == [1] * 18
    assert phone[FACES[15]][0] is scans[FACES[15]][0]


def test_a_training_picture_has_its_truth_and_follows_its_seed() -> None:
    lots = [drawn_pool(pixels=32)]
    table = [np.full((40, 40, 3), 90, np.uint8)]
    shots = [training_render(lots, table, 160, np.random.default_rng(seed)) for seed in (*range(30), 0)]
    assert np.array_equal(shots[0].image, shots[-1].image)
    assert all(shot.image.shape == (160, 160, 3) for shot in shots)
    empty = sum(not shot.kingdoms for shot in shots)
    assert 0 < empty < 15  # some bare tables, not many


def test_the_drawn_squares_show_every_face_but_the_table() -> None:
    assert {square.face for square in drawn_squares(1)} == set(range(len(FACES))) - {FACE_INDEX[Place.EMPTY]}
