"""Describes the change of a step, for Undo and Redo."""

from __future__ import annotations

from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState, Slot
from scorer.rules.model.kingdom import square_name
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.terrain import Cell

MAX_NAMED = 3
"""More squares than this are counted, not named."""


def change(before: PageState, after: PageState) -> Message:
    """The difference between two consecutive states, as text.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.model.terrain import Square, Terrain
    >>> state = PageState().assigned(Draft.of(Kingdom.parse("wC")), "Ann")
    >>> str(change(state, state.with_draft(state.draft.put((0, 0), Square(Terrain.LAKE, 1)))))
    'square A1'
    >>> str(change(PageState(), state))
    'Ann’s kingdom'
    """
    if before.rules != after.rules or before.dynasty != after.dynasty:
        return Message("the rules")
    if before.host != after.host and None not in (before.host, after.host) and before.round == after.round:
        names = {"first": before.slots[before.host or 0].name, "second": after.slots[after.host or 0].name}
        return Message("the Queen’s move from {first} to {second}", names)
    shorter, longer = sorted((before.slots, after.slots), key=len)
    if len(shorter) < len(longer):
        stayed = {slot.slot_id for slot in shorter}
        came_or_left = [slot for slot in longer if slot.slot_id not in stayed]
        return Message("{name}’s kingdom", {"name": came_or_left[-1].name})
    for old, new in zip(before.slots, after.slots, strict=True):
        if old is not new:
            return _at_slot(old, new)
    return Message("the last step")


def _at_slot(before: Slot, after: Slot) -> Message:
    if before.name != after.name:
        return Message("the name {name}", {"name": after.name})
    if len(before.drafts) != len(after.drafts):
        return Message("{name}’s kingdom", {"name": after.name})
    for old, new in zip(before.drafts, after.drafts, strict=True):
        if old is not new:
            return _on_draft(old, new)
    return Message("{name}’s colour", {"name": after.name})


def _on_draft(before: Draft, after: Draft) -> Message:
    if before.reading is not after.reading:
        return Message("the grid")
    if before.total != after.total:
        return Message("the total")
    squares = sorted(p for p in before.cells.keys() | after.cells.keys() if _differ(before.at(p), after.at(p)))
    squares = squares or sorted(after.corrected ^ before.corrected)
    if not squares and before.cut != after.cut:
        return Message("the mark “It’s complete”")
    if not squares:
        return Message("coins, towers, knights or the Queen")
    if len(squares) > MAX_NAMED:
        return counted("{count} square", "{count} squares", len(squares))
    top, left = min(before.origin[0], after.origin[0]), min(before.origin[1], after.origin[1])
    if after.frame:
        top, left = after.frame[:2]
    names = ", ".join(square_name((max(0, row - top), max(0, column - left))) for row, column in squares)
    return (
        Message("square {square}", {"square": names})
        if len(squares) == 1
        else Message("squares {squares}", {"squares": names})
    )


def _differ(before: Cell, after: Cell) -> bool:
    """Whether two cells differ. Nearly all are identical objects, which is a faster test than equality."""
    return before is not after and before != after
