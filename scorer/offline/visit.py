"""What is known of one visit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scorer.app.album import Album
from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.state.history import History
from scorer.app.state.page_state import PageState
from scorer.app.telling import STILL_READING, Note
from scorer.i18n.translator import LANGUAGES, choose_language, translator
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.sharing.evenings.statistics import Variant

if TYPE_CHECKING:
    from scorer.offline.reader import PhotoReader, Snapshot

Loading = Literal["loading", "ready", "missing", "unloaded"]
"""What reads photos is on its way, there, not for this browser, or could not be loaded."""

Kept = Literal["", "all", "refused"]
"""Whether the browser has kept the app, to open it without a connection; empty until it has told."""


class Visit:
    """One visit. ``languages`` is what the browser likes, ``address`` where the app is, for links."""

    def __init__(self, sprites: SpriteSheet, languages: str, address: str) -> None:
        self.tr = translator(choose_language(languages))
        self.sprites, self.address = sprites, address
        self.history = self.empty_table()
        self.page = "start"
        self.turned = ""
        """The page that was turned to last, with when it was, as the browser told it."""
        self.note: Message | None = None
        self.notice: Message | None = None
        """What is told of the last act on the board."""
        self.clearing = False
        """Whether it has been asked if the table may be put away."""
        self.acted = 0.0
        self.sought = False
        """Whether proposals have been looked for since the last change."""
        self.reader: PhotoReader | None = None
        self.loading: Loading = "loading"
        self.kept: Kept = ""
        self.loaded = 0.0
        """How much of the reader is there, 0 to 1."""
        self.reading = 0, 0
        """Which photo of how many is being read, counted from 1."""
        self.unread: list[Note] = []
        """What is told of photos, whose keys are those of them that are there."""
        self.snapshots: dict[str, Snapshot] = {}
        self.album = Album()
        """The evenings that this browser keeps."""
        self.variant: Variant | None = None
        """What was played in the evenings that are counted, ``None`` for all."""
        self.remembered: dict[str, str] = {}
        """The parts of the address of the table that this browser last held."""

    @property
    def state(self) -> PageState:
        """What is on the page now."""
        return self.history.present

    def step(self, state: PageState) -> None:
        """A change that can be undone."""
        self.history, self.note, self.sought = self.history.then(state), None, False
        self.notice, self.clearing = None, False

    def may_leave_table(self) -> bool:
        """Whether another table may be opened; while photos are being read for this one, a line says to wait."""
        is_reading = self.reading[0] > 0
        if is_reading:
            self.note = STILL_READING
        return not is_reading

    def empty_table(self) -> History:
        """Nobody at the table, and the edition that players of the language have."""
        return History(PageState(rules=Rules(LANGUAGES[self.tr.language].edition)))
