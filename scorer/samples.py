"""The pictures the project ships: drawn kingdoms to try everything with, and what each of them shows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from scorer.rules.model.kingdom import Kingdom

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "sample_images", _PACKAGE.parent / "sample_images")  # installed; in a clone


@dataclass(frozen=True)
class Sample:
    """A picture, a few words about it, and its kingdoms, largest first, the way up they are seen in it."""

    path: Path
    title: str
    kingdoms: tuple[Kingdom, ...]


def samples() -> tuple[Sample, ...]:
    """All shipped samples, simplest first.

    >>> [len(sample.kingdoms) for sample in samples()][:2]
    [1, 1]
    """
    folder = next(place for place in _PLACES if (place / "samples.json").is_file())
    entries = json.loads((folder / "samples.json").read_text(encoding="utf-8"))
    return tuple(
        Sample(folder / entry["file"], entry["title"], tuple(map(Kingdom.parse, entry["notation"])))
        for entry in entries
    )
