"""A report of a misread photo."""

from __future__ import annotations

import io
import json
from zipfile import ZipFile

from scorer.app.blocks import Save
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, blocks, labels, press, tap, turn, upload
from tests.ui.drawn import CORNERS, NOTATION


def test_a_report_has_the_photo_the_reading_and_the_correction(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(turn(app, "kingdom"), kind="put", places=["1,4"], code="w1")
    press(app, "Report a reading error")
    (save,) = blocks(app, Save)
    files = ZipFile(io.BytesIO(save.content))
    assert files.read("photo.jpg") == b"jpeg"
    (found,) = json.loads(files.read("reading.json"))["kingdoms"]
    assert (found["notation"], found["doubtful"]) == (NOTATION, [[1, 4]])
    ((entry,),) = [json.loads(files.read("photos.json"))]
    (label,) = entry["kingdoms"]
    assert entry["file"] == "photo.jpg"
    assert label["notation"] == NOTATION.replace("g1wwww", "g1wwww1")
    assert label["corners"] == [[x / 2, y / 2] for x, y in CORNERS], "the picture is half as large as the photo"


def test_without_a_photo_there_is_nothing_to_report(app: StubProgram) -> None:
    app.do({"kind": "notation", "value": NOTATION})
    assert "Report a reading error" not in labels(app)
