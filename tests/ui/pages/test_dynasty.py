"""A Dynasty: three games, one table."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.pages.steps import PHOTO, press, shown, tap, texts, turn, upload, well


def test_a_dynasty_has_three_games(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    well(app.toggle(key="rule-dynasty").set_value(True).run())
    turn(app, "kingdoms")
    well(app.button_group(key="round").set_value(1).run())
    assert "Player 1 has no kingdom here yet" in texts(app)
    press(app, "Empty board")
    assert shown(app)["total"] == "0"
    tap(app, kind="frame", size=0)
    assert [len(seat.canvases) for seat in app.session_state["session"].state.seats] == [2]
    tap(app, kind="put", places=["0,1"], code="m1")
    assert ">17<" in texts(turn(app, "table"))
