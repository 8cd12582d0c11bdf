"""Damaged files are refused as far as a decoder or a checksum can tell, and for the right reason."""

from __future__ import annotations

import io
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorer.vision.photo import hevc, jpeg
from scorer.vision.photo.decode import decode
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.headers import png_chunks
from scorer.vision.photo.heic import _items, _visible_tiles, heic_is_sound
from tests.vision.photo.hostile import noise, png, png_chunk, saved

needs_simplejpeg = pytest.mark.skipif(
    not find_spec("simplejpeg"), reason="there are platforms without wheels of simplejpeg"
)


def is_refused(data: bytes) -> bool:
    try:
        decode(data)
    except PhotoError as error:
        assert error.code == "broken"
        return True
    return False


def with_noise(data: bytes, at: float, length: int = 40) -> bytes:
    """The file with other bytes from a part of it on."""
    begin = int(len(data) * at)
    return data[:begin] + np.random.default_rng(1).bytes(length) + data[begin + length :]


@needs_simplejpeg
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_rows": 1}], ids=str)
@pytest.mark.parametrize("at", [0.2, 0.5, 0.8])
def test_a_jpeg_whose_decoder_warns_of_corrupt_data_is_refused(at: float, options: dict[str, object]) -> None:
    whole = saved(noise(), "JPEG", quality=85, **options)
    assert not is_refused(whole)
    assert is_refused(with_noise(whole, at))


