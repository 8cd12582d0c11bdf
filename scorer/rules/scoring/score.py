"""Computes a score sheet: every point of a kingdom with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial

from scorer.rules.expansions.court import court_scores
from scorer.rules.expansions.quests import quest_lines, quest_range, terrains_of
from scorer.rules.model.buildings import Building, building_on
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.quests import QuestKind
from scorer.rules.model.rules import Rules, SettledRules
from scorer.rules.model.terrain import Terrain, is_hidden
from scorer.rules.scoring.bonuses import (
    HARMONY_POINTS,
    MIDDLE_KINGDOM_POINTS,
    bonus_points,
    has_harmony,
    is_middle_kingdom,
    left_out,
)
from scorer.rules.scoring.bounds import Bonus, total_range
from scorer.rules.scoring.sheet import BuildingScore, ScoreLine, ScoreSheet, Section
from scorer.rules.scoring.territories import Territory, territories

COINS_PER_POINT = 3


def score(kingdom: Kingdom, rules: Rules = Rules()) -> ScoreSheet:  # noqa: B008 (Rules is frozen)
    """The score of a kingdom, legal or not; hidden crowns and unknown squares score 0.

    ``rules`` of the result has the box and the size that were used.

    >>> sheet = score(Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"), Rules(middle_kingdom=True))
    >>> sheet.total, str(sheet.lines[0].message), sheet.lines[0].points, sheet.lines[-1].points
    (26, 'wheat: 5 squares × 0 crowns', 0, 10)
    """
    settled = rules.settled(kingdom)
    sheet = _count(kingdom, settled)
    on_each_grid = [replace(settled, size=size) for size in settled.sizes]
    if not any(is_hidden(cell) for _, cell in kingdom.cells()):
        others = (_count(kingdom, variant).total for variant in on_each_grid if variant != settled)
        return replace(sheet, total_range=_min_max((sheet.total, *others)))
    return replace(sheet, total_range=total_range(sheet, [_bonuses(variant) for variant in on_each_grid]))


def _bonuses(rules: SettledRules) -> list[Bonus]:
    """The variant bonuses and the quests."""
    quests = [Bonus(partial(quest_range, quest=quest, rules=rules), terrains_of(quest)) for quest in rules.quests]
    return [Bonus(lambda kingdom: (bonus_points(kingdom, rules),) * 2), *quests]


def _min_max(points: Iterable[int]) -> tuple[int, int]:
    found = tuple(points)
    return min(found), max(found)


def _count(kingdom: Kingdom, rules: SettledRules) -> ScoreSheet:
    """The sheet of the visible squares."""
    found = territories(kingdom)
    buildings: tuple[BuildingScore, ...] = ()
    lines = []
    queendomino = rules.box.has_queendomino
    if queendomino and kingdom.coins:
        lines.append(_coin_line(kingdom.coins))
    lines += [
        ScoreLine("territories", _territory_message(t.terrain, t.squares, t.crowns), t.points, t.cells) for t in found
    ]
    if queendomino:
        if kingdom.queen and found:
            lines.append(_queen_line(found))
        buildings = tuple(_building_scores(kingdom, found))
        lines += [ScoreLine("buildings", b.message, b.points, (b.position,)) for b in buildings]
    court = court_scores(kingdom)
    lines += [ScoreLine("court", tile.message, tile.points, (tile.position, *tile.neighbours)) for tile in court]
    lines += _bonus_lines(kingdom, rules)
    quests = quest_lines(kingdom, rules, found)
    lines += [line for each in quests.values() for line in each]
    points = {section: sum(line.points for line in lines if line.section == section) for section in _EXTRA}
    total = sum(line.points for line in lines)
    return ScoreSheet(
        kingdom,
        rules,
        total,
        (total, total),
        found,
        tuple(lines),
        {bonus: points[bonus] for bonus in ("harmony", "middle_kingdom")},
        points["coins"],
        buildings,
        points["queen"],
        {str(quest): sum(line.points for line in each) for quest, each in quests.items()},
        court,
    )


_BONUS_SECTIONS: Mapping[QuestKind, Section] = {
    QuestKind.HARMONY: "harmony",
    QuestKind.MIDDLE_KINGDOM: "middle_kingdom",
}
_EXTRA: tuple[Section, ...] = ("coins", "queen", "harmony", "middle_kingdom")


def _coin_line(coins: int) -> ScoreLine:
    message = counted("{count} coin, 1 point for every 3", "{count} coins, 1 point for every 3", coins)
    return ScoreLine("coins", message, coins // COINS_PER_POINT)


@lru_cache(maxsize=2000)  # saved games have thousands of territories, most of them alike
def _territory_message(terrain: Terrain, squares: int, crowns: int) -> Message:
    values = {
        "terrain": terrain,
        "squares": counted("{count} square", "{count} squares", squares),
        "crowns": counted("{count} crown", "{count} crowns", crowns),
    }
    return Message("{terrain}: {squares} × {crowns}", values)


def _queen_line(found: tuple[Territory, ...]) -> ScoreLine:
    """The line of the Queen: one more crown on the largest territory, on any of equal ones."""
    largest = max(found, key=lambda territory: (territory.squares, territory.crowns))
    return ScoreLine(
        "queen",
        Message(
            "the Queen: 1 more crown on the largest territory ({terrain}, {squares})",
            {"terrain": largest.terrain, "squares": counted("{count} square", "{count} squares", largest.squares)},
        ),
        largest.squares,
        largest.cells,
    )


def _building_scores(kingdom: Kingdom, found: tuple[Territory, ...]) -> list[BuildingScore]:
    scores = []
    for position, square in kingdom.squares().items():
        building = building_on(square)
        if building:
            points, message = _building_points(building, kingdom, found)
            scores.append(BuildingScore(building.kind, points, message, position))
    return scores


def _building_points(building: Building, kingdom: Kingdom, found: tuple[Territory, ...]) -> tuple[int, Message]:
    name = {"building": building.name}
    if building.per == "territory":
        times = sum(territory.terrain is building.terrain for territory in found)
        return 2 * times, counted(
            "{building}: 2 points × {count} separate {terrain} territory",
            "{building}: 2 points × {count} separate {terrain} territories",
            times,
            {**name, "terrain": building.terrain},
        )
    if building.per == "tower":
        towers = kingdom.towers
        return towers, counted(
            "{building}: 1 point × {count} tower", "{building}: 1 point × {count} towers", towers, name
        )
    if building.per == "knight":
        return kingdom.knights, counted(
            "{building}: 1 point × {count} knight", "{building}: 1 point × {count} knights", kingdom.knights, name
        )
    if building.crowns:
        return 0, Message("{building}: its crown counts for its town", name)
    return building.points, counted("{building}: {count} point", "{building}: {count} points", building.points, name)


def _bonus_lines(kingdom: Kingdom, rules: SettledRules) -> list[ScoreLine]:
    lines = [ScoreLine(_BONUS_SECTIONS[bonus], left_out(bonus), 0) for bonus in rules.left_out]
    if rules.harmony:
        lines.append(_harmony_line(kingdom, rules))
    if rules.middle_kingdom:
        earned, message = is_middle_kingdom(kingdom)
        lines.append(ScoreLine("middle_kingdom", message, MIDDLE_KINGDOM_POINTS * earned, kingdom.castles))
    return lines


def _harmony_line(kingdom: Kingdom, rules: SettledRules) -> ScoreLine:
    earned, message = has_harmony(kingdom, rules.size, rules.edition)
    return ScoreLine("harmony", message, HARMONY_POINTS * earned)
