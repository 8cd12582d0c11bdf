"""A card can be opened again, from its own file or from what a messenger leaves of it."""

import io
import struct
import zlib
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image

from scorer.i18n.translator import translator
from scorer.sharing.card import card_png, read_card, reading
from scorer.sharing.card.layout import WIDTH
from scorer.sharing.card.reading import KEY
from scorer.sharing.codec import GameError
from scorer.sharing.files import game_from_file
from scorer.sharing.game import Game
from scorer.sharing.link import address_of
from scorer.sharing.qr import qr_rows
from tests.sharing.card.cards import ADDRESS, ENGLISH, FRENCH, PAGE, drawn, opened, squeezed
from tests.sharing.some_games import FOUR, KINGDOMS, QUEENS, small_games

pytestmark = pytest.mark.slow

DYNASTY = Game(
    tuple(replace(player, kingdoms=KINGDOMS[n:] + KINGDOMS[: n - 1]) for n, player in enumerate(FOUR.players, start=1)),
    dynasty=True,
)


def test_the_code_on_the_card_opens_the_table() -> None:
    assert cv2.QRCodeDetector().detectAndDecode(opened(drawn(FOUR, FRENCH, ADDRESS)))[0] == ADDRESS
    endless = opened(card_png(FOUR, FRENCH, "x" * 5000))
    assert endless.shape[1] == WIDTH


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game", [*(replace(table, players=table.players[:n]) for table in (FOUR, QUEENS) for n in (1, 2, 3, 4)), DYNASTY]
)
def test_card_recompressed_by_a_messenger_is_read(game: Game) -> None:
    assert read_card(squeezed(card_png(game, FRENCH, address_of(game, PAGE)))) == game


def test_a_messenger_may_make_a_webp_too() -> None:
    assert game_from_file(squeezed(drawn(FOUR, FRENCH, ADDRESS), ".webp")) == FOUR


@pytest.mark.parametrize("address", ["https://example.org/", "https://example.org/?game=chess"])
def test_code_of_another_address_next_to_the_card_is_ignored(address: str) -> None:
    picture = opened(drawn(FOUR, FRENCH, ADDRESS))
    other = np.kron(np.where(qr_rows(address), 0, 255), np.ones((8, 8))).astype(np.uint8)
    above = np.full((len(other), *picture.shape[1:]), 255, np.uint8)
    above[:, : len(other)] = other[..., None]
    both = cv2.imencode(".jpg", np.vstack([above, picture]))[1].tobytes()
    assert read_card(both) == FOUR


def test_a_code_that_leads_elsewhere_is_no_game() -> None:
    with pytest.raises(GameError, match="this picture contains no game"):
        read_card(squeezed(card_png(FOUR, ENGLISH, "https://example.org/")))


@given(small_games)
@settings(max_examples=12)
def test_every_game_round_trips_through_its_card(game: Game) -> None:
    assert read_card(card_png(game, FRENCH)) == game


def test_nothing_but_the_game_is_in_the_file() -> None:
    with Image.open(io.BytesIO(drawn(FOUR, FRENCH))) as image:
        assert set(image.info) == {KEY}
        assert not image.getexif()


def test_picture_with_many_empty_parts_is_rejected_before_decoding(monkeypatch: pytest.MonkeyPatch) -> None:
    card = card_png(FOUR, translator("en"), ADDRESS)
    end = card.index(b"IDAT") - 4
    empty = struct.pack(">I", 0) + b"abCd" + struct.pack(">I", zlib.crc32(b"abCd"))
    hostile = card[:end] + empty * 100_000 + card[end:]
    monkeypatch.setattr(reading, "Image", None)  # nothing is opened
    with pytest.raises(GameError, match="this picture contains no game"):
        read_card(hostile)


def test_other_pictures_are_rejected() -> None:
    without_code = drawn(FOUR, FRENCH)
    for data in (b"", b"\x89PNG\r\n\x1a\n", squeezed(without_code), without_code[:50], b"RIFF"):
        with pytest.raises(GameError, match="this picture contains no game"):
            read_card(data)
