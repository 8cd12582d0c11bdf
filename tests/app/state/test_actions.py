"""What is done on the component, and what nobody may do there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.app.state.actions import MAX_PLACES, applied, cell_from, identity, notice_of
from scorer.app.state.draft import CASTLE_ALONE, Draft
from scorer.app.state.memory import MAX_LENGTH, memory_of, with_memory
from scorer.app.state.page_state import PageState, Slot, state_of
from scorer.app.state.seen import Cut, Seen
from scorer.app.state.undo import History
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.sharing.link import decode, encode

DRAFT = Draft.of(CASTLE_ALONE)


@pytest.mark.parametrize("at", ["3,0", "0,-9", "1000000000,0"])
def test_a_tap_outside_the_window_changes_nothing(at: str) -> None:
    history = History(PageState().assigned(DRAFT, "Ann"))
    action = {"kind": "put", "kingdom": identity(history.present), "places": [at], "code": "w"}
    assert applied(history, action, {}) == (history, None)


def test_a_late_tap_on_another_board_changes_nothing() -> None:
    history = History(PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Bob"))
    action = {"kind": "put", "kingdom": identity(history.present.choose(0)), "places": ["0,1"], "code": "w"}
    assert applied(history, action, {}) == (history, None)


def test_stroke_is_one_step_and_skips_places_outside_the_window() -> None:
    history = History(PageState().assigned(DRAFT.framed(5), "Ann"))
    action = {"kind": "put", "kingdom": identity(history.present), "places": ["0,1", "0,2", "0,3"], "code": "w"}
    painted, _ = applied(history, action, {})
    assert painted.present.draft
    assert str(painted.present.draft.kingdom) == "Cww"
    assert painted.undone().present is history.present


def test_stroke_of_more_places_than_any_board_has_is_cut() -> None:
    history = History(PageState().assigned(DRAFT.framed(5), "Ann"))
    places = ["9,9"] * MAX_PLACES + ["0,1"]
    action = {"kind": "put", "kingdom": identity(history.present), "places": places, "code": "w"}
    assert applied(history, action, {})[0] is history


def test_undo_and_redo_stop_before_a_kingdom_is_removed() -> None:
    assigned = History().then(PageState().assigned(DRAFT, "Ann"))
    corrected = assigned.then(assigned.present.with_draft(DRAFT.put((0, 1), Square(Terrain.LAKE))))
    undo, redo = ({"kind": kind, "kingdom": identity(corrected.present)} for kind in ("undo", "redo"))
    once, _ = applied(corrected, undo, {})
    assert once.present is assigned.present
    assert applied(once, undo, {}) == (once, None) and str(notice_of(once, undo)) == "Nothing to undo."
    assert applied(once, redo, {})[0].present is corrected.present
    two = corrected.then(corrected.present.assigned(DRAFT, "Ben"))
    back = two.then(two.present.without_draft()).undone()
    assert back.present is two.present
    forward = {"kind": "redo", "kingdom": identity(back.present)}
    assert applied(back, forward, {}) == (back, None) and str(notice_of(back, forward)) == "Nothing to redo."


def test_a_table_is_painted_no_larger_than_a_link_holds() -> None:
    full = Draft.of(Kingdom.parse("/".join(["w" * 7] * 7)))
    state = PageState((*(Slot(str(number), drafts=(full,) * 3) for number in range(8)),), dynasty=True)
    rest = Draft.of(Kingdom.parse("/".join(["Cwwwww"] * 4))).framed(7)  # 1176 squares of 1200 before, and now 1200
    history = History(state.assigned(rest, "Zoe"))
    action = {"kind": "put", "kingdom": identity(history.present), "places": ["4,0"], "code": "f"}
    expected = "1206 squares are too many for one game; at most 1200 can be read"
    same, said = applied(history, action, {})
    assert same is history and str(said) == expected
    changed, nothing = applied(history, {**action, "places": ["3,0"]}, {})
    assert nothing is None and decode(encode(changed.present.game)).players[-1].kingdoms


@pytest.mark.parametrize("size", [5, 7])
def test_a_reload_while_painting_leaves_the_board_where_it_is(size: int) -> None:
    draft = DRAFT.framed(size).put((-1, 1), Square(Terrain.LAKE)).put((-2, 0), Square(Terrain.LAKE))
    state = PageState().assigned(draft, "Ann")
    again = with_memory(state_of(decode(encode(state.game))), memory_of(state)).draft
    assert again and again.frame and draft.frame
    frames = [tuple(edge - one.origin[nth % 2] for nth, edge in enumerate(one.frame or ())) for one in (draft, again)]
    assert frames[0] == frames[1]
    assert len(memory_of(state)) == len("1~0-0-500-")


@pytest.mark.parametrize("marks", ["5", "599", "p700l", "5000"])
def test_a_frame_from_an_address_holds_the_kingdom(marks: str) -> None:
    state = with_memory(PageState().assigned(Draft.of(Kingdom.parse("wC/ff")), "Ann"), f"1~0-0-{marks}-")
    draft = state.draft
    assert draft and draft.frame
    assert all(draft.shows(position, 5) for position in draft.cells)


@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_a_late_step_reaches_no_other_kingdom(kind: str) -> None:
    history = History(PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Ben"))
    for coins in (1, 2):
        history = history.then(history.present.with_draft(DRAFT.with_tokens(coins=coins)))
    history = history.undone()
    late = {"kind": kind, "kingdom": identity(history.present)}
    assert applied(history, late, {})[0] is not history and notice_of(history, late)
    elsewhere = history.viewing(history.present.choose(0))
    assert applied(elsewhere, late, {}) == (elsewhere, None)
    assert str(notice_of(elsewhere, late)) == "Not applied: you had already moved to another kingdom."


def test_tap_on_a_removed_kingdom_does_not_change_the_next_one() -> None:
    state = PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Ben").choose(0)
    late = {"kind": "put", "kingdom": identity(state), "places": ["0,0"], "code": "m3"}
    history = History(state).then(state.without_draft())
    assert applied(history, late, {}) == (history, None) and "Not applied" in str(notice_of(history, late))


@pytest.mark.parametrize("cut", ["squares", "beside"])
def test_kingdom_stays_cut_until_it_is_marked_complete(cut: Cut) -> None:
    doubtful = Seen(doubtful=((0, 0),), cut=cut)
    history = History(PageState().assigned(replace(Draft.of(Kingdom.parse("wwC")), seen=doubtful), "Ann"))

    def after(**action: object) -> PageState:
        nonlocal history
        history, refused = applied(history, {"kingdom": identity(history.present), **action}, {})
        assert refused is None
        return history.present

    square = {"kind": "put", "places": ["0,0"], "code": "f"}
    beyond = {"kind": "put", "places": ["0,3"], "code": "f"}
    for action in (square, {"kind": "confirm"}, beyond):  # corrected, confirmed, and one of those that were missing
        state = after(**action)
        assert state.draft and state.draft.cut == cut and not state.draft.is_whole
    assert state.draft and not state.draft.doubtful
    again = with_memory(state_of(state.game), memory_of(state)).draft
    assert again and again.cut == cut
    state = after(kind="whole")
    assert state.draft and state.draft.cut == ""
    again = with_memory(state_of(state.game), memory_of(state)).draft
    assert again and again.cut == ""
    assert str(history.undoes) == "the mark “It’s complete”"
    state = after(kind="undo")
    assert state.draft and state.draft.cut == cut


@pytest.mark.parametrize("from_photo", [True, False])
def test_other_flags_survive_a_flagged_place_outside_the_kingdom(from_photo: bool) -> None:
    """Such as one that was empty, above a square that was taken away. The address of earlier versions had it alone."""
    seen = Seen(doubtful=((0, 1), (1, 1)), cut="squares")
    draft = replace(Draft.of(Kingdom.parse("w./fw/fC")), photo="p" if from_photo else None, seen=seen)
    state = PageState().assigned(draft.put((0, 0), Place.EMPTY), "Ann")
    game = state.game
    for kept in (game, replace(game, players=(replace(game.players[0], partly_seen=frozenset()),))):
        again = with_memory(state_of(kept), memory_of(state)).draft
        assert again and (again.cut, again.doubtful, again.had_photo) == ("squares", ((0, 1),), from_photo)
    again = with_memory(state_of(game), "1~0-0-p-*0_1").draft
    assert again and again.cut == "squares", "the game says so itself"


def test_cut_kingdoms_are_remembered_beyond_the_limit_of_flags() -> None:
    kingdom = Kingdom.parse("/".join(["wwwwwww"] * 7))
    guesses = {place: ((Square(Terrain.WHEAT, 1), 0.5), (Square(Terrain.LAKE, 1), 0.5)) for place, _ in kingdom.cells()}
    seen = Seen(doubtful=tuple(guesses), guesses=guesses, cut="squares")
    state = PageState()
    for number in range(12):
        state = state.assigned(replace(Draft.of(kingdom), seen=seen), f"P{number}")
    memory = memory_of(state)
    assert len(memory) < MAX_LENGTH + 1000
    again = with_memory(state_of(state.game), memory)
    assert {slot.drafts[0].cut for slot in again.slots} == {"squares"}
    assert len({len(slot.drafts[0].doubtful) for slot in again.slots}) == 2


def test_code_of_two_squares_is_rejected() -> None:
    history = History(PageState().assigned(DRAFT, "Ann"))
    action = {"kind": "put", "kingdom": identity(history.present), "places": ["0,1"], "code": "ww"}
    with pytest.raises(ValueError, match="not one square"):
        applied(history, action, {})


def test_codes_become_cells() -> None:
    assert cell_from("m2") == Square(Terrain.MINE, 2)
    assert cell_from(".") is Place.EMPTY
    assert cell_from("t[church]") == Square(Terrain.TOWN, 0, "church")


def test_a_swipe_leads_to_the_next_player_and_from_the_last_to_the_first() -> None:
    history = History(PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Bob"))
    for chosen in (0, 1):
        history, _ = applied(history, {"kind": "turn", "kingdom": identity(history.present), "step": 1}, {})
        assert history.present.chosen == chosen
    assert not history.past
