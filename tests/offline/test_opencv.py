"""OpenCV.js, as the browser's Python calls it, beside OpenCV: the same values for all that reading photos uses."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.offline.opencv import Call, OpenCV, Plane
from scorer.vision.squares.rectify import warped
from tests.offline.conftest import PHOTO_ROOMS, node_process

pytestmark = [pytest.mark.slow, pytest.mark.thorough]  # the first of them starts Node and loads OpenCV.js

RANDOM = np.random.default_rng(7)
PICTURE = cv2.GaussianBlur(RANDOM.integers(0, 256, (150, 210, 3), np.uint8), (0, 0), 1.5)
LARGE = cv2.resize(PICTURE, (640, 480), interpolation=cv2.INTER_CUBIC)
QUAD = np.array([[12, 9], [130, 22], [118, 141], [5, 120]], np.float32)
SQUARE = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], np.float32)
LENS = np.array([[0.9, 0.1, 5], [-0.05, 1.1, 3], [1e-4, 2e-4, 1]])
CROWD = RANDOM.uniform(0, 200, (40, 2)).astype(np.float32)


def talking(packages: Path) -> Iterator[Call]:
    """OpenCV.js in a Node process, behind the script that the browser's worker loads."""

    def plain(value: Any) -> str:
        return base64.b64encode(value.tobytes()).decode()

    def arrays(found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "data": base64.b64decode(found["data"])} if "data" in found else found

    with node_process("opencv.js", "opencv_process.mjs", packages) as ask:

        def call(name: str, given: list[Any]) -> dict[str, Any]:
            found: dict[str, Any] = json.loads(ask(json.dumps([name, given], default=plain)), object_hook=arrays)
            if "error" in found:
                raise RuntimeError(found["error"])
            return found

        yield call


@pytest.fixture(scope="module")
def js(packages: Path) -> Iterator[OpenCV]:
    for call in talking(packages):
        yield OpenCV(call)


def agree(ours: Any, theirs: Any, apart: float = 0) -> None:
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
    assert np.abs(ours.astype(np.float64) - theirs.astype(np.float64)).max(initial=0) <= apart


def test_every_function_that_reading_uses_is_there(js: OpenCV) -> None:
    used = set()
    for room in PHOTO_ROOMS:
        code = re.sub(r"^ *>>> .*$", "", room.read_text("utf-8"), flags=re.MULTILINE)
        used |= set(re.findall(r"\bcv2\.((?:dnn\.)?\w+)", code))
    missing = [name for name in used if not hasattr(js.dnn if "." in name else js, name.removeprefix("dnn."))]
    assert missing == []
    for name in used:
        if name.isupper():
            assert getattr(js, name) == getattr(cv2, name)


@pytest.mark.parametrize("size", [(105, 75), (97, 61), (208, 149), (300, 260)])
def test_pictures_of_another_size(js: OpenCV, size: tuple[int, int]) -> None:
    for how in (cv2.INTER_AREA, cv2.INTER_LINEAR):
        agree(js.resize(PICTURE, size, interpolation=how), cv2.resize(PICTURE, size, interpolation=how))
    wide = size[0] / 210
    agree(js.resize(LARGE, None, fx=wide, fy=1.3), cv2.resize(LARGE, None, fx=wide, fy=1.3))


def test_large_pictures_are_sent_once_and_are_the_right_ones(js: OpenCV) -> None:
    other = np.ascontiguousarray(LARGE[::-1])
    for picture in (LARGE, LARGE, other, LARGE, other, other):
        agree(js.resize(picture, (60, 50)), cv2.resize(picture, (60, 50)))


def test_borders(js: OpenCV) -> None:
    given = (PICTURE, 5, 7, 9, 11, cv2.BORDER_CONSTANT)
    agree(js.copyMakeBorder(*given, value=(128, 1, 2)), cv2.copyMakeBorder(*given, value=(128, 1, 2)))


@pytest.mark.parametrize("picture", [PICTURE, LARGE], ids=["small", "large"])
def test_pictures_under_a_homography(js: OpenCV, picture: NDArray[np.uint8]) -> None:
    matrix = cv2.getPerspectiveTransform(QUAD, SQUARE)
    edge: dict[str, Any] = {"flags": cv2.INTER_LINEAR, "borderMode": cv2.BORDER_REPLICATE}
    agree(js.warpPerspective(picture, matrix, (64, 64), **edge), cv2.warpPerspective(picture, matrix, (64, 64), **edge))
    grey: dict[str, Any] = {"flags": cv2.INTER_AREA, "borderValue": (128, 128, 128)}
    agree(js.warpPerspective(picture, LENS, (90, 80), **grey), cv2.warpPerspective(picture, LENS, (90, 80), **grey))


