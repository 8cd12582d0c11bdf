"""Count the outcomes of damaged photos: files of every format, changed at random and read again.

    python -m benchmarks.damage [DATA] [--count 500] [--out results/accuracy/damage.csv] [--label after]

Each file is a rendered photo in one format with one kind of damage at a random place. It should be refused, or be read
as the undamaged file is, or at least with a flag. A damaged file that is read as another kingdom with no square flagged
is a silent error. A turned kingdom counts as the same: it has the same score.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import pillow_heif
from PIL import Image

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import read_rows, write_rows
from scorer.lab.render.benchmark_set.images import benchmark_images
from scorer.vision.photo.decode import decode
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.photo import shrunk
from scorer.vision.reader import default_reader
from scorer.vision.reading import Reading

pillow_heif.register_heif_opener()

Rng = np.random.Generator

SEED: Final = 24_000
SCENARIO: Final = "any turn"
PICTURES: Final = 10
SIDE: Final = 1200
"""Pixels of the longer side."""

FORMATS: Final[Mapping[str, tuple[str, Mapping[str, object]]]] = {
    "JPEG": ("JPEG", {"quality": 85}),
    "JPEG, progressive": ("JPEG", {"quality": 85, "progressive": True}),
    "PNG": ("PNG", {}),
    "WebP": ("WEBP", {"quality": 80}),
    "WebP, lossless": ("WEBP", {"lossless": True}),
    "HEIC, one picture": ("HEIF", {"quality": 60, "enc_params": {"x265:wpp": "0"}}),
    "HEIC, tiles": ("HEIF", {"quality": 60, "tile_size": 512}),
}
"""Pillow's format and options. Phones store HEIC in tiles of 512 pixels."""


def _one_bit(data: bytearray, at: int, rng: Rng) -> None:
    data[at] ^= 1 << int(rng.integers(8))


def _one_byte(data: bytearray, at: int, rng: Rng) -> None:
    data[at] ^= int(rng.integers(1, 256))


def _noise(data: bytearray, at: int, rng: Rng) -> None:
    length = int(rng.integers(2, 64))
    data[at : at + length] = rng.bytes(min(length, len(data) - at))


def _zeros(data: bytearray, at: int, rng: Rng) -> None:
    length = int(rng.choice([512, 4096]))
    at -= at % 512
    data[at : at + length] = bytes(min(length, len(data) - at))


def _missing(data: bytearray, at: int, rng: Rng) -> None:
    del data[at : at + int(rng.integers(1, 4096))]


def _repeated(data: bytearray, at: int, rng: Rng) -> None:
    data[at:at] = data[at : at + int(rng.integers(1, 4096))]


def _cut(data: bytearray, at: int, rng: Rng) -> None:
    del rng
    del data[at:]


DAMAGE: Final[Mapping[str, Callable[[bytearray, int, Rng], None]]] = {
    "one bit": _one_bit,
    "one byte": _one_byte,
    "noise": _noise,
    "zeros": _zeros,
    "missing part": _missing,
    "repeated part": _repeated,
    "cut": _cut,
}

REFUSED, SAME_PIXELS, SAME_KINGDOMS, NOTHING, FLAGGED, SILENT = (
    "refused",
    "same_pixels",
    "same_kingdoms",
    "nothing_found",
    "flagged",
    "silent",
)


@dataclass(frozen=True)
class Outcomes:
    """How many damaged files had which outcome; ``silent`` are read as another kingdom without a flag."""

    label: str
    format: str
    damage: str
    files: int
    refused: int
    same_pixels: int
    same_kingdoms: int
    nothing_found: int
    flagged: int
    silent: int


def main() -> None:
    """Measure, print, write. Rows of another label that are in the file already stay."""
    parser = benchmark_parser("damage", __doc__, folder="accuracy")
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--count", type=int, default=500, help="damaged files of each format")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="formats with this in their name")
    parser.add_argument("--label", default="after")
    chosen = parser.parse_args()
    others = read_rows(Outcomes, chosen.out) if chosen.out.exists() else []
    formats = [name for name in FORMATS if chosen.only in name]
    kept = [row for row in others if row.label != chosen.label or row.format not in formats]
    pictures = originals(chosen.data)
    new = (row for name in formats for row in outcomes(name, pictures, chosen.count, chosen.seed, chosen.label))
    write_rows(iter([*kept, *new]), Outcomes, chosen.out)


def originals(data: Path | None) -> list[Image.Image]:
    """Rendered photos that are read without a flag; without the labelled data, of drawn squares."""
    samples = benchmark_images(data, 4 * PICTURES, SCENARIO, seed=SEED, kingdoms_only=True)
    images = (shrunk(sample.render.image, SIDE) for sample in samples)
    clear = (image for image in images if is_clear(default_reader().read(image)))
    return [Image.fromarray(image[:, :, ::-1]) for image in islice(clear, PICTURES)]


def is_clear(reading: Reading) -> bool:
    """Whether kingdoms were read and no square is flagged."""
    return bool(reading.kingdoms) and not any(kingdom.doubtful for kingdom in reading.kingdoms)


def outcomes(name: str, pictures: Sequence[Image.Image], count: int, seed: int, label: str) -> Iterator[Outcomes]:
    """The rows of one format, printed as they come."""
    kind, options = FORMATS[name]
    files = []
    for picture in pictures:
        out = io.BytesIO()
        picture.save(out, kind, **options)
        files.append(out.getvalue())
    whole = [(decode(file).image, default_reader().read(file)) for file in files]
    counts = {damage: Counter[str]() for damage in DAMAGE}
    for index in range(count):
        damage = list(DAMAGE)[index % len(DAMAGE)]
        rng = np.random.default_rng([seed, index])
        which = int(rng.integers(len(files)))
        data = bytearray(files[which])
        DAMAGE[damage](data, int(rng.integers(12, len(data))), rng)
        outcome = outcome_of(bytes(data), *whole[which])
        counts[damage][outcome] += 1
        if outcome == SILENT:
            print("silent:", name, damage, index, flush=True)
    for damage, counted in counts.items():
        row = Outcomes(label, name, damage, counted.total(), **{field: counted[field] for field in _FIELDS})
        print(*vars(row).values(), sep="; ", flush=True)
        yield row


_FIELDS: Final = (REFUSED, SAME_PIXELS, SAME_KINGDOMS, NOTHING, FLAGGED, SILENT)


def outcome_of(data: bytes, image: np.ndarray, undamaged: Reading) -> str:
    """The outcome of reading one damaged file, given the pixels and the reading of the undamaged one."""
    try:
        decoded = decode(data).image
    except PhotoError:
        return REFUSED
    if np.array_equal(decoded, image):
        return SAME_PIXELS
    reading = default_reader().read(data)
    if not reading.kingdoms:
        return NOTHING
    if turned(reading) == turned(undamaged):
        return SAME_KINGDOMS
    return SILENT if is_clear(reading) else FLAGGED


def turned(reading: Reading) -> list[str]:
    """The kingdoms of a reading, each turned so that a turned photo gives the same text."""
    return sorted(min(str(one.kingdom.turned(turns)) for turns in range(4)) for one in reading.kingdoms)


if __name__ == "__main__":
    main()
