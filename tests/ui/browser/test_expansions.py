"""Age of Giants and The Court on the page, in a browser: chosen in a tap, put on squares by tap, shared and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.sharing.files import game_from_file
from scorer.sharing.link import opened
from tests.ui.browser.axe import faults, needs_axe
from tests.ui.browser.steps import (
    answered,
    in_address,
    look_at,
    on_a_phone,
    picture,
    press,
    put,
    there,
    total,
    turn,
    unfold,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOTATION = "w1wf/ffC/l1wg2"
DONE = "w2!wf*/f[lumberjack]f*C/l1w[building]g2"
QUESTS = tuple(map(Quest.parse, ("lost_corner", "local_business:forest")))
RULES = Rules(giants=True, quests=QUESTS, court=True)


def choose_expansions(page: Page) -> None:
    turn(page, "rules")
    for rule in ("court", "giants"):
        with answered(page):
            press(page, f".st-key-rule-{rule} label")
        page.locator(f".st-key-rule-{rule} input:checked").wait_for(state="attached")
    for quest in QUESTS:
        option = f".st-key-rule-quests button[data-value='{quest}']"
        with answered(page):
            press(page, option)
        page.locator(f"{option}[aria-pressed=true]").wait_for()


def open_notation(page: Page, notation: str) -> None:
    unfold(page, "More ways to start")
    page.locator(".st-key-notation-text input").fill(notation)
    press(page, "button:has-text('Add this kingdom')")
    there(page, "kingdom")


def scored(page: Page, notation: str) -> None:
    """Waits until the page shows the points that the rules give this kingdom."""
    total(page, str(score(Kingdom.parse(notation), RULES).total))


@pytest.mark.thorough
@needs_axe
@on_a_phone
def test_giants_and_tiles_by_tap_then_in_a_link_and_in_files(page: Page) -> None:
    choose_expansions(page)
    picture(page, "expansions-rules")
    found = {"rules": faults(page)}
    turn(page, "home")
    open_notation(page, NOTATION)
    scored(page, NOTATION)
    look_at(page, "0,0")
    picture(page, "expansions-picker-giants")
    found["giants"] = faults(page)
    press(page, ".picker [data-face='w1!']")
    scored(page, NOTATION.replace("w1w", "w1!w"))
    put(page, "0,0", "w2")
    put(page, "0,0", "w2!")
    put(page, "0,2", "f*")
    put(page, "1,1", "f*")
    look_at(page, "1,0")
    picture(page, "expansions-picker-court")
    found["court"] = faults(page)
    press(page, ".picker [data-face='f[lumberjack]']")
    put(page, "2,1", "w[building]")
    scored(page, DONE)
    picture(page, "expansions-board")
    found["board"] = faults(page)
    in_address(page, DONE)
    turn(page, "share")
    page.locator(".st-key-card img").wait_for()
    picture(page, "expansions-card")
    with page.expect_download() as saved:
        press(page, "button:has-text('Save as JSON')")
    game = game_from_file(Path(saved.value.path()).read_bytes())
    assert str(game.players[0].kingdoms[0]) == DONE
    assert game.rules.giants and game.rules.court and set(game.rules.quests) == set(RULES.quests)
    assert opened(page.url) == game
    assert found == {name: [] for name in found}
