"""The browser's pages for everybody: axe finds nothing, and the editor's words and roles are whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.frontend.browser.conftest import HOME
from tests.ui.browser.axe import faults, needs_axe
from tests.ui.browser.screens import SCREENS, show
from tests.ui.browser.steps import empty_board, fits, with_photo

if TYPE_CHECKING:
    from tests.ui.browser.steps import Opened, Scheme


SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")
TWICE_AS_LARGE = "html { font-size: 32px !important; }"
CUT = """(elements) => elements.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@needs_axe
@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing_on_any_screen(opened: Opened, photo: Path, name: str) -> None:
    page = opened("phone")
    broken = photo.with_name("broken.jpg")
    broken.write_bytes(b"")
    show(page, HOME, SCREENS[name], {"kingdom": photo, "another": photo, "broken": broken})
    found = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found[scheme] = faults(page)
    assert fits(page)
    assert found == {scheme: [] for scheme in SCHEMES}


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
