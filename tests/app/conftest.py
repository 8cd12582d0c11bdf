"""What the tests of the program share."""

from __future__ import annotations

import pytest

from tests.app.asking import StubProgram, begun


@pytest.fixture
def program() -> StubProgram:
    """The program as its page has just begun it."""
    return begun()


@pytest.fixture
def app(program: StubProgram) -> StubProgram:
    """The page just opened."""
    return program
