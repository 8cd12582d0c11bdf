"""Damaged files are refused as far as a decoder or a checksum can tell, and for the right reason."""

from __future__ import annotations

import io
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from PIL import Image

from scorer.vision.photo import jpeg
from scorer.vision.photo.decode import decode
from scorer.vision.photo.errors import PhotoError
from scorer.vision.photo.headers import png_chunks
from tests.vision.photo.hostile import noise, saved

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


def test_a_png_is_refused_if_a_checksum_of_its_picture_is_wrong() -> None:
    whole = saved(noise().quantize(16), "PNG")
    assert not is_refused(whole)
    for kind, _, end in png_chunks(whole):
        damaged = bytearray(whole)
        damaged[end] ^= 1  # of the checksum itself: the pixels would be the same
        assert is_refused(bytes(damaged)) == (kind != b"IEND"), kind


@pytest.mark.parametrize("options", [{}, {"tile_size": 256}], ids=["one picture", "tiles"])
def test_a_heic_whose_data_are_cut_is_refused_wherever_it_is_cut(options: dict[str, object]) -> None:
    whole = saved(noise(), "HEIF", quality=60, **options)
    assert not is_refused(whole)
    for share in (0.3, 0.6, 0.9, 0.999):
        assert is_refused(whole[: int(len(whole) * share)])


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
