"""Photos on their way from a file to the page."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import TYPE_CHECKING

from scorer.rules.model.rules import Rules
from scorer.samples import samples
from scorer.sharing.game import Game
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.ui import photos
from scorer.vision.photo.decode import decode
from scorer.vision.reader import read_photo

if TYPE_CHECKING:
    import pytest

    from scorer.vision.photo.photo import Photo


def test_a_photo_is_decoded_once_to_be_read_and_to_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def decoded(data: bytes, name: str, longest: int) -> Photo:
        asked.append(longest)
        return decode(data, name, longest)

    data = samples()[0].path.read_bytes()
    with ThreadPoolExecutor(1) as workers:
        monkeypatch.setattr(photos, "workers", lambda: workers)
        monkeypatch.setattr(photos, "decode", decoded)
        taken = photos.look(data, "sample.jpg", "sample", Rules()).result()
    assert isinstance(taken, tuple)
    snapshot, reading = taken
    assert asked.count(photos.LOOKED_AT) == 1
    again = read_photo(data, size=Rules().size, box=Rules().box)
    assert [(one.kingdom, one.confidence) for one in reading.kingdoms] == [
        (one.kingdom, one.confidence) for one in again.kingdoms
    ]
    assert max(decode(snapshot.preview).image.shape) <= photos.PREVIEW
    game = SavedGame("1a", date(2026, 5, 2), Game(), photo=photos.thumbnail(snapshot))
    assert game.photo, "it is a JPEG that is small enough"
