"""An independent judge of the rules, and a count of how often the product agrees with it.

    python -m benchmarks.judge [--kingdoms 20000] [--tables 5000] [--unknown 2000] [--out results/accuracy/judge.csv]

The judge was written from the rulebooks' digest, the lists of dominoes and the table of buildings, not from the code of
``scorer.rules``, of which it imports nothing. It plays games, spoils some of the kingdoms, and compares:

kingdoms  territories and total; legal or not, and the codes of the findings; the order of laying, step by step
tables    places, totals and what breaks ties, in both editions and in a Dynasty
unknown   kingdoms of which half is hidden: the verdict, and whether the range holds scores that are possible. A legal
          kingdom comes with dominoes, which the judge verifies; one that is not, the judge tries to build itself.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import Any, Final

import scorer
from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import write_rows

Place = tuple[int, int]
Cells = Mapping[Place, str]
"""The cells by position: ``C``, ``w2``, ``t[church]``, ``m?`` or ``?``; empty places are left out."""

CASTLE, UNKNOWN = "C", "?"

DOMINOES: Final[Mapping[str, str]] = {
    "kingdomino": "w-w w-w f-f f-f f-f f-f l-l l-l l-l g-g g-g s-s w-f w-l w-g w-s f-l f-g w1-f w1-l w1-g w1-s w1-m "
    "f1-w f1-w f1-w f1-w f1-l f1-g l1-w l1-w l1-f l1-f l1-f l1-f w-g1 l-g1 w-s1 g-s1 m1-w w-g2 l-g2 w-s2 g-s2 m2-w "
    "s-m2 s-m2 w-m3",
    "queendomino": "w-w w-w f-f f-f w1-s w1-m f1-w f1-w l-l l-l g-g g-g f1-w f1-l f1-g l1-w s-s w1-f w1-l w1-g l1-f "
    "l1-f l1-f g1-w s1-w g2-w g2-f s2-w t-s f1-t l1-t l1-t s2-f m2-w m2-w t-f g1-t s1-t m1-t m2-t t-l t-l t-g t-g m3-t "
    "t-t t-t t-t",
}
"""The faces of each box's dominoes in the order of their numbers."""

OTHER_FORMS: Final = {("queendomino", 37): "g1-f", ("queendomino", 38): "s1-f"}
"""Dominoes of which no source proves the second face."""

BUILDINGS: Final[Mapping[str, tuple[int, int, str]]] = {
    **{kind: (2, 2, terrain) for kind, terrain in zip(
        ("bakery", "sawmill", "fishmonger", "weaving_shop", "magic_school", "foundry", "church"), "wflgsmt", strict=True
    )},
    "travelling_castle": (2, 1, "towers"), "shooting_range": (2, 1, "knights"), "crown": (3, 0, ""),
    "big_tavern": (4, 2, ""), "two_points": (4, 2, ""), "guardtower": (4, 3, ""), "small_tavern": (4, 3, ""),
    "statue": (3, 5, ""),
}  # fmt: skip
"""Tiles at most, points, and what the points are for: each territory of a terrain, each tower or knight."""

SHARED_COPIES, TILES = 4, 32
"""Four tiles are worth 2, and four are worth 3; how many there are of each kind is not known. All tiles of the box."""

LIMITS: Final = {"coins": 174, "towers": 15, "knights": 22}
OUTLINE: Final = {
    "size",
    "castles",
    "no_castle",
    "loose",
    "face",
    "count",
    "odd",
    "balance",
    "tokens",
    "building_count",
    "queen_host",
}
COVERING, LAYING = {"no_domino", "no_dominoes", "too_few_dominoes"}, {"not_connected", "not_all_connected"}
CERTAIN: Final = OUTLINE - {"odd", "balance", "no_castle", "face"}
"""Findings that hold whatever the unknown squares are."""

SECONDS: Final = 8.0
"""Seconds of a check, four times the usual ones, because a busy machine gives it only a part of them."""

PATIENCE: Final = 200_000
"""Steps after which the judge gives up."""


