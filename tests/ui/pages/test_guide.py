"""One player after the other."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.pages.steps import PHOTO, pages, press, tap, texts, turn, upload


def test_names_come_in_one_line(app: AppTest) -> None:
    (names,) = [field for field in app.multiselect if field.label == "Who plays?"]
    names.set_value(["Ann\tSmith", "\x07", "B" * 50])
    press(app, "Begin")
    assert [seat.name for seat in app.session_state["session"].state.seats] == ["Ann Smith", "B" * 39 + "…"]


def test_the_guided_way_takes_one_player_after_the_other(app: AppTest) -> None:
    (names,) = [field for field in app.multiselect if field.label == "Who plays?"]
    names.set_value(["Ann", "Ben", "Zoé"])
    press(app, "Begin")
    assert "Now Ann’s kingdom" in [heading.value for heading in app.subheader]
    upload(app, ("one.jpg", PHOTO))
    assert "Now Ben’s kingdom" in [heading.value for heading in app.subheader]
    assert "<b>Ann leads</b>" not in texts(turn(app, "table"))  # one kingdom leads nobody
    press(turn(app, "start"), "Empty board")
    tap(app, kind="put", places=["0,1"], code="f")
    press(app, "Now Zoé’s kingdom")
    assert "<b>Ann leads</b>" in texts(turn(app, "table"))
    press(turn(app, "start"), "Leave out Zoé")
    assert pages(app).value == "table"
    assert "<b>Ann leads</b>" in texts(app)
    press(app, "Look at Ben’s kingdom: it is still being painted")
    tap(app, kind="frame", size=0)
    turn(app, "table")
    assert "<b>Ann wins</b><span>16 points ahead of Ben</span>" in texts(app)
