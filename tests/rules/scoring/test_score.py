"""Scores from the rulebooks and of the labelled kingdoms."""

import json
from itertools import product
from pathlib import Path

import pytest

from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.scoring.score import score

WORKED_EXAMPLE = Kingdom.parse(
    "ww1w.ff1./.t[travelling_castle].t[guardtower]..f1/l1l1l.f../....C.s1/"
    "g1g1g.t[sawmill]t[church]./g1.m2...t[statue]/..m1m1..t[big_tavern] coins=11 towers=3 knights=4 queen"
)
"""Has every part of the Queendomino rulebook's scoring example, which totals 71."""


def test_the_rulebooks_territory_examples() -> None:
    assert score(Kingdom.parse("f1f1f1f/fffC")).total == 21
    assert score(Kingdom.parse("lllll/llllC")).total == 0


def test_territories_do_not_join_over_the_castle_or_a_corner() -> None:
    assert score(Kingdom.parse("w1Cw")).total == 1
    assert score(Kingdom.parse("w1f/.w")).total == 1


@pytest.mark.parametrize(
    ("notation", "harmony", "middle"),
    [
        ("wwwww/wwwww/wwCww/wwwww/wwwww", 5, 10),
        ("Cwwww/wwwww/wwwww/wwwww/wwwww", 5, 0),
        ("wwwww/wwwww/wwCww/wwwww/wwww.", 0, 10),
        ("ww./.C./.ww", 0, 10),
        ("wwCww", 0, 10),
        ("wwwww/wwwww/wwCww/wwwww", 0, 0),
        ("C", 0, 0),
        ("wwwww/wwCww/wwCww/wwwww/wwwww", 0, 0),
    ],
)
def test_harmony_and_middle_kingdom(notation: str, harmony: int, middle: int) -> None:
    sheet = score(Kingdom.parse(notation), Rules(harmony=True, middle_kingdom=True))
    assert sheet.bonuses == {"harmony": harmony, "middle_kingdom": middle}
    assert sheet.total == harmony + middle
    assert score(Kingdom.parse(notation)).total == 0


def test_a_mighty_duel_is_full_with_49_places() -> None:
    full = Kingdom.parse("/".join(["wwwwwww"] * 3 + ["wwwCwww"] + ["wwwwwww"] * 3))
    assert score(full, Rules(harmony=True)).total == 5
    small = Kingdom.parse("/".join(["wwwww"] * 2 + ["wwCww"] + ["wwwww"] * 2))
    assert score(small, Rules(harmony=True, size=7)).total == 0


def test_the_queendomino_rulebooks_example_line_by_line() -> None:
    sheet = score(WORKED_EXAMPLE)
    assert sheet.coins == 3
    points = {terrain: [t.points for t in sheet.territories if t.terrain is terrain] for terrain in Terrain}
    assert points == {
        Terrain.WHEAT: [3],
        Terrain.FOREST: [2, 1, 0],
        Terrain.LAKE: [6],
        Terrain.GRASSLAND: [12],
        Terrain.SWAMP: [1],
        Terrain.MINE: [12],
        Terrain.TOWN: [0, 0, 0, 0],
    }
    assert sheet.queen == 4
    assert {b.kind: b.points for b in sheet.buildings} == {
        "sawmill": 6,
        "church": 8,
        "travelling_castle": 3,
        "big_tavern": 2,
        "statue": 5,
        "guardtower": 3,
    }
    assert sheet.total == sum(line.points for line in sheet.lines) == 71


def test_lines_stand_in_the_order_of_the_rulebook() -> None:
    sections = [line.section for line in score(WORKED_EXAMPLE, Rules(middle_kingdom=True)).lines]
    order = ["coins", "territories", "queen", "buildings", "harmony", "middle_kingdom"]
    assert sections == sorted(sections, key=order.index)


