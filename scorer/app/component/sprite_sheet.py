"""What the picture with all sprites holds; drawing it is ``sprites``'."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SpriteSheet:
    """A WebP picture of ``columns`` × ``rows`` sprites; ``at`` says which of them, row by row, show a face.

    The castles are named ``Cblue``, ``Cgreen`` … by their colour.
    """

    picture: bytes
    columns: int
    rows: int
    at: Mapping[str, list[int]]