@pytest.mark.parametrize("cut", [False, True])
def test_without_simplejpeg_missing_data_are_found(cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jpeg, "find_spec", lambda _: None)
    whole = saved(noise(), "JPEG")
    assert is_refused(whole[: len(whole) // 2] + b"\xff\xd9" if cut else whole) == cut


def test_a_jpeg_with_odd_headers_is_read() -> None:
    whole = bytearray(saved(noise(), "JPEG"))
    whole[whole.index(b"JFIF\0") + 5] = 7  # libjpeg warns of an unknown revision
    assert not is_refused(bytes(whole))


@needs_simplejpeg
def test_a_harmless_warning_hides_no_damage() -> None:
    whole = saved(noise(), "JPEG", quality=85, exif=b"Exif\0\0" + bytes(40))
    scan, frame, version = whole.index(b"\xff\xda"), whole.index(b"\xff\xc0"), whole.index(b"JFIF\0") + 5
    stray, profile = bytes(3), b"\xff\xe2\0\x10ICC_PROFILE\0\5\1"
    unusual = [
        whole[:version] + b"\2" + whole[version + 1 :],
        whole[:frame] + stray + whole[frame:],
        whole[:frame] + profile + whole[frame:],
        whole[:version] + b"\2" + whole[version + 1 : frame] + stray + profile + stray + whole[frame:],
    ]
    assert not any(map(is_refused, unusual))

    def is_refused_with_another_bit(data: bytes, offset: int, bit: int) -> bool:
        at = len(data) - offset
        return is_refused(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])

    flips = np.random.default_rng(1).integers((50, 0), (len(whole) - scan - 50, 8), (40, 2)).tolist()
    expected = [is_refused_with_another_bit(whole, *flip) for flip in flips]
    assert sum(expected) > len(flips) / 4
    for data in unusual:
        assert [is_refused_with_another_bit(data, *flip) for flip in flips] == expected


@pytest.mark.parametrize(
    ("stray", "before", "refused"),
    [
        (bytes(8), b"\xff\xd9", False),  # filling at the end, of one camera eight bytes
        (b"\x12\x34\x56\x78", b"\xff\xd9", True),  # what a decoder that went astray leaves
        (bytes(500), b"\xff\xd9", True),
        (b"\0", b"\xff\xdb", False),  # between two parts of the header
        (b"\xff\xe2\0\x10ICC_PROFILE\0\2\1", b"\xff\xdb", False),  # the second of one part of a colour profile
    ],
)
def test_a_jpeg_with_stray_bytes_that_no_pixel_depends_on_is_read(stray: bytes, before: bytes, refused: bool) -> None:
    if refused and not find_spec("simplejpeg"):
        pytest.skip("without simplejpeg nobody tells")
    first, last = saved(noise(), "JPEG").split(before, 1)
    assert is_refused(first + stray + before + last) == refused


@pytest.mark.slow
def test_a_png_is_refused_if_a_checksum_of_its_picture_is_wrong() -> None:
    whole = saved(noise().quantize(16), "PNG")
    assert not is_refused(whole)
    for kind, _, end in png_chunks(whole):
        damaged = bytearray(whole)
        damaged[end] ^= 1  # of the checksum itself: the pixels would be the same
        assert is_refused(bytes(damaged)) == (kind != b"IEND"), kind


def test_a_png_with_an_unknown_filter_is_refused_though_its_checksums_are_right() -> None:
    rows = [b"\0" + bytes(300) for _ in range(80)]
    assert not is_refused(png(100, 80, zlib.compress(b"".join(rows)), colour=2))
    rows[40] = b"\x09" + bytes(300)
    assert is_refused(png(100, 80, zlib.compress(b"".join(rows)), colour=2))


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, {"tile_size": 256}], ids=["one picture", "tiles"])
def test_a_heic_whose_data_are_cut_is_refused_wherever_it_is_cut(options: dict[str, object]) -> None:
    whole = saved(noise(), "HEIF", quality=60, **options)
    assert not is_refused(whole)
    for share in (0.3, 0.6, 0.9, 0.999):
        assert is_refused(whole[: int(len(whole) * share)])


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, {"tile_size": 256}], ids=["one picture", "tiles"])
@pytest.mark.parametrize("wavefront", ["0", "1"])
def test_a_heic_whose_decoder_warns_or_leaves_blocks_out_is_refused(wavefront: str, options: dict[str, object]) -> None:
    picture = Image.fromarray(np.kron(np.asarray(noise(76, 52)), np.ones((8, 8, 1), np.uint8)))
    whole = saved(picture, "HEIF", quality=60, enc_params={"x265:wpp": wavefront}, **options)
    assert not is_refused(whole)
    rng = np.random.default_rng(3)
    refused = []
    for at in rng.integers(len(whole) // 5, len(whole), 20):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << int(rng.integers(8))
        refused.append(is_refused(bytes(damaged)))
    assert sum(refused) >= 18  # of the rest, the bits give another picture that is as sound as the first


@pytest.mark.thorough
@pytest.mark.slow
def test_a_heic_is_refused_if_its_decoder_finishes_before_the_end() -> None:
    whole = saved(noise(), "HEIF", quality=60)
    item = max(_items(whole).values(), key=lambda item: len(item.spans))
    begin, end = item.spans[0]
    length = int.from_bytes(whole[begin : begin + 4], "big")
    units = [*item.parameters, whole[begin + 4 : begin + 4 + length]]
    assert begin + 4 + length == end
    assert hevc.hevc_is_sound(units, item.size)
    assert not hevc.hevc_is_sound([*units[:-1], units[-1] + b"\x80" * 40], item.size)
    filling = bytes([38 << 1, 1]) + b"\xff" * 1000 + b"\x80"
    assert hevc.hevc_is_sound([*units[:-1], units[-1] + b"\0\0\3" * 20, filling], item.size)


@pytest.mark.thorough
def test_a_heic_is_refused_if_its_units_do_not_fill_its_items() -> None:
    whole = saved(noise(), "HEIF", quality=60)
    item = max(_items(whole).values(), key=lambda item: len(item.spans))
    begin, end = item.spans[0]
    shorter = int.from_bytes(whole[begin : begin + 4], "big") - 2
    assert not heic_is_sound(whole[:begin] + shorter.to_bytes(4, "big") + whole[begin + 4 :])
    assert end == len(whole)


def test_heic_tiles_may_have_any_padding_outside_the_picture() -> None:
    grey, gap = np.full((64, 64, 1), 128, np.uint8), np.full((64, 64, 1), 128, np.uint8)
    gap[:, 40:] = 0
    assert hevc._has_gap(gap, gap)
    assert not hevc._has_gap(gap[:, :40], gap[:, :40])
    assert not hevc._has_gap(gap, grey)
    assert _visible_tiles((900, 700), [(512, 512)] * 4) == [(512, 512), (388, 512), (512, 188), (388, 188)]


@pytest.mark.thorough
@pytest.mark.slow
def test_without_libde265_a_heic_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hevc, "_library", lambda: None)
    assert not is_refused(saved(noise(), "HEIF", quality=60))


