"""A report of a misread photo: a ZIP with the photo, its reading, and the corrected kingdom as a label."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZIP_STORED, ZipFile

from scorer.rules.model.kingdom import Kingdom

if TYPE_CHECKING:
    from scorer.vision.reading import KingdomReading

PHOTO: Final = "photo.jpg"
MAX_BYTES: Final = 2_000_000
"""Maximum size of the photo in a report; a larger one is scaled down."""


def misread_zip(jpeg: bytes, scale: float, reading: KingdomReading, corrected: Kingdom, size: int) -> bytes:
    """A ZIP with ``photo.jpg``, ``reading.json`` as from ``read --json``, and ``photos.json`` in the data format.

    ``scale`` is the width of the JPEG relative to the photo that was read; corners are in the JPEG's pixels. The
    correction has corners if it has as many rows and columns as the reading.
    """
    corners = [[round(float(x) * scale, 1), round(float(y) * scale, 1)] for x, y in reading.corners]
    found: dict[str, Any] = {
        "notation": str(reading.kingdom),
        "seen": "/".join("".join(map(str, row)) for row in reading.seen),
        "size": reading.size,
        "corners": corners,
        "confidence": round(float(reading.confidence), 4),
        "squares": _rounded(reading.squares),
        "doubtful": [list(position) for position in reading.doubtful],
    }
    is_as_large = (corrected.height, corrected.width) == (reading.kingdom.height, reading.kingdom.width)
    label = {
        "notation": str(corrected), "size": size, "corners": corners if is_as_large else None, "lawful": None,
        "score": None,
    }  # fmt: skip
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_STORED) as archive:
        archive.writestr(PHOTO, jpeg)
        archive.writestr("reading.json", json.dumps({"photo": PHOTO, "kingdoms": [found]}, indent=1))
        archive.writestr("photos.json", json.dumps([{"file": PHOTO, "kingdoms": [label]}], indent=1))
    return file.getvalue()


def _rounded(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[round(float(value), 4) for value in row] for row in rows]
