"""Whole photos read end to end: rendered ones everywhere, labelled ones where the data is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.lab.data.boards import LabelledBoard, labelled_boards
from scorer.lab.evaluate.rendered import measure
from scorer.lab.metrics.measurement import Measurement
from scorer.lab.render.benchmark_set.negatives import render_negative
from scorer.lab.render.benchmark_set.sample_image import SampleImage
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.scene import Scene
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.samples import Sample, samples
from scorer.vision.photo import decode as decoding
from scorer.vision.photo.decode import decode
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.photo import Photo
from scorer.vision.reader import read_photo
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import CalibrationSettings
from tests.vision.photographed import HOLES, PLAIN, SECOND, WHOLE, photo

pytestmark = pytest.mark.slow

WIDE = Scene(1600, 800, square=100, centre=(0.27, 0.5), light=0.0, crooked=0.8, shifted=0.01)


def turned(kingdom: Kingdom, quarters: int = 1) -> Kingdom:
    """The kingdom a number of quarters to the right."""
    rows = kingdom.rows
    for _ in range(quarters % 4):
        rows = tuple(zip(*rows[::-1], strict=True))
    return Kingdom(rows)


def alike(kingdom: Kingdom, truth: str) -> bool:
    """Whether it is this kingdom, whichever way round."""
    return any(turned(Kingdom.parse(truth), quarters) == kingdom for quarters in range(4))


def measured(*notations: str, scene: Scene = PLAIN) -> Measurement:
    taken = photo(*notations, scene=scene)
    return measure(SampleImage("test", 1, taken, tuple(range(len(notations))), ()))[0]


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.path.stem)
def test_every_shipped_sample_is_read_exactly(sample: Sample) -> None:
    reading = read_photo(sample.path)
    assert len(reading.kingdoms) == len(sample.kingdoms) and reading.hint is None
    for truth in sample.kingdoms:
        assert any(alike(found.kingdom, str(truth)) for found in reading.kingdoms), [
            str(found.kingdom) for found in reading.kingdoms
        ]


@pytest.mark.parametrize(
    "scene",
    [
        PLAIN,
        replace(PLAIN, turn=37),
        replace(PLAIN, turn=-100, tilt=40, tilt_axis=70),
        replace(PLAIN, square=45, centre=(0.3, 0.6)),
        replace(PLAIN, slipped=0.25),
        replace(PLAIN, width=560, height=560, square=104),
    ],
    ids=["above", "turned", "tilted", "small", "slipped", "filling the picture"],
)
@pytest.mark.parametrize("notation", [WHOLE, pytest.param(HOLES, marks=pytest.mark.thorough)], ids=["whole", "holes"])
def test_a_rendered_kingdom_is_read_exactly(notation: str, scene: Scene) -> None:
    row = measured(notation, scene=scene)
    assert row.exact, (row.fault, row.read)


@pytest.mark.parametrize("truth", ["Cww", "ffCww", "ffC/..w/..w", "ll./.Cg/..g"])
def test_started_kingdom_is_read(truth: str) -> None:
    row = measured(truth)
    assert row.exact, (row.fault, row.read)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_photo_turned_by_quarters_gives_the_kingdom_turned(quarters: int) -> None:
    image = np.rot90(photo(WHOLE).image, -quarters)
    (found,) = read_photo(np.ascontiguousarray(image)).kingdoms
    assert found.kingdom == turned(Kingdom.parse(WHOLE), quarters)


def test_two_kingdoms_are_read_the_larger_first() -> None:
    first, second = read_photo(photo(HOLES, SECOND, scene=WIDE).image).kingdoms
    assert alike(first.kingdom, SECOND) and alike(second.kingdom, HOLES)


@pytest.mark.parametrize(
    "colour", ["#808080", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("#ffffff", "#000000", "#c8b400"))]
)
def test_a_picture_without_a_kingdom_gives_none_and_a_hint(colour: str) -> None:
    reading = read_photo(photo(scene=PLAIN, surface=colour).image)
    assert reading.kingdoms == ()
    assert reading.hint is not None and "no kingdom found" in str(reading.hint)


def test_corners_given_take_over() -> None:
    taken = photo(HOLES, SECOND, scene=WIDE)
    corners = [(float(x), float(y)) for x, y in taken.kingdoms[0].corners()]
    (found,) = read_photo(taken.image, corners=corners, grid=(5, 5)).kingdoms
    assert found.kingdom == Kingdom.parse(HOLES)
    twice = np.roll(np.array(corners), -1, axis=0).tolist()
    (other,) = read_photo(taken.image, corners=twice, grid=(5, 5)).kingdoms
    assert other.kingdom == turned(Kingdom.parse(HOLES), 3)


@pytest.mark.parametrize("corners", [[(0, 0), (9, 9), (18, 18), (27, 27)], [(0, 0), (500, 500), (500, 0), (0, 500)]])
def test_wrong_corners_are_refused(corners: Sequence[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="corners"):
        read_photo(photo(WHOLE).image, corners=corners)


def test_a_kingdom_cut_by_the_edge_is_read_as_far_as_it_goes_and_marked() -> None:
    whole = photo(WHOLE, scene=replace(PLAIN, turn=0, tilt=0))
    edge = int(whole.kingdoms[0].quads[0, 1].mean(axis=0)[0])
    (found,) = read_photo(np.ascontiguousarray(whole.image[:, edge:])).kingdoms
    (uncut,) = read_photo(whole.image).kingdoms
    assert found.cut and not uncut.cut
    assert found.confidence < CalibrationSettings().flag_threshold and found.confidence < uncut.confidence
    columns = ["".join(str(cell) for cell in column) for column in zip(*found.kingdom.rows, strict=True)]
    true = ["".join(str(cell) for cell in column) for column in zip(*Kingdom.parse(WHOLE).rows, strict=True)]
    assert columns[-3:] == true[-3:]


@pytest.mark.thorough
def test_squares_of_another_game_are_no_kingdom() -> None:
    for seed in range(4):
        reading = read_photo(render_negative("squares of another game", seed, [drawn_pool()], ()).render.image)
        assert reading.kingdoms == () and reading.hint is not None


def test_a_kingdom_in_a_dark_room_is_read() -> None:
    dark = (photo(WHOLE).image * 0.3).astype(np.uint8)
    assert [str(found.kingdom) for found in read_photo(dark).kingdoms] == [WHOLE]


def test_large_pictures_are_read_no_larger_than_photos() -> None:
    image = photo(WHOLE).image
    large = cv2.resize(image, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    (small,), (found,) = read_photo(image).kingdoms, read_photo(large).kingdoms
    assert found.kingdom == small.kingdom
    assert np.allclose(np.array(found.corners) / 4, small.corners, atol=4)


def test_bytes_paths_and_pictures_are_read_alike(tmp_path: Path) -> None:
    image = photo(WHOLE).image
    path = tmp_path / "kingdom.png"
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    by_path, by_bytes, by_picture = read_photo(path), read_photo(path.read_bytes(), name="sent.png"), read_photo(image)
    assert (by_path.photo, by_bytes.photo) == ("kingdom.png", "sent.png")
    for reading in (by_path, by_bytes, by_picture):
        assert (reading.width, reading.height) == (900, 700)
        assert [str(found.kingdom) for found in reading.kingdoms] == [WHOLE]


def test_a_file_that_is_no_photo_is_refused() -> None:
    with pytest.raises(PhotoError):
        read_photo(b"no photo at all")


def test_results_are_in_pixels_of_the_photo_as_it_was_taken() -> None:
    taken = photo(WHOLE)
    large = np.asarray(cv2.resize(taken.image, None, fx=3.4, fy=3.4, interpolation=cv2.INTER_LINEAR), np.uint8)
    reading = read_photo(cv2.imencode(".jpg", large)[1].tobytes())
    assert (reading.width, reading.height) == (large.shape[1], large.shape[0])
    side = 340
    true = taken.kingdoms[0].corners() * 3.4
    assert np.abs(np.array(reading.kingdoms[0].corners) - true).max() < side / 6


def shape_fits(found: KingdomReading) -> bool:
    rows, columns = found.kingdom.height, found.kingdom.width
    return (
        found.faces.shape[:2] == (rows, columns)
        and found.quads.shape == (rows, columns, 4, 2)
        and len(found.squares) == rows
        and {len(line) for line in found.squares} == {columns}
        and [len(row) for row in found.seen] == [columns] * rows
    )


def test_everything_in_a_reading_has_the_kingdoms_shape() -> None:
    reading = read_photo(photo(HOLES, scene=replace(PLAIN, turn=20)).image)
    (found,) = reading.kingdoms
    assert shape_fits(found) and len(found.corners) == 4
    assert 0 <= found.confidence <= min(min(line) for line in found.squares) + 1e-6
    assert np.allclose(found.faces.sum(axis=2), 1, atol=1e-4)
    assert set(reading.seconds) == {"decode", "locate", "classify", "solve", "total"}
    assert reading.seconds["total"] == pytest.approx(sum(v for k, v in reading.seconds.items() if k != "total"))


def test_given_size_and_box_are_used() -> None:
    (found,) = read_photo(photo(WHOLE).image, size=7, box=Box.KINGDOMINO).kingdoms
    assert found.size == 7 and found.kingdom == Kingdom.parse(WHOLE)


def by_name(data: Path, stem: str) -> LabelledBoard:
    return next(board for board in labelled_boards(data) if board.file.stem == stem)


@pytest.mark.parametrize("stem", ["table_1", "holes_1", "duel_game1", "duel_game3"])
def test_labelled_photos_are_read_exactly_by_search(data: Path, stem: str) -> None:
    board = by_name(data, stem)
    reading = read_photo(board.file)
    assert str(reading.kingdoms[0].kingdom) == board.notation or alike(reading.kingdoms[0].kingdom, board.notation)


@pytest.mark.parametrize("stem", ["table_1", "duel_game1"])
def test_labelled_photos_are_read_exactly_by_their_corners(data: Path, stem: str) -> None:
    board = by_name(data, stem)
    truth = Kingdom.parse(board.notation)
    reading = read_photo(board.file, corners=board.corners, grid=(truth.height, truth.width))
    assert reading.kingdoms[0].kingdom == truth


@pytest.mark.thorough
@pytest.mark.parametrize(("square", "longest"), [(300, [2048]), (85, [2048, 4096])], ids=["large", "a tenth"])
def test_only_a_photo_with_small_squares_is_decoded_a_second_time(
    square: float, longest: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []

    def watched(data: bytes, name: str = "", longest: int | None = None) -> Photo:
        asked.append(longest)
        return decode(data, name, longest)

    monkeypatch.setattr(decoding, "decode", watched)
    taken = photo(WHOLE, scene=replace(PLAIN, width=4000, height=3000, square=square))
    (found,) = read_photo(cv2.imencode(".jpg", taken.image)[1].tobytes()).kingdoms
    assert alike(found.kingdom, WHOLE)
    assert asked == longest
    sides = np.linalg.norm(found.quads[:, :, 1] - found.quads[:, :, 0], axis=2)
    assert np.median(sides) == pytest.approx(square, rel=0.1), "in the photo's own pixels, however it was decoded"
