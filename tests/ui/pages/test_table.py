"""The page of the table: who wins, names and colours, a new table."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.pages.steps import PHOTO, texts, turn, upload, well


def test_names_can_be_changed(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "game")
    well(app.text_input(key="name-0").set_value("<b>Ann</b>").run())
    assert "&lt;b&gt;Ann&lt;/b&gt;" in texts(app)


def test_long_name_is_shortened_and_reported(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "game")
    field = app.text_input(key="name-0")
    assert field.proto.max_chars == 0, "the browser would drop what is pasted, without a word"
    well(field.set_value("N" * 41).run())
    assert app.text_input(key="name-0").value == "N" * 39 + "…"
    assert [toast.value for toast in app.toast] == ["A name has at most 40 letters; this one was cut"]
