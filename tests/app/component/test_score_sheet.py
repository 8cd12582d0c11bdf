"""The score sheet as the page shows it."""

from __future__ import annotations

import pytest
from hypothesis import given

from scorer.app.component.data import SheetData
from scorer.app.component.score_sheet import score_sheet_data
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS, Quest
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.sharing.game import Game
from tests.sharing.some_games import small_games

ENGLISH = translator("en")


def sheet(notation: str, rules: Rules = Rules()) -> SheetData:  # noqa: B008 (Rules is frozen)
    return score_sheet_data(score(Kingdom.parse(notation), rules), ENGLISH)


def test_territories_of_one_terrain_share_a_subtotal() -> None:
    groups = sheet("w1wCf1/f.w1f")["groups"]
    assert [(group["name"], group["points"], len(group["lines"])) for group in groups] == [("wheat", 3, 2), ("", 2, 1)]


@pytest.mark.parametrize("quest", QUESTS, ids=str)
def test_every_quest_line_has_points_and_terrain(quest: Quest) -> None:
    data = sheet("wfC/f1!.w", Rules(giants=True, quests=(quest,)))
    lines = [*data["empty"], *(line for group in data["groups"] for line in group["lines"])]
    rules = {line["rule"] for line in lines if line["rule"]}
    assert len(rules) == 1
    (rule,) = rules
    assert rule.startswith(f"{quest.points} points") and str(quest.terrain or "") in rule


def test_tiles_of_the_court_share_a_subtotal() -> None:
    groups = sheet("f[lumberjack]f*C/w[axe_warrior].w", Rules(court=True))["groups"]
    assert [(group["name"], group["points"]) for group in groups] == [("The Court", 9)]


def test_lines_without_points_stand_apart() -> None:
    data = sheet("w1wCf/sss.")
    assert [line["text"] for line in data["empty"]] == ["forest: 1 square × 0 crowns", "swamp: 3 squares × 0 crowns"]
    assert data["words"]["empty"] == "2 territories without crowns"
    assert sheet("w1wCf/sss.", Rules(harmony=True))["words"]["empty"] == "3 more lines worth 0 points"


@pytest.mark.parametrize(
    ("notation", "rules", "rule"),
    [
        ("wwC", Rules(harmony=True), "Harmony: 5 points if all 25 places"),
        ("wwC", Rules(middle_kingdom=True), "Middle Kingdom: 10 points if as many rows"),
        ("t[church]tC", Rules(), "2 points for each town territory"),
        ("f[lumberjack]wC", Rules(court=True), "3 points, and 3 for each wood on the 8 squares around"),
        ("wwC", Rules(giants=True, quests=(Quest.parse("lost_corner"),)), "20 points if the castle lies on a corner"),
    ],
)
def test_bonus_line_explains_its_rule(notation: str, rules: Rules, rule: str) -> None:
    data = sheet(notation, rules)
    lines = [*data["empty"], *(line for group in data["groups"] for line in group["lines"])]
    (text,) = [line["rule"] for line in lines if line["rule"]]
    assert text.startswith(rule)


@pytest.mark.slow
@given(small_games)
def test_nothing_is_lost_and_subtotals_add_up(game: Game) -> None:
    for kingdom in (kingdom for player in game.players for kingdom in player.kingdoms):
        scored = score(kingdom, game.rules)
        data = score_sheet_data(scored, ENGLISH, (2, -1))
        assert sum(group["points"] for group in data["groups"]) == scored.total
        assert len(data["empty"]) + sum(len(group["lines"]) for group in data["groups"]) == len(scored.lines)
        for group in data["groups"]:
            assert group["points"] == sum(line["points"] for line in group["lines"])


def test_bonus_that_does_not_count_is_listed_with_the_reason() -> None:
    data = sheet("w1!wC", Rules(harmony=True))
    shown = [line["text"] for group in data["groups"] for line in group["lines"]]
    assert any("Harmony: not counted" in text for text in shown)
    assert not any("Harmony" in line["text"] for line in data["empty"])
