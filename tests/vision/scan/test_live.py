"""The live scan: frames become one reading, squares are certain after several of them, nothing is added twice."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from scorer.art.draw import draw_cell
from scorer.lab.render.pieces.layouts import laid_out
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Scene
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.reader import default_reader
from scorer.vision.scan import LiveScan, ScanView
from scorer.vision.scan.settings import ScanSettings

pytestmark = pytest.mark.slow

NOTATION = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
OTHER = "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg"
ABOVE = Scene(width=640, height=480, square=66.0, light=0.3)
WIDE = replace(ABOVE, width=960, square=60.0, centre=(0.28, 0.5))


@cache
def frame(scene: Scene = ABOVE, *notations: str, seed: int = 7) -> Render:
    """A rendered frame of kingdoms of the project's own squares."""
    layouts = [laid_out(Kingdom.parse(notation)) for notation in notations or (NOTATION,)]
    return render(layouts, drawn_pool(("pink",)), (), scene, np.random.default_rng(seed))


def scanned(images: list[Image], scan: LiveScan | None = None) -> list[ScanView]:
    """What is shown after each of the frames, which come four times a second."""
    scan = scan or LiveScan(default_reader())
    return [scan.add(image, scan.state.seconds + 0.25) for image in images]


def around(count: int) -> list[Image]:
    """Frames of a camera that moves a little between them."""
    scenes = [replace(ABOVE, turn=2.0 * step) for step in range(count)]
    return [frame(scene).image for scene in scenes]


def test_a_square_is_certain_after_several_frames_only() -> None:
    views = scanned(around(5))
    counts = [
        sum(cell is not None for kingdom in view.kingdoms for row in kingdom.squares for cell in row) for view in views
    ]
    needed = ScanSettings().min_agreeing
    assert counts[: needed - 1] == [0] * (needed - 1)
    assert counts[needed - 1] == 25
    assert not any(view.finished for view in views[: needed - 1])
    assert views[-1].finished and views[-1].kingdoms[0].locked


def test_the_result_is_a_reading_in_pixels_of_the_picture() -> None:
    scan = LiveScan(default_reader())
    scanned(around(5), scan)
    (found,) = scan.result().kingdoms
    picture = scan.picture()
    assert str(found.kingdom) == NOTATION and found.doubtful == ()
    assert picture is not None and picture.shape == (480, 640, 3)
    assert ((found.quads >= -9) & (found.quads <= [649, 489])).all()


@pytest.mark.thorough
def test_the_grid_keeps_its_rows_and_columns_when_the_camera_turns() -> None:
    images = [frame(replace(ABOVE, turn=turn)).image for turn in (0.0, 60.0, 120.0, 200.0, 280.0)]
    views = scanned(images)
    assert [len(view.kingdoms) for view in views[1:]] == [1] * 4
    (kingdom,) = views[-1].kingdoms
    assert "/".join("".join(cell or "?" for cell in row) for row in kingdom.squares) == NOTATION
    for image_turn, view in zip((60.0, 120.0), views[1:3], strict=True):
        first = frame(replace(ABOVE, turn=image_turn)).kingdoms[0].corners()[0] / [640, 480]
        assert np.abs(np.array(view.kingdoms[0].outline[0]) - first).max() < 0.08


@pytest.mark.thorough
def test_a_locked_kingdom_is_not_added_again_when_it_comes_back() -> None:
    scan = LiveScan(default_reader())
    both = frame(WIDE, NOTATION, OTHER).image
    bare = np.full((480, 960, 3), 120, np.uint8)
    scanned([both, both], scan)
    assert [one.frames for one in scan.state.kingdoms] == [2, 2]
    scanned([both, both, both, both, bare, bare, bare, bare, bare, both], scan)
    assert len(scan.state.kingdoms) == 2
    assert sorted(str(one.kingdom) for one in scan.result().kingdoms) == sorted((NOTATION, OTHER))


