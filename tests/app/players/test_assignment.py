"""Who gets the kingdoms of a photo."""

from __future__ import annotations

from dataclasses import replace

from scorer.app.players.assignment import photo_assigned
from scorer.app.state.draft import CASTLE_ALONE, Draft
from scorer.app.state.page_state import PageState, Slot
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.sharing.codec import MAX_PLAYERS
from scorer.vision.reading import Reading
from tests.ui.drawn import reading

DRAFT = Draft.of(CASTLE_ALONE)
TWO = Reading("two.jpg", 900, 1200, (reading(Kingdom.parse("wwC")), reading(Kingdom.parse("ffC"))))


def dynasty(**games: int) -> PageState:
    """A Dynasty whose players have the kingdoms of so many games."""
    slots = tuple(Slot(name, drafts=(DRAFT,) * played) for name, played in games.items())
    return PageState(slots, dynasty=True)


def games_of(state: PageState) -> dict[str, int]:
    return {slot.name: len(slot.drafts) for slot in state.slots}


def assigned_two(state: PageState, *colours: str) -> PageState:
    found = zip(TWO.kingdoms, colours or (None, None), strict=True)
    photo = replace(TWO, kingdoms=tuple(replace(one, castle_colour=colour) for one, colour in found))
    return photo_assigned(state, "key", photo, "two.jpg", translator("en")).state


def test_two_kingdoms_of_one_photo_belong_to_the_shown_game() -> None:
    for shown in range(3):
        state = assigned_two(dynasty(Cid=0, Ann=1, Ben=1).choose(shown, 1))
        assert len(state.slots) == 3, "nobody new sits down while somebody waits"
    assert games_of(assigned_two(dynasty(Cid=0, Ann=1, Ben=1, Dora=2).choose(3, 1))) == {
        "Cid": 0,
        "Ann": 2,
        "Ben": 2,
        "Dora": 2,
    }


def test_second_kingdom_of_a_photo_goes_to_a_player_waiting_for_a_later_game() -> None:
    """The first one's castle says that it is Cid's, who has still to lay the game before."""
    state = dynasty(Cid=0, Ann=1)
    state = state.with_slot(0, replace(state.slots[0], colour="blue")).choose(1, 1)
    assert games_of(assigned_two(state, "blue", "green")) == {"Cid": 1, "Ann": 2}
    assert games_of(assigned_two(state, "green", "blue")) == {"Cid": 1, "Ann": 2}


def test_two_kingdoms_of_one_photo_belong_to_two_players() -> None:
    assert games_of(assigned_two(dynasty(Ann=0).choose(0, 2))) == {"Ann": 1, "Player 2": 1}


def test_castle_colour_that_a_photo_does_not_show_is_not_made_up() -> None:
    assert [slot.colour for slot in assigned_two(PageState()).slots] == ["", ""]
    by_hand = PageState().assigned(DRAFT, "Ann").assigned(DRAFT, "Ben")
    assert [slot.colour for slot in by_hand.slots] == ["blue", "green"]


def test_kingdom_assigned_by_castle_colour_out_of_turn_is_reported() -> None:
    waiting = PageState((Slot("Ann"), Slot("Ben", "pink")))
    (pink,) = replace(TWO, kingdoms=(replace(TWO.kingdoms[0], castle_colour="pink"),)).kingdoms
    done = photo_assigned(waiting, "key", replace(TWO, kingdoms=(pink,)), "two.jpg", translator("en"))
    assert ([str(one.message) for one in done.out_of_turn], done.places) == (
        ["two.jpg was added to Ben, who has a castle of this colour"],
        ((1, 0),),
    )
    given = done.out_of_turn[0].given_back(done.state)
    assert given and games_of(given) == {"Ann": 1, "Ben": 0} and given.chosen == 0
    assert done.out_of_turn[0].given_back(given) is None, "it is Ann's already"
    assert done.out_of_turn[0].given_back(waiting) is None, "an undo has taken it away"


def test_out_of_turn_kingdom_is_exchanged_for_one_that_came_later() -> None:
    pink, blue = (
        replace(TWO, kingdoms=(replace(kingdom, castle_colour=colour),))
        for kingdom, colour in zip(TWO.kingdoms, ("pink", "blue"), strict=True)
    )
    done = photo_assigned(PageState((Slot("Ann"), Slot("Ben", "pink"))), "a", pink, "a.jpg", translator("en"))
    both = photo_assigned(done.state, "b", blue, "b.jpg", translator("en")).state
    (moved,) = done.out_of_turn
    assert [slot.drafts[0].photo for slot in both.slots] == ["b", "a"] and moved.is_exchange(both)
    given = moved.given_back(both)
    assert given and [slot.drafts[0].photo for slot in given.slots] == ["a", "b"]
    assert [slot.name for slot in given.slots] == ["Ann", "Ben"] and given.chosen == 0
    assert moved.given_back(given) is None


def test_out_of_turn_kingdom_can_be_given_to_a_player_of_a_later_game() -> None:
    """Ann waits for her second game; the castle's colour is that of Ben, who has none yet."""
    state = dynasty(Ann=1, Ben=0)
    state = state.with_slot(1, replace(state.slots[1], colour="pink")).choose(0, 1)
    photo = replace(TWO, kingdoms=(replace(TWO.kingdoms[0], castle_colour="pink"),))
    done = photo_assigned(state, "key", photo, "two.jpg", translator("en"))
    assert games_of(done.state) == {"Ann": 1, "Ben": 1}
    given = done.out_of_turn[0].given_back(done.state)
    assert given and games_of(given) == {"Ann": 2, "Ben": 0} and (given.chosen, given.round) == (0, 1)
    assert done.out_of_turn[0].given_back(given) is None, "it is Ann's already"


def test_player_added_for_a_kingdom_is_removed_when_it_is_given_away() -> None:
    waiting = PageState((Slot("Ann", "blue"),))
    photo = replace(TWO, kingdoms=(replace(TWO.kingdoms[0], castle_colour="pink"),))
    done = photo_assigned(waiting, "key", photo, "two.jpg", translator("en"))
    assert games_of(done.state) == {"Ann": 0, "Player 2": 1}
    given = done.out_of_turn[0].given_back(done.state)
    assert given and games_of(given) == {"Ann": 1} and given.draft


def test_kingdoms_beyond_the_player_limit_are_refused() -> None:
    almost = PageState(tuple(Slot(f"Player {number}", drafts=(DRAFT,)) for number in range(1, MAX_PLAYERS)))
    done = photo_assigned(almost, "key", TWO, "two.jpg", translator("en"))
    assert len(done.state.slots) == MAX_PLAYERS and done.places == ((MAX_PLAYERS - 1, 0),)
    assert str(done.refused) == "two.jpg: A game has at most 16 players. Start another game for more."
