"""The state of one visit apart from the game: the page that is shown, messages, photos, saved games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from scorer.app.blocks import Do
from scorer.app.component.data import StorageData
from scorer.app.game_summary import game_summary
from scorer.app.history.game_history import GameHistory
from scorer.app.host import Host
from scorer.app.settings import Settings
from scorer.app.state import memory
from scorer.app.state.actions import TakenPhoto
from scorer.app.state.page_state import PageState
from scorer.app.state.undo import History
from scorer.app.wording import STILL_READING, Note, question_about
from scorer.i18n.translator import LANGUAGES, choose_language, translator
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.sharing.codec import MAX_PLAYERS
from scorer.sharing.link import PART, encode
from scorer.sharing.saved_games.statistics import Variant

CLEARING = "clearing"
"""The key of the panel that asks whether to start a new game."""

MAX_PHOTOS = 20
"""Photos kept in a visit's memory."""


@dataclass(frozen=True)
class Offer:
    """A message about an action, and the request that undoes it."""

    message: Message
    undo: Do


@dataclass
class Listing:
    """The choices on the page of saved games: the games of one ``variant`` and ``player``, or of all."""

    view: Literal["games", "statistics"] = "games"
    variant: Variant | None = None
    player: str = ""
    is_deleting: bool = False
    """Whether the page asks if all games may be deleted."""