def test_the_queen_counts_on_towns_and_on_crownless_territories() -> None:
    assert score(Kingdom.parse("tttCw queen")).queen == 3
    assert score(Kingdom.parse("t[crown]tCw queen")).total == 2 + 2
    assert score(Kingdom.parse("C queen")).total == 0


def test_a_buildings_crown_counts_for_its_town_and_not_for_ties() -> None:
    sheet = score(Kingdom.parse("t[crown]ttC"))
    assert (sheet.total, sheet.crowns, sheet.largest) == (3, 0, 3)


def test_shooting_ranges_count_knights() -> None:
    assert score(Kingdom.parse("t[shooting_range]wC knights=4")).total == 4


def test_kingdomino_ignores_queendomino_tokens() -> None:
    assert score(Kingdom.parse("w1wC coins=11 queen"), Rules(box=Box.KINGDOMINO)).total == 2


def test_hidden_crowns_give_a_range_within_what_the_box_has() -> None:
    sheet = score(Kingdom.parse("m?w/Cm3"))
    assert (sheet.total, sheet.total_range) == (3, (3, 5)), "the box has one mine with 3 crowns, so the other has 2"


def test_the_range_of_one_unknown_square_is_exact() -> None:
    kingdom = Kingdom.parse("w1?w/.C.")
    options: list[Cell] = list(faces(Box.KINGDOMINO))
    totals = [score(kingdom.with_cell((0, 1), cell)).total for cell in (*options, Place.EMPTY)]
    assert score(kingdom).total_range == (min(totals), max(totals)) == (1, 6)


def test_many_unknown_squares_give_a_range_that_holds_every_outcome() -> None:
    kingdom = Kingdom.parse("w1??/?Cw queen")
    low, high = score(kingdom).total_range
    for terrains in product((Terrain.WHEAT, Terrain.MINE, Terrain.TOWN), repeat=3):
        filled = kingdom
        for place, terrain in zip(((0, 1), (0, 2), (1, 0)), terrains, strict=True):
            filled = filled.with_cell(place, Square(terrain, min(1, _max_crowns(terrain))))
        assert low <= score(filled).total <= high


def _max_crowns(terrain: Terrain) -> int:
    return {"wheat": 1, "forest": 1, "lake": 1, "grassland": 2, "swamp": 2, "mine": 3, "town": 0}[terrain]


def test_a_sheet_is_plain_data_and_names_the_edition() -> None:
    data = score(WORKED_EXAMPLE, Rules(edition="older")).to_dict()
    assert json.loads(json.dumps(data))["edition"] == "older"
    assert data["total"] == 71
    assert data["box"] == "queendomino"


@pytest.mark.parametrize("bad", [{"edition": "newest"}, {"size": 6}])
def test_unknown_rules_are_rejected(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Rules(**bad)  # type: ignore[arg-type]


def test_every_labelled_kingdom_scores_as_its_label_says(data: Path) -> None:
    boards = json.loads((data / "boards.json").read_text())
    kingdoms = [entry for photo in json.loads((data / "photos.json").read_text()) for entry in photo["kingdoms"]]
    labelled = [entry for entry in boards + kingdoms if entry["score"] is not None]
    assert len(labelled) >= 70
    for entry in labelled:
        assert score(Kingdom.parse(entry["notation"])).total == entry["score"], entry["notation"]


def test_bonus_replaced_by_a_quest_is_reported_as_not_counted() -> None:
    lines = score(Kingdom.parse("w1!wC"), Rules(harmony=True, middle_kingdom=True)).lines
    said: dict[str, tuple[int, str]] = {line.section: (line.points, str(line.message)) for line in lines}
    for section, name in (("harmony", "Harmony"), ("middle_kingdom", "Middle Kingdom")):
        points, message = said[section]
        assert points == 0
        assert message.startswith(f"{name}: not counted, because there are giants; ")
    assert not any(line.section == "harmony" for line in score(Kingdom.parse("w1!wC")).lines)
