"""Python is taken up again from what a phone has kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from tests.pocket.steps import (
    KEPT,
    PATIENCE,
    WHOLE,
    Served,
    kept_python,
    opened_page,
    total,
    type_in,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


def until_said(page: Page, said: list[str], words: str) -> None:
    """Wait until the console says so; a worker's words may come after the page's."""
    for _ in range(PATIENCE // 100):
        if any(words in text for text in said):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"nobody said “{words}”, but {said}")


def test_python_is_taken_up_again_from_what_was_kept(
    used_phone: BrowserContext, lasting: Served, said: list[str]
) -> None:
    page = opened_page(used_phone, lasting.address)
    first = kept_python(page)
    page.close()
    page = opened_page(used_phone, lasting.address)
    assert page.evaluate(KEPT) == first, said  # the mark is gone as soon as Python runs
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
    assert not [text for text in said if "anew" in text], said


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("(store, url) => store.put(url, new Response(new Uint8Array(1000)))", "what was kept of it is spoilt"),
        ("(store, url) => store.put(url + '/tried', new Response())", "what was kept of it did not start"),
    ],
)
def test_python_starts_anew_where_what_was_kept_is_of_no_use(
    used_phone: BrowserContext, lasting: Served, said: list[str], harm: str, told: str
) -> None:
    page = opened_page(used_phone, lasting.address)
    first = kept_python(page)
    page.evaluate(
        f"""async () => {{
          const store = await caches.open('python');
          await ({harm})(store, (await store.keys())[0].url);
        }}"""
    )
    assert page.evaluate(KEPT) != first
    page.close()
    page = opened_page(used_phone, lasting.address)
    until_said(page, said, f"Python starts anew: {told}")
    type_in(page, WHOLE)
    total(page, score(Kingdom.parse(WHOLE)).total)
    kept_python(page)
