"""The page of keeping and sharing: links, files and cards."""

from __future__ import annotations

from datetime import date

from scorer.rules.table.player import Player
from scorer.sharing.files import file_name
from scorer.sharing.game import Game
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, said, shown, turn, upload, write


def test_shared_link_opens_and_a_damaged_one_is_reported(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "share")
    link = shown(app, "link")["link"]
    assert "/?game=1" in link
    write(app, "Or paste the link to a game", link)
    assert app.page == "game"
    turn(app, "share")
    write(app, "Or paste the link to a game", "https://example.org/?game=1nonsense")
    assert "damaged" in said(app, "error")[0]


def test_downloads_carry_the_day_and_the_players() -> None:
    game = Game((Player("Ann / Zoé"), Player("*Bob*")))
    assert file_name(game, "png", date(2026, 5, 2)) == "kingdoms-2026-05-02-Ann-Zoé-Bob.png"
