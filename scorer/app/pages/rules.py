"""The page of the rules in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.app.blocks import Block, Choice, Component, Switch, Text
from scorer.app.choices import AUTO, BONUSES, BOXES, EDITIONS, GRIDS, TIES
from scorer.app.pages.messages import left_out
from scorer.app.pictures.board import Sheet, quest_html
from scorer.app.pictures.options import PictureOption, options_html
from scorer.app.visit import Visit
from scorer.app.wording import choice_words
from scorer.rules.model.quests import QUESTS


def rules(visit: Visit) -> list[Block]:
    """The page."""
    tr, played = visit.tr, visit.state.rules
    grids = tr("7×7 is for Mighty Duel, for Queendomino with two players, and for Royal Wedding with 3 or 4 players.")
    ties = tr("If players are tied on points, the largest territory wins. If that is tied too, this choice decides.")
    return [
        choice(visit, tr("Which game?"), "box", BOXES),
        choice(visit, tr("Grid"), "size", GRIDS),
        Text(grids, "note"),
        Text(tr("Expansions and bonuses"), "heading"),
        *expansions(visit),
        *(switch(tr(label), name, getattr(played, name)) for name, label in BONUSES.items() if not played.giants),
        switch(tr("Dynasty: add up the points of three games"), "dynasty", visit.state.dynasty),
        choice(visit, tr("If points and largest territory are tied"), "edition", EDITIONS),
        Text(f"{ties} {tr(TIES)}", "note"),
        *left_out(visit),
    ]


def choice(visit: Visit, label: str, name: str, options: Mapping[Any, str]) -> Choice:
    """A choice among the values of a rule."""
    value = str(getattr(visit.state.rules, name) or AUTO)
    said = tuple((str(key), choice_words(name, key, words, visit.state, visit.tr)) for key, words in options.items())
    return Choice(label, {"kind": "rule", "name": name}, f"rule-{name}", value, said, "radio")


def switch(label: str, name: str, value: bool) -> Switch:
    """A rule that is on or off."""
    return Switch(label, {"kind": "rule", "name": name}, f"rule-{name}", value)


def expansions(visit: Visit) -> list[Block]:
    """Age of Giants with its quests, which replace Harmony and Middle Kingdom, and The Court."""
    tr, played = visit.tr, visit.state.rules
    giants = tr("Age of Giants: giants cover crowns, and two quests are in play")
    blocks: list[Block] = [Switch(giants, {"kind": "giants"}, "rule-giants", played.giants)]
    if played.giants:
        sheet, size = Sheet.of(*visit.host.sprites()), visit.state.settled_rules.size
        options = [
            PictureOption(str(quest), quest_html(quest, sheet, tr, size=size), tr(quest.name)) for quest in QUESTS
        ]
        html = options_html(tr("Quests in play"), options, tuple(map(str, played.quests)))
        blocks.append(Text(tr("Choose the two quests in play")))
        blocks.append(Component("taps", "rule-quests", {"html": html}, {"kind": "quest"}))
    return [*blocks, switch(tr("The Court: resources, characters and buildings"), "court", played.court)]
