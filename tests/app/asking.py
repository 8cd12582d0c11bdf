"""What tests ask of a program, and what they look for in its answers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from scorer.app.program import Program
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from tests.app.stub import StubHost

SPRITES = json.dumps({"columns": 1, "rows": 1, "at": {"C": [0]}})

WHOLE = "fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg"
QUESTS = (Quest.parse("lost_corner"), Quest.parse("local_business:forest"))

EXPANDED = Game(
    (
        Player("Ann", colour="pink", kingdoms=(Kingdom.parse("w2!wf*/f[lumberjack]f*C/l1w[building]g2"),)),
        Player("Zoë & Ben", members=("Zoë", "Ben"), kingdoms=(Kingdom.parse("g1!gC/f*ww/s[captain]ll"),)),
    ),
    Rules(giants=True, quests=QUESTS, court=True),
)

DYNASTY = replace(
    EXPANDED,
    rules=Rules("older", size=7, court=True),
    dynasty=True,
    players=tuple(replace(player, kingdoms=3 * player.kingdoms) for player in EXPANDED.players),
)


class StubProgram(Program):
    """A program whose host a test changes."""

    host: StubHost


def new_program(language: str = "en") -> StubProgram:
    """The program of a page that was just opened."""
    return StubProgram(StubHost(), language)


def done(program: Program, kind: str, **given: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(program.answer(json.dumps({"kind": kind, **given})))
    return found


def blocks(page: dict[str, Any]) -> list[dict[str, Any]]:
    """All blocks, also those inside others."""
    found: list[dict[str, Any]] = []
    for one in page["blocks"]:
        found += [one, *blocks(one)] if "blocks" in one else [one]
    return found


def block(page: dict[str, Any], **wanted: object) -> dict[str, Any]:
    """The one block with these fields."""
    (found,) = [one for one in blocks(page) if all(name in one and one[name] == is_ for name, is_ in wanted.items())]
    return dict(found)


def labels(page: dict[str, Any]) -> list[str]:
    return [one["label"] for one in blocks(page) if "label" in one]


def texts(page: dict[str, Any]) -> list[str]:
    return [one["text"] for one in blocks(page) if one["block"] == "text"]
