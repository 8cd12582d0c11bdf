"""How long the legality check takes, on kingdoms that were played and on kingdoms that were spoiled.

    python -m benchmarks.legality [--kingdoms 200] [--seed 1] [--out results/speed/legality.csv]

Times are processor time of one check in milliseconds, the best of three, HiGHS never loaded. ``slowest`` is a kingdom
to try by hand. The aims are 20 ms for a usual 5×5, 200 ms for a usual 7×7, and a bounded time for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows
from scorer.lab.metrics.timing import cpu_seconds, machine, spread
from scorer.rules.legality import LaidDomino, check, corrections
from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.rules.play import random_game

REPEATS = 3
Spoil = Callable[[Random, Kingdom, Box], Kingdom]


@dataclass(frozen=True)
class CheckTimes:
    """How long the check took on kingdoms of one sort, in milliseconds, and what it said of how many."""

    box: str
    size: int
    sort: str
    kingdoms: int
    legal: int
    not_legal: int
    not_settled: int
    median_ms: float
    p95_ms: float
    worst_ms: float
    corrections_median_ms: int | None
    """Of the first ten that are not legal."""
    slowest: str


def main() -> None:
    """Measure, print, write."""
    parser = benchmark_parser("legality", __doc__)
    parser.add_argument("--kingdoms", type=int, default=200, help="of each sort")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(machine())
    check(Kingdom.parse("C"))
    write_rows(measured(chosen.kingdoms, chosen.seed), CheckTimes, chosen.out)


def measured(count: int, seed: int) -> Iterator[CheckTimes]:
    """A row for every sort of kingdom, printed as it comes."""
    for box in (Box.KINGDOMINO, Box.QUEENDOMINO):
        for size in (5, 7):
            played = list(_played(Random(seed), count, size, box))
            for name, spoil in SORTS.items():
                rng = Random(seed)
                row = check_times(box, size, name, [spoil(rng, kingdom, box) for kingdom in played])
                print(*vars(row).values(), flush=True)
                yield row


def check_times(box: Box, size: int, sort: str, kingdoms: Sequence[Kingdom]) -> CheckTimes:
    """Check every kingdom, and correct the first ten that are not legal."""
    timed = [cpu_seconds(partial(check, kingdom, size=size, box=box), REPEATS) for kingdom in kingdoms]
    times, results = [1000 * seconds for seconds, _ in timed], [result for _, result in timed]
    illegal = [result.kingdom for result in results if result.legal is False][:10]
    mending = [cpu_seconds(partial(corrections, kingdom, size=size, box=box))[0] for kingdom in illegal]
    return CheckTimes(
        box=box,
        size=size,
        sort=sort,
        kingdoms=len(kingdoms),
        legal=sum(result.legal is True for result in results),
        not_legal=sum(result.legal is False for result in results),
        not_settled=sum(result.legal is None for result in results),
        median_ms=round(spread(times).median, 2),
        p95_ms=round(spread(times).p95, 2),
        worst_ms=round(spread(times).maximum, 2),
        corrections_median_ms=round(1000 * spread(mending).median) if mending else None,
        slowest=str(kingdoms[times.index(max(times))]),
    )


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