def boxes(box: str) -> tuple[str, ...]:
    """The boxes that are mixed."""
    return tuple(DOMINOES) if box == "both" else (box,)


def forms(box: str, number: int) -> list[tuple[str, str]]:
    """The pairs of faces that a domino may have, left one first."""
    texts = [DOMINOES[box].split()[number - 1]]
    if (box, number) in OTHER_FORMS:
        texts.append(OTHER_FORMS[box, number])
    return [(text.split("-")[0], text.split("-")[1]) for text in texts]


def numbers(box: str) -> list[tuple[str, int]]:
    """Every domino of a box or of both."""
    return [(name, number + 1) for name in boxes(box) for number in range(len(DOMINOES[name].split()))]


def beside(place: Place) -> list[Place]:
    """The four places that share a side with one."""
    row, column = place
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


# -- a kingdom ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kingdom:
    """Cells with the tokens of a kingdom."""

    cells: Cells
    tokens: Mapping[str, int] = field(default_factory=dict)
    queen: bool = False

    def __str__(self) -> str:
        rows = [row for row, _ in self.cells]
        columns = [column for _, column in self.cells]
        lines = (
            [self.cells.get((row, column), ".") for column in range(min(columns), max(columns) + 1)]
            for row in range(min(rows), max(rows) + 1)
        )
        text = "/".join(re.sub(r"([a-z])\|(?=\?)", r"\g<1>0", "|".join(line)).replace("|", "") for line in lines)
        return " ".join([text, *(f"{name}={count}" for name, count in self.tokens.items()), *["queen"] * self.queen])

    @property
    def squares(self) -> dict[Place, str]:
        """Everything that is no castle and not unknown."""
        return {place: cell for place, cell in self.cells.items() if cell not in (CASTLE, UNKNOWN)}

    @property
    def origin(self) -> Place:
        """The first row and column."""
        return min(row for row, _ in self.cells), min(column for _, column in self.cells)


def face(cell: str) -> str:
    """The printed face of a cell.

    >>> face("t[church]"), face("w2")
    ('t', 'w2')
    """
    return cell.split("[", maxsplit=1)[0]


def building(cell: str) -> str:
    """The kind of building on a cell, or nothing."""
    return cell[2:-1] if "[" in cell else ""


def crowns(cell: str) -> int:
    """The crowns on a cell, with those of a building; hidden ones count as none."""
    printed = face(cell)[1:]
    return (int(printed) if printed.isdigit() else 0) + (building(cell) == "crown")


def territories(squares: Cells) -> list[tuple[str, int, int]]:
    """Terrain, squares and crowns of each territory."""
    left, found = dict(squares), []
    while left:
        waiting, seen = [next(iter(left))], set[Place]()
        while waiting:
            place = waiting.pop()
            seen.add(place)
            waiting += [n for n in beside(place) if n in left and n not in seen and left[n][0] == left[place][0]]
        cells = [left.pop(place) for place in seen]
        found.append((cells[0][0], len(cells), sum(map(crowns, cells))))
    return found


def points(kingdom: Kingdom, size: int, *, queendomino: bool, harmony: bool, middle: bool) -> int:
    """The total."""
    squares, found = kingdom.squares, territories(kingdom.squares)
    total = sum(count * crowned for _, count, crowned in found)
    castles = [place for place, cell in kingdom.cells.items() if cell == CASTLE]
    rows, columns = sorted({row for row, _ in kingdom.cells}), sorted({column for _, column in kingdom.cells})
    height, width = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    if harmony and len(castles) == 1 and len(squares) + 1 == size * size and max(height, width) <= size:
        total += 5
    centre = (rows[0] + rows[-1], columns[0] + columns[-1])
    if middle and len(castles) == 1 and squares and (2 * castles[0][0], 2 * castles[0][1]) == centre:
        total += 10
    if queendomino:
        total += kingdom.tokens.get("coins", 0) // 3
        total += max((count for _, count, _ in found), default=0) * kingdom.queen
        for kind in filter(None, map(building, squares.values())):
            _, worth, per = BUILDINGS[kind]
            times = sum(terrain == per for terrain, _, _ in found) if len(per) == 1 else kingdom.tokens.get(per, 0)
            total += worth * (times if per else 1)
    return total


