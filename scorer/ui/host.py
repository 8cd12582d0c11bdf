"""The Streamlit server as the program's host: worker processes read photos, a thread searches for corrections."""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from contextlib import AbstractContextManager
from threading import RLock
from typing import Any, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.runtime import Runtime

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.host import Card, Kept, Loading
from scorer.app.state.judge import Search
from scorer.frontend.sprites import sprite_sheet
from scorer.i18n.translator import translator
from scorer.rules.legality import Correction
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import listed
from scorer.rules.model.rules import SettledRules
from scorer.service.turns import VISITOR, OneThread, Turns
from scorer.sharing.card import card_png, unwritten_names
from scorer.sharing.game import Game
from scorer.sharing.link import address_of
from scorer.ui import photos
from scorer.ui.photos import Look

T = TypeVar("T")

AT_ONCE = 0.05
"""Seconds to wait for corrections before the page is shown without them."""


_CORRECTIONS = Turns(OneThread("corrections"))
"""Searches for corrections: they must not slow down taps, and one visitor with many pages delays another by one search
at most."""

_computing = WeakValueDictionary[str, Any]()


def computing_of(visitor: str) -> AbstractContextManager[object]:
    """The lock that all pages of a visitor share."""
    lock: AbstractContextManager[object] = _computing.setdefault(visitor, RLock())
    return lock


class ServerHost:
    """The host of one visit."""

    card_endings: tuple[str, ...] = ("png", "jpg", "jpeg", "webp", "svg")  # messengers turn a card into JPEG or WebP
    loading: Loading = "ready"
    loaded = 1.0
    kept: Kept = ""

    def __init__(self) -> None:
        self.name = uuid4().hex
        """A secret of this visitor: the addresses of their photos contain it."""
        self.looks: list[Look] = []
        """Photos being read."""
        self.search = Search(_CORRECTIONS)
        """The search for corrections of the shown kingdom."""
        self.computing = computing_of(photos.page_visitor())
        """See ``judge.COMPUTING``."""
        self.ending: TimerHandle | None = None
        """The timer that ends the visit if its browser stays away; see ``scorer.ui.visit``."""

    @property
    def address(self) -> str:
        """The address of the page, for links."""
        return st.context.url or ""

    @property
    def reading(self) -> tuple[int, int]:
        """The number of the first photo that is not read yet, and the number of photos; zeros without any."""
        if not self.looks:
            return 0, 0
        return min(len(self.looks), 1 + sum(look.done(0) for look in self.looks)), len(self.looks)

    def sprites(self) -> tuple[SpriteSheet, str]:
        """The drawn squares, and the address of their picture."""
        sheet = sprite_sheet()
        return sheet, picture_address(sheet.picture, "image/webp", "sprites")

    def photo_address(self, photo: Any) -> str:
        """The address of a photo's preview. It cannot be guessed, and is valid until the visit ends."""
        media = Runtime.instance().media_file_mgr
        return _seen_from_page(media.add(photo.preview, "image/jpeg", "kingdom-scorer.photo", file_name=self.name))

    def thumbnail(self, photo: Any) -> str:
        """A thumbnail of the photo's preview."""
        return photos.thumbnail(photo)

    def photo_jpeg(self, photo: Any) -> tuple[bytes, float]:
        """The photo as a JPEG for a report."""
        return photos.for_report(photo)

    def corrections(self, kingdom: Kingdom, rules: SettledRules) -> Sequence[Correction] | None:
        """Legal kingdoms close to this one, or ``None`` if the search takes longer than ``AT_ONCE``."""
        VISITOR.set(photos.page_visitor())
        sought = self.search.of(kingdom, rules)
        wait([sought], timeout=AT_ONCE)
        return sought.result() if sought.done() else None

    def opened(self, read: Callable[[bytes], T], data: bytes, name: str) -> T:
        """The result of ``read``, called in a worker process with limits."""
        return photos.elsewhere(read, data, name)

    def card(self, game: Game, language: str, *, is_settled: bool) -> Card:
        """The card of a game."""
        unwritten = unwritten_names(game)
        return Card(_card(game, language, self.address, is_settled), listed(unwritten) if unwritten else None)


@st.cache_data(max_entries=32, show_spinner=False, hash_funcs={Game: repr})  # type: ignore[untyped-decorator]
def _card(game: Game, language: str, address: str, is_settled: bool) -> bytes:
    return card_png(game, translator(language), address_of(game, address), is_settled=is_settled)


def picture_address(picture: bytes, mime: str, place: str) -> str:
    """The address of a picture, valid as long as this session shows it at ``place``."""
    return _seen_from_page(Runtime.instance().media_file_mgr.add(picture, mime, f"kingdom-scorer.{place}"))


def _seen_from_page(address: str) -> str:
    """Streamlit's address relative to the page: it starts at the host, but the page may be below a path
    (``server.baseUrlPath``)."""
    return address.lstrip("/")
