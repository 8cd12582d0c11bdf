"""How long the legality check takes, on kingdoms that were played and on kingdoms that were spoiled.

    python benchmarks/legality.py [--kingdoms 200] [--seed 1] [--out results/legality.csv]

Times are processor time of one check in milliseconds, the best of three, scipy never loaded. ``slowest`` is a kingdom
to try by hand. The aims are 20 ms for a usual 5×5, 200 ms for a usual 7×7, and a bounded time for anything.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scorer.rules.legality import check, corrections
from scorer.rules.legality.construction import LaidDomino
from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.rules.play import random_game

REPEATS = 3
Spoil = Callable[[Random, Kingdom, Box], Kingdom]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kingdoms", type=int, default=200, help="of each sort")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("results/legality.csv"))
    arguments = parser.parse_args()
    check(Kingdom.parse("C"))
    rows = []
    for box in (Box.KINGDOMINO, Box.QUEENDOMINO):
        for size in (5, 7):
            played = list(_played(Random(arguments.seed), arguments.kingdoms, size, box))
            for name, spoil in SORTS.items():
                rng = Random(arguments.seed)
                rows.append(_row(box, size, name, [spoil(rng, kingdom, box) for kingdom in played]))
                print(" ".join(f"{value}" for value in rows[-1].values()), flush=True)
    arguments.out.parent.mkdir(exist_ok=True)
    with arguments.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _row(box: Box, size: int, sort: str, kingdoms: Sequence[Kingdom]) -> dict[str, object]:
    times, verdicts = [], []
    for kingdom in kingdoms:
        best = float("inf")
        for _ in range(REPEATS):
            started = time.process_time()
            result = check(kingdom, size=size, box=box)
            best = min(best, (time.process_time() - started) * 1000)
        times.append(best)
        verdicts.append(result)
    mending = []
    for kingdom in [v.kingdom for v in verdicts if v.legal is False][:10]:
        started = time.process_time()
        corrections(kingdom, size=size, box=box)
        mending.append((time.process_time() - started) * 1000)
    return {
        "box": box,
        "size": size,
        "sort": sort,
        "kingdoms": len(kingdoms),
        "legal": sum(v.legal is True for v in verdicts),
        "not_legal": sum(v.legal is False for v in verdicts),
        "not_settled": sum(v.legal is None for v in verdicts),
        "median_ms": round(statistics.median(times), 2),
        "p95_ms": round(sorted(times)[int(0.95 * len(times))], 2),
        "worst_ms": round(max(times), 2),
        "corrections_median_ms": round(statistics.median(mending)) if mending else "",
        "slowest": str(kingdoms[times.index(max(times))]),
    }


def _played(rng: Random, count: int, size: int, box: Box) -> Iterator[Kingdom]:
    """Kingdoms as people build them: every domino where it leaves the fewest gaps."""
    players = 48 // (size * size // 2)
    for _ in range(-(-count // players)):
        for played in random_game(rng, players, size, box, _pick_snug):
            yield played.kingdom


def _pick_snug(rng: Random, kingdom: Kingdom, ways: Sequence[LaidDomino]) -> LaidDomino:
    held = {place for place, cell in kingdom.cells() if cell is not Place.EMPTY}

    def snug(way: LaidDomino) -> float:
        rows = [row for row, _ in (*held, *way.squares)]
        columns = [column for _, column in (*held, *way.squares)]
        spread = max(rows) - min(rows) + max(columns) - min(columns)
        touching = sum(beside in held for square in way.squares for beside in neighbours(square))
        return touching - spread + rng.random()

    return max(ways, key=snug)


def _as_played(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    del rng, box
    return kingdom


def _one_face_wrong(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    return kingdom.with_cell(_any_square(rng, kingdom), rng.choice(sorted(faces(box), key=str)))


def _three_faces_wrong(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    for _ in range(3):
        kingdom = _one_face_wrong(rng, kingdom, box)
    return kingdom


def _square_missed(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    del box
    return kingdom.with_cell(_any_square(rng, kingdom), Place.EMPTY)


def _castle_misplaced(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    del box
    castle, square = kingdom.castles[0], _any_square(rng, kingdom)
    return _with(kingdom, {castle: kingdom[square], square: Place.CASTLE})


def _squares_swapped(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    del box
    a, b = _any_square(rng, kingdom), _any_square(rng, kingdom)
    return _with(kingdom, {a: kingdom[b], b: kingdom[a]})


def _shuffled(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    """The box's counts are kept, nothing else is."""
    del box
    squares = kingdom.squares()
    shuffled = list(squares.values())
    rng.shuffle(shuffled)
    return _with(kingdom, dict(zip(squares, shuffled, strict=True)))


def _crowns_hidden(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    """A standing castle hides the crowns of the four squares around it."""
    del rng, box
    for beside in neighbours(kingdom.castles[0]):
        square = kingdom.get(beside)
        if isinstance(square, Square):
            kingdom = _with(kingdom, {beside: Square(square.terrain, None)})
    return kingdom


def _three_unknown(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    del box
    return _with(kingdom, {_any_square(rng, kingdom): Place.UNKNOWN for _ in range(3)})


def _half_unknown(rng: Random, kingdom: Kingdom, box: Box) -> Kingdom:
    del box
    return _with(kingdom, {square: Place.UNKNOWN for square in kingdom.squares() if rng.random() < 0.5})


SORTS: dict[str, Spoil] = {
    "as played": _as_played,
    "one face wrong": _one_face_wrong,
    "three faces wrong": _three_faces_wrong,
    "two squares swapped": _squares_swapped,
    "one square missed": _square_missed,
    "castle misplaced": _castle_misplaced,
    "crowns beside the castle hidden": _crowns_hidden,
    "three squares unknown": _three_unknown,
    "half of the squares unknown": _half_unknown,
    "all squares shuffled": _shuffled,
}


def _any_square(rng: Random, kingdom: Kingdom) -> Position:
    return rng.choice(sorted(kingdom.squares()))


def _with(kingdom: Kingdom, changed: dict[Position, Cell]) -> Kingdom:
    return Kingdom.from_cells({**dict(kingdom.cells()), **changed})


if __name__ == "__main__":
    main()
