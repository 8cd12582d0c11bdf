"""A score sheet for the component: subtotals by terrain; rules and lines without points are folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from scorer.app.component import data
from scorer.i18n.translator import Translator
from scorer.rules.expansions.quests import quest_lines
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import COURT_TILES
from scorer.rules.model.kingdom import Position
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.words import building_words, court_tile_words, quest_words
from scorer.rules.scoring.bonuses import HARMONY_POINTS, MIDDLE_KINGDOM_POINTS
from scorer.rules.scoring.sheet import ScoreLine, ScoreSheet, Section, points_text


def score_sheet_data(sheet: ScoreSheet, tr: Translator, origin: Position = (0, 0), name: str = "") -> data.SheetData:
    """The score sheet's data: every line with its squares.

    ``origin`` is the position of the kingdom's first row and column in the draft, ``name`` the sheet's title.
    """
    written = [(line, kind, _line(line, rule, origin, tr)) for line, kind, rule in _explained(sheet, tr)]
    unfolded = [(scored.points or scored.section in sheet.rules.left_out) for scored, _, _ in written]
    scoring = ((kind, line) for (_, kind, line), is_shown in zip(written, unfolded, strict=True) if is_shown)
    groups = [_group(kind, [line for _, line in lines]) for kind, lines in groupby(scoring, lambda entry: entry[0])]
    empty = [(scored, line) for (scored, _, line), is_shown in zip(written, unfolded, strict=True) if not is_shown]
    return {
        "groups": groups,
        "empty": [line for _, line in empty],
        "total": points_text([sheet]),
        "words": {
            "sheet": name or tr("Score sheet"),
            "total": tr("Total"),
            "empty": tr(_without_points([scored for scored, _ in empty])),
            "rule": tr("The rule"),
        },
    }


def _without_points(lines: Sequence[ScoreLine]) -> Message:
    """The name of the lines worth 0 points together."""
    if all(line.section == "territories" for line in lines):
        return counted("{count} territory without crowns", "{count} territories without crowns", len(lines))
    return counted("{count} more line worth 0 points", "{count} more lines worth 0 points", len(lines))


def _group(kind: str, lines: list[data.SheetLine]) -> data.SheetGroup:
    """Lines with a subtotal; a single line needs none."""
    return {"name": kind if len(lines) > 1 else "", "points": sum(line["points"] for line in lines), "lines": lines}


def _line(line: ScoreLine, rule: str, origin: Position, tr: Translator) -> data.SheetLine:
    cells = [f"{origin[0] + row},{origin[1] + column}" for row, column in line.cells]
    return {"text": tr.line(line.message), "points": line.points, "cells": cells, "rule": rule}


def _explained(sheet: ScoreSheet, tr: Translator) -> Iterable[tuple[ScoreLine, str, str]]:
    """Every line with its subject, which the lines of one subtotal share, and with its rule."""
    territories, buildings, court = iter(sheet.territories), iter(sheet.buildings), iter(sheet.court)
    by_quest = quest_lines(sheet.kingdom, sheet.rules, sheet.territories)
    quests = (quest for quest, lines in by_quest.items() for _ in lines)
    for line in sheet.lines:
        if line.section == "territories":
            yield line, tr(next(territories).terrain.value), ""
        elif line.section == "buildings":
            yield line, tr("Buildings"), tr(building_words(BUILDINGS[next(buildings).kind]))
        elif line.section == "court":
            yield line, tr("The Court"), tr(court_tile_words(COURT_TILES[next(court).kind]))
        elif line.section == "quests":
            quest = next(quests)
            yield line, tr(quest.name), tr(quest_words(quest, sheet.rules.size))
        else:
            yield line, line.section, _rule(line.section, sheet.rules.size, tr)


def _rule(section: Section, size: int, tr: Translator) -> str:
    """The rule of a bonus; empty where the line says enough."""
    if section == "harmony":
        return tr(
            "Harmony: {points} points if all {count} places of the {size}×{size} grid are filled, "
            "the castle’s among them.",
            points=HARMONY_POINTS,
            count=size**2,
            size=size,
        )
    if section == "middle_kingdom":
        return tr(
            "Middle Kingdom: {points} points if as many rows lie above the castle as below it, "
            "and as many columns to its left as to its right.",
            points=MIDDLE_KINGDOM_POINTS,
        )
    return ""
