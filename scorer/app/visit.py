"""The state of one visit, apart from the table: the page that is shown, messages, photos, the history of games."""

from __future__ import annotations

from scorer.app.album import Album
from scorer.app.component.data import StorageData
from scorer.app.host import Host
from scorer.app.state import memory
from scorer.app.state.actions import TakenPhoto
from scorer.app.state.history import History
from scorer.app.state.page_state import PageState
from scorer.app.telling import STILL_READING, Note
from scorer.i18n.translator import LANGUAGES, choose_language, translator
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.sharing.evenings.statistics import Variant
from scorer.sharing.link import PART, encode

MAX_PHOTOS = 20
"""Photos kept in a visit's memory."""


class Visit:
    """One visit. ``languages`` is a list as in the header Accept-Language; the first known language is spoken.

    The address of the page names a language that differs from ``usual_language``; empty if the host remembers it.
    """

    def __init__(self, host: Host, languages: str, usual_language: str = "") -> None:
        self.host = host
        self.tr = translator(choose_language(languages))
        self.usual_language = usual_language
        self.history = History(PageState(rules=self.usual_rules))
        self.page = "home"
        self.turned = ""
        """The page that the browser's Back button led to last, a space, and the time."""
        self.arrived = False
        """Whether the table of the page's address was opened."""
        self.notes: list[Note] = []
        """Messages about photos, files and links; they stay until they are closed or the next photos come."""
        self.problem: Message | None = None
        """Why the last request was refused."""
        self.toast: Message | None = None
        self.notice: Message | None = None
        """The result of the last action on the kingdom, for screen readers."""
        self.clearing = False
        """Whether the page asks if the table may be put away."""
        self.acted = 0.0
        """When the last action was sent that was carried out; see ``component.data``."""
        self.uploads = 0
        """How many files were taken: fields for files are empty after each."""
        self.snapshots: dict[str, TakenPhoto] = {}
        self.album = Album()
        """The games that this browser keeps."""
        self.variant: Variant | None = None
        """The variant whose games are counted, ``None`` for all."""
        self.found = ""
        """The browser's report on the last visit, as JSON."""
        self.remembered: dict[str, str] = {}
        """The parts of the address of the table that this browser held last."""

    @property
    def state(self) -> PageState:
        """The table on the page."""
        return self.history.present

    @property
    def notes_shown(self) -> list[Note]:
        """The notes about the table on the page, without those about photos whose grid was laid by hand since."""
        table, photos = self.state.table_id, self.state.photos
        return [note for note in self.notes if note.table in (None, table) and note.photo not in photos]

    def step(self, state: PageState) -> None:
        """Make a change that can be undone."""
        self.history, self.notice, self.clearing = self.history.then(state), None, False

    def view(self, state: PageState) -> None:
        """Look at another kingdom, which is no change."""
        self.history, self.notice = self.history.viewing(state), None

    def tell(self, message: Message) -> None:
        """Show a message about this table once, until it is closed."""
        note = Note(message, table=self.state.table_id)
        if note not in self.notes:
            self.notes.append(note)

    def turn_to(self, page: str) -> None:
        """Show a page."""
        self.page, self.notice, self.clearing = page, None, False

    def turn_to_game(self) -> None:
        """Show the game, or Home if nobody plays."""
        self.turn_to("game" if self.state.seats else "home")

    @property
    def takes_photos(self) -> bool:
        """Whether the page that is shown has a field for photos."""
        return self.page in ("home", "game")

    def keep_photo(self, key: str, snapshot: TakenPhoto) -> None:
        """Keep a photo in memory; beyond ``MAX_PHOTOS`` the oldest are dropped, and their kingdoms stay."""
        self.snapshots.pop(key, None)  # chosen once more, it is the newest
        self.snapshots[key] = snapshot
        while len(self.snapshots) > MAX_PHOTOS:
            del self.snapshots[next(iter(self.snapshots))]

    def may_leave_table(self) -> bool:
        """Whether another table may be opened; if not, because photos are being read for this one, a toast says so."""
        is_reading = self.host.reading[1] > 0
        if is_reading:
            self.toast = STILL_READING
        return not is_reading

    @property
    def usual_rules(self) -> Rules:
        """The rules before anything was chosen: the edition is the one that players of the language have."""
        return Rules(LANGUAGES[self.tr.language].edition)

    def storage(self, reading: tuple[str, ...] = ()) -> StorageData:
        """What the browser keeps. ``reading`` names the photos that are being read."""
        begun, language = self.history.has_begun, self.tr.language
        address = {PART: encode(self.state.game), memory.PART: memory.memory_of(self.state)} if begun else {}
        if begun and self.state.evening:
            address[memory.EVENING] = self.state.evening
        return {
            "session": self.host.name,
            "address": address,
            "page": self.page,
            "turned": self.turned,
            "language": language,
            "chosen": language if self.usual_language not in ("", language) else "",
            "empty": not self.state.seats,
            "reading": list(reading),
            "evenings": self.album.changes,
            "known": self.album.known,
        }
