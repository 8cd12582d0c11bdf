"""Undo and redo: every state of the page is a value, so that a history is only a list of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from scorer.rules.model.messages import Message
from scorer.ui.state.changes import change
from scorer.ui.state.page_state import PageState


@dataclass(frozen=True, eq=False)
class History:
    """The state now, and the ones before and after it.

    >>> history = History().then(PageState(dynasty=True))
    >>> history.undone().present.dynasty, history.undone().redone().present.dynasty
    (False, True)
    """

    present: PageState = field(default_factory=PageState)
    past: tuple[PageState, ...] = ()
    future: tuple[PageState, ...] = ()

    def then(self, state: PageState, most: int = 100) -> History:
        """A step that can be undone; the last ``most`` are remembered."""
        return History(state, (*self.past, self.present)[-most:])

    def viewing(self, state: PageState) -> History:
        """A look elsewhere, which is no step."""
        return replace(self, present=state)

    def mapped(self, change: Callable[[PageState], PageState]) -> History:
        """The same steps with something changed in every state, which is no step."""
        return History(change(self.present), tuple(map(change, self.past)), tuple(map(change, self.future)))

    def kept_as(self, evening: str) -> History:
        """The same steps, of which those on the table that is there now belong to the evening with this key.

        >>> old = PageState()
        >>> history = History(old).then(PageState()).kept_as("1a")
        >>> history.present.evening, history.undone().present.evening
        ('1a', '')
        """
        table = self.present.table_id
        return self.mapped(lambda state: replace(state, evening=evening) if state.table_id is table else state)

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
        return History(self.past[-1], self.past[:-1], (self.present, *self.future))

    def redone(self) -> History:
        """One step forward again, if one can be taken."""
        if not self.can_redo:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:])
