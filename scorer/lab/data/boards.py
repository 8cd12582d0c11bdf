"""The labelled kingdoms of a data folder: the picture, the kingdom, and its corners."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class LabelledBoard:
    """A kingdom in a picture, as ``boards.json`` or ``photos.json`` describes it."""

    file: Path
    notation: str
    size: int
    """Side of the grid that the game was played on, 5 or 7."""
    corners: tuple[tuple[float, float], ...] | None
    """Corners of the notation's rectangle in pixels, clockwise from its first square; ``None`` if unknown."""
    source: str
    """The kind of picture: ``aau``, ``phone …`` or ``photo``."""
    score: int | None


def labelled_boards(data: Path) -> tuple[LabelledBoard, ...]:
    """Every picture of ``boards.json`` (a board fills the picture: no corners) and every kingdom of ``photos.json``."""
    boards = [
        LabelledBoard(
            data / entry["file"],
            entry["notation"],
            entry["size"],
            None,
            entry["source"],
            entry["score"],
        )
        for entry in _entries(data / "boards.json")
    ]
    photos = [
        LabelledBoard(
            data / entry["file"],
            kingdom["notation"],
            kingdom["size"],
            tuple((float(x), float(y)) for x, y in kingdom["corners"] or ()) or None,
            "photo",
            kingdom["score"],
        )
        for entry in _entries(data / "photos.json")
        for kingdom in entry["kingdoms"]
    ]
    return (*boards, *photos)


def _entries(file: Path) -> list[dict[str, Any]]:
    return list(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else []
