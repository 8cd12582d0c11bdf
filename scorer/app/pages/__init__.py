"""The pages: functions from a visit to the blocks that it shows."""

from __future__ import annotations

from scorer.app.blocks import Block
from scorer.app.pages.game import game
from scorer.app.pages.header import header, name_of
from scorer.app.pages.history import history
from scorer.app.pages.home import home
from scorer.app.pages.kingdom import kingdom
from scorer.app.pages.messages import messages, passing, reading
from scorer.app.pages.rules import rules
from scorer.app.pages.saved import saved
from scorer.app.pages.share import share
from scorer.app.visit import Visit

PAGES = {
    "home": home, "game": game, "kingdom": kingdom, "rules": rules, "share": share, "history": history, "saved": saved,
}  # fmt: skip


def shown(visit: Visit) -> list[Block]:
    """The page that the visit is on, below its header.

    Pages with a field for photos show the progress of reading themselves, as Home shows messages.
    """
    above = [] if visit.takes_photos else reading(visit)
    said = [] if visit.page == "home" else messages(visit)
    return [*passing(visit), *header(visit), *above, *said, *PAGES[name_of(visit.page)](visit)]
