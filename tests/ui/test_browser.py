"""The whole way in a real browser: on a phone by touch, on a desktop by mouse and keyboard."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.sharing.files import game_from_file
from scorer.sharing.link import opened
from scorer.ui.labels import JOINER
from scorer.vision.reader import read_photo
from tests.ui.browsing import DESKTOP, PHONE, ROOT, served
from tests.ui.drawn import SLOW, drawn_photo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PICTURES = os.environ.get("KINGDOM_PICTURES")
"""Where to leave screenshots of the steps, if anywhere."""


@pytest.fixture(scope="module")
def address(browser: Browser) -> Iterator[str]:  # noqa: ARG001 (no server where there is no browser)
    with served(Path(__file__).with_name("served.py")) as address:
        yield address


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "kingdom.jpg"
    path.write_bytes(drawn_photo())
    return path


@pytest.fixture(params=["phone", "desktop"])
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """The page freshly opened on a device; anything that goes wrong in the browser fails the test."""
    context = browser.new_context(**(PHONE if request.param == "phone" else DESKTOP), locale="en-GB")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.locator("input[type=file]").first.wait_for(state="attached", timeout=60_000)
    yield page
    context.close()
    assert not faults, faults


def phone(page: Page) -> bool:
    return bool(page.viewport_size and page.viewport_size["width"] < 500)


def press(page: Page, selector: str) -> None:
    """A tap on the phone, a click on the desktop."""
    found = page.locator(selector).first
    (found.tap if phone(page) else found.click)(timeout=30_000)


def turn(page: Page, number: int) -> None:
    press(page, f".st-key-page button >> nth={number}")


def upload(page: Page, *paths: Path) -> None:
    page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(paths)


def total(page: Page, points: str, timeout: int = 30_000) -> None:
    """Waits until the canvas shows so many points."""
    page.locator(".total strong", has_text=re.compile(f"^{points}$")).wait_for(timeout=timeout)


def escaped(text: str) -> re.Pattern[str]:
    """Words as a message shows them, whose signs are parted by joiners."""
    return re.compile(f"{JOINER}?".join(map(re.escape, text)))


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.wait_for_timeout(600)
        device = "phone" if phone(page) else "desktop"
        page.screenshot(path=Path(PICTURES) / f"{device}-{name}.jpg", type="jpeg", quality=85)


def fits(page: Page) -> bool:
    """Nothing sticks out to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_from_photo_to_result(page: Page, photo: Path, tmp_path: Path) -> None:
    picture(page, "1-start")
    assert fits(page)
    upload(page, photo)
    total(page, "16")
    assert "E2" in page.locator(".ask").inner_text()
    picture(page, "2-kingdom")
    assert fits(page)

    press(page, ".photo [data-at='1,4']")
    picture(page, "3-choose")
    press(page, ".guesses [data-face='w1']")
    total(page, "21")
    assert page.locator(".verdict").get_attribute("data-is") == "illegal"
    picture(page, "4-corrected")
    press(page, ".undo")
    total(page, "16")
    press(page, ".redo")
    total(page, "21")
    press(page, ".undo")
    total(page, "16")

    press(page, "[data-mode=drawn]")
    press(page, ".drawn [data-at='0,4']")
    press(page, ".faces [data-face='m3']")
    total(page, "18")
    picture(page, "5-board")

    turn(page, 2)
    page.locator(".ranking").wait_for()
    picture(page, "6-table")
    turn(page, 3)
    page.get_by_text("Harmony: 5 points").wait_for()
    picture(page, "7-rules")
    assert fits(page)
    turn(page, 4)
    page.get_by_role("button", name="Save as JSON").wait_for()
    picture(page, "8-share")
    assert fits(page)
    with page.expect_download() as download:
        press(page, "button:has-text('Save as JSON')")
    kept = tmp_path / "kept.json"
    download.value.save_as(kept)
    assert str(game_from_file(kept.read_bytes()).players[0].kingdoms[0]) == "wss2s1m3/g1wwww/gwCff/gglff/w1s1lgf"
    with page.expect_download() as download:
        press(page, "button:has-text('Save the card')")
    download.value.save_as(tmp_path / "card.png")
    assert b"Exif" not in (tmp_path / "card.png").read_bytes()


