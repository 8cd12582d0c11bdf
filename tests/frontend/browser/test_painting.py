"""A kingdom painted without a photo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.rules.model.kingdom import Kingdom
from tests.ui.browser.steps import empty_board, in_address, look_at, on_a_phone, picture, press, stroke, total

if TYPE_CHECKING:
    from playwright.sync_api import Page


PAINTED = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"


STROKES = {
    "w": ("A1", "E2 D2 C2 B2 B3"),
    "s": ("B1",),
    "s2": ("C1",),
    "s1": ("D1", "B5"),
    "m1": ("E1",),
    "g1": ("A2",),
    "g": ("A3 A4 B4", "D5"),
    "f": ("D3 D4 E4 E3", "E5"),
    "l": ("C4 C5",),
    "w1": ("A5",),
}
"""A way to paint it: each face with its strokes over squares."""


MOST_TAPS = 27


def taps(page: Page) -> int:
    """How often the screen has been touched since it was counted first."""
    return int(
        page.evaluate(
            """() => {
                if (window.taps === undefined) {
                    window.taps = 0;
                    window.addEventListener("pointerdown", () => { window.taps += 1; }, { capture: true });
                }
                return window.taps;
            }"""
        )
    )


def test_a_kingdom_is_painted_with_few_taps_and_the_board_holds_still(page: Page) -> None:
    assert taps(page) == 0
    empty_board(page)
    board = page.locator(".drawn").bounding_box()
    middles = {name: middle_of(page, name) for strokes in STROKES.values() for name in " ".join(strokes).split()}
    for face, strokes in STROKES.items():
        take_in_hand(page, face)
        for squares in strokes:
            stroke(page, [middles[name] for name in squares.split()])
            assert page.locator(".drawn").bounding_box() == board
    picture(page, "12-painted")
    total(page, "16")
    assert page.locator(".findings button").count() == 0
    press(page, "[data-press=done]")
    page.locator(".verdict[data-is=legal]").wait_for()
    assert taps(page) <= MOST_TAPS
    in_address(page, PAINTED)


@on_a_phone
def test_any_kingdom_is_typed_in_row_by_row_with_a_tap_for_each_square(page: Page) -> None:
    empty_board(page)
    assert taps(page) == 0
    press(page, "[data-press=rows]")
    page.locator("[data-press=rows][aria-pressed=true]").wait_for()
    cells = [cell for _, cell in Kingdom.parse(PAINTED).cells()]
    for cell in cells:
        press(page, f".brushes [data-face='{cell}']")
    assert taps(page) == 1 + len(cells)
    total(page, "16")
    press(page, "[data-press=done]")
    page.locator(".verdict[data-is=legal]").wait_for()


def test_with_no_face_in_hand_a_square_is_looked_at_in_full(page: Page) -> None:
    empty_board(page)
    take_in_hand(page, "w")
    press(page, ".brushes [data-face='w']")
    page.locator(".notice", has_text="No tile picked").wait_for()
    look_at(page, "0,1")


def take_in_hand(page: Page, face: str) -> None:
    press(page, f".brushes [data-face='{face}']")
    page.locator(f".brushes [data-face='{face}'][aria-pressed=true]").wait_for()


def middle_of(page: Page, name: str) -> tuple[float, float]:
    """A square of the empty 5×5 board by its name in the finished kingdom, in pixels."""
    row, column = int(name[1:]) - 3, "ABCDE".index(name[0]) - 2
    box = page.locator(f".drawn [data-at='{row},{column}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
