"""The QR code is read back by a detector that knows nothing of its maker."""

import time

import cv2
import numpy as np
import pytest

from scorer.sharing.link import encode
from scorer.sharing.qr import QUIET, QrError, qr_rows, qr_svg, read_qr
from tests.sharing.some_games import FOUR

ADDRESS = f"http://192.168.1.20:8501/?game={encode(FOUR)}"


@pytest.mark.parametrize("address", ["http://localhost:8501/", ADDRESS])
def test_a_phone_reads_the_address(address: str) -> None:
    modules = np.where(qr_rows(address), 0, 255).astype(np.uint8)
    assert modules.shape[0] == modules.shape[1]
    assert (modules[:QUIET] == 255).all()
    assert not modules[QUIET, QUIET]
    picture = np.kron(modules, np.ones((6, 6), np.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_of_anything_else_holds_no_code(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (200, 300, 3), np.uint8)
    assert read_qr(noise) == []
    assert read_qr(np.zeros((1, 1, 3), np.uint8)) == []


def test_the_svg_grows_with_the_page_and_is_dark_on_light() -> None:
    svg = qr_svg(ADDRESS)
    assert svg.startswith("<svg")
    assert "viewBox" in svg
    assert "width=" not in svg.split(">", 1)[0]
    assert "#fff" in svg


def test_too_long_address_error_names_the_next_step() -> None:
    with pytest.raises(QrError, match="send the link"):
        qr_svg("x" * 3000)


@pytest.mark.slow
@pytest.mark.parametrize("count", [40, 120])
def test_picture_full_of_finder_patterns_takes_seconds_and_not_minutes(count: int) -> None:
    """OpenCV's search compares all pairs of them: 1,600 patterns took 150 seconds."""
    pattern = np.full((9, 9), 255, np.uint8)
    for margin, grey in ((1, 0), (2, 255), (3, 0)):
        pattern[margin:-margin, margin:-margin] = grey
    size = 1080 // count // 9
    picture = np.tile(np.kron(pattern, np.ones((size, size), np.uint8)), (count, count))
    began = time.process_time()
    assert read_qr(np.repeat(picture[..., None], 3, axis=2)) == []
    assert time.process_time() - began < 10
