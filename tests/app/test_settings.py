"""The settings that the browser stores."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scorer.app.settings import Settings
from scorer.rules.model.rules import US


@dataclass(frozen=True)
class MoreSettings(Settings):
    """The settings with one more switch and one more text."""

    is_loud: bool = False
    theme: str = "light"


def test_every_field_is_stored_and_read() -> None:
    chosen = MoreSettings(is_saving=False, edition=US, is_loud=True, theme="dark")
    assert MoreSettings.from_text(chosen.to_text()) == chosen
    assert MoreSettings.from_text(Settings(is_saving=False).to_text()) == MoreSettings(is_saving=False)


@pytest.mark.parametrize("edition", ['"x"', "1", "null", "[]", "{}", "true"])
def test_an_unknown_edition_leaves_it_to_the_language(edition: str) -> None:
    assert Settings.from_text(f'{{"edition": {edition}, "is_saving": false}}') == Settings(is_saving=False)
