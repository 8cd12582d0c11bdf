"""Requests about the saved games of this browser."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from scorer.app.history.game_history import table_of
from scorer.app.state import memory
from scorer.app.state.page_state import PageState
from scorer.app.state.undo import History
from scorer.app.visit import Offer, Visit
from scorer.app.wording import Note
from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message, counted
from scorer.sharing.codec import GameError
from scorer.sharing.saved_games.export import read_saved_games
from scorer.sharing.saved_games.saved_game import SavedGame, checked_day
from scorer.vision.photo.errors import PhotoError

NOT_SAVED = Message(
    "Games can’t be saved in this browser: its storage is full or blocked. Export your games before you leave."
)
"""The note about a browser that refuses to save; shown once."""

NOT_IN_HISTORY = Message("This game is no longer in History. To save it again, tap “Save to History”.")
"""The note about a game that was deleted before it was opened again; shown once."""


class SavedGameHandlers(Visit):
    """Requests about the history of games."""

    def heard(self, saved_games: str, changed: str) -> bool:
        """Take the browser's report on its saved games; return whether the page must be drawn again."""
        was_unsaved = self.game_history.is_unsaved
        is_news = self.game_history.take(saved_games, changed, self.state.saved_game)
        self.drop_foreign_key()
        if is_news:
            self.history = self.game_history.followed(self.history)
            self._tell_notice()
        self._warn(was_unsaved)
        return is_news

    def drop_foreign_key(self) -> None:
        """Make a game that came by a link a game of its own, unless it is saved here under the key in its address."""
        came = self.linked
        if came is None or not self.game_history.known:
            return
        self.linked = None
        saved_game = self.game_history.saved_games.find(came.saved_game)
        if saved_game is None or saved_game.game != came.game:
            self.history = self.history.kept_as("", came.table_id)

    def _tell_notice(self) -> None:
        """Show what other tabs or a file have changed."""
        notice, self.game_history.notice = self.game_history.notice, None
        if notice and notice not in [note.message for note in self.notes]:
            self.notes.append(Note(notice))

    def do_full(self, value: bool = True) -> None:
        """Take the browser's report on whether its storage has no room even for the game on the page."""
        was_unsaved, self.game_history.is_full = self.game_history.is_unsaved, value
        self._warn(was_unsaved)

    def _warn(self, was_unsaved: bool) -> None:
        """Add the note that nothing can be saved, or remove it once everything is saved."""
        if not self.game_history.is_unsaved:
            self.notes = [note for note in self.notes if note.message != NOT_SAVED]
        elif not (was_unsaved or self.game_history.is_blocked):
            self.offer = None
            self.notes.append(Note(NOT_SAVED))

    def do_saved_games(self, value: str) -> None:
        """Take the saved games of this browser."""
        self.heard(value, "")

    def do_changed(self, value: str) -> None:
        """Take the browser's answer to the last changes."""
        self.heard("", value)

    def do_keep_saved_game(self) -> None:
        """Save the game on the page, or the changes to it."""
        saved_game = self.game_history.to_keep(self.state)
        if saved_game is not None:
            self._keep_present(saved_game)

    def save_automatically(self) -> None:
        """Save the game on the page if it was changed by a user and is not saved in this state.

        A new game is saved once its first kingdom is no longer shown, and a notice says so. A game whose key is
        missing from the history was deleted: it is not saved again, and a note says so if that was in another tab or
        visit. Neither is a game whose later games are left out: the complete one is saved already.
        """
        self.stash_remembered()
        state, page = self.state, self.page
        key, deleted = state.saved_game, self.game_history.deleted_keys
        if self.history.past and key not in deleted and self.game_history.is_missing(state):
            deleted.add(key)  # said once
            self.tell(NOT_IN_HISTORY)
        is_saved = key not in deleted and self.game_history.saved_games.find(key) is not None
        is_new = not key and page != "kingdom"
        is_changed = bool(self.history.past or self.history.future) or state.table_id is self.resumed
        is_changed = is_changed and bool(key or state.game != self.renewed)
        if (
            not (self.settings.is_saving and is_changed and (is_saved or is_new))
            or state.left_out
            or self.game_history.is_blocked
        ):
            return
        saved_game = self.game_history.to_keep(state) if _has_points(state) else None
        if saved_game is not None and (saved_game.key == state.saved_game or page != "kingdom"):
            self._keep_present(saved_game)

    def stash_remembered(self) -> None:
        """Stash the game that this browser held last, and save it, if another game was started without resuming it."""
        if not (self.remembered and self.state.slots):
            return
        parts, self.remembered = self.remembered, {}
        with suppress(GameError):
            self.stash(self.kept_apart(memory.arrived(parts)))

    def keep_other(self, parts: Mapping[str, str]) -> None:
        """Save the unsaved game of another window, given as the parts of its address, or else stash it."""
        with suppress(GameError):
            state = self.kept_apart(memory.arrived(parts))
            if not state.saved_game:
                self.stash(state)

    def stash(self, state: PageState) -> None:
        """Stash a game that is not on the page."""
        self.history = replace(self.history, stashed=(*self.history.stashed, History(state)))

    def kept_apart(self, state: PageState) -> PageState:
        """A game that is not on the page, saved now if it has points and is not saved yet."""
        if self.settings.is_saving and _has_points(state) and not (state.saved_game or state.left_out):
            saved_game = self.game_history.to_keep(state)
            if saved_game is not None and (saved_game in self.game_history.saved_games or self._keep(saved_game)):
                return replace(state, saved_game=saved_game.key)
        return state

    def _keep_present(self, saved_game: SavedGame) -> None:
        """Save the game on the page. One tap deletes a newly saved game again."""
        is_new, is_saved = saved_game.key != self.state.saved_game, saved_game in self.game_history.saved_games
        if (is_saved or self._keep(self._with_photo(saved_game))) and is_new:
            self.history = self.history.kept_as(saved_game.key)
            if not (is_saved or self.game_history.is_unsaved):
                self.offer = Offer(Message("Saved"), {"kind": "unsave", "key": saved_game.key})

    def _with_photo(self, saved_game: SavedGame) -> SavedGame:
        """The saved game with a small picture of the first photo, if it has none."""
        drafts = (draft for slot in self.state.slots for draft in slot.drafts)
        snapshots = [self.snapshots[draft.photo] for draft in drafts if draft.photo in self.snapshots]
        if saved_game.photo or not snapshots:
            return saved_game
        return replace(saved_game, photo=self.host.thumbnail(snapshots[0]))

    def do_unsave(self, key: str) -> None:
        """Delete the game on the page from the history, and stop saving it automatically."""
        saved_game = self.game_history.saved_games.find(key)
        if saved_game:
            self.game_history.delete(saved_game)
            self.toast = Message("Not saved")

    def do_restore_saved_games(self) -> None:
        """Restore the games that were deleted last."""
        self._keep(*self.game_history.deleted)

    def do_open_saved_game(self, key: str) -> None:
        """Open a saved game on the page; the other game is stashed."""
        saved_game = self.game_history.saved_games.find(key)
        if key == self.state.saved_game:  # with its photos and undo steps
            self.turn_to("game")
        elif saved_game and self.may_leave_table():
            self.step(table_of(saved_game))
            self.turn_to("game")

    def do_delete_saved_game(self, key: str) -> None:
        """Delete a saved game; it can be restored."""
        saved_game = self.game_history.saved_games.find(key)
        if saved_game:
            self._delete(saved_game)

    def do_ask_to_delete_all(self, value: bool) -> None:
        """Ask whether to delete all games, or stop asking."""
        self.listing.is_deleting = value

    def do_delete_all(self) -> None:
        """Delete all saved games; they can be restored."""
        if self.game_history.saved_games:
            self._delete(*self.game_history.saved_games)

    def _delete(self, *saved_games: SavedGame) -> None:
        self.game_history.delete(*saved_games)
        self.listing.is_deleting = False
        said = counted("{count} game deleted", "{count} games deleted", len(saved_games))
        self.offer = Offer(said, {"kind": "restore_saved_games"})
        if self.page != "home":
            self.turn_to("history")

    def do_day(self, key: str, value: str) -> None:
        """Change the day of a game."""
        saved_game = self.game_history.saved_games.find(key)
        if not (saved_game and value):
            return
        try:
            day = checked_day(value)
        except GameError as error:
            self.problem = error.message
            return
        self._keep(replace(saved_game, day=day))

    def do_describe(self, key: str, name: Literal["location", "notes"], value: str) -> None:
        """Change the location or the notes of a game; ``name`` says which."""
        saved_game = self.game_history.saved_games.find(key)
        if saved_game:
            changed = replace(saved_game, location=value) if name == "location" else replace(saved_game, notes=value)
            self._keep(changed)

    def do_history_view(self, value: Literal["games", "statistics"]) -> None:
        """Show the list of games or the statistics."""
        self.listing.view = value

    def do_variant(self, value: str) -> None:
        """Show the games of one variant, given by its number among those that were played, or all games."""
        variants = self.game_history.tally(None).variants
        self.listing.variant = variants[int(value)] if value and int(value) < len(variants) else None

    def do_played_by(self, value: str) -> None:
        """Show the games and the statistics of one player, or of all."""
        self.listing.player = value

    def do_more_saved_games(self) -> None:
        """Show more games."""
        self.game_history.show_more()

    def do_saved_games_file(self, value: bytes | str, name: str = "") -> None:
        """Import the games of a file."""
        data = value.encode(errors="replace") if isinstance(value, str) else value
        self.uploads += 1
        try:
            found = self.host.opened(read_saved_games, data, visible(name))
            count = self.game_history.bring_in(found)
        except (GameError, PhotoError) as error:
            self.problem = error.message
        else:
            self.problem = found.skipped
            self._tell_notice()
            said = counted("{count} game imported", "{count} games imported", count)
            self.toast = said if count else Message("The games in this file are saved already.")

    def _keep(self, *saved_games: SavedGame) -> bool:
        """Save games; return whether there was room for them."""
        try:
            self.game_history.keep(*saved_games)
        except GameError as error:
            self.problem = error.message
            return False
        return True


def _has_points(state: PageState) -> bool:
    """Whether there is anything to save: a square or a total."""
    return any(draft.total is not None or draft.kingdom.squares() for slot in state.slots for draft in slot.drafts)
