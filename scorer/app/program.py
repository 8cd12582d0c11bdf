"""The page's program: requests come in, the page goes out as blocks. It depends on no framework and no browser."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.app import pages
from scorer.app.blocks import Block, to_json
from scorer.app.handlers.navigation import LastVisit, NavigationHandlers
from scorer.app.handlers.photos import PhotoHandlers
from scorer.app.handlers.saved_games import SavedGameHandlers
from scorer.app.handlers.table import TableHandlers
from scorer.app.host import Taken

REPORTS = frozenset(
    {"saved_games", "changed", "full", "found", "reader", "reading", "unread", "unfetched", "kept", "seek"}
)
"""The requests that hosts and browsers send by themselves. They keep the current messages."""


class Program(NavigationHandlers, PhotoHandlers, TableHandlers, SavedGameHandlers):
    """One visit and all requests that it accepts."""

    def do(self, request: Mapping[str, Any]) -> None:
        """Carry out a request: ``kind`` names a ``do_…`` method, the other items are its arguments."""
        arguments = dict(request)
        kind = arguments.pop("kind")
        is_report = kind in REPORTS
        if not is_report:
            self.problem = self.toast = self.offer = None
            self.select = self.reveal = ""
            self.report = b""
            self.asked = kind
            self.requests += 1
        getattr(self, f"do_{kind}")(**arguments)
        if not is_report and kind != "arrive":  # the browser has not reported its settings when the page arrives
            self.save_automatically()

    def do_found(self, value: str) -> None:
        """Take the browser's report on its last visit, and keep its game if another one is open, and those of other
        windows."""
        super().do_found(value)
        self.drop_foreign_key()
        for parts in LastVisit.from_text(value).others:
            self.keep_other(parts)
        self.stash_remembered()

    def assign_photos(self, photos: Sequence[Taken], *, turn: bool) -> None:
        """Add the kingdoms of photos that were read, and save the game."""
        super().assign_photos(photos, turn=turn)
        self.save_automatically()

    def take_photos(self, photos: Sequence[Taken], *, turn: bool) -> None:
        """Use photos that were read, and save the game."""
        super().take_photos(photos, turn=turn)
        self.save_automatically()

    @property
    def blocks(self) -> list[Block]:
        """The page that is shown now."""
        return pages.shown(self)

    def answer(self, request: str) -> str:
        """Carry out a request and return the page; both are JSON."""
        self.do(json.loads(request))
        return json.dumps(self.shown())

    def shown(self) -> dict[str, Any]:
        """The page as plain data: its blocks, and what the browser keeps."""
        blocks = to_json(self.blocks)
        return {
            "page": self.page,
            "blocks": blocks,
            "storage": self.storage(),
            "sought": any(block["block"] == "sought" for block in blocks),
        }
