"""Photos that the server recognizes before it reads them: those on the page already, and result cards."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from scorer.i18n.translator import translator
from scorer.rules.table.player import Player
from scorer.sharing.card import card_png
from scorer.sharing.game import Game
from scorer.ui.labels import plain
from tests.ui.pages.steps import PHOTO, press, upload


@pytest.mark.slow
def test_duplicate_file_is_reported_and_added_on_request(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    upload(app, ("again.jpg", PHOTO))
    assert app.warning[0].value == plain("again.jpg is in this game already.")
    press(app, "Add anyway")
    assert len(app.session_state["session"].state.slots) == 2


def test_a_result_card_opens_its_game(app: AppTest) -> None:
    game = Game((Player("Ann", totals=(45,)), Player("Ben", totals=(42,))))
    upload(app, ("card.png", card_png(game, translator("en"))))
    assert app.session_state["session"].state.game == game
