"""The browser as the program's host: a worker reads photos, and this module stores its reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.host import Card, Kept, Loading
from scorer.app.state import judge
from scorer.i18n.translator import translator
from scorer.rules.legality import Correction
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import SettledRules
from scorer.sharing.card import card_svg
from scorer.sharing.game import Game
from scorer.sharing.link import address_of

T = TypeVar("T")

PREVIEW = 1600
"""Pixels on the longer side of a preview, as in ``worker/decode.js``."""


class OfflineHost:
    """The offline app. ``address`` is its own address, for links."""

    name = "offline"
    card_endings: tuple[str, ...] = ("svg",)

    def __init__(self, sprites: SpriteSheet, address: str, picture: str = "sprites.webp") -> None:
        self._sprites, self._picture = sprites, picture
        self.address = address
        self.loading: Loading = "loading"
        self.loaded = 0.0
        self.kept: Kept = ""
        self.reading = 0, 0
        self.sought: tuple[Kingdom, SettledRules] | None = None
        """The kingdom whose corrections the worker may search for."""
        self.asked: tuple[Kingdom, SettledRules] | None = None

    def sprites(self) -> tuple[SpriteSheet, str]:
        """The drawn squares, and the address of their picture."""
        return self._sprites, self._picture

    def photo_address(self, photo: Any) -> str:
        """The address of a photo's preview."""
        return str(photo.href)

    def thumbnail(self, photo: Any) -> str:
        """The thumbnail that the browser made."""
        return str(photo.thumbnail)

    def photo_jpeg(self, photo: Any) -> tuple[bytes, float]:
        """The preview, which the browser made from the upright photo."""
        from js import XMLHttpRequest  # type: ignore[import-not-found]  # the worker's own: here Python may wait for it

        request = XMLHttpRequest.new()
        request.open("GET", photo.href, False)
        request.responseType = "arraybuffer"
        request.send(None)
        return request.response.to_bytes(), min(1.0, PREVIEW / max(photo.width, photo.height))

    def corrections(self, kingdom: Kingdom, rules: SettledRules) -> Sequence[Correction] | None:
        """The corrections, once the page has been shown without them: the search may take seconds."""
        self.asked = kingdom, rules
        return judge.corrections_of(kingdom, rules) if self.sought == self.asked else None

    def opened(self, read: Callable[[bytes], T], data: bytes, name: str) -> T:  # noqa: ARG002 (the file is the player's)
        """The result of ``read``; the browser limits its own tab."""
        return read(data)

    def card(self, game: Game, language: str, *, is_settled: bool) -> Card:
        """The card of a game as SVG: a browser has no Pillow."""
        return Card(_card(game, language, self.address, is_settled), mime="image/svg+xml")


@lru_cache(maxsize=4)
def _card(game: Game, language: str, address: str, is_settled: bool) -> bytes:
    """The card's file, cached: every response of the page that shows it contains it."""
    return card_svg(game, translator(language), address_of(game, address), is_settled=is_settled).encode()
