"""The photo boundary: what comes in upright, and what is refused. Every picture here is drawn on the spot."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from numpy.typing import NDArray
from PIL import ExifTags, Image

from scorer.vision.photo import headers
from scorer.vision.photo.decode import decode, open_photo
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.photo import Photo

pillow_heif.register_heif_opener()

# Upright, 96 wide and 64 high: red, green over blue, white.
RED, GREEN, BLUE, WHITE = (220, 20, 20), (20, 200, 20), (20, 20, 220), (250, 250, 250)


def upright() -> Image.Image:
    picture = Image.new("RGB", (96, 64))
    for colour, corner in ((RED, (0, 0)), (GREEN, (48, 0)), (BLUE, (0, 32)), (WHITE, (48, 32))):
        picture.paste(colour, (*corner, corner[0] + 48, corner[1] + 32))
    return picture


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def quarters(photo: Photo) -> list[tuple[int, ...]]:
    """The RGB colours in the middles of the four quarters: top left, top right, bottom left, bottom right."""
    rows, columns = photo.image.shape[:2]
    places = ((1, 1), (1, 3), (3, 1), (3, 3))
    return [tuple(int(v) for v in photo.image[rows * r // 4, columns * c // 4, ::-1]) for r, c in places]


def is_upright(photo: Photo) -> bool:
    seen = np.array(quarters(photo)) - np.array([RED, GREEN, BLUE, WHITE])
    return bool(np.abs(seen).max() < 40) and photo.image.shape[1] > photo.image.shape[0]


def orientation(value: int) -> Image.Exif:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = value
    return exif


# How an upright picture is stored so that each orientation brings it back.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def stored(value: int) -> Image.Image:
    how = STORED[value]
    return upright() if how is None else upright().transpose(how)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_reads_the_four_formats(kind: str) -> None:
    photo = decode(saved(upright(), kind, quality=95), "kingdom")
    assert is_upright(photo)
    assert (photo.width, photo.height, photo.scale, photo.name) == (96, 64, 1.0, "kingdom")
    assert photo.image.dtype == np.uint8 and photo.image.flags["C_CONTIGUOUS"]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("value", range(1, 9))
def test_applies_the_orientation_once(kind: str, value: int) -> None:
    photo = decode(saved(stored(value), kind, quality=95, exif=orientation(value)))
    assert is_upright(photo)
    assert (photo.width, photo.height) == (96, 64)


@pytest.mark.parametrize("value", range(1, 9))
@pytest.mark.parametrize("boxes", [True, False])
def test_applies_a_heic_orientation_once(value: int, boxes: bool) -> None:
    """Phones write rotation boxes beside the EXIF; some converters write the EXIF alone."""
    exif = orientation(value)
    data = saved(stored(value), "HEIF", quality=95, exif=exif.tobytes() if boxes else exif)
    assert (b"irot" in data or b"imir" in data) == (boxes and value > 1)
    photo = decode(data)
    assert is_upright(photo)
    assert (photo.width, photo.height) == (96, 64)


def test_a_smaller_decode_still_reports_the_whole_photo() -> None:
    picture = stored(6).resize((640, 960))
    photo = decode(saved(picture, "JPEG", quality=95, exif=orientation(6)), longest=100)
    assert is_upright(photo)
    assert photo.image.shape == (67, 100, 3)
    assert (photo.width, photo.height, photo.scale) == (960, 640, 9.6)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF"])
def test_every_format_can_be_decoded_smaller(kind: str) -> None:
    photo = decode(saved(upright(), kind, quality=95), longest=48)
    assert is_upright(photo) and photo.image.shape == (32, 48, 3) and photo.scale == 2.0


def test_never_larger_than_the_photo() -> None:
    assert decode(saved(upright(), "JPEG"), longest=4000).image.shape == (64, 96, 3)


def test_transparency_is_decoded_over_white() -> None:
    picture = upright().convert("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 48, 32))
    for kind in ("PNG", "WEBP"):
        seen = quarters(decode(saved(picture, kind, lossless=True)))
        assert seen == [(255, 255, 255), GREEN, BLUE, WHITE]


def test_a_palette_with_a_transparent_colour() -> None:
    picture = upright().quantize(4)
    red = int(np.asarray(picture)[0, 0])
    assert quarters(decode(saved(picture, "PNG", transparency=red)))[0] == (255, 255, 255)


def test_grey_pictures() -> None:
    for mode in ("L", "1", "LA"):
        seen = quarters(decode(saved(upright().convert(mode), "PNG")))
        assert seen[3][0] >= 250 and all(len(set(colour)) == 1 for colour in seen)


def test_sixteen_bit_grey_keeps_its_high_byte() -> None:
    deep: NDArray[np.uint16] = np.array([[0, 256], [32768, 65535]], np.uint16).repeat(8, 0).repeat(8, 1)
    photo = decode(saved(Image.fromarray(deep), "PNG"))
    assert [colour[0] for colour in quarters(photo)] == [0, 1, 128, 255]


def test_cmyk_jpeg() -> None:
    assert is_upright(decode(saved(upright().convert("CMYK"), "JPEG", quality=95)))


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_the_first_picture_of_an_animation(kind: str) -> None:
    other = Image.new("RGB", (96, 64), "black")
    data = saved(upright(), kind, save_all=True, append_images=[other, other], duration=100, lossless=True)
    assert is_upright(decode(data))


def test_a_phones_double_jpeg() -> None:
    """Phones append a second picture (depth, a gain map) to a JPEG; Pillow calls that MPO."""
    data = saved(stored(6), "MPO", save_all=True, append_images=[Image.new("RGB", (32, 32))], exif=orientation(6))
    assert is_upright(decode(data))
    assert decode(data, longest=24).image.shape == (16, 24, 3)


def test_a_broken_exif_block_does_not_spoil_the_photo() -> None:
    assert is_upright(decode(saved(upright(), "JPEG", quality=95, exif=b"Exif\0\0II*\0\xff\xff\xff\x7f")))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_refuses_a_truncated_photo(kind: str) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (90, 120, 3), dtype=np.uint8))
    data = saved(noise, kind, quality=90)
    for share in (0.02, 0.3, 0.7, 0.95):
        with pytest.raises(PhotoError) as error:
            decode(data[: int(len(data) * share)], "cut.jpg")
        assert error.value.code == "broken", share
        assert str(error.value) == "cut.jpg is damaged or cut short; send or take it again"


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM"])
def test_refuses_other_formats(kind: str) -> None:
    with pytest.raises(PhotoError) as error:
        decode(saved(upright(), kind), "picture.xyz")
    assert error.value.code == "unsupported"
    assert str(error.value) == "picture.xyz is not a JPEG, PNG, WebP or HEIC photo; choose one of those"


@pytest.mark.parametrize("data", [b"hello", b"\x00" * 5000, b"<svg></svg>", b"%PDF-1.7"])
def test_rejects_files_that_are_no_picture(data: bytes) -> None:
    with pytest.raises(PhotoError) as error:
        decode(data)
    assert error.value.code == "unsupported"
    assert "\n" not in str(error.value)


def test_refuses_an_empty_file() -> None:
    with pytest.raises(PhotoError) as error:
        decode(b"", "nothing.jpg")
    assert error.value.code == "empty" and "nothing.jpg" in str(error.value)


@pytest.mark.parametrize("size", [(7_100, 7_100), (11_000, 11_000), (60_000, 60_000)])
def test_refuses_more_than_50_megapixels_before_decoding(size: tuple[int, int]) -> None:
    """Only the PNG header speaks of these pixels; reading any of them would call the file broken."""
    header = saved(Image.new("L", (4, 4)), "PNG")
    claim = size[0].to_bytes(4, "big") + size[1].to_bytes(4, "big")
    chunk = b"IHDR" + claim + header[24:29]
    data = header[:12] + chunk + zlib.crc32(chunk).to_bytes(4, "big") + header[33:]
    with pytest.raises(PhotoError) as error:
        decode(data, "poster.png")
    assert error.value.code == "too_large"


def test_the_limit_itself_is_allowed() -> None:
    png = headers.look(saved(upright(), "PNG"), "kingdom.png")
    headers.check_size(png, (10_000, 5_000), "kingdom.png")
    with pytest.raises(PhotoError, match="more than 50 megapixels"):
        headers.check_size(png, (10_000, 5_001), "kingdom.png")
    jpeg = headers.look(saved(upright(), "JPEG"), "kingdom.jpg")
    headers.check_size(jpeg, (12_000, 10_000), "kingdom.jpg")
    with pytest.raises(PhotoError, match="more than 120 megapixels"):
        headers.check_size(jpeg, (12_000, 10_001), "kingdom.jpg")
    with pytest.raises(PhotoError, match="more than 50 megapixels"):
        headers.check_size(headers.look(saved(upright(), "JPEG", progressive=True), ""), (12_000, 10_000), "")


def test_opens_files(tmp_path: Path) -> None:
    path = tmp_path / "kingdom.png"
    path.write_bytes(saved(upright(), "PNG"))
    assert is_upright(open_photo(path)) and open_photo(path).name == "kingdom.png"
    for wrong in (tmp_path, tmp_path / "missing.jpg"):
        with pytest.raises(PhotoError) as error:
            open_photo(wrong)
        assert error.value.code == "missing" and wrong.name in str(error.value)


@pytest.mark.parametrize(("stored", "decoded"), [(400, 200), (460, 230), (500, 205), (300, 205), (210, 210)], ids=str)
def test_jpeg_decoded_at_half_size_is_large_enough(stored: int, decoded: int) -> None:
    picture = Image.new("RGB", (stored, stored // 2), "green")
    photo = decode(saved(picture, "JPEG", quality=95), longest=205)
    assert photo.image.shape[1] == decoded
    assert (photo.width, photo.height) == (stored, stored // 2)
    assert photo.scale == pytest.approx(stored / decoded)