def test_frames_are_searched_near_the_boards_of_the_frame_before() -> None:
    scan = LiveScan(default_reader())
    for image in around(4):
        scanned([image], scan)
        assert scan.state.searched == 0.25, "only the first frame is searched as a whole"
        assert int(scan.state.kingdoms[0].latest.view.board.found.sum()) == 25


@pytest.mark.thorough
def test_a_kingdom_that_comes_into_view_beside_another_is_found() -> None:
    scan = LiveScan(default_reader())
    one, both = frame(WIDE, NOTATION).image, frame(WIDE, NOTATION, OTHER).image
    scanned([one] * 2 + [both] * 6, scan)
    assert [kingdom.frames > 1 for kingdom in scan.state.kingdoms] == [True, True]


def test_the_whole_frame_is_searched_while_an_unfinished_kingdom_is_out_of_view() -> None:
    scan, settings = LiveScan(default_reader()), ScanSettings()
    scanned([frame(WIDE, NOTATION, OTHER).image], scan)
    assert len(scan.state.boards(0.5, settings)) == 2
    lost = replace(scan.state.kingdoms[0], seen=0.0)
    state = replace(scan.state, kingdoms=(lost, *scan.state.kingdoms[1:]))
    assert state.boards(0.5, settings) == ()
    finished = replace(state, kingdoms=(replace(lost, locked=True), *state.kingdoms[1:]))
    assert len(finished.boards(0.5, settings)) == 1
    assert finished.boards(0.25 + settings.search_seconds, settings) == ()


@pytest.mark.thorough
def test_a_kingdom_that_is_never_whole_does_not_end_the_scan() -> None:
    cut = [image[:, : 640 - 215] for image in around(6)]
    scan = LiveScan(default_reader())
    views = scanned([np.ascontiguousarray(image) for image in cut], scan)
    assert not any(view.finished for view in views)
    assert views[-1].hint == "whole"


def test_blurred_frames_are_skipped_with_a_hint() -> None:
    scan = LiveScan(default_reader())
    blurred = [cv2.GaussianBlur(image, (0, 0), 6) for image in around(3)]
    views = scanned([np.asarray(image, np.uint8) for image in blurred], scan)
    assert views[-1].hint == "still" and scan.state.kingdoms == ()


def test_the_state_survives_pickling_between_frames() -> None:
    whole, parts = LiveScan(default_reader()), LiveScan(default_reader())
    for image in around(4):
        (shown,) = scanned([image], whole)
        parts = LiveScan(default_reader(), state=pickle.loads(pickle.dumps(parts.state)))
        assert scanned([image], parts) == [shown]
    json.dumps(shown.as_json())


def test_a_table_without_a_kingdom_shows_nothing() -> None:
    scan = LiveScan(default_reader())
    bare = np.random.default_rng(1).integers(90, 140, (480, 640, 3)).astype(np.uint8)
    views = scanned([bare] * 3, scan)
    assert not views[-1].kingdoms and not views[-1].finished and scan.result().kingdoms == ()


@pytest.mark.thorough
def test_a_kingdom_of_one_domino_is_followed() -> None:
    scan = LiveScan(default_reader())
    views = scanned([frame(replace(ABOVE, turn=3.0 * step), "Cww").image for step in range(6)], scan)
    assert [len(view.kingdoms) for view in views[1:]] == [1] * len(views[1:])
    assert [str(one.kingdom) for one in scan.result().kingdoms] == ["Cww"]


def test_a_kingdom_found_in_two_frames_only_is_forgotten() -> None:
    scan = LiveScan(default_reader())
    bare = np.full((480, 640, 3), 120, np.uint8)
    scanned([frame(ABOVE, OTHER).image] * 2, scan)
    counts = [len(scan.state.kingdoms)]
    scanned([bare] * 9, scan)
    assert [*counts, len(scan.state.kingdoms)] == [1, 0]


