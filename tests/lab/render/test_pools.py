"""Pictures to lay kingdoms with."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.lab.data.squares import LabelledSquare
from scorer.lab.render.pools import drawn_pool, labelled_pools, with_two_crowns
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES


def of(camera: str, faces: range | list[int]) -> list[LabelledSquare]:
    return [LabelledSquare(np.full((64, 64, 3), i, np.uint8), i, "squares", camera, f"{camera}_1") for i in faces]


def test_a_camera_that_lacks_faces_borrows_them_from_the_scans() -> None:
    castle = FACE_INDEX[Place.CASTLE]
    pools = labelled_pools(
        [*of("scan", range(18)), *of("kd", range(10)), *of("IMG", range(3)), *of("table", [castle + 1])]
    )
    assert len(pools) == 3  # all scans, each camera that shows enough: this scan and the phone
    scans, _, phone = pools
    assert set(scans) == set(phone) == set(FACES[:18])
    assert [len(phone[face]) for face in FACES[:18]] == [1] * 18
    assert phone[FACES[15]][0] is scans[FACES[15]][0]


@pytest.mark.slow
def test_the_drawn_pool_shows_every_face() -> None:
    assert set(drawn_pool(pixels=24)) == set(FACES) - {FACES[-1]}


@pytest.mark.slow
def test_two_crowns_are_lent_by_the_drawn_squares_and_nothing_else_changes() -> None:
    pool = drawn_pool(pixels=24)
    rich = with_two_crowns(pool, pixels=16)
    assert {str(face) for face in rich.keys() - pool.keys()} == {"w2", "f2", "l2"}
    assert all(rich[face] is pool[face] for face in pool)
