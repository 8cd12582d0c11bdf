"""A host for tests: it reads photos, draws cards and looks for corrections only when a test asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.host import Card, Kept, Loading
from scorer.app.state import judge
from scorer.rules.legality import Correction
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SettledRules
from scorer.sharing.game import Game

T = TypeVar("T")

THUMBNAIL = "data:image/jpeg;base64,/9j/4AAQ"


class StubHost:
    """A server without photos; tests change its attributes."""

    name = "stub"
    address = "https://scorer.example/"

    def __init__(self) -> None:
        self.card_endings: tuple[str, ...] = ("png", "svg")
        self.loading: Loading = "ready"
        self.loaded = 1.0
        self.kept: Kept = ""
        self.reading = 0, 0
        self.finds = True
        """Whether corrections are found at once."""
        self.unwritten: Message | None = None
        self.cards: list[tuple[Game, str, bool]] = []
        """The cards that were asked for: game, language, and whether the result is final."""

    def sprites(self) -> tuple[SpriteSheet, str]:
        return SpriteSheet(b"", 1, 1, {"C": [0]}), "sprites.webp"

    def photo_address(self, photo: object) -> str:
        return f"photos/{id(photo)}"

    def thumbnail(self, photo: object) -> str:  # noqa: ARG002
        return THUMBNAIL

    def photo_jpeg(self, photo: object) -> tuple[bytes, float]:  # noqa: ARG002
        return b"jpeg", 0.5

    def corrections(self, kingdom: Kingdom, rules: SettledRules) -> Sequence[Correction] | None:
        return judge.corrections_of(kingdom, rules) if self.finds else None

    def opened(self, read: Callable[[bytes], T], data: bytes, name: str) -> T:  # noqa: ARG002
        return read(data)

    def card(self, game: Game, language: str, *, is_settled: bool) -> Card:
        self.cards.append((game, language, is_settled))
        return Card(b"picture", self.unwritten)
