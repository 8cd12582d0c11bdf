"""The page of keeping and sharing: links, files and cards."""

from __future__ import annotations

from concurrent.futures import Future
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.service.workers import Workers
from scorer.sharing.card import card_png
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, encode
from scorer.ui import host, photos
from scorer.ui.labels import plain
from tests.ui.drawn import NOTATION
from tests.ui.pages.steps import PHOTO, opened, page_of, press, turn, well


@pytest.mark.slow
@pytest.mark.parametrize(("beside", "settled"), [("coins=4", True), ("", False)])
def test_card_names_no_winner_while_tokens_are_missing(
    monkeypatch: pytest.MonkeyPatch, beside: str, settled: bool
) -> None:
    drawn: list[bool] = []

    def card(*given: Any, is_settled: bool) -> bytes:
        drawn.append(is_settled)
        return card_png(*given, is_settled=is_settled)

    monkeypatch.setattr(host, "card_png", card)
    kingdoms = {"Ann": "tt1C queen", "Ben": f"ttt1C {beside}"}
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in kingdoms.items()))
    turn(opened(game=encode(game)), "share")
    assert drawn == [settled]


@pytest.mark.slow
def test_name_that_the_card_cannot_write_is_reported() -> None:
    ann, egypt = (Player(name, kingdoms=(Kingdom.parse("w1C"),)) for name in ("Ann", "\U00013080\U00013080"))
    for players, said in ((ann,), 0), ((ann, egypt), 1):
        page = turn(opened(game=encode(Game(players))), "share")
        captions = [caption.value for caption in page.caption if "lacks letters" in caption.value]
        lacking = (
            "The result picture’s font lacks letters of \U00013080\U00013080. "
            "The picture shows the player’s number instead."
        )
        assert captions == [lacking] * said


@pytest.mark.slow
def test_card_compressed_by_a_messenger_opens(app: AppTest) -> None:
    game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse(NOTATION),)),))
    card = Image.open(BytesIO(card_png(game, translator("fr"), address_of(game, "http://localhost:8501"))))
    sent = BytesIO()
    card.save(sent, "JPEG", quality=60)
    turn(app, "share")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("card.jpg", sent.getvalue(), "image/jpeg")]).run())
    assert [slot.name for slot in app.session_state["session"].state.slots] == ["Zoé"]


def test_picture_too_large_to_search_for_a_game_is_reported(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    too_slow: Future[Any] = Future()
    too_slow.set_exception(TimeoutError())
    monkeypatch.setattr(photos, "workers", lambda: SimpleNamespace(submit=lambda *_: too_slow))
    turn(app, "share")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("card.webp", b"RIFF", "image/webp")]).run())
    assert app.error[0].value == plain("card.webp took too long to read; try again, or take another photo")


@pytest.mark.slow
def test_cards_and_other_pictures_are_read_in_another_process(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse(NOTATION),)),))
    card = card_png(game, translator("fr"), address_of(game, "http://localhost:8501"))
    turn(app, "share")
    with Workers(1) as workers:
        monkeypatch.setattr(photos, "workers", lambda: workers)
        well(app.file_uploader[0].set_value([("no.png", PHOTO, "image/png")]).run())
        assert "contains no game" in app.error[0].value
        well(app.file_uploader[0].set_value([("card.png", card, "image/png")]).run())
    assert [slot.name for slot in app.session_state["session"].state.slots] == ["Zoé"]


@pytest.mark.slow
def test_after_a_wrong_file_a_good_link_opens(app: AppTest) -> None:
    turn(app, "share")
    (uploader,) = app.file_uploader
    well(uploader.set_value([("no.json", b"{}", "application/json")]).run())
    assert "this app" in app.error[0].value
    (field,) = [field for field in app.text_input if field.label == "Or paste the link to a game"]
    field.set_value(address_of(Game((Player("Ann", kingdoms=(Kingdom.parse("w1C"),)),)), "http://localhost:8501"))
    press(app, "Open link")
    assert page_of(app) == "game"
    assert not app.error
