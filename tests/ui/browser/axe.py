"""What axe has to say about a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.ui.browser.steps import rest
from tests.ui.browsing import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.ui.browser.steps import Scheme

SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")
NOTHING: dict[str, list[str]] = {scheme: [] for scheme in SCHEMES}
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
"""Comes with ``npm install``."""

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="no axe-core here: npm install")

HAS_SCHEME = """(scheme) => {
    const [red] = getComputedStyle(document.querySelector("h1.title")).color.match(/[0-9]+/g);
    return red > 128 === (scheme === "dark");
}"""
"""Whether the title has the colour of a theme."""

STREAMLITS_OWN = "[data-testid=stFileUploaderDropzone]"
"""Streamlit gives its drop zone a label and the role of no role at all, which nothing of ours can mend."""


def faults_in_both_schemes(page: Page) -> dict[str, list[str]]:
    """The same in the light and in the dark theme."""
    found: dict[str, list[str]] = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(HAS_SCHEME, arg=scheme)  # Streamlit draws the page again some time later
        found[scheme] = faults(page)
    return found


def faults(page: Page) -> list[str]:
    """What axe finds, and what sticks out to the side."""
    rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "async (own) => (await axe.run({exclude: [own]}, {resultTypes: ['violations']})).violations", STREAMLITS_OWN
    )
    said = [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return [*said, *([f"{wide} pixels too wide"] if wide > 0 else [])]
