"""The Court: its tiles counted around them, its stock, and what may lie where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.expansions.court import court_scores
from scorer.rules.legality import check
from scorer.rules.model.court import COURT_TILES, RESOURCE_TERRAINS
from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import NotationError
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table

_LAND = [terrain for terrain in Terrain if terrain is not Terrain.TOWN]
_squares = st.one_of(
    st.builds(Square, st.sampled_from(_LAND), st.integers(0, 2)),
    st.builds(Square, st.sampled_from(RESOURCE_TERRAINS), resource=st.just(True)),
    st.builds(Square, st.sampled_from(_LAND), building=st.sampled_from(sorted(COURT_TILES))),
)
_grids = st.lists(st.lists(st.one_of(_squares, st.just(Place.EMPTY)), min_size=4, max_size=4), min_size=1, max_size=4)
kingdoms = _grids.map(lambda rows: Kingdom(tuple(map(tuple, rows))))


def test_there_are_12_characters_and_13_buildings() -> None:
    assert sum(not tile.is_building for tile in COURT_TILES.values()) == 12
    assert sum(sum(tile.copies.values()) for tile in COURT_TILES.values()) == 13


def test_there_are_as_many_resources_as_crownless_squares() -> None:
    counts = [faces(Box.KINGDOMINO)[Square(terrain)] for terrain in RESOURCE_TERRAINS]
    assert counts == [21, 16, 12, 10]
    assert sum(counts) == 59


@pytest.mark.slow
@given(kingdoms)
def test_the_notation_of_the_court_is_read_back_the_same(kingdom: Kingdom) -> None:
    assert Kingdom.parse(str(kingdom)) == kingdom


@pytest.mark.slow
@given(kingdoms)
def test_a_tile_counts_what_lies_around_it_in_every_direction(kingdom: Kingdom) -> None:
    squares = kingdom.squares()
    for tile in court_scores(kingdom):
        row, column = tile.position
        near = [s for (r, c), s in squares.items() if max(abs(r - row), abs(c - column)) == 1]
        kinds = [COURT_TILES[s.building] for s in near if s.building]
        warriors = sum(kind.is_warrior for kind in kinds)
        characters = sum(kind.crowns == 0 for kind in kinds)
        crowns = sum(s.crowns or 0 for s in near) + sum(kind.crowns for kind in kinds)
        resources = {terrain: sum(s.resource and s.terrain is terrain for s in near) for terrain in Terrain}
        expected = {
            "farmer": 3 + 3 * resources[Terrain.WHEAT],
            "lumberjack": 3 + 3 * resources[Terrain.FOREST],
            "fisherman": 3 + 3 * resources[Terrain.LAKE],
            "shepherdess": 3 + 3 * resources[Terrain.GRASSLAND],
            "banker": 2 + 2 * sum(resources.values()),
            "king": crowns,
            "queen": 2 + 2 * characters,
            "captain": 1 + 3 * warriors,
            "light_archery": 4,
            "heavy_archery": 4,
            "axe_warrior": 3,
            "sword_warrior": 3,
            "building": 0,
            "building2": 0,
        }
        assert tile.points == expected[tile.kind]


def test_a_buildings_crowns_count_for_its_territory() -> None:
    assert score(Kingdom.parse("w[building]wwC")).total == 3
    assert score(Kingdom.parse("g[building2]gC")).total == 4


def test_the_sheet_names_the_squares_that_gave_points() -> None:
    sheet = score(Kingdom.parse("f*f[lumberjack]/Cf*"))
    line = next(line for line in sheet.lines if line.section == "court")
    assert (line.points, line.cells) == (9, ((0, 1), (0, 0), (1, 1)))
    assert (sheet.total, sheet.rules.court) == (9, True)
    assert not score(Kingdom.parse("ffC")).rules.court


@pytest.mark.parametrize(
    ("notation", "reason"),
    [
        ("C/w[knight]", "row 2, column 1: “knight” is not a tile of The Court; use farmer lumberjack"),
        ("Ct[farmer]", "row 1, column 2: “farmer” is not a building"),
        ("Cw[church]", "row 1, column 2: “church” is not on a town"),
        ("C*", "row 1, column 2: “\\*” is not a square"),
    ],
)
def test_a_mistake_in_the_notation_names_its_row_and_column(notation: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Kingdom.parse(notation)


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("Cw*w*", None),
        ("Cw[building]w[farmer]", None),
        ("Cs*w", "resource_place"),
        ("Cw1*f", "resource_place"),
        ("Cw1[farmer]f", "court_place"),
        ("Cw*[farmer]w", "court_place"),
        ("Cw[building2]w", "court_place"),
        ("Cm[building]w", "court_place"),
        ("Cw[king]w[king]", "court_count"),
        ("Cg[building2]g[building2]", "court_count"),
    ],
)
def test_court_pieces_on_wrong_squares_are_reported(notation: str, code: str | None) -> None:
    codes = [str(finding.code) for finding in check(Kingdom.parse(notation), box=Box.KINGDOMINO).findings]
    if code is None:
        assert not set(codes) & {"resource_place", "court_place", "court_count"}
    else:
        assert code in codes


def test_more_tiles_than_the_box_has_are_reported() -> None:
    ann, bob = (
        Player(name, kingdoms=(Kingdom.parse(f"C{rest}"),)) for name, rest in (("A", "w[king]w"), ("B", "f[king]f"))
    )
    assert "court_count" in {finding.code for finding in rank(Table((ann, bob))).findings}
