"""Tables that are laid aside for others: none is lost, and each keeps its steps."""

from __future__ import annotations

from dataclasses import replace

from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState, Slot
from scorer.app.state.undo import MAX_STEPS, History
from scorer.rules.model.kingdom import Kingdom


def table(*names: str) -> PageState:
    """A table with a kingdom for each."""
    draft = Draft.of(Kingdom.parse("wC"))
    return PageState(slots=tuple(Slot(name, drafts=(draft,)) for name in names))


def names(history: History) -> list[str]:
    return [slot.name for slot in history.present.slots]


def test_stashed_games_are_restored_in_turn() -> None:
    history = History()
    for table_of in ("A", "AB", "ABC"):
        history = history.then(table(*table_of))
    seen = []
    for _ in range(4):
        history = history.brought_back()
        seen.append("".join(names(history)))
    assert seen == ["AB", "A", "ABC", "AB"]


def test_stashed_game_keeps_its_undo_steps() -> None:
    one = table("Ann")
    history = History(one).then(one.with_slot(0, Slot("Zoé", drafts=one.slots[0].drafts)))
    other = history.then(table("Ben"))
    for number in range(MAX_STEPS + 1):
        other = other.then(other.present.choose(number % 2))
    while other.can_undo:
        other = other.undone()
    assert names(other) == ["Ben"]
    assert names(other.brought_back().undone()) == ["Ann"]


def test_empty_game_is_not_stashed() -> None:
    history = History(table("Ann")).then(PageState())
    assert not history.brought_back().stashed and history.brought_back().brought_back().present.slots
    assert not History().then(table("Ann")).stashed


def test_first_kingdom_after_removing_all_starts_an_unsaved_game() -> None:
    emptied = replace(table("Ann").joined(["Ben"]), saved_game="1a").without_draft()
    assert [slot.name for slot in emptied.slots] == ["Ben"]
    assert emptied.with_removed().saved_game == "1a", "it is the same game"
    assert not emptied.assigned(Draft({}), "").saved_game


def test_later_games_are_removed_and_restored_with_the_first() -> None:
    ann, ben = table("Ann", "Ben").slots
    state = PageState(slots=(Slot("Ann", drafts=3 * ann.drafts), ben)).without_draft()
    assert [slot.name for slot in state.slots] == ["Ben"]
    assert [len(slot.drafts) for slot in state.with_removed().slots] == [3, 1]


def test_removed_game_returns_to_its_renamed_and_moved_player() -> None:
    draft = Draft.of(Kingdom.parse("wC"))
    state = PageState((Slot("Ann"), Slot("Ben", drafts=(draft, draft))), dynasty=True).choose(1, 1)
    state = state.without_draft()
    renamed = state.with_slot(1, replace(state.slots[1], name="Benedikt")).without_slot(0)
    assert renamed.last_removed == "Benedikt"
    back = renamed.with_removed()
    assert [(slot.name, len(slot.drafts)) for slot in back.slots] == [("Benedikt", 2)]
    assert (back.chosen, back.round) == (0, 1)


def test_removed_game_does_not_return_to_another_player_of_the_same_name() -> None:
    draft = Draft.of(Kingdom.parse("wC"))
    state = PageState((Slot("Ben", drafts=(draft, draft)),), dynasty=True).choose(0, 1).without_draft()
    state = replace(state, slots=(Slot("Ben", drafts=(draft,)),))
    assert [len(slot.drafts) for slot in state.with_removed().slots] == [1, 1]


def test_removed_players_return_to_their_slots() -> None:
    state = table("Ann", "Ben", "Cleo")
    for _ in range(2):
        state = state.choose(0).without_draft()
    state = state.assigned(Draft({}), "Dora")
    assert [slot.name for slot in state.with_removed().with_removed().slots] == ["Ann", "Ben", "Cleo", "Dora"]
