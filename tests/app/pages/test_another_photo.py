"""Another photo of a kingdom settles squares that the first one left uncertain."""

from __future__ import annotations

from dataclasses import replace

from scorer.app.blocks import Photos
from scorer.app.host import Taken
from scorer.app.standings import ranked
from scorer.app.state.draft import Draft
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.ranking import rank
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, Photo, blocks, opened, press, said, shown, tap, texts, turn, upload
from tests.ui.drawn import read_drawn, reading


def with_photo() -> StubProgram:
    """The kingdom of one photo, with flagged squares."""
    program = turn(upload(opened(), ("first.jpg", PHOTO)), "kingdom")
    assert program.state.draft and program.state.draft.doubtful
    return program


def test_a_kingdom_with_flagged_squares_offers_another_photo() -> None:
    program = with_photo()
    (field,) = blocks(program, Photos)
    assert field.label == "Add another photo of this kingdom"


def test_another_photo_settles_squares_and_adds_no_player() -> None:
    program = upload(with_photo(), ("second.jpg", PHOTO))
    assert len(program.state.slots) == 1 and program.page == "kingdom"
    assert program.state.draft and not program.state.draft.doubtful and len(program.state.draft.views) == 1
    assert "All squares are certain now" in str(program.toast)
    assert not blocks(program, Photos), "nothing is left to settle"


def test_corrections_by_hand_are_kept() -> None:
    program = with_photo()
    assert program.state.draft
    square = program.state.draft.doubtful[0]
    tap(program, kind="put", places=[f"{square[0]},{square[1]}"], code="m3")
    upload(program, ("second.jpg", PHOTO))
    assert str(program.state.draft.at(square)) == "m3" and square in program.state.draft.corrected


def test_photo_of_another_kingdom_is_reported_and_changes_nothing() -> None:
    program = with_photo()
    before = program.state
    upload(program, ("other.jpg", PHOTO))
    assert program.state is before and said(program, "warning") == ["other.jpg shows another kingdom"]


def test_file_that_is_no_photo_is_reported() -> None:
    program = with_photo()
    before = program.state
    upload(program, ("broken.jpg", b"no photo"))
    assert program.state is before and "broken.jpg" in said(program, "warning")[0]


def test_late_photo_is_not_added_to_a_kingdom_no_longer_shown() -> None:
    program = with_photo()
    program.start_photos()
    program.slot(Draft.of(Kingdom.parse("wC")))
    before = program.state
    program.take_photos([Taken("second.jpg", Photo(PHOTO, "second.jpg"), key="second.jpg")], turn=False)
    assert program.state is before
    assert said(program, "warning") == ["second.jpg was not used, because another kingdom is shown now"]


def test_undo_removes_the_second_photo() -> None:
    program = with_photo()
    upload(program, ("second.jpg", PHOTO))
    tap(program, kind="undo")
    assert shown(program)["undo"] is not None and program.state.draft and program.state.draft.doubtful


def twice() -> StubProgram:
    """Two photos chosen at once, both of the drawn kingdom."""
    return upload(opened(), ("first.jpg", PHOTO), ("second.jpg", PHOTO))


def test_two_photos_of_one_kingdom_are_asked_about() -> None:
    program = twice()
    assert len(program.state.slots) == 2
    (question,) = said(program, "warning")
    assert question == "Player 1 and Player 2 seem to have the same kingdom. Is this one player or two?"


def test_answer_one_kingdom_merges_two_photos_in_one_step() -> None:
    program = press(twice(), "One player: combine the photos")
    assert [slot.name for slot in program.state.slots] == ["Player 1"] and not said(program, "warning")
    assert program.state.draft and program.state.draft.photo == "first.jpg" and not program.state.draft.doubtful
    program.history = program.history.undone()
    assert len(program.state.slots) == 2


def test_answer_two_players_keeps_both_kingdoms() -> None:
    program = press(twice(), "Two players: keep both")
    assert len(program.state.slots) == 2 and not said(program, "warning")


def test_answer_two_players_settles_that_their_kingdoms_are_equal() -> None:
    program = twice()
    assert "have the same kingdom; if it was added twice" not in texts(program)  # the question says so already
    press(program, "Two players: keep both")
    assert "have the same kingdom" not in texts(program)
    assert rank(program.state.game.table).is_possible is False and ranked(program.state).is_possible
    upload(program, ("third.jpg", PHOTO))
    program.notes.clear()
    assert "Player 1 and Player 3 have the same kingdom; if it was added twice, remove one" in texts(program)


def test_question_follows_the_names_and_ends_with_a_kingdom() -> None:
    program = twice()
    program.do({"kind": "player", "index": 0, "name": "name", "value": "Carla"})
    assert "Carla and Player 2 seem to have the same kingdom" in texts(program)
    assert "Carla and Player 2 have the same kingdom" not in texts(program), "it is asked already"
    program.do({"kind": "leave_out", "index": 1})
    assert "same kingdom" not in texts(program)


def test_after_a_merge_the_question_is_about_the_kingdoms_that_are_left() -> None:
    program = upload(twice(), ("third.jpg", PHOTO))
    assert len(said(program, "warning")) == 3
    program.do_merge("first.jpg", "third.jpg")
    (question,) = said(program, "warning")
    assert question == "Player 1 and Player 2 seem to have the same kingdom. Is this one player or two?"
    press(program, "One player: combine the photos")
    assert len(program.state.slots) == 1 and not said(program, "warning")


def test_different_kingdoms_are_not_asked_about() -> None:
    other = read_drawn(PHOTO, name="other.jpg")
    different = replace(other, kingdoms=(reading(Kingdom.parse("fflll/gglll/wwCll/wwsss/mmsss")),))
    program = upload(upload(opened(), ("first.jpg", PHOTO)), ("other.jpg", PHOTO), reading=different)
    assert len(program.state.slots) == 2 and not said(program, "warning")


def test_a_photo_taken_later_is_asked_about_too() -> None:
    program = upload(upload(opened(), ("first.jpg", PHOTO)), ("second.jpg", PHOTO))
    press(program, "One player: combine the photos")
    assert len(program.state.slots) == 1
