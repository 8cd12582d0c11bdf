"""Requests about the whole game: players, rules, opening and starting another game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorer.app.choices import BOXES, EDITIONS, GRIDS, MAX_NAME_LENGTH
from scorer.app.players.default_names import default_name
from scorer.app.players.suggestions import known_players
from scorer.app.state.page_state import state_of
from scorer.app.visit import CLEARING, Visit
from scorer.app.wording import Note
from scorer.rules.model.letters import typed_name, visible
from scorer.rules.model.messages import Message
from scorer.rules.model.quests import OPEN_QUESTS, Quest
from scorer.sharing.codec import GameError
from scorer.sharing.files import game_from_file
from scorer.sharing.game import Game
from scorer.sharing.link import opened
from scorer.vision.photo.errors import PhotoError

OPTIONS: dict[str, dict[str, Any]] = {
    name: {str(option): option or None for option in options}
    for name, options in (("box", BOXES), ("size", GRIDS), ("edition", EDITIONS))
}
"""The values of rules that are chosen from a list, by the text that the page sends for each."""


def names_in(value: str | list[str]) -> tuple[str, ...]:
    """The names in a list, or in a text with commas.

    >>> names_in("Ann, , Ben")
    ('Ann', 'Ben')
    """
    names = value.split(",") if isinstance(value, str) else value
    return tuple(filter(None, (typed_name(name, MAX_NAME_LENGTH) for name in names)))


class TableHandlers(Visit):
    """Requests about the game on the page."""

    # -- players ---------------------------------------------------------------------------------------------------

    def do_player(self, index: int, name: str, value: str) -> None:
        """Change a player's ``name`` or ``colour``; ``name`` says which."""
        whole, value = typed_name(value), typed_name(value, MAX_NAME_LENGTH)
        if index >= len(self.state.slots):  # removed since then
            return
        if value or name == "colour":
            self.step(self.state.with_slot(index, replace(self.state.slots[index], **{name: value})))  # type: ignore[arg-type]
        if value != whole:  # a maximum length on the field itself would discard a pasted name
            self.toast = Message("A name has at most {most} letters; this one was cut", {"most": MAX_NAME_LENGTH})

    def do_rename(self, index: int) -> None:
        """Scroll to the field with a player's name."""
        self.reveal = f"name-{index} {self.requests}"

    def do_known_player(self, index: int, value: str) -> None:
        """Name a player as one of earlier games, who gets the usual castle unless a photo showed another one."""
        self.do_player(index, "name", value)
        known = known_players(self.game_history.saved_games)
        usual = next((player.colour for player in known if player.name == value), "")
        if index >= len(self.state.slots) or usual in ("", *(slot.colour for slot in self.state.slots)):
            return
        slot = self.state.slots[index]
        readings = [draft.reading for draft in slot.drafts if draft.reading]
        if not any(reading.castle_colour == slot.colour for reading in readings):
            self.history = self.history.viewing(self.state.with_slot(index, replace(slot, colour=usual)))

    def do_join(self, value: str | list[str]) -> None:
        """Add players without kingdoms: a list of names, or comma-separated names."""
        names = names_in(value)
        if names:
            try:
                self.step(self.state.joined(names))
            except GameError as error:
                self.tell(error.message)
            else:
                self.turn_to("game")

    def do_names(self, value: str | list[str]) -> None:
        """Remember names that were entered; their players join with ``do_join`` or the first kingdom."""
        self.names = names_in(value)

    def do_total(self, value: str) -> None:
        """Enter the total of the waiting player, or of a new player."""
        if not value.strip().isdecimal():
            self.problem = Message("Enter the total as a number, such as 45")
            return
        index, state = self.state.waiting, self.state
        try:
            if index is None:
                index, state = len(state.slots), state.joined([default_name(len(state.slots) + 1, self.tr)])
            self.step(state.with_total(index, int(value)))
        except GameError as error:
            self.problem = error.message

    def do_leave_out(self, index: int) -> None:
        """Remove a player who has no kingdom."""
        if index >= len(self.state.slots):  # pressed twice
            return
        self.step(self.state.without_slot(index))
        self.turn_to_game()

    # -- rules -----------------------------------------------------------------------------------------------------

    def do_rule(self, name: str, value: str | bool) -> None:
        """Change a rule; nothing for a value that no control of the page sends."""
        if name in OPTIONS and str(value) not in OPTIONS[name]:
            return
        if name == "dynasty":
            self.step(self.state.playing(self.state.rules, bool(value)))
            return
        chosen: dict[str, Any] = {name: OPTIONS[name][str(value)] if name in OPTIONS else value}
        self.step(self.state.playing(replace(self.state.rules, **chosen)))

    def do_giants(self, value: bool) -> None:
        """Play with Age of Giants or without."""
        self.step(self.state.playing_with_giants(value))

    def do_quest(self, value: str) -> None:
        """Put a quest into play, in the place of the oldest if there are enough, or take it out again."""
        quest, opened = Quest.parse(value), self.state.rules.quests
        kept = tuple(one for one in opened if one != quest)
        quests = kept if quest in opened else (*kept, quest)[-OPEN_QUESTS:]
        self.step(self.state.playing(replace(self.state.rules, quests=quests)))

    # -- other tables ----------------------------------------------------------------------------------------------

    def do_ask_to_clear(self, value: bool) -> None:
        """Ask whether to start a new game, and scroll to the question; or stop asking."""
        self.clearing = value
        self.reveal = f"{CLEARING} {self.requests}" if value else ""

    def do_clear(self) -> None:
        """Start a new game with the same rules; the old one can be restored."""
        if self.may_leave_table():
            self.step(self.new_game)
            self.turn_to("home")

    def do_go_on_as_dynasty(self) -> None:
        """Make this game the first of a Dynasty, and show the second."""
        self.clearing = False
        self.step(self.state.playing(self.state.rules, True).choose(0, 1))
        self.reveal = f"round {self.requests}"

    def do_bring_back(self) -> None:
        """Restore the game that was stashed last."""
        if self.may_leave_table():
            self.history = self.history.brought_back()
            self.renew_deleted()
            self.turn_to("game")

    def do_link(self, value: str) -> None:
        """Open the game in a link."""
        if value:
            self._open(lambda: opened(str(value)))

    def do_file(self, value: bytes | str, name: str = "") -> None:
        """Open the game in a file."""
        data = value.encode(errors="replace") if isinstance(value, str) else value
        self.uploads += 1
        self._open(lambda: self.host.opened(game_from_file, data, visible(name)))

    def do_card(self, value: str, name: str = "") -> None:
        """Open the game of a result card that was chosen as a photo. An error is shown where photos are chosen."""
        self.do_file(value, name)
        if self.problem:
            self.notes.append(Note(self.problem))
            self.problem = None

    def _open(self, read: Callable[[], Game]) -> None:
        if not self.may_leave_table():
            return
        try:
            game = read()
        except (GameError, PhotoError) as error:
            self.problem = error.message
            return
        self.step(state_of(game))  # the other game is stashed
        self.turn_to("game")
