"""One player after the other."""

from __future__ import annotations

from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, press, said, tap, texts, turn, upload, write


def test_guide_asks_for_one_player_at_a_time(app: StubProgram) -> None:
    write(app, "Who’s playing?", ["Ann", "Ben", "Zoé"])
    assert "Next: Ann" in said(app, "heading")
    upload(app, ("one.jpg", PHOTO))
    assert "Next: Ben" in said(app, "heading")
    assert "<b>Ann leads" not in texts(turn(app, "game"))  # one kingdom leads nobody
    press(app, "Fill in a board")
    tap(app, kind="put", places=["0,1"], code="f")
    press(app, "Next: Zoé")
    assert "<b>Ann leads by 16 points</b>" in texts(turn(app, "game"))
    press(app, "Skip Zoé")
    assert app.page == "game"
    assert "<b>Ann leads by 16 points</b>" in texts(app)
    press(app, "Finish this board")
    tap(app, kind="frame", size=0)
    turn(app, "game")
    assert "<b>Ann won by 16 points</b>" in texts(app)
