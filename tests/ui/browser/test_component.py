"""The component's files load below any path of the host, and again after a failure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.frontend.parts import FOLDER
from tests.ui.browser.steps import go_to, own_tab, with_corrected_photo
from tests.ui.browsing import PHONE, SERVED, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

ANY_KINGDOM = f"**/{FOLDER}/kingdom-*"


@pytest.mark.nightly
@pytest.mark.usefixtures("sprites")
def test_the_page_works_below_a_path_of_its_host_and_loads_a_failed_file_again(browser: Browser, photo: Path) -> None:
    missing: list[str] = []
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort("connectionrefused")

    with own_tab(browser, **PHONE) as page, served(SERVED, below="games/kingdom") as address:
        page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
        page.route(ANY_KINGDOM, refuse_once)
        go_to(page, f"{address}/")
        page.wait_for_function("document.title === 'Kingdom scorer'")
        with_corrected_photo(page, photo)
        picture = page.locator(".photo image").first.get_attribute("href") or ""
        found = page.evaluate(
            "(href) => fetch(new URL(href, document.baseURI)).then((answer) => answer.headers.get('content-type'))",
            picture,
        )
        assert found == "image/jpeg"
        assert page.evaluate("() => [...document.images].every((image) => image.complete && image.naturalWidth)")
    assert len(refused) == 1
    # Streamlit's page looks for its server by trying, and may ask for a picture just after another has replaced it.
    assert not [one for one in missing if "/_stcore/" not in one and "/media/" not in one]
