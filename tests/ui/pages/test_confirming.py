"""All that a photo left open, said to be right with one tap."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.pages.steps import PHOTO, shown, tap, upload


def test_all_doubtful_squares_are_confirmed_with_one_tap_and_asked_for_again_after_a_step_back(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert shown(app)["confirms"]
    doubted = [place["at"] for place in shown(app)["places"] if place["doubt"]]
    assert doubted
    tap(app, kind="confirm")
    assert not shown(app)["confirms"]
    assert not [place for place in shown(app)["places"] if place["doubt"]]
    tap(app, kind="undo")
    assert [place["at"] for place in shown(app)["places"] if place["doubt"]] == doubted
