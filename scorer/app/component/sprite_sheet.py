"""The sprite sheet: its size and the sprites of each face. ``sprites`` draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SpriteSheet:
    """A WebP picture of ``columns`` × ``rows`` sprites; ``at`` gives the sprites of each face, counted row by row.

    The castles are named ``Cblue``, ``Cgreen`` … by their colour.
    """

    picture: bytes
    columns: int
    rows: int
    at: Mapping[str, list[int]]
