"""What holds for every page: its language, and names that are no Markdown."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.ui.pages.steps import PHOTO, opened, shown, turn, upload, well


@pytest.mark.slow
def test_the_language_changes_everything(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    english = shown(app)["words"]["legend"]
    well(turn(app, "home").selectbox(key="language").set_value("fr").run())
    assert shown(app)["words"]["legend"] != english
    assert "champ de blé" in shown(app)["words"]["legend"].values()


HOSTILE = ("*Bold*", "![a](http://host/t.png)", ":material/delete:", "`code`", "<b>x</b>", "http://host/", ":red[x]")


@pytest.mark.thorough
@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_not_rendered_as_markdown(name: str) -> None:
    """Every page with a hostile name: no label or message holds it unescaped."""
    players = (Player(name, kingdoms=(Kingdom.parse("w1wC"),)), Player(name, kingdoms=(Kingdom.parse("C/f"),)))
    app = opened(game=encode(Game(players, dynasty=True)))
    for page in ("kingdom", "game", "share", "home", "rules"):
        turn(app, page)
        if page == "kingdom":
            well(app.button_group(key="round").set_value(2).run())
        for text in labels(app):
            assert name not in text, (page, text)


def labels(app: AppTest) -> list[str]:
    """Everything on the page that Streamlit shows as Markdown."""
    named = [*app.button, *app.text_input, *app.selectbox, *app.toggle, *app.radio, *app.expander, *app.number_input]
    groups = [option for group in app.button_group for option in group.options]
    said = [*app.markdown, *app.caption, *app.warning, *app.error, *app.info, *app.header]
    return [*(element.label for element in named), *groups, *(str(element.value) for element in said)]
