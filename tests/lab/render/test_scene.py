"""The camera that takes a rendered photo."""

from __future__ import annotations

import pytest

from scorer.lab.render.scene import Scene, camera


def test_the_camera_sees_the_middle_at_the_centre() -> None:
    homography = camera(Scene(400, 300, turn=40, tilt=30))
    middle = homography @ [0, 0, 1]
    assert (middle[:2] / middle[2]).tolist() == pytest.approx([200, 150])
