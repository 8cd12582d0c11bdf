"""The keyboard on the server: controls are reached in the order of the screen, and show that they have the focus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.keyboard import PAGES, heading_faults, order_faults, walk_faults
from tests.ui.browser.screens import SCREENS, in_part, photos_by_name, show

if TYPE_CHECKING:
    from tests.ui.browser.steps import TabOn


@pytest.mark.thorough
@pytest.mark.parametrize("name", in_part(PAGES, pytest.mark.nightly))
def test_tab_reaches_every_control_in_the_order_in_which_it_is_seen(
    tab_on: TabOn, address: str, photo: Path, name: str
) -> None:
    page = tab_on("phone")
    page.goto(f"{address}/_stcore/health")
    show(page, f"{address}/", SCREENS[name], photos_by_name(photo))
    assert not heading_faults(page)
    assert not walk_faults(page)
    assert not order_faults(page, "[data-testid=stMain]")
