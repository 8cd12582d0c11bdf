"""One player after the other."""

from __future__ import annotations

from scorer.app.blocks import Fold, Names
from tests.app.asking import StubProgram, new_program
from tests.app.pages.steps import PHOTO, blocks, fill, press, said, tap, texts, turn, upload, write


def test_guide_asks_for_one_player_at_a_time(app: StubProgram) -> None:
    write(app, "Who’s playing?", ["Ann", "Ben", "Zoé"])
    assert "Next: Ann" in said(app, "heading")
    upload(app, ("one.jpg", PHOTO))
    assert "Next: Ben" in said(app, "heading")
    assert "<b>Ann leads" not in texts(turn(app, "game"))  # one kingdom leads nobody
    press(app, "Enter squares")
    tap(app, kind="put", places=["0,1"], code="f")
    press(app, "Next: Zoé")
    assert "<b>Ann leads by 16 points</b>" in texts(turn(app, "game"))
    press(app, "Skip Zoé")
    assert app.page == "game"
    assert "<b>Ann leads by 16 points</b>" in texts(app)
    press(app, "Finish this kingdom")
    tap(app, kind="frame", size=0)
    turn(app, "game")
    assert "<b>Ann won by 16 points</b>" in texts(app)


def entered(app: StubProgram, names: list[str]) -> StubProgram:
    """Names are entered on Home; the button that adds their players is not pressed."""
    (field,) = blocks(turn(app, "home"), Names)
    app.do({**field.typed, "value": names})
    return app


def test_entered_names_stay_while_the_rules_are_chosen(app: StubProgram) -> None:
    entered(app, ["Ann", "Ben"])
    press(app, "Choose rules: Dynasty, bonuses, expansions")
    (field,) = blocks(turn(app, "home"), Names)
    assert field.value == ("Ann", "Ben")
    assert next(fold for fold in blocks(app, Fold) if fold.key == "more").is_open
    write(app, "Who’s playing?", field.value)
    assert "Next: Ann" in said(app, "heading") and not app.names


def test_first_kingdom_is_that_of_the_first_entered_player(app: StubProgram) -> None:
    upload(entered(app, ["Ann", "Ben"]), ("one.jpg", PHOTO))
    assert [slot.name for slot in app.state.slots] == ["Ann", "Ben"] and "Next: Ben" in said(app, "heading")
    other = entered(new_program(), ["Zoé"])
    fill(other, "notation", "wC")
    assert [slot.name for slot in other.state.slots] == ["Zoé"]


def test_entered_names_stay_if_a_photo_cannot_be_read(app: StubProgram) -> None:
    upload(entered(app, ["Ann", "Ben"]), ("no.jpg", b"no photo"))
    assert not app.state.slots and app.names == ("Ann", "Ben")
    upload(app, ("one.jpg", PHOTO))
    assert [slot.name for slot in app.state.slots] == ["Ann", "Ben"] and not app.names
