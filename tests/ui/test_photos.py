"""Photos on their way from a file to the page."""

from __future__ import annotations

from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import TYPE_CHECKING

import pytest

from scorer.rules.model.rules import Rules
from scorer.samples import samples
from scorer.sharing.game import Game
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.ui import photos
from scorer.ui.photos import Snapshot
from scorer.vision.photo.decode import decode
from scorer.vision.reader import read_photo

if TYPE_CHECKING:
    from scorer.samples import Sample
    from scorer.vision.photo.photo import Photo


@pytest.mark.thorough
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


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.path.stem)
def test_a_small_picture_of_every_sample_can_be_saved_with_its_game(sample: Sample) -> None:
    data = sample.path.read_bytes()
    url = photos.thumbnail(Snapshot("sample", sample.path.name, data, data, 1, 1))
    assert SavedGame("1a", date(2026, 5, 2), Game(), photo=url).photo == url != ""
    assert max(decode(b64decode(url.partition(",")[2])).image.shape) <= photos.THUMBNAIL
