"""Photos in the pocket edition's program, with the reader of this computer in the place of the browser's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scorer.app.state.history import History
from scorer.app.state.page_state import PageState, Seat
from scorer.offline.program import OfflineProgram, begin
from scorer.offline.reader import PhotoReader
from scorer.rules.scoring.score import score
from scorer.rules.table.player import COLOURS
from scorer.samples import samples
from scorer.vision.common.arrays import Image
from scorer.vision.photo.decode import open_photo
from scorer.vision.photo.photo import shrunk
from scorer.vision.reader import default_reader, read_photo
from tests.app.asking import SPRITES, block, done, labels

pytestmark = pytest.mark.slow
SAMPLES = {sample.path.stem: sample for sample in samples()}


def decoded(file: Image, longest: int) -> dict[str, Any]:
    """A file, which stands for itself here, as the browser decodes it."""
    image = shrunk(file, longest)
    return {"rows": image.shape[0], "columns": image.shape[1], "pixels": memoryview(image.tobytes())}


@pytest.fixture
def program() -> OfflineProgram:
    program = begin(SPRITES, "en", "https://scorer.example/")
    program.reader = PhotoReader(default_reader(), decoded)
    done(program, "reader", value="ready", part=1)
    return program


def read(program: OfflineProgram, image: Image, number: int = 1, count: int = 1) -> dict[str, Any]:
    """What the worker does with a file."""
    done(program, "reading", number=number, count=count)
    rows, columns = image.shape[:2]
    told = {"name": "a.jpg", "href": "blob:a", "width": columns, "height": rows}
    program.read(json.dumps(told), image)
    return done(program, "reading", number=0, count=0)


def picture(path: Path) -> Image:
    return open_photo(path).image


def test_a_photo_becomes_a_kingdom_with_its_photo(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    board = block(read(program, picture(sample.path)), key="kingdom")["data"]
    assert (board["notation"], board["total"]) == (str(sample.kingdoms[0]), str(score(sample.kingdoms[0]).total))
    assert board["photo"]["href"] == "blob:a" and all(place["quad"] for place in board["places"])


def test_several_kingdoms_are_a_table(program: OfflineProgram) -> None:
    page = read(program, picture(SAMPLES["two"].path))
    assert page["page"] == "table"
    assert (len(program.state.seats), program.state.chosen) == (len(SAMPLES["two"].kingdoms), 0)
    assert not program.history.past[-1].seats  # one step
    program.history = program.history.undone()
    assert len(program.state.seats) == len(SAMPLES["two"].kingdoms)  # kingdoms are removed on purpose only


def test_what_was_read_is_put_on_the_photos_own_pixels(program: OfflineProgram) -> None:
    image = np.repeat(np.repeat(picture(SAMPLES["whole"].path), 3, axis=0), 3, axis=1)
    board = block(read(program, image), key="kingdom")["data"]
    assert board["notation"] == str(SAMPLES["whole"].kingdoms[0])
    assert board["photo"]["width"] == image.shape[1]
    assert max(max(corner) for corner in board["grid"]["corners"]) > image.shape[1] / 2


def test_a_grid_laid_by_hand_is_read_in_it(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    data = block(read(program, picture(sample.path)), key="kingdom")["data"]
    act = {"kind": "grid", "kingdom": data["id"], "sent": 1, **data["grid"]}
    again = block(done(program, "actions", value=[act]), key="kingdom")["data"]
    assert again["notation"] == str(sample.kingdoms[0])


def test_nothing_found_is_told_and_the_grid_can_be_laid_by_hand(program: OfflineProgram) -> None:
    page = read(program, np.full((300, 400, 3), 120, np.uint8))
    assert page["page"] == "start" and "a.jpg: no kingdom found" in block(page, look="warning")["text"]
    laying = next(one["do"] for one in page["blocks"] if one.get("do", {}).get("kind") == "lay")
    page = done(program, **laying)
    assert block(page, key="kingdom")["data"]["settled"] is False and "Mark its four corners" not in labels(page)
    cancel = {"kind": "cancel", "kingdom": block(page, key="kingdom")["data"]["id"], "sent": 1}
    page = done(program, "actions", value=[cancel])
    assert page["page"] == "start" and "a.jpg: no kingdom found" in block(page, look="warning")["text"]
    assert not program.state.seats and not program.history.past
    done(program, **laying)
    page = done(program, "clear")
    assert not [one for one in page["blocks"] if one.get("look") == "warning"], "it goes with its table"


def test_a_kingdom_that_went_out_of_turn_is_given_with_a_tap(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    colour = next(kingdom.castle_colour for kingdom in read_photo(sample.path).kingdoms)
    others = [one for one in COLOURS if one != colour]
    program.history = History(PageState((Seat("Ann", others[0]), Seat("Ben", colour or ""))))
    page = read(program, picture(sample.path))
    assert block(page, look="warning")["text"] == "a.jpg went to Ben, by the colour of its castle"
    (give,) = [one for one in page["blocks"] if one.get("do", {}).get("kind") == "give"]
    assert give["label"] == "Give it to Ann"
    for _ in range(2):  # a second tap comes too late
        page = done(program, **give["do"])
        assert [len(seat.canvases) for seat in program.state.seats] == [1, 0]
    assert not [one for one in page["blocks"] if one.get("look") == "warning"]


def test_a_file_that_is_no_photo_is_told(program: OfflineProgram) -> None:
    done(program, "unread", name="b.txt")
    assert "b.txt" in block(done(program, "reading", number=0, count=0), look="warning")["text"]


@pytest.mark.parametrize(("loading", "chooses"), [("loading", True), ("ready", True), ("missing", False)])
def test_photos_can_be_chosen_where_they_can_be_read(program: OfflineProgram, loading: str, chooses: bool) -> None:
    page = done(program, "reader", value=loading, part=0.5)
    assert ("photos" in [one["block"] for one in page["blocks"]]) == chooses
    assert ("samples" in [one["block"] for one in page["blocks"]]) == chooses
    assert ("progress" in [one["block"] for one in page["blocks"]]) == (loading == "loading")
