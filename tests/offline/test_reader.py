"""Photos in the offline app's program, with the reader of this computer in the place of the browser's."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.app.state.page_state import PageState, Slot
from scorer.app.state.undo import History
from scorer.offline.photo_worker import PhotoWorker, WebNet
from scorer.offline.program import OfflineProgram, start_program
from scorer.offline.reader import PhotoReader, PhotoSize, Question, ReadingMissing
from scorer.rules.scoring.score import score
from scorer.rules.table.player import COLOURS
from scorer.samples import samples
from scorer.vision.common.arrays import Image
from scorer.vision.common.nets import Net
from scorer.vision.models import Models
from scorer.vision.photo.decode import open_photo
from scorer.vision.photo.photo import shrunk
from scorer.vision.reader import Reader, default_reader, read_photo
from tests.app.asking import SPRITES, block, done, labels

pytestmark = pytest.mark.slow
SAMPLES = {sample.path.stem: sample for sample in samples()}


class Decoded:
    """A picture as the browser decodes it, with the part of its arrays that Python uses."""

    def __init__(self, image: Image) -> None:
        self.rows, self.columns = image.shape[:2]
        self.pixels, self._image = self, image

    def assign_to(self, array: Image) -> None:
        array[:] = self._image


class Worker(PhotoWorker):
    """The worker that reads photos, with this computer's networks; a photo's file is its picture."""

    def __init__(self) -> None:
        self._nets: list[WebNet] = []
        self._reader = default_reader()
        self.questions: list[bytes] = []

    def answer(self, missing: ReadingMissing) -> bytes:
        self.questions.append(missing.question)
        decoded: dict[str, Decoded] = {}
        while isinstance(answer := self.read(missing.question, decoded.get), str):
            assert answer not in decoded
            index, longest = map(int, answer.split(":"))
            decoded[answer] = Decoded(shrunk(missing.files[index], longest))
        return answer


class Counted(WebNet):
    """A network that counts how often it is run."""

    def __init__(self, net: Net) -> None:
        super().__init__("", lambda *_: None)
        self._net, self.runs = net, 0

    def _computed(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        self.runs += 1
        return self._net.run(blob)


def counting() -> tuple[Worker, tuple[Counted, Counted, Counted]]:
    """A worker whose networks store their outputs and count their runs: detector, squares, towns."""
    models = Models.shipped()
    nets = (Counted(models.detector), Counted(models.squares), Counted(models.towns))
    worker = Worker()
    worker._nets, worker._reader = [*nets], Reader(Models(*nets))
    return worker, nets


WORKER = Worker()


@pytest.fixture
def program() -> OfflineProgram:
    program = start_program(SPRITES, "en", "https://scorer.example/")
    program.reader = PhotoReader(program)
    done(program, "reader", value="ready", part=1)
    return program


def answered(program: OfflineProgram, method: str, *given: Any) -> str:
    """What the page's worker does: what Python asks for is read, and then it is asked again."""
    assert program.reader
    while isinstance(found := program.reader.attempt(method, *given), ReadingMissing):
        program.reader.keep(found.question, WORKER.answer(found))
    return found


def acted(program: OfflineProgram, *actions: dict[str, Any]) -> dict[str, Any]:
    page: dict[str, Any] = json.loads(answered(program, "answer", json.dumps({"kind": "actions", "value": actions})))
    return page


def read(program: OfflineProgram, image: Image, number: int = 1, count: int = 1) -> dict[str, Any]:
    """What the worker does with a file."""
    if number == 1:
        program.choose(json.dumps([["", "a.jpg"]]), 1)
    done(program, "reading", number=number, count=count)
    rows, columns = image.shape[:2]
    about = {"name": "a.jpg", "href": "blob:a", "width": columns, "height": rows}
    answered(program, "read", json.dumps(about), image)
    return done(program, "reading", number=0, count=0)


def board(program: OfflineProgram, image: Image) -> dict[str, Any]:
    """The kingdom as its page shows it after reading."""
    read(program, image)
    data: dict[str, Any] = block(done(program, "page", value="kingdom"), key="kingdom")["data"]
    return data


