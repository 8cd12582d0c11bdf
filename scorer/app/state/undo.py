"""Undo and redo: each state of the page is a value, so a history is a list of states.

A history covers one game. The histories of earlier games on the page are stashed and can be restored: Undo never
crosses from one game to another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from scorer.app.state.changes import change
from scorer.app.state.page_state import PageState
from scorer.rules.model.messages import Message

MAX_STEPS = 100
"""Maximum number of undo steps of a game."""

MAX_STASHED = 8
"""Maximum number of stashed games."""


@dataclass(frozen=True, eq=False)
class History:
    """The current state, and the states before and after it. ``stashed`` are the other games, the last one first.

    >>> state = PageState()
    >>> history = History(state).then(state.playing(state.rules, dynasty=True))
    >>> history.undone().present.dynasty, history.undone().redone().present.dynasty
    (False, True)
    """

    present: PageState = field(default_factory=PageState)
    past: tuple[PageState, ...] = ()
    future: tuple[PageState, ...] = ()
    stashed: tuple[History, ...] = ()

    def then(self, state: PageState) -> History:
        """The history after an undoable step, or of another game, for which the current one is stashed.

        >>> state = PageState().joined(["Ann"])
        >>> history = History(state).then(PageState())
        >>> history.can_undo, history.brought_back().present is state
        (False, True)
        """
        if state.table_id is not self.present.table_id:
            return History(state, stashed=(*self._as_stashed, *self.stashed)[:MAX_STASHED])
        return History(state, (*self.past, self.present)[-MAX_STEPS:], stashed=self.stashed)

    def brought_back(self) -> History:
        """The history of the game that was stashed last; the current one goes to the end of the stash. The same
        without any."""
        if not self.stashed:
            return self
        last, *others = self.stashed
        return replace(last, stashed=(*others, *self._as_stashed))

    def with_stashed(self, other: History, *, instead_of: History) -> History:
        """The history with another game, and the games stashed with it, as those stashed last."""
        kept = (one for one in self.stashed if one is not instead_of)
        return replace(self, stashed=(*other._as_stashed, *other.stashed, *kept)[:MAX_STASHED])

    @property
    def _as_stashed(self) -> tuple[History, ...]:
        """The current game for the stash; empty if it never had players."""
        return (replace(self, stashed=()),) if self.present.slots or self.present.removed else ()

    @property
    def has_started(self) -> bool:
        """Whether anything was done in this visit."""
        return bool(self.present.slots or self.past or self.stashed)

    def viewing(self, state: PageState) -> History:
        """The history with another view of the same game, which is no step."""
        return replace(self, present=state)

    def mapped(self, change: Callable[[PageState], PageState]) -> History:
        """The history with a change to every state of every game, which is no step."""
        others = tuple(other.mapped(change) for other in self.stashed)
        return History(change(self.present), tuple(map(change, self.past)), tuple(map(change, self.future)), others)

    def kept_as(self, saved_game: str, table: object = None) -> History:
        """The history with the current game, or the one with this ``table_id``, marked as saved under this key.

        >>> history = History(PageState().joined(["Ann"])).then(PageState()).kept_as("1a")
        >>> history.present.saved_game, history.brought_back().present.saved_game
        ('1a', '')
        """
        table = table or self.present.table_id
        return self.mapped(lambda state: replace(state, saved_game=saved_game) if state.table_id is table else state)

    @property
    def undoes(self) -> Message | None:
        """The change that Undo reverts; ``None`` if Undo is impossible."""
        return change(self.past[-1], self.present) if self.can_undo else None

    @property
    def redoes(self) -> Message | None:
        """The change that Redo repeats; ``None`` if Redo is impossible."""
        return change(self.present, self.future[0]) if self.can_redo else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo that removes no kingdom: kingdoms are only removed explicitly."""
        return bool(self.past) and self.past[-1].kingdoms >= self.present.kingdoms

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo that removes no kingdom either."""
        return bool(self.future) and self.future[0].kingdoms >= self.present.kingdoms

    def undone(self) -> History:
        """The history one step back, if possible."""
        if not self.can_undo:
            return self
        return History(self.past[-1], self.past[:-1], (self.present, *self.future), self.stashed)

    def redone(self) -> History:
        """The history one step forward, if possible."""
        if not self.can_redo:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:], self.stashed)
