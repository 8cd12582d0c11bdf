"""Tables that are laid aside for others: none is lost, and each keeps its steps."""

from __future__ import annotations

from dataclasses import replace

from scorer.app.state.canvas import Canvas
from scorer.app.state.history import MOST_STEPS, History
from scorer.app.state.page_state import PageState, Seat
from scorer.rules.model.kingdom import Kingdom


def table(*names: str) -> PageState:
    """A table with a kingdom for each."""
    canvas = Canvas.of(Kingdom.parse("wC"))
    return PageState(seats=tuple(Seat(name, canvases=(canvas,)) for name in names))


def names(history: History) -> list[str]:
    return [seat.name for seat in history.present.seats]


def test_every_table_comes_back_in_its_turn() -> None:
    history = History()
    for table_of in ("A", "AB", "ABC"):
        history = history.then(table(*table_of))
    seen = []
    for _ in range(4):
        history = history.brought_back()
        seen.append("".join(names(history)))
    assert seen == ["AB", "A", "ABC", "AB"]


def test_undo_stays_at_its_table_which_keeps_its_steps_when_it_is_laid_aside() -> None:
    one = table("Ann")
    history = History(one).then(one.with_seat(0, Seat("Zoé", canvases=one.seats[0].canvases)))
    other = history.then(table("Ben"))
    for number in range(MOST_STEPS + 1):
        other = other.then(other.present.choose(number % 2))
    while other.can_undo:
        other = other.undone()
    assert names(other) == ["Ben"]
    assert names(other.brought_back().undone()) == ["Ann"]


def test_an_empty_table_is_not_laid_aside() -> None:
    history = History(table("Ann")).then(PageState())
    assert not history.brought_back().laid_aside and history.brought_back().brought_back().present.seats
    assert not History().then(table("Ann")).laid_aside


def test_the_next_game_at_a_table_from_which_all_kingdoms_were_removed_belongs_to_no_evening() -> None:
    emptied = replace(table("Ann").joined(["Ben"]), evening="1a").without_canvas()
    assert [seat.name for seat in emptied.seats] == ["Ben"]
    assert emptied.with_removed().evening == "1a", "it is the same game"
    assert not emptied.seated(Canvas({}), "").evening


def test_without_a_dynasty_later_games_go_and_come_back_with_the_first() -> None:
    ann, ben = table("Ann", "Ben").seats
    state = PageState(seats=(Seat("Ann", canvases=3 * ann.canvases), ben)).without_canvas()
    assert [seat.name for seat in state.seats] == ["Ben"]
    assert [len(seat.canvases) for seat in state.with_removed().seats] == [3, 1]


def test_a_removed_game_comes_back_to_its_player_under_another_name_and_at_another_place() -> None:
    canvas = Canvas.of(Kingdom.parse("wC"))
    state = PageState((Seat("Ann"), Seat("Ben", canvases=(canvas, canvas))), dynasty=True).choose(1, 1)
    state = state.without_canvas()
    renamed = state.with_seat(1, replace(state.seats[1], name="Benedikt")).without_seat(0)
    assert renamed.last_removed == "Benedikt"
    back = renamed.with_removed()
    assert [(seat.name, len(seat.canvases)) for seat in back.seats] == [("Benedikt", 2)]
    assert (back.chosen, back.round) == (0, 1)


def test_a_removed_game_does_not_come_back_to_somebody_else_of_the_same_name() -> None:
    canvas = Canvas.of(Kingdom.parse("wC"))
    state = PageState((Seat("Ben", canvases=(canvas, canvas)),), dynasty=True).choose(0, 1).without_canvas()
    state = replace(state, seats=(Seat("Ben", canvases=(canvas,)),))
    assert [len(seat.canvases) for seat in state.with_removed().seats] == [1, 1]


def test_whoever_is_removed_comes_back_to_where_they_sat() -> None:
    state = table("Ann", "Ben", "Cleo")
    for _ in range(2):
        state = state.choose(0).without_canvas()
    state = state.seated(Canvas({}), "Dora")
    assert [seat.name for seat in state.with_removed().with_removed().seats] == ["Ann", "Ben", "Cleo", "Dora"]
