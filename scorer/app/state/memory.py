"""What the browser keeps of a table besides the game itself: what the photos left open.

It stands in the address beside the game, so that a page that is loaded again asks what it asked before. The photos and
the steps of undo are not in it: they are too large.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from scorer.app.state.canvas import Canvas
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

FORMER_PAGES = {"start": "home", "table": "game", "kingdoms": "kingdom", "evenings": "history"}
"""Pages as older addresses call them, and as they are called now."""

VERSION = "1"
_FRAME = re.compile(rf"[{GRID_SIZES[0]}{GRID_SIZES[1]}]([0-9]{{2}})?")
LONGEST = 6000
"""Characters: doubts beyond them are left out, so that the address stays one that every browser takes. That a kingdom
is cut off, and the marks, are short and stay."""


def arrived(parts: Mapping[str, str]) -> PageState:
    """The table of an address, with what is remembered of it. Raises ``GameError`` for a game that cannot be read."""
    state = with_memory(state_of(link.decode(parts[link.PART])), parts.get(PART, ""))
    return replace(state, evening=parts.get(EVENING, ""))


def page_to_arrive_at(state: PageState, parts: Mapping[str, str]) -> str:
    """The page that the address names, else the game if there is one.

    >>> page_to_arrive_at(PageState(), {}), page_to_arrive_at(PageState(), {"page": "rules"})
    ('home', 'rules')
    """
    return page_called(parts.get(PAGE, "")) or ("game" if state.seats else "home")


def page_called(name: str) -> str:
    """A page by the name that it has or had; empty for other names.

    >>> page_called("evenings"), page_called("share"), page_called("x")
    ('history', 'share', '')
    """
    name = FORMER_PAGES.get(name, name)
    return name if name in PAGES else ""


def lost_on_the_way(state: PageState) -> Message | None:
    """What is told where there were photos."""
    if any(canvas.had_photo for seat in state.seats for canvas in seat.canvases):
        return Message("The table is back as it was. The photos and the steps to undo are not kept.")
    return None


def memory_of(state: PageState) -> str:
    """What is to be remembered of the canvases, each under its seat and game.

    “p” had a photo, “l” is the one looked at.

    Digits are the side of the grid that is being painted on, the rows above the kingdom there and the columns left of
    it.

    >>> from scorer.rules.model.rules import Rules
    >>> memory_of(PageState().seated(Canvas.empty(Rules()), "Ann"))
    '1~0-0-522-'
    """
    text = VERSION
    for nth, seat in enumerate(state.seats):
        for game, canvas in enumerate(seat.canvases):
            marks = ("p" if canvas.is_from_photo else "") + _frame(canvas)
            marks += "l" if (nth, game) == (state.chosen, state.round) != (0, 0) else ""
            seen = canvas.open.to_text(canvas.origin)
            if len(text) + len(seen) >= LONGEST:
                seen = canvas.cut
            if marks or seen:
                text += f"~{nth}-{game}-{marks}-{seen}"
    return text


def with_memory(state: PageState, text: str) -> PageState:
    """The table as ``memory_of`` remembers it. What cannot be read, or is about no square there is, is passed over.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> state = PageState().seated(Canvas.of(Kingdom.parse("wC")), "Ann")
    >>> with_memory(state, "1~0-0-p-beside*0_0_w_60").seats[0].canvases[0].doubtful
    ((0, 0),)
    """
    version, *entries = text[: 2 * LONGEST].split("~")
    for entry in entries if version == VERSION else ():
        try:
            nth, game, marks, seen = entry.split("-", 3)  # a place left of the kingdom or above it has a “-” too
            seat = state.seats[int(nth)]
            canvas = seat.canvases[int(game)]
            # what is painted on is no more than a part: the game says so, whether or not its photo cuts it off too
            canvas = _framed(canvas.whole(), frame[0]) if (frame := _FRAME.search(marks)) else canvas
            again = replace(canvas, seen=_within(Seen.from_text(seen), canvas), had_photo="p" in marks)
        except (ValueError, IndexError):
            continue
        canvases = (*seat.canvases[: int(game)], again, *seat.canvases[int(game) + 1 :])
        state = state.with_seat(int(nth), replace(seat, canvases=canvases))
        if "l" in marks:
            state = state.choose(int(nth), int(game))
    return state


def _frame(canvas: Canvas) -> str:
    if canvas.frame is None:
        return ""
    top, left, bottom, _ = canvas.frame
    side, inset = bottom - top + 1, (canvas.origin[0] - top, canvas.origin[1] - left)
    if side not in GRID_SIZES:
        return ""
    return f"{side}{inset[0]}{inset[1]}" if all(0 <= places < side for places in inset) else str(side)


def _framed(canvas: Canvas, frame: str) -> Canvas:
    """As ``_frame`` wrote it; earlier versions wrote the side alone."""
    side, *inset = map(int, frame)
    return canvas.framed(side, (inset[0], inset[1]) if inset else None)


def _within(seen: Seen, canvas: Canvas) -> Seen:
    """Only what is about squares of the kingdom. That the game says only a part of it is known stays."""
    return replace(
        seen,
        cut=canvas.cut or seen.cut,
        doubtful=tuple(position for position in seen.doubtful if position in canvas.cells),
        built=seen.built & canvas.cells.keys(),
        hidden=seen.hidden & canvas.cells.keys(),
        guesses={position: guesses for position, guesses in seen.guesses.items() if position in canvas.cells},
    )
