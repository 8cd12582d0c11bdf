"""What the tests of the program share."""

from __future__ import annotations

import pytest

from tests.app.asking import StubProgram, new_program


@pytest.fixture
def program() -> StubProgram:
    """The program of a page that was just opened."""
    return new_program()


@pytest.fixture
def app(program: StubProgram) -> StubProgram:
    """The page just opened."""
    return program
