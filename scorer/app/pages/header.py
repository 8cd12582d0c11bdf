"""The top of every page: Back, the title, and buttons to other pages."""

from __future__ import annotations

from scorer.app.blocks import Block, Button, Row, Text
from scorer.app.visit import Visit
from scorer.i18n.translator import Translator

PARENTS = {"game": "home", "kingdom": "game", "rules": "game", "share": "game", "history": "home", "saved": "history"}
"""The page that the button Back leads to; without a game it is Home."""


def titles(tr: Translator) -> dict[str, str]:
    """The pages' titles."""
    return {
        "home": "Kingdom scorer", "game": tr("Game"), "kingdom": tr("Kingdom"), "rules": tr("Rules"),
        "share": tr("Share"), "history": tr("History"), "saved": tr("Saved game"),
    }  # fmt: skip


def header(visit: Visit) -> list[Block]:
    """The header of the page that the visit is on."""
    tr, page = visit.tr, name_of(visit.page)
    title = Text(titles(tr)[page], "title")
    if page == "home":
        return [Row([title, go(visit, "history", "history")], "header")]
    parent = PARENTS[page] if visit.state.slots or page == "saved" else "home"
    back = Button(tr("Back"), {"kind": "page", "value": parent}, "back", "arrow_back", hide_label=True)
    icons = {"rules": "menu_book", "share": "share"} if page == "game" else {}
    others = [go(visit, name, icon, hide_label=True) for name, icon in icons.items()]
    return [Row([back, title, *others], "header")]


def name_of(page: str) -> str:
    """The name of a page, without the key of the saved game on it.

    >>> name_of("saved-1a"), name_of("share")
    ('saved', 'share')
    """
    return page.partition("-")[0]


def go(visit: Visit, page: str, icon: str = "", *, hide_label: bool = False) -> Button:
    """A button that opens a page."""
    return Button(titles(visit.tr)[page], {"kind": "page", "value": page}, f"go-{page}", icon, hide_label=hide_label)
