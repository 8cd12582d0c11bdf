"""The page of rules: what is chosen there counts at once."""

from __future__ import annotations

from scorer.rules.model.dominoes import Box
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, fill, options, shown, turn, upload, write


def test_harmony_and_middle_kingdom_follow_at_once(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    fill(app, "rule-harmony", True)
    fill(app, "rule-middle_kingdom", True)
    turn(app, "kingdom")
    assert shown(app)["total"] == str(16 + 5 + 10)


def test_it_is_said_what_the_kingdoms_show_at_present(app: StubProgram) -> None:
    assert options(turn(app, "rules"), "rule-box")[0] == "Automatic"
    write(turn(app, "home"), "Kingdom as text (notation)", "ttC")
    turn(app, "rules")
    assert options(app, "rule-box")[0] == "Automatic (Queendomino)"
    fill(app, "rule-box", Box.KINGDOMINO)
    assert options(app, "rule-box")[0] == "Automatic (Queendomino)"
    assert options(app, "rule-size")[0] == "Automatic (5×5)"
    assert app.state.rules.box is Box.KINGDOMINO


def test_a_mighty_duel_has_room_for_seven(app: StubProgram) -> None:
    write(app, "Kingdom as text (notation)", "ffffffC")
    turn(app, "rules")
    fill(app, "rule-size", "5")
    turn(app, "kingdom")
    assert shown(app)["verdict"]["legality"] == "illegal"
    turn(app, "rules")
    fill(app, "rule-size", "7")
    turn(app, "kingdom")
    assert shown(app)["verdict"]["legality"] == "legal"
