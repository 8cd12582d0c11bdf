"""The page's program: requests come in, and the page goes out as blocks. It knows no framework and no browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scorer.app import pages
from scorer.app.acts.arriving import ArrivingActs
from scorer.app.acts.evenings import EveningActs
from scorer.app.acts.photos import PhotoActs
from scorer.app.acts.table import TableActs
from scorer.app.blocks import Block, to_json

REPORTS = frozenset({"evenings", "changed", "found", "reader", "reading", "unread", "unfetched", "kept", "seek"})
"""The requests that hosts and browsers make by themselves: messages to the player stay."""


class Program(ArrivingActs, PhotoActs, TableActs, EveningActs):
    """One visit and everything that can be done in it."""

    def do(self, request: Mapping[str, Any]) -> None:
        """Carry out a request: ``kind`` names a ``do_…`` method, the other items are its arguments."""
        arguments = dict(request)
        kind = arguments.pop("kind")
        if kind not in REPORTS:
            self.problem = self.toast = None
        getattr(self, f"do_{kind}")(**arguments)

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