@pytest.mark.thorough
def test_an_outline_moves_less_than_the_hand_that_shakes() -> None:
    shaken = [replace(ABOVE, centre=(0.5 + 0.004 * (-1) ** step, 0.5)) for step in range(4)]
    views = scanned([frame(scene).image for scene in shaken])
    left = [view.kingdoms[0].outline[0][0] for view in views[1:]]
    assert np.abs(np.diff(left)).max() < 0.6 * 0.008


@pytest.mark.thorough
def test_an_outline_follows_a_camera_that_moves() -> None:
    moved = [replace(ABOVE, centre=(0.45 + 0.06 * step, 0.5)) for step in range(4)]
    (kingdom,) = scanned([frame(scene).image for scene in moved])[-1].kingdoms
    corners = frame(moved[-1]).kingdoms[0].corners() / [640, 480]
    assert np.abs(np.array(kingdom.outline) - corners).max() < 0.02


def test_outline_of_a_lost_kingdom_stays_for_a_while() -> None:
    bare = np.full((480, 640, 3), 120, np.uint8)
    views = scanned([frame().image, frame().image, bare, bare, bare, bare])
    assert [len(view.kingdoms) for view in views] == [0, 1, 1, 1, 1, 0]
    assert views[1].kingdoms[0].outline == views[4].kingdoms[0].outline


@pytest.mark.thorough
def test_two_kingdoms_keep_their_numbers() -> None:
    scenes = [replace(WIDE, turn=3.0 * step) for step in range(3)]
    views = scanned([frame(scene, NOTATION, OTHER).image for scene in scenes])
    for view, scene in zip(views[1:], scenes[1:], strict=True):
        for shown, laid in zip(view.kingdoms, views[1].kingdoms, strict=True):
            assert shown.id == laid.id
        middles = sorted(np.mean(shown.outline, axis=0)[0] for shown in view.kingdoms)
        true = sorted(laid.corners().mean(axis=0)[0] / 960 for laid in frame(scene, NOTATION, OTHER).kingdoms)
        assert np.abs(np.subtract(middles, true)).max() < 0.03


@pytest.mark.thorough
def test_a_long_scan_keeps_no_more_views_than_a_few() -> None:
    settings = replace(ScanSettings(), min_agreeing=99, max_views=3)
    scan = LiveScan(default_reader(), settings=settings)
    scanned(around(6), scan)
    assert len(scan.state.kingdoms[0].views) == 3 and scan.state.kingdoms[0].frames == 6


def test_views_from_one_side_count_as_one() -> None:
    scan = LiveScan(default_reader(), settings=replace(ScanSettings(), min_agreeing=99))
    covered = frame().image.copy()
    x, y = frame().kingdoms[0].quads[0, 2].mean(axis=0)
    cv2.circle(covered, (int(x), int(y)), 24, (60, 40, 160), -1, cv2.LINE_AA)
    scanned([covered], scan)
    (alone,) = scan.result().kingdoms
    scanned([covered] * 5, scan)
    (fused,) = scan.result().kingdoms
    assert fused.squares[0][2] < max(alone.squares[0][2], 0.97) + 0.01


def test_a_kingdom_found_twice_is_kept_once_unless_a_frame_shows_both() -> None:
    scan = LiveScan(default_reader())
    scanned([frame().image] * 2, scan)
    (one,) = scan.state.kingdoms
    twin = replace(one, number=7)
    scan.state = replace(scan.state, kingdoms=(one, twin))
    scanned([np.full((480, 640, 3), 120, np.uint8)], scan)
    assert len(scan.state.kingdoms) == 1
    scan.state = replace(scan.state, kingdoms=(one, replace(twin, beside=frozenset({one.number}))))
    scanned([np.full((480, 640, 3), 120, np.uint8)], scan)
    assert [kingdom.number for kingdom in scan.state.kingdoms] == [one.number, 7]


