"""The parts of the page's address besides the game: mainly the reading's open questions.

With them a reloaded page asks the same questions. Photos and undo steps are too large for an address.
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

SAVED_GAME = "evening"
"""The part with the key under which the game was saved."""

KEPT = (link.PART, PART, SAVED_GAME)
"""The parts that restore a game."""

PAGE = "page"
"""The part that says which of ``PAGES`` was shown."""

LANGUAGE = "language"
"""The part with the chosen language, if it is not the browser's usual one."""

PAGES = ("home", "game", "kingdom", "rules", "share", "history")

SAVED = "saved"
"""The page of one saved game: followed by “-” and the game's key."""

FORMER_PAGES = {"start": "home", "table": "game", "kingdoms": "kingdom", "evenings": "history"}
"""Former names of pages in addresses, with their present names."""

VERSION = "1"
_SAVED_PAGE = re.compile(f"{SAVED}-[0-9a-z]{{1,32}}")
_FRAME = re.compile(rf"[{GRID_SIZES[0]}{GRID_SIZES[1]}]([0-9]{{2}})?")
MAX_LENGTH = 6000
"""Maximum number of characters: open questions beyond them are left out, so that every browser accepts the address.
Marks and cut kingdoms are short and always kept."""


def arrived(parts: Mapping[str, str]) -> PageState:
    """The state of an address. Raises ``GameError`` for a game that cannot be read."""
    state = with_memory(state_of(link.decode(parts[link.PART])), parts.get(PART, ""))
    return replace(state, saved_game=parts.get(SAVED_GAME, ""))


def page_to_arrive_at(state: PageState, parts: Mapping[str, str]) -> str:
    """The page that the address names; otherwise the game, if there is one.

    >>> page_to_arrive_at(PageState(), {}), page_to_arrive_at(PageState(), {"page": "rules"})
    ('home', 'rules')
    """
    return page_called(parts.get(PAGE, "")) or ("game" if state.slots else "home")


def page_called(name: str) -> str:
    """A page by its present or former name; empty for other names.

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
    """A message that photos were lost when the page was reloaded; ``None`` if there were none."""
    if any(draft.had_photo for slot in state.slots for draft in slot.drafts):
        return Message("Game restored, without photos or undo steps.")
    return None


def memory_of(state: PageState) -> str:
    """The open questions of all drafts, each with its slot and game.

    “p” means that there was a photo, “l” that the draft is shown.

    Digits are the side of the grid that is being painted on, the rows above the kingdom in it and the columns to its
    left.

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
            if len(text) + len(seen) >= MAX_LENGTH:
                seen = draft.cut
            if marks or seen:
                text += f"~{nth}-{game}-{marks}-{seen}"
    return text


def with_memory(state: PageState, text: str) -> PageState:
    """The state with everything that ``memory_of`` wrote. Entries that cannot be read, or whose square does not
    exist, are ignored.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> state = PageState().assigned(Draft.of(Kingdom.parse("wC")), "Ann")
    >>> with_memory(state, "1~0-0-p-beside*0_0_w_60").slots[0].drafts[0].doubtful
    ((0, 0),)
    """
    version, *entries = text[: 2 * MAX_LENGTH].split("~")
    for entry in entries if version == VERSION else ():
        try:
            nth, game, marks, seen = entry.split("-", 3)  # positions left of the kingdom or above it have a “-” too
            slot = state.slots[int(nth)]
            draft = slot.drafts[int(game)]
            # a draft being painted is a partial one: the game says so, whether or not its photo cuts it off too
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
    """The draft with the frame that ``_frame`` wrote; earlier versions wrote only the side."""
    side, *inset = map(int, frame)
    return draft.framed(side, (inset[0], inset[1]) if inset else None)


def _within(seen: Seen, draft: Draft) -> Seen:
    """The part of ``seen`` that is about squares of the kingdom. The game itself records that only a part is known."""
    return replace(
        seen,
        cut=draft.cut or seen.cut,
        doubtful=tuple(position for position in seen.doubtful if position in draft.cells),
        built=seen.built & draft.cells.keys(),
        hidden=seen.hidden & draft.cells.keys(),
        guesses={position: guesses for position, guesses in seen.guesses.items() if position in draft.cells},
    )
