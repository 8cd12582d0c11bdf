"""Requests to open the page, to show other pages, and to change the language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.app.players.default_names import in_language
from scorer.app.settings import Settings
from scorer.app.state import memory
from scorer.app.state.undo import History
from scorer.app.visit import MAX_PHOTOS, Visit
from scorer.app.wording import STORAGE_BLOCKED, Note
from scorer.i18n.translator import translator
from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError
from scorer.sharing.json_text import parse_json
from scorer.sharing.link import PART

MAX_FILE_NAME = 120
MAX_REPORT = 100
"""Maximum number of letters of a report on the Back button."""
MAX_OTHERS = 8
"""Maximum number of games of other windows."""


class NavigationHandlers(Visit):
    """Requests of the whole page."""

    def do_arrive(self, parts: Mapping[str, str]) -> None:
        """Open the game and the page that the address names; ``parts`` are the parts of its query."""
        self.arrived = True
        if not parts.get(PART):
            if memory.PAGE in parts:
                self.turn_to(memory.page_to_arrive_at(self.state, parts))
            return
        try:
            state = in_language(memory.arrived(parts), self.tr)
        except GameError as error:
            self.notes.append(Note(error.message))
            return
        self.step(state)
        self.came = state
        self.resumed = state.table_id if parts.get(memory.PART) else None  # a link holds only the game
        self.turn_to(memory.page_to_arrive_at(state, parts))
        lost = memory.lost_on_the_way(state)
        if lost:
            self.notes.append(Note(lost))

    def do_found(self, value: str) -> None:
        """Take the browser's report on its last visit: its game, which is offered again, and photos that were not
        read."""
        self.found = value
        report = LastVisit.from_text(value)
        self.remembered = report.parts
        if report.is_link and self.came:
            self.resumed, self.linked = None, self.came if self.came.saved_game else None
        if report.settings:
            self.set_up(report.settings)
        if report.is_blocked:
            self.game_history.is_blocked = True
            self.notes.append(Note(STORAGE_BLOCKED))
        for name in report.interrupted:
            lost = Message("{name} was not read to the end; choose it again", {"name": name})
            self.notes.append(Note(lost))

    def do_again(self) -> None:
        """Open the game of the last visit."""
        if self.may_leave_table():
            parts, self.remembered = self.remembered, {}
            self.do_arrive(parts)
            self.renew_deleted()

    def do_page(self, value: str) -> None:
        """Show a page. The browser's Back and Forward buttons add a space and the time."""
        page, _, time = value.partition(" ")
        self.turned = value[:MAX_REPORT] if time else self.turned
        self.turn_to(memory.page_called(page) or "home")

    def do_language(self, value: str) -> None:
        """Change the language. Default names follow it, as does the edition until something was done."""
        self.tr = tr = translator(value)
        self.history = self.history.mapped(lambda state: in_language(state, tr))
        self.set_up(self.settings)

    def do_setting(self, name: str, value: str | bool) -> None:
        """Change a setting, which the browser keeps."""
        changed: dict[str, Any] = {name: value}
        self.is_setting = True
        self.set_up(replace(self.settings, **changed))

    def set_up(self, settings: Settings) -> None:
        """Apply the settings. The edition is that of new games, and of this one until something was done."""
        self.settings = settings
        if not self.history.has_started:
            self.history = History(replace(self.state, rules=self.usual_rules))

    def do_close_notes(self) -> None:
        """Close all messages."""
        self.notes.clear()


@dataclass(frozen=True)
class LastVisit:
    """The browser's report on its last visit: the parts of the last game's address and those of unsaved games of other
    windows, the names of photos that were being read, the settings, whether the browser blocks its storage, and whether
    another browser may have written the address of this page."""

    parts: dict[str, str] = field(default_factory=dict)
    others: tuple[dict[str, str], ...] = ()
    interrupted: tuple[str, ...] = ()
    settings: Settings | None = None
    is_blocked: bool = False
    is_link: bool = False

    @classmethod
    def from_text(cls, text: str) -> LastVisit:
        """The report in ``text``, which may hold anything.

        >>> report = LastVisit.from_text('{"table": {"game": "1abc", "seen": 7}, "reading": ["a.jpg"]}')
        >>> report == LastVisit({"game": "1abc"}, interrupted=("a.jpg",))
        True
        """
        try:
            found: Any = parse_json(text)
        except ValueError:
            return cls()
        found = found if isinstance(found, dict) else {}
        reading, others, settings = (found.get(name) for name in ("reading", "others", "settings"))
        names = reading if isinstance(reading, list) else []
        return cls(
            _parts(found.get("table")),
            tuple(filter(None, map(_parts, others[:MAX_OTHERS]))) if isinstance(others, list) else (),
            tuple(visible(name[:MAX_FILE_NAME]) for name in names[:MAX_PHOTOS] if isinstance(name, str)),
            Settings.from_text(settings) if isinstance(settings, str) else None,
            found.get("blocked") is True,
            found.get("link") is True,
        )


def _parts(table: Any) -> dict[str, str]:
    """The parts of a game's address among the values that the browser stored; none if they hold no game."""
    items = table.items() if isinstance(table, dict) else ()
    parts = {name: value for name, value in items if name in memory.KEPT and isinstance(value, str)}
    return parts if parts.get(PART) else {}
