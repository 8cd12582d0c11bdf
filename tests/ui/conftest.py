"""What the servers of the tests share."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from scorer.frontend.sprites import sprite_sheet
from tests.once import made_once
from tests.ui.browsing import SPRITES


@pytest.fixture(scope="session")
def sprites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The drawn squares for all servers to come: each would draw them for more than a second."""
    folder = made_once(
        tmp_path_factory, "sprites", lambda folder: (folder / "sheet").write_bytes(pickle.dumps(sprite_sheet()))
    )
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(SPRITES, str(folder / "sheet"))
        yield
