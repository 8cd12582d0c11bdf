"""What a photo left open comes back from an address, in which anybody may write anything."""

from __future__ import annotations

import pytest

from scorer.app.state.draft import Draft
from scorer.app.state.memory import with_memory
from scorer.app.state.page_state import PageState
from scorer.app.state.seen import Seen
from scorer.rules.model.kingdom import Kingdom


@pytest.mark.parametrize("probability", ["0", "7", "100"])
def test_probability_is_read_in_percent(probability: str) -> None:
    assert Seen.from_text(f"*0_0_w_{probability}").guesses[0, 0][0][1] == int(probability) / 100


@pytest.mark.parametrize("probability", ["9" * 400, "9" * 5000, "1" + "0" * 30, "101", "-5", "", "nan", "0.5"])
def test_invalid_percentage_is_ignored(probability: str) -> None:
    with pytest.raises(ValueError):
        Seen.from_text(f"*0_0_w_{probability}")
    state = PageState().assigned(Draft.of(Kingdom.parse("wC")), "Ann")
    assert with_memory(state, f"1~0-0--*0_0_w_{probability}") == state
