"""Several photos of one kingdom: aligned, combined, and refused where they show different kingdoms."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.cli import main
from scorer.lab.render.pieces.layouts import laid_out
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Scene
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACES
from scorer.vision.fusion.alignment import align
from scorer.vision.fusion.grouping import ViewGroup, group_views, is_same
from scorer.vision.fusion.pooling import fuse, pooled_faces
from scorer.vision.fusion.view import View
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.photo import Photo
from scorer.vision.reader import default_reader, read_photo, read_photos
from scorer.vision.scan.frame import fusing_reader
from scorer.vision.scan.settings import ScanSettings
from scorer.vision.settings import FusionSettings

pytestmark = pytest.mark.slow

NOTATION = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
ALIKE = "wss2s1m1/g1wwww/gwCff/gglff/w1s1llw"
"""The same kingdom but for its last domino."""
ABOVE = Scene(width=900, height=700, square=90.0)
OBLIQUE = replace(ABOVE, tilt=48.0, tilt_axis=180.0, focal=0.8, square=80.0, solid=True, castle_stands=True)

LARGE = replace(ABOVE, width=1600, height=1200, square=130.0, tilt=45.0, tilt_axis=180.0, focal=0.8, turn=90.0)


@cache
def photo(notation: str = NOTATION, scene: Scene = ABOVE, seed: int = 7) -> Render:
    """A rendered photo of a kingdom of the project's own squares."""
    return render([laid_out(Kingdom.parse(notation))], drawn_pool(("pink",)), (), scene, np.random.default_rng(seed))


def covered(taken: Render, *places: tuple[int, int]) -> Image:
    """The photo with a round object on some squares."""
    image = taken.image.copy()
    for place in places:
        x, y = taken.kingdoms[0].quads[place].mean(axis=0)
        cv2.circle(image, (int(x), int(y)), 38, (60, 40, 160), -1, cv2.LINE_AA)
        cv2.circle(image, (int(x) + 8, int(y) - 8), 14, (140, 130, 230), -1, cv2.LINE_AA)
    return image


def darkened(image: Image, level: float) -> Image:
    """The photo with this share of its light, and noise."""
    noise = np.random.default_rng(1).normal(0, 5, image.shape[:2])[..., None]
    return np.asarray(np.clip(image * level + noise, 0, 255), np.uint8)


def test_second_photo_shows_squares_hidden_in_the_first() -> None:
    first = covered(photo(), (0, 2), (4, 4))
    other = covered(photo(scene=replace(ABOVE, turn=90.0), seed=8), (0, 4), (3, 0))
    alone = read_photo(first).kingdoms[0]
    assert str(alone.kingdom) != NOTATION or alone.doubtful
    (found,) = read_photos([first, other], names=["a.jpg", "b.jpg"]).kingdoms
    assert str(found.kingdom) == NOTATION
    assert [view.photo for view in found.views] == ["a.jpg", "b.jpg"]
    assert len(found.doubtful) < len(alone.doubtful) or not found.doubtful


@pytest.mark.thorough
@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0, 270.0])
def test_corners_of_each_view_start_at_the_same_square(turn: float) -> None:
    views = [photo(), photo(scene=replace(ABOVE, turn=turn), seed=9)]
    (found,) = read_photos([view.image for view in views]).kingdoms
    for view, taken in zip(found.views, views, strict=True):
        first = taken.kingdoms[0].quads[0, 0].mean(axis=0)
        distances = [float(np.linalg.norm(np.array(corner) - first)) for corner in view.corners]
        assert distances.index(min(distances)) == 0


def test_a_face_that_the_classifier_does_not_know_equals_none_of_its_faces() -> None:
    (view,) = default_reader().views(photo().image, 0, size=None, box=None, giants=True)
    cells = [list(row) for row in view.solution.cells]
    cells[0][0], cells[0][1] = Square(Terrain.FOREST, 2), Place.UNKNOWN
    other = replace(view, solution=replace(view.solution, cells=tuple(map(tuple, cells))))
    assert other.cells[0, :2].tolist() == [len(FACES)] * 2


def test_oblique_views_from_both_sides_show_what_the_castle_hides() -> None:
    views = [photo(scene=replace(OBLIQUE, turn=turn), seed=11).image for turn in (0.0, 180.0)]
    (found,) = read_photos(views).kingdoms
    assert str(found.kingdom) == NOTATION
    assert not found.hidden


def test_a_photo_of_another_kingdom_is_named() -> None:
    other = photo("fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg").image
    with pytest.raises(PhotoError) as error:
        read_photos([photo().image, other], names=["ann.jpg", "ben.jpg"])
    assert error.value.code == "other_kingdom"
    assert "ben.jpg" in str(error.value) and "ann.jpg" in str(error.value)


def test_a_kingdom_that_differs_in_one_domino_is_another_kingdom() -> None:
    with pytest.raises(PhotoError, match="does not show the same kingdom"):
        read_photos([photo().image, photo(ALIKE, seed=12).image])


