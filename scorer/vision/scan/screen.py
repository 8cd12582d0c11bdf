"""The values that the camera view draws over the picture."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Hint = Literal["", "closer", "higher", "light", "still", "left", "right", "whole", "more"]
"""The advice: move closer, hold the phone higher, more light, hold still, move left or right (to see behind the
castle or a figure), the whole kingdom into the picture, more dominoes than those of the kingdoms."""

Point = tuple[float, float]


@dataclass(frozen=True)
class KingdomOnScreen:
    """A kingdom in the current frame.

    ``outline``: its corners (x, y), clockwise from its first square, in parts of the frame's width and height.
    ``squares``: for each row and column the face of a certain square in kingdom notation, ``""`` for an empty place,
    ``None`` for an uncertain one. ``locked``: everything is certain.
    """

    id: int
    outline: tuple[Point, ...]
    rows: int
    columns: int
    squares: tuple[tuple[str | None, ...], ...]
    locked: bool


@dataclass(frozen=True)
class ScanView:
    """The result after a frame. ``finished``: everything is certain, and no other kingdom seems to be in view;
    ``frames``: the number of frames so far."""

    kingdoms: tuple[KingdomOnScreen, ...] = ()
    hint: Hint = ""
    finished: bool = False
    frames: int = 0

    def as_json(self) -> dict[str, Any]:
        """The view as dictionaries, sequences and plain values that ``json.dumps`` writes.

        >>> ScanView(hint="closer", frames=3).as_json()
        {'kingdoms': (), 'hint': 'closer', 'finished': False, 'frames': 3}
        """
        return asdict(self)
