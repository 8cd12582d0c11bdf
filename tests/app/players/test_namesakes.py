"""What is said where two players have the same name or the same castle."""

from __future__ import annotations

from scorer.app.players.namesakes import namesake_notes
from scorer.app.state.page_state import PageState, Slot


def test_second_player_with_the_same_name_or_castle_gets_a_note() -> None:
    state = PageState((Slot("Ann", "pink"), Slot("Ben", "blue"), Slot("Ben", "pink"), Slot("Cid"), Slot("Dora")))
    assert [len(namesake_notes(state, index)) for index in range(5)] == [0, 0, 2, 0, 0], "no castle is nobody's"
