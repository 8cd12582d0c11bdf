"""Rendered videos: the camera comes from the side and ends above, and each kind shows what its name says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import Render
from scorer.lab.render.videos import KINDS, NEVER_WHOLE, NO_KINGDOM, ONE, TWO, Video, render_video
from scorer.vision.scan.frame import sharpness

pytestmark = pytest.mark.slow


def video(kind: str, seed: int = 5) -> Video:
    return render_video(seed, [drawn_pool()], [], kind)


def steady(taken: Video, *jerks: float) -> Video:
    """The video with only these jerks."""
    return replace(taken, path=replace(taken.path, jerks=jerks))


def flatness(frame: Render) -> float:
    """The median ratio of the shorter to the longer axis of a frame's squares: 1 from above."""
    quads = np.array(list(frame.kingdoms[0].quads.values()))
    axes = np.stack([quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]], axis=1)
    longer, shorter = np.linalg.svd(axes, compute_uv=False).T
    return float(np.median(shorter / longer))


def test_a_frame_is_the_same_whenever_it_is_made() -> None:
    one, again = video(ONE), video(ONE)
    one.frame(3)
    assert np.array_equal(one.frame(12).image, again.frame(12).image)
    assert one.frame(12).image.shape == (480, 640, 3) and len(one) == 32


def test_the_camera_moves_from_the_side_to_above() -> None:
    taken = video(ONE)
    first, last = flatness(taken.frame(0)), flatness(taken.frame(31))
    assert first < 0.8
    assert last > 0.9


@pytest.mark.parametrize("seed", range(3))
def test_the_last_column_of_a_kingdom_that_is_never_whole_stays_outside(seed: int) -> None:
    taken = video(NEVER_WHOLE, seed)
    last = max(column for _, column in taken.layouts[0].cells)
    for index in (0, 13, 22, 31):
        quads = taken.frame(index).kingdoms[0].quads
        outer = np.array([quad.mean(axis=0) for (_, column), quad in quads.items() if column == last])
        assert ((outer < 0) | (outer > [640, 480])).any(axis=1).all()


def test_two_kingdoms_lie_wholly_in_every_still_frame() -> None:
    for laid in steady(video(TWO)).frame(31).kingdoms:
        corners = laid.corners()
        assert (corners > -10).all() and (corners < [650, 490]).all()
    assert not video(NO_KINGDOM).frame(0).kingdoms


def test_a_camera_that_moves_quickly_blurs() -> None:
    still, quick = steady(video(ONE)).frame(28), steady(video(ONE), 7.1).frame(28)
    assert sharpness(quick.image) < 0.9 * sharpness(still.image)


def test_three_of_ten_videos_never_show_the_whole_kingdom() -> None:
    kinds = [render_video(seed, [drawn_pool()], []).kind for seed in range(10)]
    assert tuple(kinds) == KINDS and kinds.count(NEVER_WHOLE) == 3
