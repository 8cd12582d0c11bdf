"""The interface of the program's host: the Streamlit server, or the browser that runs the offline app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.state.actions import TakenPhoto
from scorer.rules.legality import Correction
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SettledRules
from scorer.sharing.game import Game

T = TypeVar("T")

Loading: TypeAlias = Literal["loading", "ready", "missing", "unloaded"]
"""The photo reader is being loaded, is ready, cannot run in this browser, or could not be loaded."""

Kept: TypeAlias = Literal["", "all", "refused"]
"""Whether the browser has stored the offline app; empty until it has reported, and on a server."""


@dataclass(frozen=True)
class Card:
    """The result as a picture. ``unwritten`` lists the names that the card's font cannot write, if any."""

    picture: bytes
    unwritten: Message | None = None
    mime: Literal["image/png", "image/svg+xml"] = "image/png"

    @property
    def ending(self) -> str:
        """The ending of the file's name."""
        return "png" if self.mime == "image/png" else "svg"


class Host(Protocol):
    """The services of a host. All calls return at once; long tasks run in the background."""

    name: str
    """Names the visit."""
    card_endings: tuple[str, ...]
    """The endings of the names of result cards that the host can open again."""

    @property
    def address(self) -> str:
        """The address of the page, for links."""

    @property
    def loading(self) -> Loading:
        """The state of the photo reader."""

    @property
    def loaded(self) -> float:
        """The part of the photo reader that is loaded, 0 to 1."""

    @property
    def kept(self) -> Kept:
        """Whether the page opens without a connection."""

    @property
    def reading(self) -> tuple[int, int]:
        """The number of the photo that is being read, from 1, and the number of photos; zeros when none is read."""

    def sprites(self) -> tuple[SpriteSheet, str]:
        """The drawn squares, and the address of their picture."""

    def photo_address(self, photo: Any) -> str:
        """The address of the preview of a photo."""

    def thumbnail(self, photo: Any) -> str:
        """A JPEG of the photo as a data URL, small enough for a saved game."""

    def photo_jpeg(self, photo: Any) -> tuple[bytes, float]:
        """A photo as a JPEG without EXIF of at most ``misread.MAX_BYTES``, and its width relative to the photo's.

        Raises ``PhotoError`` if the photo cannot be opened any more.
        """

    def corrections(self, kingdom: Kingdom, rules: SettledRules) -> Sequence[Correction] | None:
        """Legal kingdoms close to this one, the closest first; ``None`` while the search for them runs."""

    def opened(self, read: Callable[[bytes], T], data: bytes, name: str) -> T:
        """The result of ``read`` for a file from a user, within the host's limits.

        Raises ``PhotoError`` for a file that exceeds them, and all errors that ``read`` raises.
        """

    def card(self, game: Game, language: str, *, is_settled: bool) -> Card:
        """The result card of a game."""


@dataclass(frozen=True)
class Taken:
    """A photo after reading: its snapshot and its reading, or the ``problem`` that prevented this."""

    name: str
    snapshot: TakenPhoto | None = None
    reading: Any = None
    """A ``scorer.vision.reading.Reading``."""
    problem: Message | None = None
    key: str = ""
    """The key of the snapshot."""
    game: Game | None = None
    """The game of a picture that is a result card."""
