"""The top of every page: the way back, the title, and buttons to other pages."""

from __future__ import annotations

from scorer.app.blocks import Block, Button, Choice, Row, Text
from scorer.app.visit import Visit
from scorer.i18n.translator import LANGUAGES, Translator

PARENTS = {"game": "home", "kingdom": "game", "rules": "game", "share": "game", "history": "home"}
"""The page that the button Back leads to. Where there is no game it is Home."""


def titles(tr: Translator) -> dict[str, str]:
    """The pages' titles."""
    return {
        "home": "Kingdom scorer", "game": tr("Game"), "kingdom": tr("Kingdom"), "rules": tr("Rules"),
        "share": tr("Share"), "history": tr("History"),
    }  # fmt: skip


def header(visit: Visit) -> list[Block]:
    """The header of the page that the visit is on."""
    tr, page = visit.tr, visit.page
    title = Text(titles(tr)[page], "title")
    if page == "home":
        return [Row([title, go(visit, "history", "history"), language(visit)], "header")]
    parent = PARENTS[page] if visit.state.seats else "home"
    back = Button(tr("Back"), {"kind": "page", "value": parent}, "back", "arrow_back")
    others = [go(visit, "rules", "menu_book"), go(visit, "share", "share")] if page == "game" else []
    return [Row([back, title, *others], "header")]


def go(visit: Visit, page: str, icon: str = "") -> Button:
    """A button that leads to a page."""
    return Button(titles(visit.tr)[page], {"kind": "page", "value": page}, f"go-{page}", icon)


def language(visit: Visit) -> Choice:
    """The languages to choose from."""
    options = tuple((name, name.upper()) for name in LANGUAGES)
    do, spoken = {"kind": "language"}, visit.tr.language
    return Choice(visit.tr("Language"), do, "language", spoken, options, hide_label=True)
