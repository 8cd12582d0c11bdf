"""The page just opened."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from streamlit.testing.v1 import AppTest

from scorer.ui import photos
from tests.ui.drawn import read_drawn
from tests.ui.pages.steps import opened


@pytest.fixture(autouse=True)
def drawn_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that knows the drawn photo, in a thread instead of processes."""
    monkeypatch.setattr(photos, "read_photo", read_drawn)
    monkeypatch.setattr(photos, "workers", cache(lambda: ThreadPoolExecutor(1)))


@pytest.fixture
def app() -> AppTest:
    """The page just opened."""
    return opened()
