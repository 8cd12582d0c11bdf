"""Photos in the browser, which decodes them, and the same reader as everywhere.

It is loaded behind the rules, for it needs numpy and OpenCV, and the rules do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from scorer.rules.model.rules import Rules, size_for
from scorer.vision.photo.photo import Photo
from scorer.vision.reader import Corners, Reader
from scorer.vision.reading import Reading

Decode = Callable[[Any, int], dict[str, Any]]
"""Has the browser decode a file to at most so many pixels on its longer side: the ``rows``, ``columns`` and ``pixels``,
uint8 BGR, of the upright picture."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A photo while it is on the page: the browser's file, decoded when it is read, and no larger than that needs.

    ``href`` is where the browser keeps a smaller picture of it, to be shown; ``width`` and ``height`` are the upright
    photo's own, in pixels.
    """

    key: str
    name: str
    href: str
    width: int
    height: int
    file: Any
    decode: Decode
    reader: Reader

    def decoded(self, longest: int) -> Photo:
        """The picture with at most so many pixels on its longer side."""
        told = self.decode(self.file, longest)
        image = np.frombuffer(told["pixels"], np.uint8).reshape(told["rows"], told["columns"], 3)
        return Photo(image, self.name, self.width, self.height)

    def read(self, rules: Rules) -> Reading:
        """The kingdoms in it, as the rules in play allow them."""
        return self.reader.read(self.decoded, size=rules.size, box=rules.box, giants=rules.giants)

    def read_again(self, corners: Corners, grid: tuple[int, int], rules: Rules) -> Reading:
        """The one kingdom in a grid that was laid by hand."""
        size = size_for(max(grid))
        return self.reader.read(self.decoded, size=size, corners=corners, grid=grid, box=rules.box, giants=rules.giants)


class PhotoReader:
    """Takes in photos that the browser can decode."""

    def __init__(self, reader: Reader, decode: Decode) -> None:
        self._reader, self._decode = reader, decode

    def snapshot(self, key: str, file: Any, told: dict[str, Any]) -> Snapshot:
        """A file of which is ``told``: its name, href, width and height."""
        name, href, width, height = (told[field] for field in ("name", "href", "width", "height"))
        return Snapshot(key, name, href, width, height, file, self._decode, self._reader)
