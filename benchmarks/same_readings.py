"""Are all readings the same as before? Every field of every reading of a labelled folder, written down and compared.

    python -m benchmarks.same_readings DATA --out before.jsonl
    python -m benchmarks.same_readings DATA --against before.jsonl

One JSON object a line for each picture (and once more with its corners given, where they are known): notation, what was
seen, size, corners, confidence, every square's probability, the doubtful ones, faces and quads as sums. Exits 1 and
names each field that differs by more than ``TOLERANCE``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.arguments import benchmark_parser
from scorer import Kingdom, read_photo

Corners = tuple[tuple[float, float], ...]

TOLERANCE = 1e-4
"""Probabilities may differ by as much as another order of the same sums makes them; pixels by a thousandth."""


def pictures(data: Path) -> Iterator[tuple[Path, Corners | None, tuple[int, int] | None]]:
    """Every labelled picture; again for each kingdom whose corners are known, with them and its rows and columns."""
    for name in ("photos.json", "boards.json"):
        for entry in json.loads((data / name).read_text(encoding="utf-8")):
            path = data / entry["file"]
            yield path, None, None
            for label in entry.get("kingdoms", ()):
                if label.get("corners"):
                    kingdom = Kingdom.parse(label["notation"])
                    points = tuple((float(x), float(y)) for x, y in label["corners"])
                    yield path, points, (kingdom.height, kingdom.width)
    for picture in sorted((data / "oblique").glob("*.[jp]*g")):
        yield picture, None, None


def readings(data: Path) -> Iterator[dict[str, object]]:
    """What is read in every picture, in plain data."""
    for path, corners, grid in pictures(data):
        yield {"picture": path.name, "corners": corners is not None, "kingdoms": _read(path, corners, grid)}


def _read(path: Path, corners: Corners | None, grid: tuple[int, int] | None) -> list[dict[str, object]]:
    reading = read_photo(path, corners=corners, grid=grid)
    return [
        {
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
        }
        for kingdom in reading.kingdoms
    ]


def differences(before: object, now: object, at: str = "") -> Iterator[str]:
    """Every place where two readings differ, in words."""
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        for key in before:
            yield from differences(before[key], now[key], f"{at}.{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for index, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(one, other, f"{at}[{index}]")
    elif isinstance(before, float) and isinstance(now, float):
        if abs(before - now) > TOLERANCE * max(1.0, abs(before)):
            yield f"{at}: {before} → {now}"
    elif before != now:
        yield f"{at}: {before} → {now}"


def main() -> int:
    """Write the readings, or compare them with written ones; 1 where a field differs."""
    parser = benchmark_parser("same_readings", __doc__, writes=False)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--against", type=Path)
    arguments = parser.parse_args()
    found = list(readings(arguments.data))
    if arguments.out:
        arguments.out.write_text("".join(f"{json.dumps(line)}\n" for line in found), encoding="utf-8")
    if not arguments.against:
        return 0
    before = [json.loads(line) for line in arguments.against.read_text(encoding="utf-8").splitlines()]
    different = [
        f"{one['picture']}{where}"
        for one, other in zip(before, json.loads(json.dumps(found)), strict=True)
        for where in differences(one, other)
    ]
    print(*different, f"{len(found)} readings, {len(different)} fields differ", sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
