"""Notes next to a player's fields when an earlier player has the same name or the same castle."""

from __future__ import annotations

from scorer.app.state.page_state import PageState
from scorer.rules.model.messages import Message


def namesake_notes(state: PageState, index: int) -> list[Message]:
    """The notes about one slot; none for the first player with a name or castle.

    >>> list(map(str, namesake_notes(PageState().joined(["Ann", "Ben", "Ann"]), 2)))
    ['Another player already has this name.']
    """
    slot, above = state.slots[index], state.slots[:index]
    said = []
    if slot.name in {other.name for other in above}:
        said.append(Message("Another player already has this name."))
    if slot.colour and slot.colour in {other.colour for other in above}:
        said.append(Message("Another player already has a castle of this colour."))
    return said