def outline(kingdom: Kingdom, size: int, box: str) -> set[str]:
    """The codes of what is wrong before any domino is looked for."""
    squares, codes = kingdom.squares, set()
    sides = [[place[axis] for place in kingdom.cells] for axis in (0, 1)]
    castles = list(kingdom.cells.values()).count(CASTLE)
    dark = sum((row + column) % 2 for row, column in squares)
    waiting, seen = [next(iter(kingdom.cells))], set[Place]()
    while waiting:
        seen.add(place := waiting.pop())
        waiting += [near for near in beside(place) if near in kingdom.cells and near not in seen]
    if max(max(side) - min(side) for side in sides) >= size:
        codes.add("size")
    if castles != 1:
        codes.add("castles" if castles else "no_castle")
    if len(seen) < len(kingdom.cells):
        codes.add("loose")
    if 2 * dark != len(squares):
        codes.add("odd" if len(squares) % 2 else "balance")
    return codes | face_faults(squares, box) | (token_faults(kingdom) if "queendomino" in boxes(box) else set())


def face_faults(squares: Cells, box: str) -> set[str]:
    """Whether the box has all faces, and as many of each, and of each terrain, as there are."""
    available, limits, codes = Counter[str](), Counter[str](), set()
    for domino in numbers(box):
        pairs = forms(*domino)
        available += Counter({one: max(pair.count(one) for pair in pairs) for pair in pairs for one in pair})
    for one, count in available.items():
        limits[one[0]] += count
    printed, terrains = Counter(map(face, squares.values())), Counter(cell[0] for cell in squares.values())
    if any(one not in available for one in printed):
        codes.add("face")
    over = [count > available[one] > 0 for one, count in printed.items()]
    over += [count > limits[one] > 0 for one, count in terrains.items()]
    return codes | ({"count"} if any(over) else set())


def token_faults(kingdom: Kingdom) -> set[str]:
    """Whether the box has so many tokens and tiles; the Queen comes to who has towers."""
    codes, tiles = set(), Counter[tuple[int, object]]()
    for kind in filter(None, map(building, kingdom.squares.values())):
        copies, worth, _ = BUILDINGS[kind]
        tiles[(copies, worth) if copies == SHARED_COPIES else (copies, kind)] += 1
    if any(kingdom.tokens.get(name, 0) > limit for name, limit in LIMITS.items()):
        codes.add("tokens")
    if (2, "shooting_range") in tiles and not kingdom.tokens.get("knights"):  # everybody starts with one
        codes.add("tokens")
    if tiles.total() > TILES or any(count > copies for (copies, _), count in tiles.items()):
        codes.add("building_count")
    if kingdom.queen and not kingdom.tokens.get("towers"):
        codes.add("queen_host")
    return codes


# -- dominoes ----------------------------------------------------------------------------------------------------------


def connects(laid: Cells, pair: Mapping[Place, str]) -> bool:
    """Whether a domino touches the castle, or an equal square of another one."""
    return any(laid.get(near) in (CASTLE, one[0]) for place, one in pair.items() for near in beside(place))


Kind = frozenset[tuple[str, str]]
"""The pairs of faces that a domino may show: those of equal dominoes are equal."""


