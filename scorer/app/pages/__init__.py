"""The pages: functions from a visit to the blocks that it shows."""

from __future__ import annotations

from scorer.app.blocks import Block
from scorer.app.pages.evenings import evenings
from scorer.app.pages.kingdoms import kingdoms
from scorer.app.pages.messages import messages, passing, reading
from scorer.app.pages.rules import rules
from scorer.app.pages.share import share
from scorer.app.pages.start import start
from scorer.app.pages.table import table
from scorer.app.visit import Visit
from scorer.i18n.translator import Translator

PAGES = {
    "start": start, "kingdoms": kingdoms, "table": table, "rules": rules, "share": share, "evenings": evenings,
}  # fmt: skip


def names(tr: Translator) -> dict[str, str]:
    """The pages in their order, with their names on screen."""
    return {
        "start": tr("Photos"), "kingdoms": tr("Kingdoms"), "table": tr("Table"), "rules": tr("Rules"),
        "share": tr("Share"), "evenings": tr("Evenings"),
    }  # fmt: skip


def shown(visit: Visit) -> list[Block]:
    """The page that the visit is on. The start page has places of its own for messages and for photos being read."""
    above = [] if visit.page == "start" else [*reading(visit), *messages(visit)]
    return [*passing(visit), *above, *PAGES[visit.page](visit)]