def test_library_that_cannot_be_loaded_is_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    no_library = tmp_path / "libde265.so"
    no_library.write_bytes(b"text")
    found = list(hevc._places())
    monkeypatch.setattr(hevc, "_places", lambda: iter([no_library]))
    assert hevc._library.__wrapped__() is None
    monkeypatch.setattr(hevc, "_places", lambda: iter([no_library, *found]))
    assert hevc._library.__wrapped__() is not None


def test_a_webp_that_is_longer_than_it_says_is_refused() -> None:
    whole = saved(noise(), "WEBP", quality=70)
    assert not is_refused(whole + bytes(3))
    assert is_refused(whole + whole[-300:])


@pytest.mark.parametrize("at", [0.1, 0.3, 0.5])
def test_a_lossy_webp_whose_data_end_elsewhere_is_refused(at: float) -> None:
    picture = Image.fromarray(np.kron(np.asarray(noise(60, 40)), np.ones((8, 8, 1), np.uint8)))
    whole = saved(picture, "WEBP", quality=70)
    assert not is_refused(whole)
    assert is_refused(with_noise(whole, at, 4))


@pytest.mark.parametrize("lossless", [False, True])
@pytest.mark.parametrize("size", [(16, 16), (60, 40), (300, 200), (301, 17)], ids=str)
def test_sound_webp_files_are_read(size: tuple[int, int], lossless: bool) -> None:
    for picture in (noise(*size), noise(*size).convert("L"), Image.new("RGB", size, (90, 120, 60))):
        for quality in (5, 50, 95):
            assert not is_refused(saved(picture, "WEBP", lossless=lossless, quality=quality))
    frames = [noise(*size)] * 2
    assert not is_refused(saved(frames[0], "WEBP", save_all=True, append_images=frames, lossless=lossless))


def tight(kind: str, **options: object) -> str:
    """What becomes of decoding nine megapixels in a process with too little memory for that."""
    rng = np.random.default_rng(2)
    picture = Image.fromarray(rng.integers(0, 255, (3000, 3000), dtype=np.uint8))
    out = io.BytesIO()
    picture.convert(str(options.pop("mode"))).save(out, kind, **options)
    code = (
        "import resource, sys; from pathlib import Path; from scorer.vision.photo.decode import decode\n"
        "data = sys.stdin.buffer.read()\n"
        "used = int(Path('/proc/self/statm').read_text().split()[5]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_DATA, (used + 32 * 2**20,) * 2)\n"
        "try: decode(data, longest=750)\n"
        "except BaseException as error: print(type(error).__name__)"
    )
    ran = subprocess.run([sys.executable, "-c", code], input=out.getvalue(), capture_output=True, check=True)
    return ran.stdout.decode().strip()


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
@pytest.mark.parametrize(
    ("kind", "options"),
    [
        pytest.param("JPEG", {"mode": "CMYK", "progressive": True}, marks=needs_simplejpeg),
        ("WEBP", {"mode": "RGB", "quality": 100, "method": 0}),
    ],
)
def test_too_little_memory_is_not_called_damage(kind: str, options: dict[str, object]) -> None:
    assert tight(kind, **options) == "MemoryError"


def test_texts_of_a_png_are_limited_before_they_are_unpacked() -> None:
    whole, text = saved(noise(), "PNG"), zlib.compress(("\U0001f600" + "a" * 1_000_000).encode())
    few, many = (
        whole[:33] + b"".join(png_chunk(b"iTXt", b"k\0\1\0\0\0" + text) for _ in range(count)) + whole[33:]
        for count in (1, 60)
    )
    assert not is_refused(few) and is_refused(many)