class Builder:
    """Looks for dominoes that cover all known squares and can be laid one after the other."""

    def __init__(self, cells: Cells, size: int, box: str) -> None:
        self.known = {place: face(cell) for place, cell in cells.items() if cell not in (CASTLE, UNKNOWN)}
        self.free = {place for place, cell in cells.items() if cell == UNKNOWN}
        self.castle = next(place for place, cell in cells.items() if cell == CASTLE)
        self.size, self.steps, self.is_covered = size, PATIENCE, False
        self.stock, self.kinds = Counter[Kind](), defaultdict[tuple[str, str], set[Kind]](set)
        for domino in numbers(box):
            kind = frozenset(forms(*domino)) | frozenset((other, one) for one, other in forms(*domino))
            self.stock[kind] += 1
            for pair in kind:
                self.kinds[pair].add(kind)
        self.faces = sorted({one for one, _ in self.kinds})

    def can_be_laid(self) -> bool | None:
        """``None`` where patience ended."""
        found = self._cover(dict(self.known), [])
        return None if self.steps < 0 and not found else found

    def _ways(self, place: Place, left: Cells) -> Iterator[tuple[Place, str, str, Kind]]:
        """Every domino that can cover a place: its other place, both faces, and its kind."""
        for near in beside(place):
            if near in left or near in self.free:
                for one in self._faces(left[place]):
                    for other in self._faces(left.get(near, UNKNOWN)):
                        for kind in self.kinds.get((one, other), ()):
                            if self.stock[kind]:
                                yield near, one, other, kind

    def _faces(self, cell: str) -> list[str]:
        return [cell] if not cell.endswith(UNKNOWN) else [one for one in self.faces if matches(cell, one)]

    def _cover(self, left: dict[Place, str], laid: list[dict[Place, str]]) -> bool:
        self.steps -= 1
        if self.steps < 0:
            return False
        if not left:
            self.is_covered = True
            return self._connected(laid)
        choices = {place: list(self._ways(place, left)) for place in left}
        place = min(choices, key=lambda one: len(choices[one]))
        for near, mine, other, kind in choices[place]:
            rest = {p: cell for p, cell in left.items() if p not in (place, near)}
            self.stock[kind] -= 1
            self.free.discard(near)
            if self._cover(rest, [*laid, {place: mine, near: other}]):
                return True
            self.stock[kind] += 1
            if near not in left:
                self.free.add(near)
        return False

    def _connected(self, pairs: Sequence[dict[Place, str]]) -> bool:
        """Whether the pairs can be laid, alone or with more dominoes on free places."""
        self.steps -= 1
        places = [self.castle, *(place for pair in pairs for place in pair)]
        for axis in (0, 1):
            if max(place[axis] for place in places) - min(place[axis] for place in places) >= self.size:
                return False
        laid, waiting = {self.castle: CASTLE}, list(pairs)
        while ready := [pair for pair in waiting if connects(laid, pair)]:
            laid |= {place: one[0] for pair in ready for place, one in pair.items()}
            waiting = [pair for pair in waiting if pair not in ready]
        if not waiting:
            return True
        for place in sorted(self.free):
            for near in beside(place):
                for (one, other), kinds in self.kinds.items() if near in self.free else ():
                    pair, kind = {place: one, near: other}, next((kind for kind in kinds if self.stock[kind]), None)
                    if kind is None or self.steps < 0 or not connects(laid, pair):
                        continue
                    self.stock[kind] -= 1
                    self.free -= pair.keys()
                    found = self._connected([*pairs, pair])
                    self.free |= pair.keys()
                    self.stock[kind] += 1
                    if found:
                        return True
        return False


def proof_fault(kingdom: Kingdom, size: int, box: str, dominoes: Sequence[Mapping[str, Any]]) -> str:
    """The fault of dominoes that are said to make a kingdom, in the order of laying; empty if there is none.

    Rows and columns are counted from the kingdom's first ones.
    """
    top, left = kingdom.origin
    cells = {(row - top, column - left): cell for (row, column), cell in kingdom.cells.items()}
    start = CASTLE if CASTLE in cells.values() else UNKNOWN
    fault = "there is no place for the castle"
    for castle in [place for place, cell in cells.items() if cell == start]:
        fault = next(_faults({**cells, castle: CASTLE}, castle, size, box, dominoes), "")
        if not fault:
            break
    return fault