@pytest.mark.parametrize("pixels", [16, 64])
def test_squares_are_cut_out_as_one_by_one(js: OpenCV, pixels: int) -> None:
    quads = np.stack([QUAD, QUAD[::-1] + 40, QUAD - 90])
    for picture in (np.asarray(PICTURE, np.uint8), np.asarray(LARGE, np.uint8)):
        ours = js.squares(picture, quads.astype(np.float64), pixels)  # as they come from half-axes
        agree(ours, warped(picture, quads.astype(np.float32), pixels), apart=1)
        maps = [js.getPerspectiveTransform(quad.astype(np.float32), SQUARE * np.float32(pixels / 64)) for quad in quads]
        alone = [js.warpPerspective(picture, one, (pixels, pixels), borderMode=cv2.BORDER_REPLICATE) for one in maps]
        agree(ours, np.stack(alone))


def test_maps_colours_and_blur(js: OpenCV) -> None:
    heat, kernel = RANDOM.random((40, 30), np.float32), np.ones((3, 3), np.uint8)
    agree(js.dilate(heat, kernel), cv2.dilate(heat, kernel))
    agree(js.cvtColor(PICTURE, cv2.COLOR_BGR2LAB), cv2.cvtColor(PICTURE, cv2.COLOR_BGR2LAB))
    bright = PICTURE.astype(np.float32) * 1.7
    agree(js.GaussianBlur(bright, (0, 0), 0.8), cv2.GaussianBlur(bright, (0, 0), 0.8), apart=1e-4)
    laid = (RANDOM.random((9, 9)) > 0.6).astype(np.uint8)
    ours, theirs = js.connectedComponents(laid, connectivity=8), cv2.connectedComponents(laid, connectivity=8)
    assert ours[0] == theirs[0]
    agree(ours[1], theirs[1])


def test_polygons(js: OpenCV) -> None:
    agree(js.convexHull(CROWD), cv2.convexHull(CROWD))
    agree(js.convexHull(QUAD), cv2.convexHull(QUAD))
    assert js.contourArea(js.convexHull(CROWD)) == cv2.contourArea(cv2.convexHull(CROWD))
    bent = np.array([[0, 0], [9, 0], [3, 3], [0, 9]], np.float32)
    assert (js.isContourConvex(QUAD), js.isContourConvex(bent)) == (True, False)
    for shift in (0.0, 30.0, 500.0):
        ours, theirs = js.intersectConvexConvex(QUAD, SQUARE + shift), cv2.intersectConvexConvex(QUAD, SQUARE + shift)
        assert ours[0] == pytest.approx(theirs[0], rel=1e-6)
    for point in ((60.0, 60.0), (12.0, 9.0), (200.0, 5.0)):
        assert js.pointPolygonTest(QUAD, point, False) == cv2.pointPolygonTest(QUAD, point, False)


def test_homographies(js: OpenCV) -> None:
    agree(js.getPerspectiveTransform(QUAD, SQUARE), cv2.getPerspectiveTransform(QUAD, SQUARE), apart=1e-9)
    points = CROWD[None].astype(np.float64)
    agree(js.perspectiveTransform(points, LENS), cv2.perspectiveTransform(points, LENS), apart=1e-9)
    seen = cv2.perspectiveTransform(points, LENS)[0] + RANDOM.normal(0, 0.2, (40, 2))
    seen[:6] += 40
    for method in ((), (cv2.RANSAC, 2.0)):
        ours, theirs = js.findHomography(points[0], seen, *method)[0], cv2.findHomography(points[0], seen, *method)[0]
        assert ours is not None
        agree(cv2.perspectiveTransform(points, ours), cv2.perspectiveTransform(points, theirs), apart=1e-4)  # pixels
    assert js.findHomography(points[0, :4] * 0, seen[:4] * 0, cv2.RANSAC, 2.0)[0] is None


def test_pictures_as_networks_take_them(js: OpenCV) -> None:
    agree(js.dnn.blobFromImage(PICTURE, 1 / 255), cv2.dnn.blobFromImage(PICTURE, 1 / 255))
    squares = [PICTURE[:64, :64].copy(), PICTURE[50:114, 60:124].copy()]
    agree(js.dnn.blobFromImages(squares, 1 / 255, (64, 64)), cv2.dnn.blobFromImages(squares, 1 / 255, (64, 64)))
    with pytest.raises(ValueError, match="large"):
        js.dnn.blobFromImages(squares, 1 / 255, (32, 32))


def test_opencv_error_is_raised_and_later_calls_work(js: OpenCV) -> None:
    with pytest.raises(RuntimeError, match="could not cvtColor"):
        js.cvtColor(PICTURE[:, :, 0], cv2.COLOR_BGR2LAB)
    agree(js.resize(PICTURE, (60, 50)), cv2.resize(PICTURE, (60, 50)))


def test_the_pages_points_are_those_of_opencv() -> None:
    plane = Plane()
    matrix = plane.getPerspectiveTransform(QUAD, SQUARE)
    agree(matrix, cv2.getPerspectiveTransform(QUAD, SQUARE), 1e-9)
    agree(plane.perspectiveTransform(CROWD[None], matrix), cv2.perspectiveTransform(CROWD[None], matrix), 1e-4)
    flat = np.array([[0, 0], [1, 1], [2, 2], [3, 3]], np.float32)
    for made in (plane, cv2):  # points on one line have no homography: what comes out is arbitrary, but finite
        assert np.isfinite(made.getPerspectiveTransform(flat, SQUARE)).all()
