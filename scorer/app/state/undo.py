"""Undo and redo: every state of the page is a value, so that a history is only a list of them.

A history is that of one table. The histories of the tables that were on the page before it are laid aside, and any of
them can be brought back: undo never leaves its table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from scorer.app.state.changes import change
from scorer.app.state.page_state import PageState
from scorer.rules.model.messages import Message

MOST_STEPS = 100
"""Steps that are remembered of a table."""

MOST_TABLES = 8
"""Tables that are laid aside."""


@dataclass(frozen=True, eq=False)
class History:
    """The state now, and the ones before and after it. ``stashed`` are the other tables, the last one first.

    >>> here = PageState()
    >>> history = History(here).then(here.playing(here.rules, dynasty=True))
    >>> history.undone().present.dynasty, history.undone().redone().present.dynasty
    (False, True)
    """

    present: PageState = field(default_factory=PageState)
    past: tuple[PageState, ...] = ()
    future: tuple[PageState, ...] = ()
    stashed: tuple[History, ...] = ()

    def then(self, state: PageState) -> History:
        """A step that can be undone, or another table, for which the one that is there is laid aside.

        >>> here = PageState().joined(["Ann"])
        >>> history = History(here).then(PageState())
        >>> history.can_undo, history.brought_back().present is here
        (False, True)
        """
        if state.table_id is not self.present.table_id:
            return History(state, stashed=(*self._as_stashed, *self.stashed)[:MOST_TABLES])
        return History(state, (*self.past, self.present)[-MOST_STEPS:], stashed=self.stashed)

    def brought_back(self) -> History:
        """The table that was laid aside last; this one is brought back after all others. Itself where there is none."""
        if not self.stashed:
            return self
        last, *others = self.stashed
        return replace(last, stashed=(*others, *self._as_stashed))

    @property
    def _as_stashed(self) -> tuple[History, ...]:
        """This table alone; nothing where nobody sat at it."""
        return (replace(self, stashed=()),) if self.present.slots or self.present.removed else ()

    @property
    def has_begun(self) -> bool:
        """Whether anything was done in this visit."""
        return bool(self.present.slots or self.past or self.stashed)

    def viewing(self, state: PageState) -> History:
        """A look elsewhere, which is no step."""
        return replace(self, present=state)

    def mapped(self, change: Callable[[PageState], PageState]) -> History:
        """The same steps with something changed in every state of every table, which is no step."""
        others = tuple(other.mapped(change) for other in self.stashed)
        return History(change(self.present), tuple(map(change, self.past)), tuple(map(change, self.future)), others)

    def kept_as(self, saved_game: str) -> History:
        """The same steps, of which those on the table that is there now belong to the evening with this key.

        >>> history = History(PageState().joined(["Ann"])).then(PageState()).kept_as("1a")
        >>> history.present.saved_game, history.brought_back().present.saved_game
        ('1a', '')
        """
        table = self.present.table_id
        return self.mapped(lambda state: replace(state, saved_game=saved_game) if state.table_id is table else state)

    @property
    def undoes(self) -> Message | None:
        """What a step back takes back; nothing where none can be taken."""
        return change(self.past[-1], self.present) if self.can_undo else None

    @property
    def redoes(self) -> Message | None:
        """What a step forward does again; nothing where none can be taken."""
        return change(self.present, self.future[0]) if self.can_redo else None

    @property
    def can_undo(self) -> bool:
        """Whether a step back would take no kingdom away: those are removed on purpose only."""
        return bool(self.past) and self.past[-1].kingdoms >= self.present.kingdoms

    @property
    def can_redo(self) -> bool:
        """Whether a step forward was undone and would take no kingdom away either."""
        return bool(self.future) and self.future[0].kingdoms >= self.present.kingdoms

    def undone(self) -> History:
        """One step back, if one can be taken."""
        if not self.can_undo:
            return self
        return History(self.past[-1], self.past[:-1], (self.present, *self.future), self.stashed)

    def redone(self) -> History:
        """One step forward again, if one can be taken."""
        if not self.can_redo:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:], self.stashed)
