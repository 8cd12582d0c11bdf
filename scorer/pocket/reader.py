"""Photos in the browser: pictures that it has decoded, and the same reader as everywhere.

It is loaded behind the rules, for it needs numpy and OpenCV, and the rules do not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scorer.rules.model.rules import Rules, size_for
from scorer.vision.photo.photo import Photo, shrunk
from scorer.vision.reader import Corners, Reader
from scorer.vision.reading import Reading


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A photo while it is on the page. ``href`` is where the browser keeps a smaller picture of it, to be shown."""

    key: str
    href: str
    photo: Photo
    reader: Reader

    @property
    def width(self) -> int:
        """The upright photo's own width in pixels."""
        return self.photo.width

    @property
    def height(self) -> int:
        """The upright photo's own height in pixels."""
        return self.photo.height

    def read(self, rules: Rules) -> Reading:
        """The kingdoms in it, as the rules in play allow them."""
        return self.reader.read(self.photo, size=rules.size, box=rules.box, giants=rules.giants)

    def read_again(self, corners: Corners, grid: tuple[int, int], rules: Rules) -> Reading:
        """The one kingdom in a grid that was laid by hand."""
        size = size_for(max(grid))
        return self.reader.read(self.photo, size=size, corners=corners, grid=grid, box=rules.box, giants=rules.giants)

    def smaller(self) -> Snapshot:
        """The same at the resolution at which photos are looked at first: less to keep while it is on the page."""
        image = shrunk(self.photo.image, self.reader.settings.longest)
        return replace(self, photo=replace(self.photo, image=image))


class PhotoReader:
    """Takes in what the browser has decoded."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.longest = reader.settings.closer
        """Pixels on the longer side beyond which the browser shrinks a photo: the reader never looks closer."""

    def snapshot(self, key: str, told: dict[str, Any], pixels: Any) -> Snapshot:
        """A photo of which is ``told``: name, href, width and height; rows and columns of its pixels, uint8 BGR."""
        image = np.frombuffer(pixels, np.uint8).reshape(told["rows"], told["columns"], 3)
        return Snapshot(key, told["href"], Photo(image, told["name"], told["width"], told["height"]), self._reader)
