"""Requests about one kingdom: start it, correct it, enter its tokens, remove it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.app.misread import misread_zip
from scorer.app.players.assignment import assigned
from scorer.app.state import actions
from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState
from scorer.app.visit import Visit
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.notation import NotationError
from scorer.sharing.codec import GameError
from scorer.vision.photo.errors import PhotoError


class KingdomHandlers(Visit):
    """Requests about the shown kingdom."""

    def slot(self, draft: Draft) -> None:
        """Add a kingdom to the game, or to a new one, and show it."""
        if self.is_for_new_game:
            if not self.may_leave_table():
                return
            self.step(self.new_game)
        self.show_change(lambda: assigned(self.with_names(self.state), draft, self.tr))

    def show_change(self, change: Callable[[], PageState]) -> None:
        """Make a change and show the kingdom. A refused change, such as one player too many, leaves a note."""
        try:
            self.step(change())
        except GameError as error:
            self.tell(error.message)
        else:
            self.turn_to("kingdom")

    def do_empty(self) -> None:
        """Add an empty board."""
        self.slot(Draft.empty(self.state.rules))

    def do_notation(self, value: str) -> None:
        """Add a kingdom given in notation."""
        try:
            kingdom = Kingdom.parse(value)
        except NotationError as error:
            self.problem = error.message
        else:
            self.slot(Draft.of(kingdom))

    def do_actions(self, value: list[dict[str, Any]]) -> None:
        """Carry out actions on the kingdom; ``value`` holds the last actions, some of which may be known already."""
        for action in value[-actions.MAX_ACTIONS :]:
            if action["sent"] > self.acted:
                self.acted, kingdoms = action["sent"], self.state.kingdoms
                self.notice = actions.notice_of(self.history, action)
                self.history, self.problem = actions.applied(self.history, action, self.snapshots)
                if self.state.kingdoms < kingdoms:  # no grid was laid on the photo
                    self.turn_to_game()

    def do_view(self, value: str) -> None:
        """Show another player's kingdom or another game of a Dynasty, written as “player.game”."""
        slot, game = map(int, value.split("."))
        self.view(self.state.choose(slot, game))

    def do_choose(self, value: str, at: str = "", reveal: str = "") -> None:
        """Look at a kingdom, written as “player.game”, on its page.

        ``at`` is the square to open there, ``reveal`` the key of the block to scroll to.
        """
        self.do_view(value)
        self.turn_to("kingdom")
        self.reveal = f"{reveal} {self.requests}" if reveal else ""
        self.select = f"{at} {self.requests}" if at else ""

    def do_tap(self, at: str, value: str) -> None:
        """Show the page of a kingdom after a tap on its picture; ``at`` is “player.game”, ``value`` the tapped
        square."""
        self.do_choose(at, value)

    def do_correct(self, kingdom: str, notation: str) -> None:
        """Apply a proposed correction to the kingdom with this identity."""
        if self.state.draft and kingdom == actions.identity(self.state):
            self.step(self.state.with_draft(self.state.draft.replaced(Kingdom.parse(notation))))

    def do_token(self, name: str, value: int | bool) -> None:
        """Enter the tokens of a Queendomino kingdom."""
        if name == "queen":
            notice = self.state.queen_moves if value else None
            self.step(self.state.with_queen(self.state.chosen if value else None))
            self.notice = notice
        elif self.state.draft:
            self.step(self.state.with_draft(self.state.draft.with_tokens(**{name: value})))

    def do_all_entered(self) -> None:
        """Record that nothing else is to be entered for the kingdom."""
        if self.state.draft:
            self.step(self.state.with_all_entered())

    def do_report(self) -> None:
        """Pack a report: the photo, its reading and the corrected kingdom."""
        draft = self.state.draft
        photo = self.snapshots.get(draft.photo or "") if draft else None
        if draft and photo and draft.reading:
            try:
                jpeg, scale = self.host.photo_jpeg(photo)
            except PhotoError as error:
                self.problem = error.message
            else:
                self.report = misread_zip(jpeg, scale, draft.reading, draft.kingdom, self.state.settled_rules.size)

    def do_remove(self) -> None:
        """Remove the kingdom."""
        if self.state.draft:
            self.step(self.state.without_draft())

    def do_put_back(self) -> None:
        """Bring back the kingdom that was removed last."""
        self.show_change(self.state.with_removed)