def test_corners_are_dragged_and_corrections_stay(page: Page, photo: Path) -> None:
    upload(page, photo)
    total(page, "16")
    press(page, ".photo [data-at='4,4']")
    press(page, ".faces [data-face='m3']")
    total(page, "19")
    press(page, "[data-mode=grid]")
    before = page.locator(".mesh").get_attribute("d")
    box = page.locator(".handle").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    stroke(page, [(x, y), (x + 12, y + 9)])
    assert page.locator(".mesh").get_attribute("d") != before
    picture(page, "9-corners")
    dragged = page.locator(".mesh").get_attribute("d")
    page.locator(".handle").nth(2).press("ArrowLeft")
    assert page.locator(".mesh").get_attribute("d") != dragged
    press(page, ".grid-tools .main")
    page.locator("[data-mode=photo][aria-pressed=true]").wait_for()
    total(page, "19")
    assert "mine with 3 crowns" in (page.locator(".photo [data-at='4,4'] title").text_content() or "")


def test_the_grid_can_be_moved_again_and_again(page: Page, photo: Path) -> None:
    upload(page, photo)
    total(page, "16")
    for _ in range(2):
        press(page, "[data-mode=grid]")
        page.locator(".handle").nth(2).press("ArrowLeft")
        press(page, ".grid-tools .main")
        page.locator("[data-mode=photo][aria-pressed=true]").wait_for()
        assert page.locator(".grid-tools.waiting").count() == 0


def test_the_browsers_back_button_leads_to_the_page_before(page: Page, photo: Path) -> None:
    upload(page, photo)
    total(page, "16")
    turn(page, 2)
    page.locator(".ranking").wait_for()
    page.wait_for_url(re.compile("#table$"))
    page.go_back()
    total(page, "16")
    assert "#kingdoms" in page.url


def test_the_letters_can_be_taken_off_the_photo(page: Page, photo: Path) -> None:
    upload(page, photo)
    total(page, "16")
    assert page.locator(".photo .label").first.is_visible()
    press(page, ".letters")
    assert not page.locator(".photo .label").first.is_visible()


