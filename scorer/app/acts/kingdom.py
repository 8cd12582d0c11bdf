"""Requests about one kingdom: start it, correct it, enter the tokens beside it, remove it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.app.seating import seated
from scorer.app.state import actions
from scorer.app.state.canvas import Canvas
from scorer.app.state.page_state import PageState
from scorer.app.visit import Visit
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import NotationError
from scorer.sharing.codec import GameError


class KingdomActs(Visit):
    """Requests about the kingdom that is shown."""

    def seat(self, canvas: Canvas) -> None:
        """Add a kingdom to the table and show it."""
        self.show_change(lambda: seated(self.state, canvas, self.tr))

    def show_change(self, change: Callable[[], PageState]) -> None:
        """Make a change and show the kingdom; a change that is refused, because the table is full, leaves a note."""
        try:
            self.step(change())
        except GameError as error:
            self.tell(error.message)
        else:
            self.turn_to("kingdom")

    def do_empty(self) -> None:
        """Add an empty board."""
        self.seat(Canvas.empty(self.state.rules))

    def do_notation(self, value: str) -> None:
        """Add a kingdom given in notation."""
        try:
            kingdom = Kingdom.parse(value)
        except NotationError as error:
            self.problem = error.message
        else:
            self.seat(Canvas.of(kingdom))

    def do_actions(self, value: list[dict[str, Any]]) -> None:
        """Carry out what was done on the kingdom; ``value`` holds the last actions, some of which may be known."""
        for action in value:
            if action["sent"] > self.acted:
                self.acted, kingdoms = action["sent"], self.state.kingdoms
                self.notice = actions.notice_of(self.history, action)
                self.history, self.problem = actions.applied(self.history, action, self.snapshots)
                if self.state.kingdoms < kingdoms:  # no grid was laid on the photo
                    self.turn_to_game()

    def do_view(self, value: str) -> None:
        """Look at another player's kingdom or another game of a Dynasty, written as “player.game”."""
        seat, game = map(int, value.split("."))
        self.view(self.state.choose(seat, game))

    def do_choose(self, value: str) -> None:
        """Look at a kingdom, written as “player.game”, on its page."""
        self.do_view(value)
        self.turn_to("kingdom")

    def do_correct(self, kingdom: str, notation: str) -> None:
        """Take a correction that was proposed for the kingdom with this identity."""
        if self.state.canvas and kingdom == actions.identity(self.state):
            self.step(self.state.with_canvas(self.state.canvas.replaced(Kingdom.parse(notation))))

    def do_token(self, name: str, value: int | bool) -> None:
        """Enter the tokens beside a Queendomino kingdom."""
        if name == "queen":
            notice = self.state.queen_moves if value else None
            self.step(self.state.with_queen(self.state.chosen if value else None))
            self.notice = notice
        elif self.state.canvas:
            self.step(self.state.with_canvas(self.state.canvas.with_tokens(**{name: value})))

    def do_told(self) -> None:
        """Record that nothing else is to be entered for the kingdom."""
        if self.state.canvas:
            self.step(self.state.told_all())

    def do_remove(self) -> None:
        """Remove the kingdom."""
        if self.state.canvas:
            self.step(self.state.without_canvas())

    def do_put_back(self) -> None:
        """Bring back the kingdom that was removed last."""
        self.show_change(self.state.with_removed)
