"""The camera is told by how a grid looks, and things that stand hide what lies behind them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.vision.squares.camera import FOCAL, camera_of, hidden_parts

SHAPE = (1200, 1600)


def taken(tilt: float, focal: float, distance: float = 9.0, turn: float = 0.0) -> np.ndarray:
    """The matrix (3, 4) of a camera that looks at a grid's first corner; its far side is up in the picture."""
    lean, turned = np.deg2rad([tilt, turn])
    about_x = np.array([[1, 0, 0], [0, np.cos(lean), np.sin(lean)], [0, -np.sin(lean), np.cos(lean)]])
    about_z = np.array([[np.cos(turned), -np.sin(turned), 0], [np.sin(turned), np.cos(turned), 0], [0, 0, 1]])
    rotation = about_x @ about_z
    lens = np.array([[focal * 1600, 0, 800], [0, focal * 1600, 600], [0, 0, 1]])
    camera = lens @ np.column_stack([rotation[:, 0], rotation[:, 1], -rotation[:, 2], [0, 0, distance]])
    return np.asarray(camera / camera[2, 3])


def quads(camera: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """Corners of the places of a grid, in pixels."""
    flat = camera[:, [0, 1, 3]]
    corners = [[[[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]] for c in range(columns)] for r in range(rows)]
    seen = cv2.perspectiveTransform(np.array(corners, np.float64).reshape(1, -1, 2), flat)
    return seen.reshape(rows, columns, 4, 2).astype(np.float32)


@pytest.mark.slow
@given(st.floats(20, 68), st.floats(*FOCAL), st.floats(10, 80))
def test_camera_is_estimated_from_an_oblique_grid(tilt: float, focal: float, turn: float) -> None:
    camera = taken(tilt, focal, turn=turn)
    assert camera_of(camera[:, [0, 1, 3]], SHAPE) == pytest.approx(camera, abs=1e-4 * np.abs(camera).max())


def test_usual_lens_is_assumed_in_a_view_from_above() -> None:
    camera = camera_of(taken(0, 1.3)[:, [0, 1, 3]], SHAPE)
    middle_top = camera @ [0, 0, 1, 1]
    assert (middle_top[:2] / middle_top[2]).tolist() == pytest.approx([800, 600], abs=0.01)


def test_castle_in_an_oblique_view_hides_only_the_square_behind_it() -> None:
    camera = taken(55, 0.9)
    hidden = hidden_parts(camera, quads(camera, 5, 5), (2, 2), width=0.8, height=1.05)
    assert np.argwhere(hidden == hidden.max()).tolist() == [[1, 2]]
    assert hidden[1, 2] > 0.5
    assert hidden[3:].max() == 0


def test_hidden_share_grows_with_the_tilt() -> None:
    parts = [
        float(hidden_parts(camera, quads(camera, 5, 5), (3, 2), width=0.8, height=1.05).sum())
        for camera in (taken(tilt, 0.9) for tilt in (20, 35, 50, 65))
    ]
    assert parts == sorted(parts)
    assert parts[-1] > 1.5