def test_a_file_that_is_too_large_is_told_in_a_sentence(page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(61_000_000 + (1 << 20) * 2)
    upload(page, large)
    page.locator("[data-testid=stFileChip][aria-invalid=true]").wait_for(timeout=30_000)
    uploader = page.locator("[class*='st-key-upload-'] .stFileUploader, .stFileUploader[class*='st-key-upload-']").first
    said = uploader.evaluate("(element) => getComputedStyle(element, '::after').content")
    assert "60 MB at most" in said


def test_more_rows_and_columns_keep_the_size_of_a_square(browser: Browser, address: str, photo: Path) -> None:
    context = browser.new_context(**DESKTOP, locale="en")
    page = context.new_page()
    page.goto(address)
    page.locator("input[type=file]").first.wait_for(state="attached", timeout=60_000)
    upload(page, photo)
    total(page, "16")
    page.locator("[data-mode=grid]").click()
    before = columns(page)
    page.get_by_role("button", name="Columns −1").click()
    assert columns(page) == pytest.approx(before[:-1], abs=0.5)
    page.get_by_role("button", name="Columns +1").click()
    assert columns(page) == pytest.approx(before, abs=0.5)
    page.get_by_role("button", name="7×7").click()
    assert len(columns(page)) == 8
    assert columns(page)[0] < before[0] < before[-1] < columns(page)[-1]
    context.close()


def columns(page: Page) -> list[float]:
    """Where the grid's upright lines begin, from left to right."""
    lines = re.findall(r"M(\S+) \S+L", page.locator(".mesh").get_attribute("d") or "")
    rows = int(page.locator(".stepper output").first.inner_text())
    return [float(x) for x in lines[rows + 1 :]]


def test_a_broken_photo_says_why_and_loses_nothing(page: Page, photo: Path, tmp_path: Path) -> None:
    upload(page, photo)
    total(page, "16")
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(photo.read_bytes()[:2000])
    turn(page, 0)
    upload(page, broken)
    page.get_by_text(escaped("broken.jpg is damaged or cut short")).wait_for(timeout=30_000)
    picture(page, "10-broken")
    turn(page, 1)
    total(page, "16")


def test_a_link_opens_in_a_second_browser(page: Page, photo: Path, browser: Browser) -> None:
    upload(page, photo)
    total(page, "16")
    press(page, ".photo [data-at='0,4']")
    press(page, ".faces [data-face='m3']")
    total(page, "18")
    page.wait_for_url(re.compile(r"game=1"))
    other = browser.new_context(**PHONE)
    try:
        second = other.new_page()
        second.goto(page.url)
        total(second, "18", 60_000)
        assert second.locator(".photo image").count() == 0
        second.reload()
        total(second, "18", 60_000)
    finally:
        other.close()


def test_the_browser_remembers_the_last_table(page: Page, address: str) -> None:
    press(page, "button:has-text('Empty board')")
    total(page, "0")
    page.wait_for_url(re.compile(r"game=1"))
    again = page.context.new_page()
    again.goto(address)
    press(again, "button:has-text('Go on with the last table')")
    total(again, "0")


def test_the_language_switches_to_the_last_word_of_the_component(page: Page, photo: Path) -> None:
    upload(page, photo)
    total(page, "16")
    press(page, ".st-key-language button:has-text('FR')")
    page.locator(".legend", has_text="champ de blé").wait_for(timeout=30_000)
    assert "wheat" not in page.locator(".stApp").inner_text()
    page.locator("html[lang=fr]").wait_for(state="attached", timeout=30_000)
    picture(page, "11-french")


def test_a_french_browser_is_answered_in_french(browser: Browser, address: str) -> None:
    context: BrowserContext = browser.new_context(**PHONE, locale="fr-CA")
    page = context.new_page()
    page.goto(address)
    page.locator(".st-key-language button[aria-checked=true]:has-text('FR')").wait_for(timeout=60_000)
    context.close()


def test_the_board_works_by_keyboard_alone(browser: Browser, address: str) -> None:
    context = browser.new_context(**DESKTOP, locale="en")
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Empty board").press("Enter")
    total(page, "0")
    page.locator(".drawn [data-at='0,0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".picker[open]").wait_for()
    page.locator(".faces [data-face='w1']").press("Enter")
    total(page, "1")
    assert page.locator(".drawn [data-at='0,1']").evaluate("e => e === e.getRootNode().activeElement")
    page.keyboard.press("Enter")
    page.locator(".picker[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator(".picker:not([open])").wait_for(state="attached")
    context.close()


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
    press(page, "button:has-text('Empty board')")
    page.locator(".brushes [data-face='w']").wait_for()
    page.wait_for_timeout(500)  # until the page has come to rest
    board = page.locator(".drawn").bounding_box()
    middles = {name: middle_of(page, name) for strokes in STROKES.values() for name in " ".join(strokes).split()}
    for face, strokes in STROKES.items():
        press(page, f".brushes [data-face='{face}']")
        for squares in strokes:
            stroke(page, [middles[name] for name in squares.split()])
            assert page.locator(".drawn").bounding_box() == board
    picture(page, "12-painted")
    total(page, "16")
    assert page.locator(".findings button").count() == 0
    press(page, "[data-press=done]")
    page.locator(".verdict[data-is=legal]").wait_for()
    assert taps(page) <= MOST_TAPS
    page.wait_for_url(re.compile(r"game=1"))
    assert str(opened(page.url).players[0].kingdoms[0]) == PAINTED


def test_any_kingdom_is_typed_in_row_by_row_with_a_tap_for_each_square(page: Page) -> None:
    assert taps(page) == 0
    press(page, "button:has-text('Empty board')")
    press(page, "[data-press=rows]")
    for _, cell in Kingdom.parse(PAINTED).cells():
        press(page, f".brushes [data-face='{cell}']")
    assert taps(page) <= MOST_TAPS
    total(page, "16")
    press(page, "[data-press=done]")
    page.locator(".verdict[data-is=legal]").wait_for()


def test_with_no_face_in_hand_a_square_is_looked_at_in_full(page: Page) -> None:
    press(page, "button:has-text('Empty board')")
    press(page, ".brushes [data-face='w']")
    press(page, ".brushes [data-face='w']")
    press(page, ".drawn [data-at='0,1']")
    page.locator(".picker[open]").wait_for()


def middle_of(page: Page, name: str) -> tuple[float, float]:
    """A square of the empty 5×5 board by its name in the finished kingdom, in pixels."""
    row, column = int(name[1:]) - 3, "ABCDE".index(name[0]) - 2
    box = page.locator(f".drawn [data-at='{row},{column}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stroke(page: Page, points: list[tuple[float, float]]) -> None:
    """Over all points without lifting: by finger on the phone, by mouse on the desktop."""
    if not phone(page):
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point, steps=4)
        page.mouse.up()
        return
    touch = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_edges_of_the_board_name_squares_as_messages_do(page: Page) -> None:
    """Also while there are empty places before the kingdom's first row and column, which have no names."""
    press(page, "button:has-text('Empty board')")
    total(page, "0")
    edges = page.locator(".drawn .edge")
    assert edges.all_inner_texts() == ["", "", "", "A", "B", "C", "", "", "1", "2", "3"]
    press(page, ".drawn [data-at='0,-1']")
    assert page.locator(".faces [data-face='.']").inner_text() == "empty"
    press(page, ".faces [data-face='w']")
    page.locator(".drawn [data-at='0,-1'] .unseen", has_text="A1:").wait_for(state="attached")
    letter, square = edges.filter(has_text="A").bounding_box(), page.locator(".drawn [data-at='0,-1']").bounding_box()
    assert letter and square
    assert square["x"] < letter["x"] < square["x"] + square["width"]
    assert fits(page)


def test_every_square_says_what_it_is(page: Page, photo: Path) -> None:
    upload(page, photo)
    total(page, "16")
    labels = [e.text_content() for e in page.locator(".photo [role=button][data-at] title").all()]
    assert len(labels) == 25
    assert all(label and ":" in label for label in labels)
    assert any("please look" in (label or "") for label in labels)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_wide_in_light_and_dark(
    browser: Browser, address: str, photo: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740}, color_scheme=scheme, locale="en")
    page = context.new_page()
    page.goto(address)
    page.locator("input[type=file]").first.wait_for(state="attached", timeout=60_000)
    upload(page, photo)
    total(page, "16")
    assert fits(page)
    if PICTURES:
        page.wait_for_timeout(600)
        page.screenshot(path=Path(PICTURES) / f"{width}-{scheme}.jpg", type="jpeg", quality=85)
    context.close()


def test_an_answer_to_the_first_tap_does_not_take_the_second_back(page: Page, photo: Path) -> None:
    """What the second square shows from its tap on, also while only the first one's score is back."""
    upload(page, photo)
    total(page, "16")
    page.locator(".photo").evaluate(
        """(photo) => {
            const shown = (window.shown = []);
            const look = () => shown.push(photo.querySelector("[data-at='4,4'] text").textContent);
            for (const [at, face] of [["0,4", "m3"], ["4,4", "m1"]]) {
                photo.querySelector(`[data-at="${at}"]`).dispatchEvent(new MouseEvent("click"));
                photo.getRootNode().querySelector(`.faces [data-face="${face}"]`).click();
            }
            new MutationObserver(look).observe(photo, { childList: true, subtree: true, attributes: true });
            look();
        }"""
    )
    total(page, str(score(Kingdom.parse("wss2s1m3/g1wwww/gwCff/gglff/w1s1lgm1")).total))
    assert set(page.evaluate("window.shown")) == {"M"}


def test_after_a_lost_connection_the_table_is_there_and_goes_on(browser: Browser) -> None:
    script = Path(__file__).with_name("served.py")
    context = browser.new_context(**PHONE, locale="en")
    page = context.new_page()
    with served(script) as address:
        page.goto(address)
        press(page, "button:has-text('Empty board')")
        total(page, "0")
        press(page, ".drawn [data-at='0,1']")
        press(page, ".faces [data-face='w1']")
        total(page, "1")
        page.wait_for_url(re.compile(r"game=1"))
    with served(script, int(address.rpartition(":")[2])):
        page.locator(".stApp[data-test-connection-state=CONNECTED][data-test-script-state=running]").wait_for()
        page.locator(".stApp[data-test-script-state=notRunning]").wait_for(timeout=60_000)
        press(page, ".drawn [data-at='0,2']")
        press(page, ".faces [data-face='w']")
        total(page, "2")
        assert page.locator(".total.waiting").count() == 0
    context.close()


def test_a_tap_while_the_server_is_gone_is_carried_out_when_it_is_back(browser: Browser, photo: Path) -> None:
    """On the second of two kingdoms. The photos' canvases begin elsewhere than those that come back without them."""
    script = Path(__file__).with_name("served.py")
    context = browser.new_context(**PHONE, locale="en")
    page = context.new_page()
    with served(script) as address:
        page.goto(address)
        page.locator("input[type=file]").first.wait_for(state="attached", timeout=60_000)
        upload(page, photo, photo)
        page.locator(".ranking").wait_for(timeout=60_000)
        turn(page, 1)
        total(page, "16")
        press(page, ".st-key-seat button >> nth=1")
        page.wait_for_url(re.compile(r"1-0-pl-"))
    page.locator(".stApp:not([data-test-connection-state=CONNECTED])").wait_for()
    page.locator(".photo [data-at='0,4']").dispatch_event("click")  # in the moment before Streamlit takes taps away
    page.locator(".faces [data-face='m3']").dispatch_event("click")
    page.locator(".notice", has_text="is kept and sent").wait_for()
    offline = page.locator(".stApp").evaluate("(app) => getComputedStyle(app, '::after').content")
    assert "What is on this page stays" in offline
    assert not page.get_by_text("yourscript.py").is_visible()
    with served(script, int(address.rpartition(":")[2])):
        total(page, "18", 90_000)
        assert page.locator(".st-key-seat button").nth(1).get_attribute("aria-checked") == "true"
        page.locator("[data-testid=stAlert]", has_text="photos and the steps to undo are not kept").wait_for()
    context.close()


def test_a_step_back_while_the_server_is_gone_is_said_to_be_lost(browser: Browser, photo: Path) -> None:
    script = Path(__file__).with_name("served.py")
    context = browser.new_context(**PHONE, locale="en")
    page = context.new_page()
    with served(script) as address:
        page.goto(address)
        page.locator("input[type=file]").first.wait_for(state="attached", timeout=60_000)
        upload(page, photo)
        total(page, "16")
        press(page, ".photo [data-at='0,4']")
        press(page, ".faces [data-face='m3']")
        total(page, "18")
        page.wait_for_url(re.compile(r"game=1"))
    page.locator(".stApp:not([data-test-connection-state=CONNECTED])").wait_for()
    page.locator(".undo").dispatch_event("click")
    with served(script, int(address.rpartition(":")[2])):
        page.locator(".notice", has_text="Please do it again").wait_for(timeout=90_000)
        total(page, "18")
    context.close()


def test_a_photo_that_was_being_read_when_the_server_went_is_named(browser: Browser, photo: Path) -> None:
    script = Path(__file__).with_name("served.py")
    slow = photo.with_name(f"{SLOW}-photo.jpg")
    slow.write_bytes(photo.read_bytes())
    context = browser.new_context(**PHONE, locale="en")
    page = context.new_page()
    with served(script) as address:
        page.goto(address)
        page.locator("input[type=file]").first.wait_for(state="attached", timeout=60_000)
        upload(page, slow)
        page.get_by_text("Reading photo 1 of 1").wait_for(timeout=30_000)
        page.wait_for_function("() => sessionStorage.getItem('kingdom-scorer-reading')")
    with served(script, int(address.rpartition(":")[2])):
        lost = "slow-photo.jpg was being read when the connection was lost; choose it again"
        page.get_by_text(escaped(lost)).wait_for(timeout=90_000)
        assert not page.get_by_text("Reading photo").is_visible()
    context.close()


def test_a_sample_is_read_by_the_real_reader(browser: Browser) -> None:
    """The whole app as it is started by hand, with the shipped models: it shows what the reader reads."""
    points = score(read_photo(ROOT / "sample_images/whole.jpg").kingdoms[0].kingdom).total
    with served(ROOT / "app.py") as address:
        context = browser.new_context(**PHONE, locale="en")
        page = context.new_page()
        page.goto(address)
        press(page, ".st-key-sample-whole button")
        page.locator(".bar").wait_for(timeout=120_000)
        picture(page, "sample")
        total(page, str(points))
        context.close()
