"""The check against a judge that tries everything, rule by rule, and on the labelled kingdoms."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from scorer.rules.legality import FindingCode, check
from scorer.rules.legality.direct_findings import building_count_findings
from scorer.rules.model.buildings import BUILDINGS, TILES, TILES_BY_POINTS
from scorer.rules.model.dominoes import Box, dominoes, faces
from scorer.rules.model.kingdom import Kingdom, Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.play import random_game

SIZE = 4
KINGDOMINO_FACES = sorted(faces(Box.KINGDOMINO), key=str)


@pytest.mark.parametrize(
    ("notation", "code", "squares"),
    [
        ("wwwwwwwC", "size", [(0, 0), (0, 7)]),
        ("ww", "no_castle", []),
        ("CwwC", "castles", [(0, 0), (0, 3)]),
        ("Cww/.../ww.", "loose", [(2, 0), (2, 1)]),
        ("Cww4", "face", [(0, 2)]),
        ("Cwt", "face", [(0, 2)]),
        ("m3wCwm3", "count", [(0, 0), (0, 4)]),
        ("Cwww", "odd", []),
        ("wCw", "balance", []),
        ("Cwm1/.m2.", "odd", []),
        ("Cm3s", "no_domino", [(0, 1)]),
        ("wwwwww/wwwC..", "size", None),
        ("Cww coins=3", "not_in_box", []),
    ],
)
def test_each_rule_is_named_with_its_squares(notation: str, code: str, squares: list[Position] | None) -> None:
    size = 5 if code == "size" else None
    result = check(Kingdom.parse(notation), size=size, box=Box.KINGDOMINO)
    assert result.legal is False
    found = {finding.code: list(finding.squares) for finding in result.findings}
    assert code in found, [str(finding.message) for finding in result.findings]
    if squares is not None:
        assert found[FindingCode(code)] == squares


def test_single_domino_cannot_be_used_twice() -> None:
    result = check(Kingdom.parse("wm1.m1w/..C..".replace(".", "f")), box=Box.KINGDOMINO)
    assert result.legal is False
    once = check(Kingdom.parse("g2lClg2"))
    assert [finding.code for finding in once.findings] == ["too_few_dominoes"]
    assert "1 × grassland with 2 crowns and lake without crowns" in str(once.findings[0].message)


def test_domino_touching_only_by_a_corner_is_reported() -> None:
    result = check(Kingdom.parse("Cw1f./..ll"))
    assert [(finding.code, finding.squares) for finding in result.findings] == [("not_connected", ((1, 2), (1, 3)))]
    assert result.tilings == 1


def test_a_castle_alone_is_legal_and_an_empty_table_is_not() -> None:
    assert check(Kingdom.parse("C")).legal is True
    assert [finding.code for finding in check(Kingdom.parse(".")).findings] == ["no_castle"]


@pytest.mark.parametrize(
    ("notation", "legal"),
    [("Cwm?", True), ("m3wCwm?", True), ("Cw0?", True), ("?ww", True), ("Cst?", True), ("C?m2/..m1", False)],
)
def test_hidden_crowns_and_unknown_squares_take_the_most_favourable_faces(notation: str, legal: bool) -> None:
    box = Box.QUEENDOMINO if "t" in notation else None
    assert check(Kingdom.parse(notation), box=box).legal is legal


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("Ct[church]t[church]/.t[church]t", "building_count"),
        ("Ct[guardtower]t[guardtower]t[guardtower]/.t[small_tavern]t[small_tavern].", "building_count"),
        ("Ctt towers=16", "tokens"),
        ("Ctt knights=23", "tokens"),
        ("Ctt coins=175", "tokens"),
    ],
)
def test_contents_of_the_queendomino_box_are_limited(notation: str, code: str) -> None:
    assert code in [finding.code for finding in check(Kingdom.parse(notation)).findings]


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("Ctt queen", "queen_host"),
        ("Ctt towers=1 queen", None),
        ("Ct[shooting_range]t", "tokens"),
        ("Ct[shooting_range]t knights=1", None),
    ],
)
def test_queen_without_tower_and_shooting_range_without_knight_are_reported(notation: str, code: str | None) -> None:
    codes = [finding.code for finding in check(Kingdom.parse(notation)).findings]
    assert codes == ([code] if code else [])


def test_a_building_off_a_town_or_of_no_kind_is_found_in_kingdoms_made_by_code() -> None:
    rows = ((Place.CASTLE, Square(Terrain.WHEAT, 0, "church"), Square(Terrain.TOWN, 0, "nonsense")),)
    codes = [finding.code for finding in check(Kingdom(rows), box=Box.QUEENDOMINO).findings]
    assert {"building_place", "building_kind"} <= set(codes)


@pytest.mark.slow
def test_finding_locates_a_wrong_square() -> None:
    """A spoiled square lies among the squares that are named, or beside one, wherever squares are named."""
    rng = Random(11)
    spoiled = named = 0
    for _ in range(20):
        for played in random_game(rng, 4):
            position = rng.choice(sorted(played.kingdom.squares()))
            kingdom = played.kingdom.with_cell(position, rng.choice(KINGDOMINO_FACES))
            result = check(kingdom)
            spoiled += result.legal is False
            for finding in result.findings:
                if finding.code in ("no_domino", "no_dominoes", "too_few_dominoes", "count"):
                    named += 1
                    assert position in finding.squares or set(neighbours(position)) & set(finding.squares)
    assert spoiled > 40
    assert named > 20


@pytest.mark.slow
def test_the_verdict_agrees_with_a_judge_that_tries_everything() -> None:
    verdicts: Counter[bool] = Counter()
    for kingdom in _small_kingdoms(Random(3), 300):
        result = check(kingdom, size=SIZE + 1, box=Box.KINGDOMINO)
        tilings = list(_tilings(kingdom))
        expected = len(kingdom.castles) == 1 and any(_can_be_laid(kingdom, tiling) for tiling in tilings)
        assert result.legal is expected, (str(kingdom), result.findings)
        assert result.tilings == len(set(tilings)), str(kingdom)
        verdicts[expected] += 1
    assert min(verdicts.values()) > 80, "both verdicts were tried"


@pytest.mark.slow
def test_the_verdict_with_unknown_squares_agrees_with_trying_every_face() -> None:
    rng = Random(8)
    verdicts: Counter[bool] = Counter()
    for kingdom in _small_kingdoms(rng, 60):
        position = rng.choice(sorted(kingdom.squares()))
        unknown = kingdom.with_cell(position, Place.UNKNOWN)
        options: list[Cell] = [*faces(Box.KINGDOMINO), Place.EMPTY, Place.CASTLE]
        expected = any(check(kingdom.with_cell(position, cell), size=5).legal for cell in options)
        assert check(unknown, size=5).legal is expected, str(unknown)
        verdicts[expected] += 1
    assert min(verdicts.values()) > 10


def _small_kingdoms(rng: Random, count: int) -> Iterator[Kingdom]:
    """Parts of played kingdoms, some without their first domino, some with one square spoiled."""
    for _ in range(count // 4):
        for played in random_game(rng, 4, SIZE + 1):
            laid = list(played.laid[: rng.randrange(3, 6)])
            if rng.random() < 0.4:
                laid.pop(0)
            castle = played.kingdom.castles[0]
            cells: dict[Position, Cell] = {castle: Place.CASTLE}
            for each in laid:
                cells |= dict(zip(each.squares, (each.domino.a, each.domino.b), strict=True))
            if rng.random() < 0.3:
                cells[rng.choice([p for p in cells if p != castle])] = rng.choice(KINGDOMINO_FACES)
            yield Kingdom.from_cells(cells)


Pairing = frozenset[tuple[Position, Position]]


def _tilings(kingdom: Kingdom) -> Iterator[Pairing]:
    """Every pairing of squares for which the box has all dominoes."""
    squares = kingdom.squares()
    box = Counter(frozenset((domino.a, domino.b)) for domino in dominoes(Box.KINGDOMINO))

    def walk(left: frozenset[Position], chosen: tuple[tuple[Position, Position], ...]) -> Iterator[Pairing]:
        if not left:
            used = Counter(frozenset((squares[a], squares[b])) for a, b in chosen)
            if all(count <= box[pair] for pair, count in used.items()):
                yield frozenset(chosen)
            return
        a = min(left)
        for b in neighbours(a):
            if b in left and box[frozenset((squares[a], squares[b]))]:
                yield from walk(left - {a, b}, (*chosen, (a, b)))

    yield from walk(frozenset(squares), ())


def _can_be_laid(kingdom: Kingdom, tiling: Pairing) -> bool:
    """Lay whatever can be laid next until nothing can."""
    down = dict.fromkeys(kingdom.castles, None)
    terrain = {position: square.terrain for position, square in kingdom.squares().items()}
    left = set(tiling)
    while left:
        for pair in left:
            touching = [(square, beside) for square in pair for beside in neighbours(square) if beside in down]
            if any(beside in kingdom.castles or terrain[beside] is terrain[square] for square, beside in touching):
                break
        else:
            return False
        left.remove(pair)
        down |= dict.fromkeys(pair)
    return True


def test_every_labelled_kingdom_is_judged_as_its_label_says(data: Path) -> None:
    boards = json.loads((data / "boards.json").read_text())
    kingdoms = [entry for photo in json.loads((data / "photos.json").read_text()) for entry in photo["kingdoms"]]
    labelled = [entry for entry in boards + kingdoms if entry["lawful"] is not None]
    assert len(labelled) >= 70
    for entry in labelled:
        result = check(Kingdom.parse(entry["notation"]), size=entry.get("size"))
        assert result.legal is entry["lawful"], entry["notation"]
        assert result.tilings > 0
        if not entry["lawful"]:
            assert {finding.code for finding in result.findings} == {"not_connected"}


def test_every_building_of_the_box_may_be_built_and_no_more() -> None:
    """Kinds with a known number of tiles are limited each, the others by their points, and all by the total."""
    by_points = {
        points: [b.kind for b in BUILDINGS.values() if b.copies is None and b.points == points]
        for points in TILES_BY_POINTS
    }
    limited = [kind for kind, building in BUILDINGS.items() for _ in range(building.copies or 0)]
    limited += [
        kinds[index % len(kinds)] for points, kinds in by_points.items() for index in range(TILES_BY_POINTS[points])
    ]
    built = {(0, column): kind for column, kind in enumerate(limited)}
    assert list(building_count_findings(built)) == []
    for kind in {*limited}:
        assert "building_count" in {finding.code for finding in building_count_findings({**built, (1, 0): kind})}


def test_number_of_all_buildings_is_limited_to_the_tiles_of_the_box() -> None:
    for count, faults in ((TILES, 0), (TILES + 1, 1)):
        assert len(list(building_count_findings({(0, column): "other" for column in range(count)}))) == faults
