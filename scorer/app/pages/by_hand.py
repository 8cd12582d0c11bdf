"""Blocks that add a kingdom without a photo or open a game by its link, on several pages."""

from __future__ import annotations

from scorer.app.blocks import Button, Field
from scorer.app.visit import Visit

EXAMPLE = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
MAX_NOTATION = 500
MAX_LINK = 20_000


def empty_board(visit: Visit) -> Button:
    """A button that adds an empty board to paint on."""
    return Button(visit.tr("Enter squares"), {"kind": "empty"}, "empty", "grid_on", wide=True)


def notation(visit: Visit) -> Field:
    """The field for a kingdom in notation."""
    tr = visit.tr
    letters = tr(
        "Write each square as a letter and its number of crowns, with “/” between rows: w wheat, f "
        "forest, l lake, g grassland, s swamp, m mine, t town, C castle, . empty."
    )
    return Field(
        tr("Kingdom as text (notation)"),
        {"kind": "notation"},
        "notation",
        help=letters,
        hint=EXAMPLE,
        press=tr("Add this kingdom"),
        max_length=MAX_NOTATION,
    )


def link(visit: Visit) -> Field:
    """The field for the link of a game, below one for a file."""
    tr = visit.tr
    return Field(
        tr("Or paste the link to a game"), {"kind": "link"}, "link-field", max_length=MAX_LINK, press=tr("Open link")
    )
