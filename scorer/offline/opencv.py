"""The part of OpenCV's Python interface that the reader uses, implemented with OpenCV.js.

The browser's Python has no ``cv2``. ``OpenCV`` replaces it: the same names, arrays and values, computed by the same
release of OpenCV in JavaScript. ``tests/offline/test_opencv.py`` compares the two.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Size = tuple[int, int]
Call = Callable[[str, list[Any]], dict[str, Any]]
"""Calls a function of OpenCV.js. Arrays are passed in both directions as ``_to_plain`` writes them."""

OUT = {"out": True}
"""Placeholder for an array that the function fills."""

_NAMES = {np.dtype(name).str[1:]: name for name in ("uint8", "int32", "float32", "float64")}
"""The names of types by kind and bytes: numpy makes a name anew whenever it is asked for one."""

_LARGE = 100_000
"""Arrays of more bytes than this stay with OpenCV.js until the next large one: pictures are used repeatedly, and none
is changed."""


class OpenCV:
    """Functions of ``cv2``, as in its own documentation; points float32 or float64, pictures uint8 or float32."""

    INTER_LINEAR, INTER_AREA = 1, 3
    BORDER_CONSTANT, BORDER_REPLICATE = 0, 1
    COLOR_BGR2LAB = 44
    RANSAC = 8

    def __init__(self, call: Call) -> None:
        self._call = call
        self._held: Array | None = None
        self._number = 0
        self.dnn = SimpleNamespace(blobFromImage=blob_from_image, blobFromImages=blob_from_images)

    # -- pictures ------------------------------------------------------------------------------------------------------

    def resize(
        self, src: Array, dsize: Size | None, *, fx: float = 0, fy: float = 0, interpolation: int = INTER_LINEAR
    ) -> Array:
        """A resized picture."""
        return self._filled("resize", self._picture(src), OUT, _size(dsize or (0, 0)), fx, fy, interpolation)

    def copyMakeBorder(  # noqa: N802 (OpenCV's own name, as those below)
        self, src: Array, top: int, bottom: int, left: int, right: int, border: int, *, value: Sequence[float]
    ) -> Array:
        """A picture with a border."""
        given = [self._picture(src), OUT, top, bottom, left, right, border, _scalar(value)]
        return self._filled("copyMakeBorder", *given)

    def warpPerspective(  # noqa: N802
        self,
        src: Array,
        matrix: Array,
        dsize: Size,
        *,
        flags: int = INTER_LINEAR,
        borderMode: int = BORDER_CONSTANT,
        borderValue: Sequence[float] = (),
    ) -> Array:
        """A picture transformed by a homography."""
        given = [self._picture(src), OUT, _to_plain(matrix), _size(dsize), flags, borderMode, _scalar(borderValue)]
        return self._filled("warpPerspective", *given)

    def squares(self, image: Array, quads: Array, pixels: int) -> Array:
        """Quadrilaterals (n, 4, 2) of a picture as squares (n, pixels, pixels, 3), all in one call; see ``rectify``."""
        squares = self._filled("squares", self._picture(image), OUT, _points(quads.astype(np.float32)), pixels)
        return squares.reshape(len(quads), pixels, pixels, 3)

    def dilate(self, src: Array, kernel: Array) -> Array:
        """The maximum in the neighbourhood of each pixel."""
        return self._filled("dilate", self._picture(src), OUT, _to_plain(kernel))

    def cvtColor(self, src: Array, code: int) -> Array:  # noqa: N802
        """A picture in another colour space."""
        return self._filled("cvtColor", self._picture(src), OUT, code)

    def GaussianBlur(self, src: Array, ksize: Size, sigma: float) -> Array:  # noqa: N802
        """A blurred picture."""
        return self._filled("GaussianBlur", self._picture(src), OUT, _size(ksize), sigma)

    def connectedComponents(self, src: Array, *, connectivity: int = 8) -> tuple[int, Array]:  # noqa: N802
        """The number of components, the background included, and the component of each pixel, int32."""
        found = self._call("connectedComponents", [_to_plain(src), OUT, connectivity])
        return int(found["returned"]), _from_plain(found["filled"][0])

    # -- points --------------------------------------------------------------------------------------------------------

    def convexHull(self, points: Array) -> Array:  # noqa: N802
        """The corners (n, 1, 2) of the convex hull of points."""
        return self._filled("convexHull", _points(points), OUT)

    def contourArea(self, points: Array) -> float:  # noqa: N802
        """The area of a polygon."""
        return float(self._returned("contourArea", _points(points)))

    def isContourConvex(self, points: Array) -> bool:  # noqa: N802
        """Whether points form a convex polygon."""
        return bool(self._returned("isContourConvex", _points(points)))

    def intersectConvexConvex(self, one: Array, other: Array) -> tuple[float, Array | None]:  # noqa: N802
        """The area of the intersection of two convex polygons, and its corners; ``None`` if it is empty."""
        found = self._call("intersectConvexConvex", [_points(one), _points(other), OUT])
        (shared,) = found["filled"]
        return float(found["returned"]), _from_plain(shared) if shared["rows"] else None

    def pointPolygonTest(self, points: Array, at: tuple[float, float], distance: bool) -> float:  # noqa: N802
        """1 for a point inside, 0 on the edge and -1 outside; or its distance to the edge."""
        return float(self._returned("pointPolygonTest", _points(points), {"x": at[0], "y": at[1]}, distance))

    def perspectiveTransform(self, points: Array, matrix: Array) -> Array:  # noqa: N802
        """Points, in an array of the same shape, transformed by a homography."""
        return self._filled("perspectiveTransform", _points(points), OUT, _to_plain(matrix)).reshape(points.shape)

    def getPerspectiveTransform(self, src: Array, dst: Array) -> Array:  # noqa: N802
        """The homography, float64 (3, 3), of four points."""
        return _from_plain(self._returned("getPerspectiveTransform", _points(src), _points(dst)))

    def findHomography(  # noqa: N802
        self, src: Array, dst: Array, method: int = 0, threshold: float = 3
    ) -> tuple[Array | None, None]:
        """The homography, float64 (3, 3), fitted to many points; ``None`` if they determine none. The mask is left
        out."""
        found = self._returned("findHomography", _points(src), _points(dst), method, threshold)
        return (_from_plain(found) if found["rows"] else None), None

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _filled(self, name: str, *given: Any) -> Array:
        return _from_plain(self._call(name, list(given))["filled"][0])

    def _returned(self, name: str, *given: Any) -> Any:
        return self._call(name, list(given))["returned"]

    def _picture(self, image: Array) -> dict[str, Any]:
        if image.nbytes < _LARGE:
            return _to_plain(image)
        if image is self._held:
            return {"held": self._number}
        self._held, self._number = image, self._number + 1
        return {**_to_plain(image), "held": self._number}


class Plane:
    """The functions of ``cv2`` that the page itself uses, by numpy: only the photo worker has OpenCV."""

    def getPerspectiveTransform(self, src: Array, dst: Array) -> Array:  # noqa: N802
        """The homography, float64 (3, 3), that maps four points (4, 2) to others."""
        (x, y), (u, v) = src.astype(np.float64).T, dst.astype(np.float64).T
        one, none = np.ones(4), np.zeros(4)
        right = np.stack([x, y, one, none, none, none, -u * x, -u * y], 1)
        down = np.stack([none, none, none, x, y, one, -v * x, -v * y], 1)
        system, wanted = np.concatenate([right, down]), np.concatenate([u, v])
        try:
            found = np.linalg.solve(system, wanted)
        except np.linalg.LinAlgError:  # collinear points; OpenCV takes the shortest solution, too
            found = np.linalg.lstsq(system, wanted, rcond=None)[0]
        return np.append(found, 1.0).reshape(3, 3)

    def perspectiveTransform(self, points: Array, matrix: Array) -> Array:  # noqa: N802
        """Points (…, 2), in an array of the same shape and type, transformed by a homography."""
        x, y, w = np.tensordot(matrix[:, :2], points.astype(np.float64), (1, -1)) + matrix[:, 2].reshape(
            3, *(1,) * (points.ndim - 1)
        )
        return np.stack([x / w, y / w], -1).astype(points.dtype)


def stand_in(call: Call) -> None:
    """Make every ``import cv2`` from now on return OpenCV.js, which cuts all squares of a picture out in one call."""
    opencv = OpenCV(call)
    sys.modules["cv2"] = opencv  # type: ignore[assignment]
    from scorer.vision.squares import rectify

    rectify.warped = opencv.squares


def blob_from_image(image: Array, scale: float) -> NDArray[np.float32]:
    """A picture (rows, columns, 3) as input of a network: float32 (1, 3, rows, columns)."""
    return blob_from_images([image], scale)


def blob_from_images(images: Sequence[Array], scale: float, size: Size | None = None) -> NDArray[np.float32]:
    """Pictures of one size as input of a network: float32 (n, 3, rows, columns).

    >>> blob_from_images([np.full((2, 2, 3), 51, np.uint8)], 1 / 255, (2, 2)).ravel()[:2].round(2).tolist()
    [0.20000000298023224, 0.20000000298023224]
    """
    stack = np.stack(images)
    if size is not None and stack.shape[2:0:-1] != size:
        raise ValueError(f"the pictures are not {size} large")
    return np.ascontiguousarray(stack.transpose(0, 3, 1, 2), np.float32) * np.float32(scale)


def _to_plain(array: Array) -> dict[str, Any]:
    """An array (rows, columns) or (rows, columns, channels) as its shape, the name of its type, and a flat array."""
    rows, columns, channels = (*array.shape, 1)[:3]
    flat = np.ascontiguousarray(array).reshape(-1)
    return {"rows": rows, "columns": columns, "channels": channels, "type": _NAMES[array.dtype.str[1:]], "data": flat}


def _from_plain(plain: dict[str, Any]) -> Array:
    shape = plain["rows"], plain["columns"], plain["channels"]
    array = np.frombuffer(plain["data"], plain["type"]).reshape(shape)
    return array[:, :, 0] if shape[2] == 1 else array


def _points(array: Array) -> dict[str, Any]:
    """Points in any shape that OpenCV's Python interface accepts, as (n, 1, 2)."""
    return _to_plain(array.reshape(-1, 1, 2))


def _size(size: Size) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def _scalar(value: Sequence[float]) -> list[float]:
    return [*value, 0, 0, 0, 0][:4]