@pytest.mark.thorough
def test_wrong_partial_kingdom_is_replaced_by_the_whole_one() -> None:
    scan = LiveScan(default_reader())
    part = np.ascontiguousarray(frame(ABOVE, OTHER).image[:, :425])
    whole = frame(ABOVE).image
    scanned([np.pad(part, ((0, 0), (0, 215), (0, 0)))] * 2, scan)
    (first,) = scan.state.kingdoms
    wrong = replace(first.whole, reading=replace(first.reading, cut=True)) if first.reading else first.whole
    scan.state = replace(scan.state, kingdoms=(replace(first, whole=wrong),))
    scanned([whole] * 6, scan)
    assert [str(one.kingdom) for one in scan.result().kingdoms] == [NOTATION]


def test_a_tiny_frame_shows_nothing() -> None:
    for shape in ((1, 1), (9, 200)):
        (view,) = scanned([np.full((*shape, 3), 90, np.uint8)])
        assert (view.kingdoms, view.frames) == ((), 1)


def test_kingdom_without_squares_has_the_rectangle_of_its_board() -> None:
    scan = LiveScan(default_reader())
    scanned([frame().image] * 2, scan)
    (one,) = scan.state.kingdoms
    empty = tuple(tuple(Place.EMPTY for _ in row) for row in one.whole.solution.cells)
    nothing = replace(one.whole, solution=replace(one.whole.solution, cells=empty), reading=None)
    assert replace(one, whole=nothing).rectangle == (one.origin, one.whole.board.shape)


@pytest.mark.thorough
def test_views_from_one_oblique_side_do_not_end_the_scan() -> None:
    scan = LiveScan(default_reader())
    side = replace(ABOVE, square=56.0, tilt=40.0, tilt_axis=180.0, focal=0.9)
    views = scanned([frame(replace(side, turn=0.5 * step)).image for step in range(8)], scan)
    assert not any(view.finished for view in views)
    assert views[-1].hint == "higher"
    assert scanned(around(3), scan)[-1].finished


@pytest.mark.thorough
def test_squares_of_no_kingdom_found_do_not_end_the_scan() -> None:
    wide = replace(WIDE, turn=4.0)
    images = [frame(replace(wide, turn=4.0 + 0.5 * step)).image.copy() for step in range(6)]
    face = draw_cell(Square(Terrain.FOREST), 60)
    for image in images:
        for row, column in (
            (20, 560),
            (150, 640),
            (40, 760),
            (250, 560),
            (210, 800),
            (330, 700),
            (390, 850),
            (120, 880),
        ):
            image[row : row + 60, column : column + 60] = face
    scan = LiveScan(default_reader())
    views = scanned(images, scan)
    assert [one.locked for one in views[-1].kingdoms] == [True]
    assert not views[-1].finished and views[-1].hint == "more"
    views = scanned([frame(wide).image] * 9, scan)  # the camera moves to the other squares: they may be out of view
    assert [view.finished for view in views] == [False] * 7 + [True] * 2


@pytest.mark.thorough
def test_dark_frames_do_not_end_the_scan() -> None:
    dark = [(image * 0.25).astype(np.uint8) for image in around(9)]
    scan = LiveScan(default_reader())
    assert not any(view.finished for view in scanned(dark, scan))
    assert scan.result().kingdoms


def test_a_square_that_many_frames_deny_is_not_certain() -> None:
    scan, settings = LiveScan(default_reader()), ScanSettings()
    scanned(around(4), scan)
    (kingdom,) = scan.state.kingdoms
    (top, left), _ = kingdom.rectangle
    assert kingdom.certain(settings).all()
    for denied, certain in ((1, True), (2, False)):
        votes = {**kingdom.votes, ((top, left), FACE_INDEX[Place.EMPTY]): denied}
        assert replace(kingdom, votes=votes).certain(settings)[0, 0] == certain
