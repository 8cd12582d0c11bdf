"""Reads the game in a card, from its own file or from a picture that a messenger recompressed."""

from __future__ import annotations

import io

from PIL import Image

from scorer.sharing.codec import NO_GAME_IN_PICTURE, GameError
from scorer.sharing.game import Game
from scorer.sharing.link import decode, holds_game, opened
from scorer.sharing.qr import read_qr
from scorer.vision.photo.decode import decode as decode_photo
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.headers import look

KEY = "kingdom-scorer"
"""The PNG text chunk that holds the game as in a link."""

_MAX_SIDE = 1600
"""Maximum pixels on the longer side of a picture to search for a code; larger pictures are reduced. Messengers make
cards smaller than that, and the search in a picture full of false codes takes up to two seconds."""


def read_card(data: bytes) -> Game:
    """The game in a card by ``card_png``, or in a recompressed copy of it: a smaller JPEG, PNG or WebP.

    Raises ``GameError`` if the picture holds none.
    """
    try:
        look(data, "")
        kept = _kept(data)
        if kept:
            return decode(kept)
        addresses = read_qr(decode_photo(data, longest=_MAX_SIDE).image)
    except PhotoError as error:
        raise _no_game() from error
    problem = None
    for address in filter(holds_game, addresses):
        try:
            return opened(address)
        except GameError as error:  # another program may use such addresses, too
            problem = problem or error
    raise problem or _no_game()


def _kept(data: bytes) -> str:
    """The game's text in a card's own file."""
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            text = image.info.get(KEY)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return ""
    return text if isinstance(text, str) else ""


def _no_game() -> GameError:
    return GameError(NO_GAME_IN_PICTURE)
