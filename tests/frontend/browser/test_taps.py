"""How many taps the usual ways take, counted in the page, besides those in the system's own camera or file chooser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place
from tests.ui.browser.steps import UPLOAD, in_address, on_a_phone, press, stroke, there, total, with_photo
from tests.ui.drawn import CERTAIN, NOTATION

if TYPE_CHECKING:
    from playwright.sync_api import Page

COUNTER = """() => {
    window.taps = 0;
    window.addEventListener("pointerdown", ({ isTrusted }) => { window.taps += Number(isTrusted); }, { capture: true });
}"""

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
"""A way to paint ``NOTATION``: each face with its strokes over squares."""


@contextmanager
def counted(page: Page, limit: int) -> Iterator[None]:
    """Fail if a finger or a mouse button goes down more than ``most`` times, or never."""
    page.evaluate(COUNTER)
    yield
    assert 0 < int(page.evaluate("window.taps")) <= limit


@contextmanager
def none(page: Page) -> Iterator[None]:
    """Fail if anything is pressed."""
    page.evaluate(COUNTER)
    yield
    assert page.evaluate("window.taps") == 0


@pytest.fixture
def files(photo: Path, tmp_path: Path) -> list[Path]:
    """Photos of two kingdoms that are read without any doubt."""
    paths = [tmp_path / name for name in CERTAIN]
    for path in paths:
        path.write_bytes(photo.read_bytes())
    return paths


def choose(page: Page, *files: Path) -> None:
    """Tap the field for photos, and choose some in the system's own window."""
    with page.expect_file_chooser() as chooser:
        press(page, UPLOAD)
    chooser.value.set_files(files)
    page.locator(".player-card").nth(0).wait_for()


@on_a_phone
def test_two_photos_with_the_camera_make_a_winner_with_two_taps(page: Page, files: list[Path]) -> None:
    with counted(page, 2):
        for file in files:
            choose(page, file)
        page.locator(".winner", has_text="won by").wait_for()


@on_a_phone
def test_two_photos_of_the_gallery_make_a_winner_with_one_tap(page: Page, files: list[Path]) -> None:
    with counted(page, 1):
        choose(page, *files)
        page.locator(".winner", has_text="won by").wait_for()


@on_a_phone
def test_a_flagged_square_is_corrected_with_two_taps(page: Page, photo: Path) -> None:
    choose(page, photo)
    with counted(page, 2):
        press(page, ".taps [data-value='1,4']")
        press(page, ".picker[open] [data-face='w1']")
        total(page, "21")


@on_a_phone
def test_any_square_of_the_kingdom_is_corrected_with_two_taps(page: Page, photo: Path) -> None:
    with_photo(page, photo)
    with counted(page, 2):
        press(page, ".photo [data-at='0,4']")
        press(page, ".picker[open] [data-face='m3']")
        total(page, "18")


@on_a_phone
def test_the_total_of_a_player_without_a_kingdom_takes_three_taps(page: Page, photo: Path) -> None:
    choose(page, photo)
    with counted(page, 3):
        press(page, ".dock summary")
        press(page, ".dock input[type=text]")
        page.keyboard.type("45")
        press(page, ".dock form button")
        page.locator(".points", has_text="45").wait_for()


@pytest.mark.thorough
@on_a_phone
def test_any_kingdom_is_entered_row_by_row_with_a_tap_for_each_square(page: Page) -> None:
    faces = [str(cell) for _, cell in Kingdom.parse(NOTATION).cells() if cell is not Place.CASTLE]
    with counted(page, 3 + len(faces)):
        press(page, "[data-key=more] summary")
        press(page, "[data-key=empty]")
        there(page, "kingdom")
        press(page, "[data-press=rows]")
        page.locator("[data-press=rows][aria-pressed=true]").wait_for()
        for face in faces:
            press(page, f".brushes [data-face='{face}']")
        page.locator(".verdict[data-is=legal]").wait_for()
        total(page, "16")
    assert len(faces) == 24
    in_address(page, NOTATION)


def test_a_kingdom_is_painted_with_27_taps_or_fewer_and_the_board_holds_still(page: Page) -> None:
    with counted(page, 27):
        press(page, "[data-key=more] summary")
        press(page, "[data-key=empty]")
        there(page, "kingdom")
        board = page.locator(".drawn").bounding_box()
        for face, strokes in STROKES.items():
            press(page, f".brushes [data-face='{face}']")
            page.locator(f".brushes [data-face='{face}'][aria-pressed=true]").wait_for()
            for squares in strokes:
                stroke(page, [middle_of(page, name) for name in squares.split()])
                assert page.locator(".drawn").bounding_box() == board
        total(page, "16")
        assert page.locator(".findings button").count() == 0
        press(page, "[data-press=done]")
        page.locator(".verdict[data-is=legal]").wait_for()
    in_address(page, NOTATION)


def middle_of(page: Page, name: str) -> tuple[float, float]:
    """A square of the empty 5×5 board by its name, in pixels."""
    row, column = int(name[1:]) - 3, "ABCDE".index(name[0]) - 2
    box = page.locator(f".drawn [data-at='{row},{column}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@on_a_phone
def test_a_game_is_saved_without_a_tap(page: Page, photo: Path) -> None:
    saved = "() => Object.keys(localStorage).some((name) => name.startsWith('kingdom-scorer-evening-'))"
    with none(page):
        page.locator(UPLOAD).set_input_files(photo)
        page.locator(".notice", has_text="Saved").wait_for()
        page.wait_for_function(saved)


@on_a_phone
def test_a_link_is_shared_with_two_taps(page: Page, photo: Path) -> None:
    choose(page, photo)
    page.context.grant_permissions(["clipboard-write"])
    with counted(page, 2):
        press(page, "[data-key=go-share]")
        there(page, "share")
        press(page, ".link button")
        page.locator(".link button", has_text="Copied").wait_for()