def picture(path: Path) -> Image:
    return open_photo(path).image


def test_a_photo_becomes_a_kingdom_with_its_photo(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    shown = board(program, picture(sample.path))
    assert (shown["notation"], shown["total"]) == (str(sample.kingdoms[0]), str(score(sample.kingdoms[0]).total))
    assert shown["photo"]["href"] == "blob:a" and all(place["quad"] for place in shown["places"])


def test_a_scan_becomes_a_kingdom_with_its_picture(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    frame = shrunk(picture(sample.path), 1024)
    scan = WORKER.scan(json.dumps({"box": "kingdomino", "size": "5"}))
    views = (json.loads(scan.add(Decoded(frame), seconds)) for seconds in range(20))
    assert next(view["frames"] for view in views if view["finished"])
    rows, columns = frame.shape[:2]
    about = {"name": "scan.jpg", "href": "blob:a", "width": columns, "height": rows}
    assert json.loads(program.scanned(json.dumps(about), frame, scan.result()))["page"] == "game"
    shown = block(done(program, "page", value="kingdom"), key="kingdom")["data"]
    assert (shown["notation"], shown["photo"]["href"]) == (str(sample.kingdoms[0]), "blob:a")
    assert all(place["quad"] for place in shown["places"])


def test_a_scan_without_a_kingdom_is_a_message(program: OfflineProgram) -> None:
    scan = WORKER.scan("{}")
    scan.add(Decoded(np.full((300, 400, 3), 120, np.uint8)), 0.0)
    page = json.loads(program.scanned(None, None, scan.result()))
    assert "No kingdom found" in block(page, look="warning")["text"] and not program.state.slots


def test_several_kingdoms_are_a_table(program: OfflineProgram) -> None:
    page = read(program, picture(SAMPLES["two"].path))
    assert page["page"] == "game"
    assert (len(program.state.slots), program.state.chosen) == (len(SAMPLES["two"].kingdoms), 0)
    assert not program.history.past[-1].slots  # one step
    program.history = program.history.undone()
    assert len(program.state.slots) == len(SAMPLES["two"].kingdoms)  # kingdoms are removed on purpose only


def test_reading_is_in_pixels_of_the_original_photo(program: OfflineProgram) -> None:
    image = np.repeat(np.repeat(picture(SAMPLES["whole"].path), 3, axis=0), 3, axis=1)
    shown = board(program, image)
    assert shown["notation"] == str(SAMPLES["whole"].kingdoms[0])
    assert shown["photo"]["width"] == image.shape[1]
    assert max(max(corner) for corner in shown["grid"]["corners"]) > image.shape[1] / 2


def test_photo_is_read_with_corners_marked_by_hand(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    data = board(program, picture(sample.path))
    act = {"kind": "grid", "kingdom": data["id"], "sent": 1, **data["grid"]}
    put = {"kind": "put", "kingdom": data["id"], "sent": 0.5, "places": ["0,0"], "code": "g2"}
    again = block(acted(program, put, act), key="kingdom")["data"]
    assert again["notation"] == "g2" + str(sample.kingdoms[0])[1:], "what was corrected stays"
    program.history = program.history.undone().undone()
    assert program.state.draft and program.state.draft.kingdom == sample.kingdoms[0], (
        "what was asked twice is done once"
    )


def test_impossible_corners_are_reported(program: OfflineProgram) -> None:
    data = board(program, picture(SAMPLES["whole"].path))
    act = {"kind": "grid", "kingdom": data["id"], "sent": 1, "corners": [[9, 9]] * 4, "rows": 5, "columns": 5}
    assert "do not make a grid" in block(acted(program, act), look="error")["text"]


def test_failed_reading_is_reported(program: OfflineProgram) -> None:
    assert program.reader
    data = board(program, picture(SAMPLES["whole"].path))
    request = json.dumps(
        {"kind": "actions", "value": [{"kind": "grid", "kingdom": data["id"], "sent": 1, **data["grid"]}]}
    )
    missing = program.reader.attempt("answer", request)
    assert isinstance(missing, ReadingMissing)
    program.reader.keep(missing.question, None)
    found = program.reader.attempt("answer", request)
    assert isinstance(found, str) and "a.jpg could not be read" in block(json.loads(found), look="error")["text"]


def test_rules_changed_while_a_photo_is_read_apply_to_it(
    program: OfflineProgram,
) -> None:
    assert program.reader
    sample = SAMPLES["whole"]
    image, about = picture(sample.path), json.dumps({"name": "a.jpg", "href": "", "width": 1280, "height": 960})
    missing = program.reader.attempt("read", about, image)
    assert isinstance(missing, ReadingMissing) and not program.snapshots and not program.history.past
    done(program, "rule", name="size", value="7")
    WORKER.questions.clear()
    program.reader.keep(missing.question, WORKER.answer(missing))
    answered(program, "read", about, image)
    assert len(WORKER.questions) == 2, "the rules are others: it is read again"
    assert program.state.draft and program.state.draft.kingdom == sample.kingdoms[0]


def test_another_photo_of_the_kingdom_is_read_together_with_its_first(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    board(program, picture(sample.path))
    assert program.state.draft
    first = program.state.draft.photo
    page = read(program, np.ascontiguousarray(np.rot90(picture(sample.path), 2)))
    assert len(program.state.slots) == 1 and page["page"] == "kingdom"
    assert program.state.draft.kingdom == sample.kingdoms[0] and program.state.draft.photo == first
    assert program.state.draft.reading and len(program.state.draft.reading.views) == 2


def test_another_photo_that_shows_another_kingdom_changes_nothing(program: OfflineProgram) -> None:
    board(program, picture(SAMPLES["whole"].path))
    before = program.state
    page = read(program, picture(SAMPLES["duel"].path))
    assert program.state is before and "does not show the same kingdom" in block(page, look="warning")["text"]


def test_photo_that_cannot_be_decoded_leaves_nothing_for_the_next() -> None:
    worker, _ = counting()
    first, second = (picture(SAMPLES[name].path) for name in ("whole", "crooked"))
    sizes = [PhotoSize(name, image.shape[1], image.shape[0]) for name, image in (("a.jpg", first), ("b.jpg", second))]
    pair = Question(tuple(sizes), None, None, giants=False).packed()
    decoded: dict[str, Decoded] = {}
    while (answer := worker.read(pair, decoded.get)) and not str(answer).startswith("1:"):
        assert isinstance(answer, str)
        decoded[answer] = Decoded(shrunk(first, int(answer.removeprefix("0:"))))
    alone = Question(tuple(sizes[1:]), None, None, giants=False).packed()
    (found,) = pickle.loads(worker.answer(ReadingMissing([second], alone))).kingdoms
    assert str(found.kingdom) == str(SAMPLES["crooked"].kingdoms[0])


def test_photos_with_unclear_squares_are_read_as_on_a_computer() -> None:
    image = picture(SAMPLES["crooked"].path)
    images = [image, np.ascontiguousarray(np.rot90(image, 2))]
    sizes = tuple(PhotoSize(name, *one.shape[1::-1]) for name, one in zip("ab", images, strict=True))
    packed = Question(sizes, None, None, giants=False).packed()
    found = pickle.loads(counting()[0].answer(ReadingMissing(images, packed)))
    expected = default_reader().read_views([shrunk(one, default_reader().settings.max_side) for one in images])
    for (one,), (other,) in zip([found.kingdoms], [expected.kingdoms], strict=True):
        assert str(one.kingdom) == str(other.kingdom)
        np.testing.assert_allclose(one.faces, other.faces, atol=1e-6)


def test_heic_photo_as_another_view_gets_the_advice_for_heic(program: OfflineProgram) -> None:
    board(program, picture(SAMPLES["whole"].path))
    program.choose(json.dumps([["", "b.heic"]]), 1)
    about = json.dumps({"name": "b.heic", "href": "", "width": 0, "height": 0})
    assert program.reader
    missing = program.reader.attempt("read", about, None)
    assert isinstance(missing, ReadingMissing)
    program.reader.keep(missing.question, None)
    page = json.loads(str(program.reader.attempt("read", about, None)))
    assert "b.heic is a HEIC photo" in block(page, look="warning")["text"]


def test_missing_pixels_are_requested_and_no_network_runs_twice() -> None:
    worker, (detector, *_) = counting()
    small = shrunk(picture(SAMPLES["whole"].path), 500)
    table = np.full((3000, 4000, 3), 120, np.uint8)  # its squares are of about 35 pixels where it is decoded first
    table[1000 : 1000 + small.shape[0], 1500 : 1500 + small.shape[1]] = small
    question = Question((PhotoSize("a.jpg", 4000, 3000),), None, None, giants=False)
    asked, decoded = list[str](), dict[str, Decoded]()
    while isinstance(answer := worker.read(question.packed(), decoded.get), str):
        assert answer not in asked
        asked.append(answer)
        decoded[answer] = Decoded(shrunk(table, int(answer.removeprefix("0:"))))
    settings = default_reader().settings
    assert asked == [f"0:{settings.max_side}", f"0:{settings.max_side_small_squares}"]
    runs = detector.runs
    reading = pickle.loads(answer)
    assert [str(found.kingdom) for found in reading.kingdoms] == [str(SAMPLES["whole"].kingdoms[0])]
    models = Models.shipped()
    expected = Counted(models.detector)
    Reader(Models(expected, models.squares, models.towns)).read(table)
    assert runs == expected.runs


def test_missing_kingdom_is_reported_and_corners_can_be_marked(program: OfflineProgram) -> None:
    page = read(program, np.full((300, 400, 3), 120, np.uint8))
    assert page["page"] == "home" and "a.jpg: no kingdom found" in block(page, look="warning")["text"]
    laying = next(one["do"] for one in page["blocks"] if (one.get("do") or {}).get("kind") == "mark_corners")
    page = done(program, **laying)
    assert block(page, key="kingdom")["data"]["settled"] is False and "Mark its four corners" not in labels(page)
    cancel = {"kind": "cancel", "kingdom": block(page, key="kingdom")["data"]["id"], "sent": 1}
    page = done(program, "actions", value=[cancel])
    assert page["page"] == "home" and "a.jpg: no kingdom found" in block(page, look="warning")["text"]
    assert not program.state.slots and not program.history.past
    done(program, **laying)
    page = done(program, "clear")
    assert not [one for one in page["blocks"] if one.get("look") == "warning"], "it goes with its table"


def test_out_of_turn_kingdom_is_given_to_the_next_player_with_a_tap(program: OfflineProgram) -> None:
    sample = SAMPLES["whole"]
    colour = next(kingdom.castle_colour for kingdom in read_photo(sample.path).kingdoms)
    others = [one for one in COLOURS if one != colour]
    program.history = History(PageState((Slot("Ann", others[0]), Slot("Ben", colour or ""))))
    page = read(program, picture(sample.path))
    assert block(page, look="warning")["text"] == "a.jpg was added to Ben, who has a castle of this colour"
    (give,) = [one for one in page["blocks"] if one.get("do", {}).get("kind") == "give"]
    assert give["label"] == "Move it to Ann"
    for _ in range(2):  # a second tap comes too late
        page = done(program, **give["do"])
        assert [len(slot.drafts) for slot in program.state.slots] == [1, 0]
    assert not [one for one in page["blocks"] if one.get("look") == "warning"]


def test_invalid_photo_is_reported(program: OfflineProgram) -> None:
    done(program, "unread", name="b.txt")
    assert "b.txt" in block(done(program, "reading", number=0, count=0), look="warning")["text"]


@pytest.mark.parametrize(("loading", "chooses"), [("loading", True), ("ready", True), ("missing", False)])
def test_photos_can_be_chosen_where_they_can_be_read(program: OfflineProgram, loading: str, chooses: bool) -> None:
    page = done(program, "reader", value=loading, part=0.5)
    assert ("photos" in [one["block"] for one in page["blocks"]]) == chooses
    assert ("samples" in [one["block"] for one in page["blocks"]]) == chooses
    assert ("progress" in [one["block"] for one in page["blocks"]]) == (loading == "loading")