def test_a_photo_without_a_kingdom_is_named() -> None:
    bare = np.full((400, 500, 3), 120, np.uint8)
    for views, name in (([photo().image, bare], "b.jpg"), ([bare, photo().image], "a.jpg")):
        with pytest.raises(PhotoError, match=f"no kingdom was found in {name}"):
            read_photos(views, names=["a.jpg", "b.jpg"])


def test_one_photo_is_fused_to_its_own_reading() -> None:
    alone, together = read_photo(photo().image), read_photos([photo().image])
    assert together.kingdoms[0].kingdom == alone.kingdoms[0].kingdom
    assert together.kingdoms[0].squares == alone.kingdoms[0].squares
    assert together.kingdoms[0].views == ()


def test_a_copy_of_the_same_photo_adds_little_certainty() -> None:
    hidden = covered(photo(), (0, 2))
    alone, twice = read_photo(hidden).kingdoms[0], read_photos([hidden, hidden]).kingdoms[0]
    assert twice.kingdom.width == alone.kingdom.width
    assert default_reader().settings.fusion.view_correlation > 0


@pytest.mark.parametrize("quality", [100, 50])
def test_a_copy_of_the_same_photo_settles_no_flagged_square(quality: int) -> None:
    first = np.asarray(cv2.GaussianBlur(covered(photo(), (0, 2), (4, 4)), (0, 0), 2), np.uint8)
    copy = cv2.imencode(".jpg", first, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    alone, (twice,) = read_photo(first).kingdoms[0], read_photos([first, copy], names=["a", "b"]).kingdoms
    assert alone.doubtful
    assert (twice.kingdom, twice.squares, twice.doubtful) == (alone.kingdom, alone.squares, alone.doubtful)
    assert [view.photo for view in twice.views] == ["a", "b"]


def test_the_command_line_reads_photos_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "a.png", tmp_path / "b.png"]
    for file, view in zip(files, (photo(), photo(scene=replace(ABOVE, turn=180.0), seed=9)), strict=True):
        cv2.imwrite(str(file), view.image)
    names = [str(file) for file in files]
    assert main(["read", "--together", *names, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["photo"] == names[0] and data["photos"] == names
    (kingdom,) = data["kingdoms"]
    assert kingdom["notation"] == NOTATION
    assert [view["photo"] for view in kingdom["views"]] == names
    assert np.abs(np.array(kingdom["views"][0]["corners"]) - kingdom["corners"]).max() < 2
    assert main(["read", "--together", *names, "--corners", "0,0 9,0 9,9 0,9"]) == 2
    assert "--together cannot be used with --corners" in capsys.readouterr().err


@pytest.mark.parametrize(("squares", "same"), [(2, True), (4, False)])
def test_a_dark_view_may_contradict_as_few_squares_as_a_bright_one_but_counts_less(squares: int, same: bool) -> None:
    reader = default_reader()
    settings = reader.settings.fusion
    (view,) = reader.views(photo().image, 0, size=None, box=None, giants=False)
    faces = view.places.faces.copy()
    rows, columns = (places[:squares] for places in np.nonzero(view.solution.laid))
    faces[rows, columns] = np.roll(faces[rows, columns], 1, axis=1)
    misread = replace(view, photo=1, places=replace(view.places, faces=faces))
    dark = replace(misread, evidence=replace(view.evidence, gain=2 * settings.noisy_gain))
    assert [is_same(align(one, view, settings), settings) for one in (misread, dark)] == [same, same]
    own = view.places.faces[rows, columns].argmax(axis=1)
    kept, lost = (
        fuse(ViewGroup(view, ((one, align(one, view, settings)),)), settings, reader.settings.homography).places.faces
        for one in (dark, misread)
    )
    assert (kept[rows, columns, own] > lost[rows, columns, own]).all()


def test_a_view_that_misses_some_squares_is_of_the_same_kingdom() -> None:
    """One that shows other faces there is of another kingdom."""
    (view,) = default_reader().views(photo().image, 0, size=None, box=None, giants=False)
    settings = default_reader().settings.fusion
    never = replace(settings, missed_share=0.0)
    rows, columns = (places[:4] for places in np.nonzero(view.solution.laid))

    def showing(cell: Cell) -> View:
        faces = view.places.faces.copy()
        faces[rows, columns] = 0
        faces[rows, columns, FACES.index(cell)] = 1
        return replace(view, photo=1, places=replace(view.places, faces=faces))

    missed, other = showing(Place.EMPTY), showing(Square(Terrain.MINE, 3))
    assert is_same(align(missed, view, settings), settings)
    assert not is_same(align(missed, view, never), never)
    assert not is_same(align(other, view, settings), settings)


def test_a_photo_with_nothing_but_unreadable_squares_has_no_kingdom() -> None:
    reader = default_reader()
    views = [reader.views(photo(NOTATION).image, index, size=None, box=None, giants=False) for index in range(2)]
    faces = np.full_like(views[1][0].places.faces, 1 / len(FACES))
    unreadable = replace(views[1][0], places=replace(views[1][0].places, faces=faces), reading=None)
    with pytest.raises(PhotoError, match=r"no kingdom was found in b.jpg"):
        group_views([views[0], [unreadable]], ["a.jpg", "b.jpg"], reader.settings.fusion)


@pytest.mark.nightly
def test_a_photo_too_dark_to_be_read_alone_adds_to_another() -> None:
    bright, dark = covered(photo(), (0, 2)), darkened(photo(scene=LARGE, seed=8).image, 0.12)
    assert not read_photo(dark).kingdoms
    for pair in ([bright, dark], [dark, bright]):
        (found,) = read_photos(pair).kingdoms
        turned = [found.kingdom.rows]
        for _ in range(3):
            turned.append(tuple(zip(*turned[-1][::-1], strict=True)))
        assert Kingdom.parse(NOTATION).rows in turned
        assert len(found.views) == 2


@pytest.mark.thorough
def test_a_dark_photo_of_a_nearly_identical_kingdom_is_refused() -> None:
    reader, seconds = default_reader(), {"locate": 0.0, "classify": 0.0, "solve": 0.0, "decode": 0.0}
    settings = reader.settings.fusion
    (view,) = reader.views(photo().image, 0, size=None, box=None, giants=False)
    dark = Photo(darkened(photo(scene=LARGE, seed=8).image, 0.12), "b.jpg", 1600, 1200)
    (faint,) = reader._faint(1, dark, None, None, seconds, giants=False)[1]
    faces = view.places.faces.copy()
    top, left = np.argwhere(view.solution.laid).min(axis=0)
    for row, column in ((0, 0), (0, 1), (1, 3), (1, 4), (4, 3), (4, 4)):  # three dominoes
        faces[top + row, left + column] = np.roll(faces[top + row, left + column], 1)
    differs = replace(view, places=replace(view.places, faces=faces))
    assert [is_same(align(faint, one, settings), settings) for one in (view, differs)] == [True, False]
    unreadable = replace(faint, reading=None)
    for views, name in (([[differs], [unreadable]], "b.jpg"), ([[unreadable], [replace(differs, photo=1)]], "a.jpg")):
        with pytest.raises(PhotoError, match=f"{name} is too dark; take it again in more light"):
            group_views(views, ["a.jpg", "b.jpg"], settings)


def test_a_partly_hidden_square_counts_less_than_a_visible_one_but_not_nothing() -> None:
    reader = default_reader()
    settings, homography = reader.settings.fusion, reader.settings.homography
    (view,) = reader.views(photo().image, 0, size=None, box=None, giants=False)
    row, column = (int(places[0]) for places in np.nonzero(view.solution.laid))
    own = int(view.places.faces[row, column].argmax())
    other = (own + 1) % len(FACES)

    def shown(first: float, second: float, *, hidden: bool) -> View:
        faces, behind = view.places.faces.copy(), view.places.hidden.copy()
        faces[row, column] = 0
        faces[row, column, [own, other]] = first, second
        behind[row, column] = hidden
        return replace(view, places=replace(view.places, faces=faces, hidden=behind))

    def fused_share(clear: View, settings: FusionSettings) -> float:
        behind = shown(0.9, 0.1, hidden=True)
        group = ViewGroup(clear, ((behind, align(behind, clear, settings)),))
        return float(fuse(group, settings, homography).places.faces[row, column, own])

    unsure, sure = shown(0.45, 0.55, hidden=False), shown(0.02, 0.98, hidden=False)
    assert fused_share(unsure, settings) > 0.5 > fused_share(unsure, replace(settings, hidden_weight=0.0))
    assert fused_share(sure, settings) < 0.5


def test_a_square_that_one_view_misses_is_read_in_the_other() -> None:
    """In a view, bare table where a square lies is more probable than a square on bare table."""
    settings = FusionSettings()
    faces = np.full((2, 1, 1, len(FACES)), 0.01 / (len(FACES) - 1), np.float32)
    wheat, table = FACES.index(Square(Terrain.WHEAT, 0)), FACES.index(Place.EMPTY)
    faces[0, 0, 0, wheat] = faces[1, 0, 0, table] = 0.99
    for gains in ((1.0, 1.0), (1.0, 6.0), (6.0, 6.0)):
        pooled = pooled_faces(faces, np.ones((2, 1, 1)), gains, settings)[0, 0]
        assert pooled[wheat] > 0.9 and pooled[table] < 0.1
    both = pooled_faces(faces[[1, 1]], np.ones((2, 1, 1)), (1.0, 6.0), settings)[0, 0]
    assert both[table] > 0.9


def test_a_scan_combines_frames_with_its_own_shares() -> None:
    scan = ScanSettings()
    fusion = fusing_reader(default_reader(), scan).settings.fusion
    assert (fusion.missed_share, fusion.missed_share_per_gain) == (scan.missed_share, 0.0)
    assert (fusion.pooled_share_per_gain, fusion.temperature) == (scan.pooled_share_per_gain, scan.temperature)
