"""Readings as plain data: of the labelled pictures, of rendered photos, and of some of both with options."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.guard.baselines import Entry, rounded
from benchmarks.guard.project import Box, Kingdom, KingdomReading, read_photo
from benchmarks.guard.rendered import Rendered, rendered_photos

OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "size 5": {"size": 5},
    "size 7": {"size": 7},
    "box kingdomino": {"box": Box.KINGDOMINO},
    "box queendomino": {"box": Box.QUEENDOMINO},
    "box both": {"box": Box.BOTH},
    "giants": {"giants": True},
    "box both, size 7, giants": {"box": Box.BOTH, "size": 7, "giants": True},
}

EVERY_LABELLED, EVERY_RENDERED = 4, 8
"""Of the labelled pictures and of the rendered photos, every so many are read with each of the options too."""


@dataclass(frozen=True)
class Task:
    """One picture to be read with options: ``key`` names both, ``source`` is a path or uint8 BGR (rows, columns, 3)."""

    key: str
    source: Path | NDArray[np.uint8]
    options: Mapping[str, Any] = field(default_factory=dict)


def labelled(data: Path) -> Iterator[Entry]:
    """Every labelled picture with the default settings."""
    return map(entry, (Task(path.relative_to(data).as_posix(), path) for path in labelled_pictures(data)))


def rendered(data: Path) -> Iterator[Entry]:
    """Every rendered photo; Age of Giants is named where its dominoes were rendered."""
    for photo in rendered_photos(data):
        yield entry(Task(photo.key, photo.sample.render.image, {"giants": photo.sample.giants}))


def options(data: Path) -> Iterator[Entry]:
    """Some labelled and rendered pictures with each of the options, and with corners wherever they are known."""
    chosen = [Task(path.relative_to(data).as_posix(), path) for path in labelled_pictures(data)[::EVERY_LABELLED]]
    photos = [photo for index, photo in enumerate(rendered_photos(data)) if index % EVERY_RENDERED == 0]
    chosen += [Task(photo.key, photo.sample.render.image) for photo in photos]
    for task in chosen:
        for name, given in OPTIONS.items():
            yield entry(Task(f"{task.key}, {name}", task.source, given))
    for task in (*labelled_corners(data), *rendered_corners(photos)):
        yield entry(task)
        for name in ("box both", "giants"):
            yield entry(Task(f"{task.key}, {name}", task.source, {**task.options, **OPTIONS[name]}))
        yield entry(Task(f"{task.key}, size 7", task.source, {"corners": task.options["corners"], "size": 7}))


def labelled_pictures(data: Path) -> list[Path]:
    """The pictures of ``photos.json`` and ``boards.json``, and the oblique ones."""
    return [*(data / file for file, _ in _labels(data)), *sorted((data / "oblique").glob("*.[jp]*g"))]


def labelled_corners(data: Path) -> Iterator[Task]:
    """Every labelled kingdom of which the corners are known."""
    for file, kingdoms in _labels(data):
        for number, label in enumerate(kingdoms, start=1):
            if label.get("corners"):
                kingdom = Kingdom.parse(label["notation"])
                points = tuple((float(x), float(y)) for x, y in label["corners"])
                given = {"corners": points, "grid": (kingdom.height, kingdom.width)}
                yield Task(f"{file}, corners of kingdom {number}", data / file, given)


def rendered_corners(photos: list[Rendered]) -> Iterator[Task]:
    """Every kingdom that lies wholly in one of the photos."""
    for photo in photos:
        for index in photo.sample.kingdoms:
            laid = photo.sample.render.kingdoms[index]
            points = tuple((float(x), float(y)) for x, y in laid.corners())
            kingdom = laid.layout.kingdom
            given = {"corners": points, "grid": (kingdom.height, kingdom.width)}
            yield Task(f"{photo.key}, corners of kingdom {index + 1}", photo.sample.render.image, given)


def entry(task: Task) -> Entry:
    """The input of a reading, with the SHA-256 of the picture and of the corners."""
    source = task.source
    digest = hashlib.sha256(source.read_bytes() if isinstance(source, Path) else source.tobytes())
    digest.update(repr(task.options.get("corners")).encode())
    reading = read_photo(source, **task.options)
    kingdoms = [rounded(plain(kingdom)) for kingdom in reading.kingdoms]
    return {"key": task.key, "of": digest.hexdigest()[:16], "value": kingdoms}


def plain(kingdom: KingdomReading) -> dict[str, object]:
    """Every field of a reading; of ``faces`` the sums and the largest values of a square, of ``quads`` the sums."""
    return {
        "notation": str(kingdom.kingdom),
        "seen": "/".join("".join(map(str, row)) for row in kingdom.seen),
        "size": kingdom.size,
        "corners": [[float(x), float(y)] for x, y in kingdom.corners],
        "confidence": float(kingdom.confidence),
        "squares": [[float(p) for p in row] for row in kingdom.squares],
        "doubtful": [list(position) for position in kingdom.doubtful],
        "faces": kingdom.faces.astype(float).sum(axis=2).tolist(),
        "most": kingdom.faces.astype(float).max(axis=2).tolist(),
        "quads": kingdom.quads.astype(float).sum(axis=2).tolist(),
        "grid_confidence": float(kingdom.grid_confidence),
        "cut": kingdom.cut,
        "castle_colour": kingdom.castle_colour,
        "built": [list(position) for position in kingdom.built_towns],
        "hidden": [list(position) for position in kingdom.hidden],
    }


def _labels(data: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for name in ("photos.json", "boards.json"):
        for label in json.loads((data / name).read_text(encoding="utf-8")):
            yield label["file"], label.get("kingdoms", [])
