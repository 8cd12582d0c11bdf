"""What the browser keeps of a table besides the game itself: what the photos left open.

It stands in the address beside the game, so that a page that is loaded again asks what it asked before. The photos and
the steps of undo are not in it: they are too large.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState, state_of
from scorer.app.state.seen import Seen
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import GRID_SIZES
from scorer.sharing import link

PART = "seen"
"""The part of the address."""

EVENING = "evening"
"""The part with the key of the evening as which the table was kept."""

KEPT = (link.PART, PART, EVENING)
"""The parts that a table comes back from."""

PAGE = "page"
"""The part that says which of ``PAGES`` was shown."""

LANGUAGE = "language"
"""The part with the language that was chosen, where the browser likes another one."""

PAGES = ("home", "game", "kingdom", "rules", "share", "history")

SAVED = "saved"
"""The page of one saved game: followed by “-” and the game's key."""

FORMER_PAGES = {"start": "home", "table": "game", "kingdoms": "kingdom", "evenings": "history"}
"""Pages as older addresses call them, and as they are called now."""

VERSION = "1"
_SAVED_PAGE = re.compile(f"{SAVED}-[0-9a-z]{{1,32}}")
_FRAME = re.compile(rf"[{GRID_SIZES[0]}{GRID_SIZES[1]}]([0-9]{{2}})?")
LONGEST = 6000
"""Characters: doubts beyond them are left out, so that the address stays one that every browser takes. That a kingdom
is cut off, and the marks, are short and stay."""


def arrived(parts: Mapping[str, str]) -> PageState:
    """The table of an address, with what is remembered of it. Raises ``GameError`` for a game that cannot be read."""
    state = with_memory(state_of(link.decode(parts[link.PART])), parts.get(PART, ""))
    return replace(state, saved_game=parts.get(EVENING, ""))


def page_to_arrive_at(state: PageState, parts: Mapping[str, str]) -> str:
    """The page that the address names, else the game if there is one.

    >>> page_to_arrive_at(PageState(), {}), page_to_arrive_at(PageState(), {"page": "rules"})
    ('home', 'rules')
    """
    return page_called(parts.get(PAGE, "")) or ("game" if state.slots else "home")


def page_called(name: str) -> str:
    """A page by the name that it has or had; empty for other names.

    >>> page_called("evenings"), page_called("share"), page_called("x")
    ('history', 'share', '')
    >>> page_called("saved-1a"), page_called("saved")
    ('saved-1a', '')
    """
    name = FORMER_PAGES.get(name, name)
    return name if name in PAGES or _SAVED_PAGE.fullmatch(name) else ""


def page_of(key: str) -> str:
    """The page of the saved game with this key."""
    return f"{SAVED}-{key}"


def key_on(page: str) -> str:
    """The key of the saved game on a page, empty on other pages.

    >>> key_on(page_of("1a")), key_on("history")
    ('1a', '')
    """
    return page.removeprefix(f"{SAVED}-") if page.startswith(SAVED) else ""


def lost_on_the_way(state: PageState) -> Message | None:
    """What is told where there were photos."""
    if any(draft.had_photo for slot in state.slots for draft in slot.drafts):
        return Message("The table is back as it was. The photos and the steps to undo are not kept.")
    return None


def memory_of(state: PageState) -> str:
    """What is to be remembered of the canvases, each under its seat and game.

    “p” had a photo, “l” is the one looked at.

    Digits are the side of the grid that is being painted on, the rows above the kingdom there and the columns left of
    it.

    >>> from scorer.rules.model.rules import Rules
    >>> memory_of(PageState().assigned(Draft.empty(Rules()), "Ann"))
    '1~0-0-522-'
    """
    text = VERSION
    for nth, slot in enumerate(state.slots):
        for game, draft in enumerate(slot.drafts):
            marks = ("p" if draft.is_from_photo else "") + _frame(draft)
            marks += "l" if (nth, game) == (state.chosen, state.round) != (0, 0) else ""
            seen = draft.open.to_text(draft.origin)
            if len(text) + len(seen) >= LONGEST:
                seen = draft.cut
            if marks or seen:
                text += f"~{nth}-{game}-{marks}-{seen}"
    return text


def with_memory(state: PageState, text: str) -> PageState:
    """The table as ``memory_of`` remembers it. What cannot be read, or is about no square there is, is passed over.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> state = PageState().assigned(Draft.of(Kingdom.parse("wC")), "Ann")
    >>> with_memory(state, "1~0-0-p-beside*0_0_w_60").slots[0].drafts[0].doubtful
    ((0, 0),)
    """
    version, *entries = text[: 2 * LONGEST].split("~")
    for entry in entries if version == VERSION else ():
        try:
            nth, game, marks, seen = entry.split("-", 3)  # a place left of the kingdom or above it has a “-” too
            slot = state.slots[int(nth)]
            draft = slot.drafts[int(game)]
            # what is painted on is no more than a part: the game says so, whether or not its photo cuts it off too
            draft = _framed(draft.whole(), frame[0]) if (frame := _FRAME.search(marks)) else draft
            again = replace(draft, seen=_within(Seen.from_text(seen), draft), had_photo="p" in marks)
        except (ValueError, IndexError):
            continue
        drafts = (*slot.drafts[: int(game)], again, *slot.drafts[int(game) + 1 :])
        state = state.with_slot(int(nth), replace(slot, drafts=drafts))
        if "l" in marks:
            state = state.choose(int(nth), int(game))
    return state


def _frame(draft: Draft) -> str:
    if draft.frame is None:
        return ""
    top, left, bottom, _ = draft.frame
    side, inset = bottom - top + 1, (draft.origin[0] - top, draft.origin[1] - left)
    if side not in GRID_SIZES:
        return ""
    return f"{side}{inset[0]}{inset[1]}" if all(0 <= places < side for places in inset) else str(side)


def _framed(draft: Draft, frame: str) -> Draft:
    """As ``_frame`` wrote it; earlier versions wrote the side alone."""
    side, *inset = map(int, frame)
    return draft.framed(side, (inset[0], inset[1]) if inset else None)


def _within(seen: Seen, draft: Draft) -> Seen:
    """Only what is about squares of the kingdom. That the game says only a part of it is known stays."""
    return replace(
        seen,
        cut=draft.cut or seen.cut,
        doubtful=tuple(position for position in seen.doubtful if position in draft.cells),
        built=seen.built & draft.cells.keys(),
        hidden=seen.hidden & draft.cells.keys(),
        guesses={position: guesses for position, guesses in seen.guesses.items() if position in draft.cells},
    )
