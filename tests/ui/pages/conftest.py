"""The page just opened."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from streamlit.testing.v1 import AppTest

from scorer.ui import photos
from tests.ui.drawn import read_drawn
from tests.ui.pages.steps import opened


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page just opened, with a reader that knows the drawn photo."""
    monkeypatch.setattr(photos, "read_photo", read_drawn)
    monkeypatch.setattr(photos, "workers", cache(lambda: ThreadPoolExecutor(1)))
    return opened()
