"""One player after the other."""

from __future__ import annotations

from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, press, said, tap, texts, turn, upload, write


def test_the_guided_way_takes_one_player_after_the_other(app: StubProgram) -> None:
    write(app, "Who plays?", ["Ann", "Ben", "Zoé"])
    assert "Now Ann’s kingdom" in said(app, "heading")
    upload(app, ("one.jpg", PHOTO))
    assert "Now Ben’s kingdom" in said(app, "heading")
    assert "<b>Ann leads</b>" not in texts(turn(app, "table"))  # one kingdom leads nobody
    press(turn(app, "start"), "Empty board")
    tap(app, kind="put", places=["0,1"], code="f")
    press(app, "Now Zoé’s kingdom")
    assert "<b>Ann leads</b>" in texts(turn(app, "table"))
    press(turn(app, "start"), "Leave out Zoé")
    assert app.page == "table"
    assert "<b>Ann leads</b>" in texts(app)
    press(app, "Look at Ben’s kingdom: it is still being painted")
    tap(app, kind="frame", size=0)
    turn(app, "table")
    assert "<b>Ann wins</b><span>16 points ahead of Ben</span>" in texts(app)