class Visit:
    """One visit. ``languages`` is a list as in the header Accept-Language; the page uses the first known language.

    The address of the page names a language that differs from ``usual_language``; empty if the host remembers it.
    """

    renewed: object = None
    """A game whose saved one was deleted, as it was when it was opened again."""
    resumed: object = None
    """The ``table_id`` of a game that this browser held, as opposed to one from a link."""
    came: PageState | None = None
    """The game of the page's address, as it was when it was opened."""
    linked: PageState | None = None
    """The same if another browser may have written the address, until the saved games are known."""
    asked = ""
    """The kind of the last request that is no report."""

    photos_game: object = None
    """The ``table_id`` of the game that the photos being read are added to; ``None`` for a new game."""

    names: tuple[str, ...] = ()
    """The names that were entered on Home, until the game on the page has players."""

    def __init__(self, host: Host, languages: str, usual_language: str = "") -> None:
        self.host = host
        self.tr = translator(choose_language(languages))
        self.usual_language = usual_language
        self.settings = Settings()
        self.is_setting = False
        """Whether a setting was changed, so that the browser has to store the settings."""
        self.history = History(PageState(rules=self.usual_rules))
        self.page = "home"
        self.turned = ""
        """The page that the browser's Back button led to last, a space, and the time."""
        self.arrived = False
        """Whether the game of the page's address was opened."""
        self.notes: list[Note] = []
        """Messages about photos, files and links; they stay until they are closed or the next photos come."""
        self.problem: Message | None = None
        """Why the last request was refused."""
        self.toast: Message | None = None
        self.offer: Offer | None = None
        """The last action, which one tap undoes; the next request discards it."""
        self.notice: Message | None = None
        """The result of the last action on the kingdom, for screen readers."""
        self.clearing = False
        """Whether the page asks to start a new game."""
        self.acted = 0.0
        """The time of the last action that was carried out; see ``component.data``."""
        self.requests = 0
        """The number of the player's requests that were carried out."""
        self.report = b""
        """The report of a misread photo, ready to be saved."""
        self.select = ""
        """The square to open on the kingdom that is shown; see ``component.data.KingdomData``."""
        self.reveal = ""
        """The panel to scroll to on the page that is shown; see ``component.data.StorageData``."""
        self.finished: object = None
        """The game whose winner is on the page."""
        self.celebrated: object = None
        """The game whose winner was celebrated already, or was known when it was opened."""
        self.uploads = 0
        """The number of files taken: it renews the fields for files, so that they are empty after each."""
        self.snapshots: dict[str, TakenPhoto] = {}
        self.view_of = ""
        """The identity of the kingdom that the photos being read show again; empty if they show new kingdoms."""
        self.game_history = GameHistory()
        """The saved games of this browser."""
        self.listing = Listing()
        self.found = ""
        """The browser's report on the last visit, as JSON."""
        self.remembered: dict[str, str] = {}
        """The parts of the address of the game that this browser held last."""

    @property
    def state(self) -> PageState:
        """The game on the page."""
        return self.history.present

    @property
    def notes_shown(self) -> list[Note]:
        """The notes about the game on the page, without those about photos whose grid was placed by hand since.
        Questions about two photos name the players as they are called now."""
        table, photos = self.state.table_id, self.state.photos
        shown = [note for note in self.notes if note.table in (None, table) and note.photo not in photos]
        asked = (question_about(self.state, *note.twins) if note.twins else note for note in shown)
        return [note for note in asked if note]

    def step(self, state: PageState) -> None:
        """Make a change that can be undone."""
        if state.slots and state.table_id is not self.state.table_id and game_summary(state).is_over:
            self.celebrated = state.table_id
        if state.slots:
            self.names = ()
        self.history, self.notice, self.clearing = self.history.then(state), None, False

    def view(self, state: PageState) -> None:
        """Show another kingdom, without an undo step."""
        self.history, self.notice = self.history.viewing(state), None

    def renew_deleted(self) -> None:
        """Let a game that was opened again be saved as a new one, once it is changed, if it was deleted."""
        if self.game_history.is_missing(self.state):
            self.history, self.renewed = self.history.kept_as(""), self.state.game

    def tell(self, message: Message) -> None:
        """Show a message about this game once, until it is closed."""
        self.add_note(Note(message))

    def add_note(self, note: Note) -> None:
        """Show a note about this game once, until it is closed."""
        note = replace(note, table=self.state.table_id)
        if note not in self.notes:
            self.notes.append(note)

    def turn_to(self, page: str) -> None:
        """Show a page."""
        if self.page == "game" and page != "game" and self.finished:
            self.celebrated = self.finished
        self.page, self.notice, self.clearing, self.listing.is_deleting = page, None, False, False

    def turn_to_game(self) -> None:
        """Show the game, or Home if there are no players."""
        self.turn_to("game" if self.state.slots else "home")

    @property
    def takes_photos(self) -> bool:
        """Whether the page that is shown has a field for photos."""
        return self.page in ("home", "game")

    def keep_photo(self, key: str, snapshot: TakenPhoto) -> None:
        """Keep a photo in memory; beyond ``MAX_PHOTOS`` the oldest are dropped, but not their kingdoms."""
        self.snapshots.pop(key, None)  # a photo that is chosen again becomes the newest
        self.snapshots[key] = snapshot
        while len(self.snapshots) > MAX_PHOTOS:
            del self.snapshots[next(iter(self.snapshots))]

    def may_leave_table(self) -> bool:
        """Whether another game may be opened; if not, because photos are being read for this one, a toast says so."""
        is_reading = self.host.reading[1] > 0
        if is_reading:
            self.toast = STILL_READING
        return not is_reading

    @property
    def usual_rules(self) -> Rules:
        """The rules before any choice. The language decides the edition, unless the settings do."""
        return Rules(self.settings.edition or LANGUAGES[self.tr.language].edition)

    @property
    def is_for_new_game(self) -> bool:
        """Whether added kingdoms belong to a new game: on Home, if the current game has kingdoms."""
        return self.page == "home" and self.state.kingdoms > 0

    @property
    def new_game(self) -> PageState:
        """A game without players, with the rules of the one on the page."""
        rules = self.state.rules
        return PageState(rules=replace(rules, edition=self.settings.edition or rules.edition))

    def with_names(self, state: PageState) -> PageState:
        """A game without players with those who were entered on Home, unless they are too many."""
        if state.slots or len(self.names) > MAX_PLAYERS:
            return state
        return state.joined(self.names)

    @property
    def unread(self) -> tuple[str, ...]:
        """The names of photos that are not read yet."""
        return ()

    def storage(self) -> StorageData:
        """The values that the browser stores."""
        started, language = self.history.has_started, self.tr.language
        address = {PART: encode(self.state.game), memory.PART: memory.memory_of(self.state)} if started else {}
        if started and self.state.saved_game:
            address[memory.SAVED_GAME] = self.state.saved_game
        return {
            "session": self.host.name,
            "address": address,
            "page": self.page,
            "turned": self.turned,
            "language": language,
            "chosen": language if self.usual_language not in ("", language) else "",
            "empty": not self.state.slots,
            "reading": list(self.unread),
            "savedGames": self.game_history.changes,
            "known": self.game_history.known,
            "heard": self.game_history.heard,
            "reveal": self.reveal,
            "settings": self.settings.to_text() if self.is_setting else "",
        }
