"""The page of rules: what is chosen there counts at once."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from scorer.rules.model.dominoes import Box
from tests.ui.pages.steps import PHOTO, press, shown, turn, upload, well


def test_harmony_and_middle_kingdom_follow_at_once(app: AppTest) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    well(app.toggle(key="rule-harmony").set_value(True).run())
    well(app.toggle(key="rule-middle_kingdom").set_value(True).run())
    turn(app, "kingdoms")
    assert shown(app)["total"] == str(16 + 5 + 10)


def test_of_two_quick_choices_none_is_lost(app: AppTest) -> None:
    turn(app, "rules")
    app.toggle(key="rule-harmony").set_value(True)
    app.radio(key="rule-size").set_value("7")
    well(app.toggle(key="rule-dynasty").set_value(True).run())
    state = app.session_state["session"].state
    assert (state.rules.harmony, state.rules.size, state.dynasty) == (True, 7, True)


def test_it_is_said_what_the_kingdoms_show_at_present(app: AppTest) -> None:
    assert turn(app, "rules").radio(key="rule-box").options[0] == "As the kingdoms show"
    turn(app, "start").text_input[0].set_value("ttC")
    press(app, "Open the notation")
    turn(app, "rules")
    assert app.radio(key="rule-box").options[0] == "As the kingdoms show: Queendomino"
    well(app.radio(key="rule-box").set_value(Box.KINGDOMINO).run())
    assert app.radio(key="rule-box").options[0] == "As the kingdoms show: Queendomino"
    assert app.radio(key="rule-size").options[0] == "As the kingdoms show: 5×5"
    assert app.session_state["session"].state.rules.box is Box.KINGDOMINO


def test_a_mighty_duel_has_room_for_seven(app: AppTest) -> None:
    app.text_input[0].set_value("ffffffC")
    press(app, "Open the notation")
    turn(app, "rules")
    well(app.radio(key="rule-size").set_value("5").run())
    turn(app, "kingdoms")
    assert shown(app)["verdict"]["legality"] == "illegal"
    turn(app, "rules")
    well(app.radio(key="rule-size").set_value("7").run())
    turn(app, "kingdoms")
    assert shown(app)["verdict"]["legality"] == "legal"


def test_two_quests_are_chosen_one_by_one(app: AppTest) -> None:
    """“Select all” would take the first two without a word."""
    turn(app, "rules")
    well(app.toggle(key="rule-giants").set_value(True).run())
    quests = app.multiselect(key="rule-quests").proto
    assert (quests.max_selections, quests.HasField("select_all"), quests.select_all) == (2, True, 0)
