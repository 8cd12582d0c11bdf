"""Small pictures that are kept with a game."""

from base64 import b64decode
from datetime import date

import cv2
import numpy as np

from scorer.samples import samples
from scorer.sharing.game import Game
from scorer.sharing.saved_games.saved_game import MAX_PHOTO, SavedGame
from scorer.vision.photo.thumbnail import SIDE, thumbnail_url


def test_every_sample_can_be_kept_with_its_game() -> None:
    for sample in samples():
        image = cv2.imread(str(sample.path))
        assert image is not None
        url = thumbnail_url(image.astype(np.uint8), MAX_PHOTO)
        assert SavedGame("a", date(2026, 5, 2), Game(), photo=url).photo == url != ""
        small = cv2.imdecode(np.frombuffer(b64decode(url.partition(",")[2]), np.uint8), cv2.IMREAD_COLOR)
        assert small is not None and max(small.shape) == SIDE


def test_a_picture_that_cannot_be_small_enough_is_none() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (SIDE, SIDE, 3), np.uint8)
    assert thumbnail_url(noise, 2_000) == ""
