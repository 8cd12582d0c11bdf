"""The browser's pages for everybody: axe finds nothing, and the editor's words and roles are whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.axe import faults, needs_axe
from tests.ui.browser.steps import empty_board, fits, press, rest, turn, with_photo

if TYPE_CHECKING:
    from tests.ui.browser.steps import Opened, Scheme

TWICE_AS_LARGE = "html { font-size: 32px !important; }"
CUT = """(elements) => elements.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(opened: Opened, photo: Path, scheme: Scheme) -> None:
    page = opened("phone", scheme)
    found = {"start": faults(page)}
    with_photo(page, photo)
    found["kingdoms"] = faults(page)
    turn(page, "rules")
    for rule in ("rule-giants", "rule-dynasty"):
        press(page, f"[data-key={rule}] input")
        page.locator(f"[data-key={rule}] input[checked]").wait_for()
    assert fits(page)
    for name in ("game", "share", "history"):
        turn(page, name)
        rest(page)
        for fold in page.locator("summary").all():
            fold.click()
        assert fits(page)
        found[name] = faults(page)
    turn(page, "rules")
    found["rules"] = faults(page)
    turn(page, "kingdom")
    found["games"] = faults(page)
    assert found == {name: [] for name in found}


def test_no_word_on_a_face_to_paint_with_is_cut_at_twice_the_size(opened: Opened) -> None:
    page = opened("phone")
    page.add_style_tag(content=TWICE_AS_LARGE)
    empty_board(page)
    page.locator(".brushes .word").first.wait_for()
    assert page.locator(".brushes .face").evaluate_all(CUT) == []


def test_the_drawn_board_is_a_grid_with_rows_and_one_stop_for_tab(opened: Opened, photo: Path) -> None:
    page = opened("desktop")
    with_photo(page, photo)
    page.locator("[data-mode=drawn]").click()
    page.locator("[data-mode=drawn][aria-pressed=true]").wait_for()
    assert page.locator(".drawn[role=grid] > [role=row]").count() == 5
    assert page.locator(".drawn [role=row] > [role=gridcell]").count() == 25
    assert page.locator(".drawn [tabindex='0']").count() == 1
