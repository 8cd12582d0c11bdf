"""Agreement with the published tests of other programs, wherever those follow the rulebooks.

The kingdoms are those of a university's course on a Kingdomino app, whose acceptance tests many public repositories
carry: dominoes by number with the place of their left half, x to the right and y upwards from the castle, and the
direction in which the right half lies. That course lays the crowned half to the right and takes domino 6 for a lake.
One of its placements is left out: it has domino 42, lake and grassland, fit between wheat and swamp. One board is from
another program.
"""

from dataclasses import replace

import pytest

from scorer.rules.legality import LaidDomino, check
from scorer.rules.model.dominoes import Box, Domino, dominoes
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Cell, Place
from scorer.rules.play import PlacementError, legal_placements, place
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table

TOWARDS = {"right": (0, 1), "left": (0, -1), "up": (-1, 0), "down": (1, 0)}

SEVEN = "7 right 0 1, 6 down 2 2, 14 right 0 2, 23 up -2 0, 21 left 2 0, 48 down -1 1, 1 right -2 2"
FULL = f"{SEVEN}, 16 down 0 -1, 22 left -1 -2, 46 left -1 -1, 41 right 1 -1, 12 right 1 -2"
OFF_CENTRE = f"{SEVEN}, 16 down 0 4, 22 left -1 3, 46 left -1 4, 41 right 1 4, 12 right 1 3"
ALMOST_FULL = (
    "7 left 2 1, 20 up -1 -1, 22 up 3 -2, 23 right 0 -3, 24 left 2 -1, 30 up 3 0, 31 right -1 1, 32 down 0 -1, "
    "38 right 1 -2, 40 left 2 0, 43 right 2 -3"
)
FOUR_AROUND = "1 down 0 2, 2 up 0 -2, 3 up 1 0, 4 up -1 0"
FIVE_APART = "27 up 0 2, 38 down 3 3, 1 right 0 1, 22 left 3 1, 46 right -1 -1"


def _halves(words: str) -> tuple[int, Position, Position]:
    number, direction, x, y = words.split()
    row, column = -int(y), int(x)
    down, across = TOWARDS[direction]
    return int(number), (row, column), (row + down, column + across)


def _cells(listed: str) -> dict[Position, Cell]:
    cells: dict[Position, Cell] = {(0, 0): Place.CASTLE}
    for words in listed.split(", "):
        number, a, b = _halves(words)
        domino = _domino(number)
        cells |= {a: domino.a, b: domino.b}
    return cells


def _domino(number: int) -> Domino:
    """The course's domino of that number."""
    domino = dominoes(Box.KINGDOMINO)[6 if number == 6 else number - 1]
    left, right = sorted((domino.a, domino.b), key=lambda face: face.crowns or 0)
    return replace(domino, a=left, b=right)


def _kingdom(listed: str) -> Kingdom:
    return Kingdom.from_cells(_cells(listed))


@pytest.mark.parametrize(
    ("rules", "points"), [(Rules(), 28), (Rules(middle_kingdom=True), 38), (Rules(harmony=True), 33)]
)
def test_player_score(rules: Rules, points: int) -> None:
    assert score(_kingdom(FULL), rules).total == points


@pytest.mark.parametrize(
    ("listed", "rules", "bonus"),
    [
        (f"{SEVEN}, 16 right 0 -1", Rules(middle_kingdom=True), 0),
        (f"{SEVEN}, 16 down 0 -1", Rules(middle_kingdom=True), 10),
        (OFF_CENTRE, Rules(harmony=True), 5),
        (FULL, Rules(harmony=True, middle_kingdom=True), 15),
    ],
)
def test_bonus_score(listed: str, rules: Rules, bonus: int) -> None:
    assert sum(score(_kingdom(listed), rules).bonuses.values()) == bonus


def test_a_small_board_of_another_program() -> None:
    assert score(Kingdom.parse(".wf1../.f1f../w1gCww/.w1f..")).total == 8


def test_properties_of_a_complete_kingdom() -> None:
    kingdom = _kingdom(f"{ALMOST_FULL}, 8 up -1 -3")
    territories = score(kingdom).territories
    terrains = sorted(territory.terrain.value for territory in territories)
    assert terrains == ["forest", "lake", "lake", "mine", "mine", "swamp", "wheat", "wheat", "wheat"]


@pytest.mark.parametrize("number", [48, 45, 37, 33, 8])
def test_dominoes_that_fit_the_last_gap(number: int) -> None:
    assert legal_placements(_kingdom(ALMOST_FULL), _domino(number))


@pytest.mark.parametrize("number", [41, 44, 27, 29, 2])
def test_dominoes_that_have_to_be_discarded(number: int) -> None:
    assert not legal_placements(_kingdom(ALMOST_FULL), _domino(number))


@pytest.mark.parametrize(
    ("number", "fits"), [(n, True) for n in (13, 16, 18, 27, 43)] + [(n, False) for n in (47, 46, 44, 7, 10)]
)
def test_a_castle_that_is_built_in(number: int, fits: bool) -> None:
    assert bool(legal_placements(_kingdom(FOUR_AROUND), _domino(number))) is fits


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("15 right 1 2", True),
        ("15 down 1 3", False),
        ("20 left 2 2", True),
        ("12 up -1 0", True),
        ("44 down 2 0", False),
        ("29 up 1 2", True),
        ("48 down -1 3", False),
        ("43 right 1 -1", False),
    ],
)
def test_neighbours(words: str, fits: bool) -> None:
    number, a, b = _halves(words)
    cells = _cells(FIVE_APART)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    squares = ((a[0] - top, a[1] - left), (b[0] - top, b[1] - left))
    laid = LaidDomino(_domino(number), squares)
    if fits:
        place(Kingdom.from_cells(cells), laid, size=7)
    else:
        with pytest.raises(PlacementError, match="touches neither"):
            place(Kingdom.from_cells(cells), laid, size=7)


@pytest.mark.parametrize(
    ("green", "yellow", "first"),
    [
        ("40 down 0 2, 47 up 1 0", "42 down 0 2, 10 up 1 0", ["yellow"]),
        ("16 down 0 2, 39 up 1 0", "42 down 0 2, 9 up 1 0", ["yellow"]),
        ("16 down 0 2, 39 up 1 0", "35 down 0 2, 14 up 1 0", ["green", "yellow"]),
    ],
)
def test_ties_of_the_older_edition(green: str, yellow: str, first: list[str]) -> None:
    kingdoms = {
        "blue": "1 down 0 2, 2 up 1 0",
        "green": green,
        "pink": "3 down 0 2, 19 up 1 0",
        "yellow": yellow,
    }
    players = tuple(Player(name, kingdoms=(_kingdom(listed),)) for name, listed in kingdoms.items())
    standings = rank(Table(players, Rules(edition="older"))).standings
    assert [standing.name for standing in standings if standing.place == 1] == first
    assert [standing.name for standing in standings][-2:] == ["pink", "blue"]


def test_kingdoms_of_the_published_tests_are_legal() -> None:
    for listed in (FULL, f"{ALMOST_FULL}, 8 up -1 -3", FOUR_AROUND):
        assert check(_kingdom(listed)).tilings >= 1
