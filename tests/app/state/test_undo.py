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
    history = History(one).then(one.with_slot(0, Slot("Zoé", drafts=one.slots[0].drafts)))
    other = history.then(table("Ben"))
    for number in range(MAX_STEPS + 1):
        other = other.then(other.present.choose(number % 2))
    while other.can_undo:
        other = other.undone()
    assert names(other) == ["Ben"]
    assert names(other.brought_back().undone()) == ["Ann"]


def test_an_empty_table_is_not_laid_aside() -> None:
    history = History(table("Ann")).then(PageState())
    assert not history.brought_back().stashed and history.brought_back().brought_back().present.slots
    assert not History().then(table("Ann")).stashed


def test_the_next_game_at_a_table_from_which_all_kingdoms_were_removed_belongs_to_no_evening() -> None:
    emptied = replace(table("Ann").joined(["Ben"]), saved_game="1a").without_draft()
    assert [slot.name for slot in emptied.slots] == ["Ben"]
    assert emptied.with_removed().saved_game == "1a", "it is the same game"
    assert not emptied.assigned(Draft({}), "").saved_game


def test_without_a_dynasty_later_games_go_and_come_back_with_the_first() -> None:
    ann, ben = table("Ann", "Ben").slots
    state = PageState(slots=(Slot("Ann", drafts=3 * ann.drafts), ben)).without_draft()
    assert [slot.name for slot in state.slots] == ["Ben"]
    assert [len(slot.drafts) for slot in state.with_removed().slots] == [3, 1]


def test_a_removed_game_comes_back_to_its_player_under_another_name_and_at_another_place() -> None:
    draft = Draft.of(Kingdom.parse("wC"))
    state = PageState((Slot("Ann"), Slot("Ben", drafts=(draft, draft))), dynasty=True).choose(1, 1)
    state = state.without_draft()
    renamed = state.with_slot(1, replace(state.slots[1], name="Benedikt")).without_slot(0)
    assert renamed.last_removed == "Benedikt"
    back = renamed.with_removed()
    assert [(slot.name, len(slot.drafts)) for slot in back.slots] == [("Benedikt", 2)]
    assert (back.chosen, back.round) == (0, 1)


def test_a_removed_game_does_not_come_back_to_somebody_else_of_the_same_name() -> None:
    draft = Draft.of(Kingdom.parse("wC"))
    state = PageState((Slot("Ben", drafts=(draft, draft)),), dynasty=True).choose(0, 1).without_draft()
    state = replace(state, slots=(Slot("Ben", drafts=(draft,)),))
    assert [len(slot.drafts) for slot in state.with_removed().slots] == [1, 1]


def test_whoever_is_removed_comes_back_to_where_they_sat() -> None:
    state = table("Ann", "Ben", "Cleo")
    for _ in range(2):
        state = state.choose(0).without_draft()
    state = state.assigned(Draft({}), "Dora")
    assert [slot.name for slot in state.with_removed().with_removed().slots] == ["Ann", "Ben", "Cleo", "Dora"]
