"""The browser's pages for everybody: axe finds nothing, and the editor's words and roles are whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.axe import NOTHING, faults_in_both_schemes, needs_axe
from tests.ui.browser.screens import SCREENS, in_part, photos_by_name, show
from tests.ui.browser.steps import empty_board, fits, with_photo

if TYPE_CHECKING:
    from tests.ui.browser.steps import Opened


TWICE_AS_LARGE = "html { font-size: 32px !important; }"
CUT = """(elements) => elements.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@needs_axe
@pytest.mark.parametrize("name", in_part(SCREENS))
def test_axe_finds_nothing_on_any_screen(opened: Opened, address: str, photo: Path, name: str) -> None:
    page = opened("phone")
    show(page, f"{address}/", SCREENS[name], photos_by_name(photo))
    assert faults_in_both_schemes(page) == NOTHING
    assert fits(page)


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