def _faults(cells: Cells, castle: Place, size: int, box: str, dominoes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    used, covered = set(), {castle}
    states = [{castle: CASTLE}]  # more than one where a domino has two forms
    for one in dominoes:
        domino = (one["box"], one["number"])
        pair: list[Place] = [(row, column) for row, column in one["squares"]]
        if domino in used or domino[0] not in boxes(box):
            yield f"{domino} is used twice"
        if pair[1] not in beside(pair[0]) or not covered.isdisjoint(pair):
            yield f"{domino} lies on something"
        used.add(domino)
        covered |= set(pair)
        ways = [dict(zip(pair, faces, strict=True)) for faces in forms(*domino)]
        ways = [way for way in ways if all(matches(cells.get(place, "."), one) for place, one in way.items())]
        states = [
            laid | {place: one[0] for place, one in way.items()}
            for laid in states
            for way in ways
            if connects(laid, way)
        ]
        if not states:
            yield f"{domino} does not show that, or does not connect"
    if any(cell not in (UNKNOWN, CASTLE) and place not in covered for place, cell in cells.items()):
        yield "a square is not covered"
    if any(max(p[axis] for p in covered) - min(p[axis] for p in covered) >= size for axis in (0, 1)):
        yield "too large"


def matches(cell: str, printed: str) -> bool:
    """Whether a face can lie where a cell is seen."""
    return cell == UNKNOWN or face(cell) == printed or (cell[1:] == "?" and cell[0] == printed[0])


# -- games -------------------------------------------------------------------------------------------------------------


def played(rng: Random, box: str, size: int, max_dominoes: int) -> Kingdom:
    """A kingdom of so many dominoes at most, each laid by the rules; with Queendomino, buildings and tokens, too."""
    cells: dict[Place, str] = {(0, 0): CASTLE}
    for domino in rng.sample(numbers(box), max_dominoes):
        faces = rng.choice(forms(*domino))
        ways = []
        for place in {near for laid in cells for near in beside(laid)} - cells.keys():
            for near in beside(place):
                for pair in ({place: faces[0], near: faces[1]}, {place: faces[1], near: faces[0]}):
                    if near not in cells and connects({p: c[0] for p, c in cells.items()}, pair):
                        sides = [[p[axis] for p in (*cells, *pair)] for axis in (0, 1)]
                        if all(max(side) - min(side) < size for side in sides):
                            ways.append(pair)
        if ways:
            snug = max(ways, key=lambda pair: sum(near in cells for place in pair for near in beside(place)))
            cells |= snug if rng.random() < SNUG else rng.choice(ways)
    if "queendomino" not in boxes(box):
        return Kingdom(cells)
    for place in [place for place, cell in cells.items() if cell == "t"]:
        if rng.random() < BUILT:
            cells[place] = f"t[{rng.choice(list(BUILDINGS))}]"
    tokens = {name: rng.randrange(limit // 3) for name, limit in LIMITS.items() if rng.random() < BUILT}
    return Kingdom(cells, tokens, bool(tokens.get("towers")) and rng.random() < BUILT)


SNUG, BUILT, SPOILT = 0.8, 0.5, 0.5
"""How often a domino is laid where it leaves few gaps, a town is built on, and a kingdom is spoilt."""


def spoilt(rng: Random, kingdom: Kingdom, box: str) -> Kingdom:
    """The kingdom with something changed, which may make it illegal."""
    cells = dict(kingdom.cells)
    places = list(kingdom.squares) or [(0, 0)]
    one, other = rng.choice(places), rng.choice(places)
    printed = sorted({one for domino in numbers(box) for one in forms(*domino)[0]})
    match rng.randrange(8):
        case 0 | 1 | 2:
            cells[one], cells[other] = cells[other], cells[one]
        case 3 | 4:
            cells[one] = rng.choice([*printed, "m4", "t" if box == "kingdomino" else "m"])
        case 5:
            del cells[one]
        case 6:
            cells[one] = CASTLE
        case _:
            cells[max(place[0] for place in cells) + rng.randrange(1, 4), other[1]] = rng.choice(printed)
    return Kingdom(
        cells, {**kingdom.tokens, **({"towers": rng.choice([0, 16])} if kingdom.queen else {})}, kingdom.queen
    )


def hidden(rng: Random, kingdom: Kingdom) -> Kingdom:
    """The kingdom with half of its places unknown; of some squares the crowns alone are."""
    cells = dict(kingdom.cells)
    for place in rng.sample(sorted(cells), len(cells) // 2):
        if cells[place] != CASTLE or rng.random() < SNUG:
            cells[place] = UNKNOWN if cells[place] == CASTLE or rng.random() < SNUG else cells[place][0] + "?"
    return Kingdom(cells, kingdom.tokens, kingdom.queen)


# -- the comparison ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Agreement:
    """How many cases of one kind the product and the judge agree on.

    ``open`` are those of which one of them does not settle everything in time; ``open_product`` are the product's.
    """

    what: str
    box: str
    size: int
    cases: int
    agreed: int
    disagreed: int
    open: int
    open_product: int
    first_disagreement: str


COUNTS: Final = {"kingdoms": 20_000, "tables": 5_000, "unknown": 2_000}
SORTS: Final = [(box, size) for box in ("kingdomino", "queendomino", "both") for size in (5, 7)]


def main() -> None:
    """Compare, print, write."""
    parser = benchmark_parser("judge", __doc__, folder="accuracy")
    for name, count in COUNTS.items():
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--seed", type=int, default=24)
    chosen = parser.parse_args()
    counts = {name: getattr(chosen, name) for name in COUNTS}
    write_rows(agreements(counts, chosen.seed), Agreement, chosen.out)


def agreements(counts: Mapping[str, int], seed: int) -> Iterator[Agreement]:
    """A row for each part, box and size, printed as it comes."""
    for what, count in counts.items():
        for index, (box, size) in enumerate(SORTS):
            cases = len(range(index, count, len(SORTS)))
            if not cases:
                continue
            results = [COMPARE[what](Random(f"{seed} {what} {box} {size} {case}"), box, size) for case in range(cases)]
            faults = [result for result in results if result not in ("", OPEN, OPEN_PRODUCT)]
            product = results.count(OPEN_PRODUCT)
            is_open = results.count(OPEN) + product
            row = Agreement(
                what, box, size, cases, results.count(""), len(faults), is_open, product, (faults or [""])[0]
            )
            print(*vars(row).values(), sep="; ", flush=True)
            yield row


OPEN, OPEN_PRODUCT = "open", "open in the product"


def kingdom_case(rng: Random, box: str, size: int) -> str:
    """The first difference between product and judge on one kingdom; empty if they agree."""
    kingdom = played(rng, box, size, rng.choice([3, 8, size * size // 2, size * size // 2]))
    if rng.random() < SPOILT:
        kingdom = spoilt(rng, kingdom, box)
    queendomino = "queendomino" in boxes(box)
    parsed, harmony, middle = scorer.Kingdom.parse(str(kingdom)), rng.random() < SPOILT, rng.random() < SPOILT
    edition = rng.choice(["us", "older"])
    rules = scorer.Rules(edition, harmony, middle, box=scorer.Box(box), size=size)
    sheet = scorer.score(parsed, rules)
    total = points(kingdom, size, queendomino=queendomino, harmony=harmony, middle=middle)
    found = sorted((str(t.terrain)[0], t.squares, t.crowns) for t in sheet.territories)
    if sheet.total != total or found != sorted(territories(kingdom.squares)):
        return f"{kingdom}: {box} {size} {harmony=} {middle=}: {sheet.total}, not {total}"
    result = scorer.check(parsed, size=size, box=scorer.Box(box), seconds=SECONDS)
    codes, expected = {str(finding.code) for finding in result.findings}, outline(kingdom, size, box)
    if codes & OUTLINE != expected:
        return f"{kingdom}: {box} {size}: {sorted(codes & OUTLINE)}, not {sorted(expected)}"
    if expected:
        return "" if result.legal is False else f"{kingdom}: {box} {size}: {result.legal}, not False"
    builder = Builder(kingdom.cells, size, box)
    legal = builder.can_be_laid()
    if legal is None or result.legal is None:
        return OPEN if legal is None else OPEN_PRODUCT
    reasons = set() if legal else LAYING if builder.is_covered else COVERING
    if legal is not result.legal or not codes <= reasons or bool(codes) is legal:
        return f"{kingdom}: {box} {size}: {result.legal} {sorted(codes)}, not {legal} {sorted(reasons)}"
    fault = legal and proof_fault(kingdom, size, box, [laid.to_dict() for laid in result.dominoes])
    return f"{kingdom}: {box} {size}: {fault}" if fault else ""


def table_case(rng: Random, box: str, size: int) -> str:
    """The first difference between product and judge on one table; empty if they agree."""
    edition, games = rng.choice(["us", "older"]), rng.choice([1, 1, 1, 3])
    hands = {
        name: [played(rng, box, size, rng.choice([1, 2, 3, size * size // 2])) for _ in range(games)]
        for name in rng.sample(["Ann", "Bob", "Cy", "Dee"], rng.choice([2, 3, 4]))
    }
    if rng.random() < SPOILT:  # two kingdoms that differ in where they lie only
        first, second, *_ = hands
        hands[second] = [
            Kingdom({(c, -r): cell for (r, c), cell in one.cells.items()}, one.tokens, one.queen)
            for one in hands[first]
        ]
    queendomino = "queendomino" in boxes(box)
    keys = {}
    for name, kingdoms in hands.items():
        found = [territories(kingdom.squares) for kingdom in kingdoms]
        total = sum(points(one, size, queendomino=queendomino, harmony=False, middle=False) for one in kingdoms)
        largest = max(count for one in found for _, count, _ in [*one, ("", 0, 0)])
        crowned = sum(crowns(face(cell)) for one in kingdoms for cell in one.squares.values())
        keys[name] = (total, largest, crowned)[: 1 if games > 1 else 3 if edition == "older" and not queendomino else 2]
    expected, place = [], 1
    for key, tied in groupby(sorted(keys, key=lambda name: keys[name], reverse=True), key=lambda name: keys[name]):
        names = sorted(tied)
        expected += [(place, name, key[0]) for name in names]
        place += len(names)
    players = tuple(
        scorer.Player(name, kingdoms=tuple(scorer.Kingdom.parse(str(one)) for one in kingdoms))
        for name, kingdoms in hands.items()
    )
    ranking = scorer.rank(scorer.Table(players, scorer.Rules(edition, box=scorer.Box(box), size=size)))
    given = sorted((one.place, one.name, one.total) for one in ranking.standings)
    if given == sorted(expected):
        return ""
    shown = {name: list(map(str, one)) for name, one in hands.items()}
    return f"{edition} {box} {size} {shown}: {given}, not {expected}"


def unknown_case(rng: Random, box: str, size: int) -> str:
    """The first difference on a kingdom of which half is hidden; empty if they agree."""
    whole = played(rng, box, size, rng.choice([8, size * size // 2]))
    is_spoilt = rng.random() < SPOILT
    whole = spoilt(rng, whole, box) if is_spoilt else whole
    kingdom = hidden(rng, whole)
    parsed = scorer.Kingdom.parse(str(kingdom))
    result = scorer.check(parsed, size=size, box=scorer.Box(box), seconds=SECONDS)
    low, high = scorer.score(parsed, scorer.Rules(box=scorer.Box(box), size=size)).total_range
    fault, is_settled = "", True
    if not any(building(cell) and kingdom.cells[place] != cell for place, cell in whole.cells.items()):
        total = points(whole, size, queendomino="queendomino" in boxes(box), harmony=False, middle=False)
        fault = "" if low <= total <= high else f"{low} to {high}, but {whole} has {total}"
    if result.legal:
        fault = fault or proof_fault(kingdom, size, box, [laid.to_dict() for laid in result.dominoes])
    elif result.legal is False and not is_spoilt and not outline(whole, size, box):
        fault = f"not legal, but {whole} is"
    elif result.legal is False and not outline(kingdom, size, box) & CERTAIN:
        legal = CASTLE in kingdom.cells.values() and Builder(kingdom.cells, size, box).can_be_laid()
        fault = fault or ("not legal, but it can be laid" if legal else "")
        is_settled = legal is not None
    if fault:
        return f"{kingdom}: {box} {size}: {fault}"
    return OPEN_PRODUCT if result.legal is None else "" if is_settled else OPEN


COMPARE: Final = {"kingdoms": kingdom_case, "tables": table_case, "unknown": unknown_case}

if __name__ == "__main__":
    main()
