"""The worker that reads photos: the same reader as everywhere, on OpenCV.js and an engine for networks.

Both are synchronous. Decoded pixels come from the browser asynchronously: a reading that needs missing pixels stops,
and is repeated with them. The networks' outputs until then are reused.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scorer.offline.opencv import stand_in
from scorer.offline.reader import Question
from scorer.rules.model.dominoes import Box

if TYPE_CHECKING:
    from scorer.vision.photo.photo import Photo
    from scorer.vision.reader import Reader
    from scorer.vision.reading import Reading

Run = Callable[[str, Any, Any], Any]
"""Runs a network, by its file's name, on a float32 array of a shape; the output has ``data`` and ``shape``."""

Decoded = Callable[[str], Any]
"""Gets a decoded photo by its key, “index:longest”: the index among the photos and the pixels on its longer side. It
has ``rows``, ``columns`` and ``pixels``, uint8 BGR; ``None`` if the photo has not been decoded to that size."""

LetGo = Callable[[Any], None]
"""Frees arrays that were passed in either direction, as soon as they are copied: ``shell/shared/memory.js``."""


def use_opencv(call: Callable[[str, Any], Any], as_object: Any, let_go: LetGo) -> None:
    """Make ``import cv2`` return OpenCV.js. ``call`` is that of ``shell/worker/opencv.js``; ``as_object`` makes an
    object of pairs."""
    from pyodide.ffi import to_js  # exists only in the browser's Python

    def called(name: str, given: list[Any]) -> dict[str, Any]:
        handed = to_js(given, dict_converter=as_object)
        try:
            found = call(name, handed)
            copy: dict[str, Any] = found.to_py()
            let_go(found)
            return copy
        finally:
            let_go(handed)

    stand_in(called)


def net_files() -> str:
    """The names of the networks' files, as JSON. They are known once OpenCV is loaded."""
    from scorer.vision.models import FILES

    return json.dumps(FILES)


class PixelsMissing(Exception):  # noqa: N818 (no error: a message to the worker)
    """The photo with this key (see ``Decoded``) has not been decoded yet."""

    def __init__(self, key: str) -> None:
        super().__init__(f"photo {key} has not been decoded")
        self.key = key


class PhotoWorker:
    """Reads photos, once OpenCV is loaded. ``run`` is what ``shell/worker/nets.js`` returns."""

    def __init__(self, run: Run) -> None:
        from scorer.vision.models import FILES, Models
        from scorer.vision.reader import Reader

        self._nets = [WebNet(name, run) for name in FILES]
        self._reader = Reader(Models(*self._nets))

    def read(self, packed: bytes | memoryview, decoded: Decoded) -> bytes | str:
        """The answer to a packed ``Question``: a pickled ``Reading`` or ``ValueError``.

        If more pixels are needed, a text instead: the key (see ``Decoded``) of the photo to decode before asking
        again.
        """
        from scorer.vision.photo.photo import Photo

        question: Question = pickle.loads(packed)

        def opened(index: int, longest: int) -> Photo:
            key, about = f"{index}:{longest}", question.photos[index]
            found = decoded(key)
            if found is None:
                raise PixelsMissing(key)
            image = np.empty((found.rows, found.columns, 3), np.uint8)
            found.pixels.assign_to(image)
            return Photo(image, about.name, about.width, about.height)

        try:
            answer = pickle.dumps(self._reading(question, [partial(opened, i) for i in range(len(question.photos))]))
        except PixelsMissing as missing:
            return missing.key
        except ValueError as error:
            answer = pickle.dumps(error)
        for net in self._nets:
            net.forget()
        return answer

    def scan(self, rules: str) -> ScanWorker:
        """A new scan; ``rules`` is JSON as in ``ScanData``."""
        return ScanWorker(self._reader, self._nets, json.loads(rules))

    def _reading(self, question: Question, sources: list[Callable[[int], Photo]]) -> Reading:
        names, size, box = [about.name for about in question.photos], question.size, question.box
        if len(sources) > 1:
            return self._reader.read_views(sources, names=names, size=size, box=box, giants=question.giants)
        corners, grid = question.corners, question.grid
        return self._reader.read(
            sources[0], name=names[0], size=size, corners=corners, grid=grid, box=box, giants=question.giants
        )


class ScanWorker:
    """One scan."""

    def __init__(self, reader: Reader, nets: Sequence[WebNet], rules: Mapping[str, str]) -> None:
        from scorer.vision.scan import LiveScan

        size = int(rules["size"]) if "size" in rules else None
        box = Box(rules["box"]) if "box" in rules else None
        self._nets = nets
        self._scan = LiveScan(reader, box, "giants" in rules, size)

    def add(self, frame: Any, seconds: float) -> str:
        """The view, as JSON, after one more frame with ``rows``, ``columns`` and ``pixels``, uint8 BGR."""
        image = np.empty((frame.rows, frame.columns, 3), np.uint8)
        frame.pixels.assign_to(image)
        view = json.dumps(self._scan.add(image, seconds).as_json())
        self._forget()
        return view

    def result(self) -> bytes:
        """The pickled ``Reading`` of all frames."""
        answer = pickle.dumps(self._scan.result())
        self._forget()
        return answer

    def picture(self) -> Any:
        """The picture that the result is about: its rows and columns, and its pixels as RGBA; ``None`` if there is no
        kingdom."""
        from pyodide.ffi import to_js

        picture = self._scan.picture()
        if picture is None:
            return None
        pixels = np.dstack([picture[..., ::-1], np.full(picture.shape[:2], 255, np.uint8)])
        return to_js([*picture.shape[:2], pixels.tobytes()])

    def _forget(self) -> None:
        for net in self._nets:
            net.forget()


class WebNet:
    """A network that an engine of the browser runs. A reading that is repeated gets the stored outputs."""

    def __init__(self, name: str, run: Run) -> None:
        self._name, self._run = name, run
        self._made: dict[tuple[tuple[int, ...], int], NDArray[np.float32]] = {}

    def forget(self) -> None:
        """Drop the stored outputs: the photo is read."""
        self._made.clear()

    def run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        """The output for pictures (n, 3, rows, columns), 0…1 in the order BGR. The caller may change it."""
        key = blob.shape, hash(blob.tobytes())
        if key not in self._made:
            self._made[key] = self._computed(blob)
        return self._made[key].copy()

    def _computed(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        from pyodide.ffi import create_proxy, to_js

        pixels = create_proxy(np.ascontiguousarray(blob).reshape(-1))
        made = self._run(self._name, pixels, to_js(blob.shape))
        pixels.destroy()
        array = np.empty(tuple(made.shape), np.float32)
        made.data.assign_to(array)
        return array
