"""What is said beside a player's fields where somebody else has the same name or the same castle."""

from __future__ import annotations

from scorer.app.state.page_state import PageState
from scorer.rules.model.messages import Message


def namesake_notes(state: PageState, index: int) -> list[Message]:
    """What is said of one seat: nothing of whoever had the name or the castle first.

    >>> list(map(str, namesake_notes(PageState().joined(["Ann", "Ben", "Ann"]), 2)))
    ['Somebody above has this name, too.']
    """
    slot, above = state.slots[index], state.slots[:index]
    said = []
    if slot.name in {other.name for other in above}:
        said.append(Message("Somebody above has this name, too."))
    if slot.colour and slot.colour in {other.colour for other in above}:
        said.append(Message("Somebody above has a castle of this colour, too."))
    return said
