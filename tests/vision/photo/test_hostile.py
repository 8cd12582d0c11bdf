"""No file, whoever made it, gives anything but a picture or one clear line, and none takes long.

``KINGDOM_FUZZ=20000`` tries that many damaged files, ``KINGDOM_NIGHTLY=1`` the slow ones of the corpus too;
``benchmarks/hostile.py`` measures the whole corpus.
"""

from __future__ import annotations

import io
import os

import numpy as np
import pillow_heif
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from PIL import Image

from scorer.vision.photo.decode import decode
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.headers import png_is_complete
from tests.time_limit import within
from tests.vision.photo import hostile
from tests.vision.photo.hostile import CORPUS, noise, saved

pytestmark = pytest.mark.slow

pillow_heif.register_heif_opener()

SLOW = {
    "PNG of 119 megapixels, 16-bit RGBA",
    "PNG of 50 megapixels, RGBA",
    "PNG of 49 megapixels, 16-bit RGBA, interlaced",
    "JPEG of 58 scans of 50 megapixels",
    "JPEG of 119 megapixels, 3 scans",
    "JPEG of 119 megapixels, one scan",
    "WebP of 25 megapixels with alpha",
}
"""Files that take a second or more to make or to read: benchmarks/hostile.py has them too."""


def test_every_slow_file_is_in_the_corpus() -> None:
    assert set(CORPUS) >= SLOW


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.nightly] if name in SLOW else []) for name in sorted(CORPUS)]
)
def test_a_hostile_file_is_refused_in_one_line_and_at_once(name: str) -> None:
    make, code = CORPUS[name]
    data = make()

    def refused() -> str:
        try:
            decode(data, "photo.jpg", longest=2048)
        except PhotoError as error:
            assert str(error).startswith("photo.jpg") and "\n" not in str(error)
            return error.code
        return ""

    reported = within(5, refused)
    assert code in (reported, "any")


def test_truncated_jpeg_is_reported_wherever_it_is_cut() -> None:
    """Closed after the cut, so that a decoder would fill in grey; at each of its smaller sizes too."""
    whole = saved(noise(), "JPEG", quality=80)
    for share in (0.1, 0.5, 0.9, 0.98):
        for longest in (None, 300, 75):
            with pytest.raises(PhotoError) as error:
                decode(whole[: int(len(whole) * share)] + b"\xff\xd9", longest=longest)
            assert error.value.code == "broken"


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("progressive", [False, True])
def test_photo_that_ends_in_grey_is_not_called_truncated(mode: str, progressive: bool) -> None:
    picture = noise()
    picture.paste((128, 128, 128), (0, 200, 600, 400))
    data = saved(picture.convert(mode), "JPEG", quality=90, progressive=progressive)
    assert (decode(data).image[-1, -1] == 128).all()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_whole_png_is_complete(mode: str) -> None:
    picture = Image.fromarray(np.zeros((37, 61), np.uint16)) if mode == "I;16" else noise(61, 37).convert(mode)
    whole = saved(picture, "PNG")
    assert png_is_complete(whole)
    assert decode(whole).image.shape == (37, 61, 3)


def test_an_interlaced_png_is_complete_with_its_last_pass() -> None:
    data = hostile.interlaced_png(side=61)
    assert png_is_complete(data)
    assert decode(data).image.shape == (61, 61, 3)


SOUND = [
    saved(noise(60, 40), kind, **options)
    for kind, options in (
        ("JPEG", {}),
        ("JPEG", {"progressive": True}),
        ("PNG", {}),
        ("WEBP", {}),
        ("WEBP", {"lossless": True}),
        ("HEIF", {}),
    )
]


@settings(max_examples=int(os.environ.get("KINGDOM_FUZZ", "150")), suppress_health_check=list(HealthCheck))
@given(
    data=some.sampled_from(SOUND),
    changes=some.lists(some.tuples(some.integers(0, 20_000), some.binary(max_size=6), some.booleans()), max_size=5),
    cut=some.integers(0, 20_000),
)
def test_a_damaged_file_is_a_picture_or_one_clear_line(
    data: bytes, changes: list[tuple[int, bytes, bool]], cut: int
) -> None:
    """Bytes replaced, put in and cut off anywhere."""
    for place, piece, instead in changes:
        at = place % len(data)
        data = data[:at] + piece + data[at + (len(piece) if instead else 0) :]
    data = data[: len(data) - cut % len(data)] if cut % 3 == 0 else data
    for longest in (None, 30):
        try:
            assert decode(data, "photo.jpg", longest).image.ndim == 3
        except PhotoError as error:
            assert "\n" not in str(error)


def test_pictures_of_the_corpus_are_what_they_claim() -> None:
    """The files made by hand are sound, so that they are refused for their size and for nothing else."""
    assert Image.open(io.BytesIO(hostile.flat_webp(40, 30, alpha=True))).convert("RGBA").getpixel((5, 5)) == (
        90,
        120,
        60,
        128,
    )
    assert decode(hostile.jpeg_of_scans(40, 30, 9, components=3)).image.shape == (30, 40, 3)
    assert decode(hostile.animated_webp(40, 30)).image.shape == (30, 40, 3)
