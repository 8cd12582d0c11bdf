"""Requests about the games that this browser keeps."""

from __future__ import annotations

from dataclasses import replace

from scorer.app.album import table_of
from scorer.app.visit import Visit
from scorer.rules.model.letters import visible
from scorer.sharing.codec import GameError
from scorer.sharing.evenings.evening import Evening, checked_day
from scorer.sharing.evenings.files import read_evenings
from scorer.vision.photo.errors import PhotoError


class EveningActs(Visit):
    """Requests about the history of games."""

    def heard(self, evenings: str, changed: str) -> bool:
        """Take the browser's report on the games that it keeps; whether the page must be drawn again."""
        is_news = self.album.take(evenings, changed)
        if is_news:
            self.history = self.album.followed(self.history)
        return is_news

    def do_evenings(self, value: str) -> None:
        """Take the games that this browser keeps."""
        self.heard(value, "")

    def do_changed(self, value: str) -> None:
        """Take the browser's answer to the last changes."""
        self.heard("", value)

    def do_keep_evening(self) -> None:
        """Keep the table on the page, or the changes to it, and show the history."""
        evening = self.album.to_keep(self.state)
        if evening is not None:
            self._keep(evening)
            self.history = self.history.kept_as(evening.key)
        self.turn_to("history")

    def do_restore_evening(self) -> None:
        """Bring back the deleted game."""
        if self.album.deleted:
            self._keep(self.album.deleted)

    def do_open_evening(self, key: str) -> None:
        """Open a game as the table on the page; the other table is put away."""
        evening = self.album.evenings.find(key)
        if evening and self.may_leave_table():
            self.step(table_of(evening))
            self.turn_to("game")

    def do_delete_evening(self, key: str) -> None:
        """Delete a game."""
        evening = self.album.evenings.find(key)
        if evening:
            self.album.delete(evening)

    def do_day(self, key: str, value: str) -> None:
        """Change the day of a game."""
        evening = self.album.evenings.find(key)
        if not (evening and value):
            return
        try:
            day = checked_day(value)
        except GameError as error:
            self.problem = error.message
            return
        self._keep(replace(evening, day=day))

    def do_variant(self, value: str) -> None:
        """Count the games of one variant, given by its place among those that were played, or all."""
        self.variant = self.album.tally(None).variants[int(value)] if value else None

    def do_more_evenings(self) -> None:
        """Show more games."""
        self.album.show_more()

    def do_evenings_file(self, value: bytes | str, name: str = "") -> None:
        """Take the games of a file."""
        data = value.encode(errors="replace") if isinstance(value, str) else value
        self.uploads += 1
        try:
            found = self.host.opened(read_evenings, data, visible(name))
            self.album.bring_in(found)
        except (GameError, PhotoError) as error:
            self.problem = error.message
        else:
            self.problem = found.passed_over

    def _keep(self, *evenings: Evening) -> None:
        try:
            self.album.keep(*evenings)
        except GameError as error:
            self.problem = error.message
