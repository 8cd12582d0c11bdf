"""The QR code is read back by a detector that knows nothing of its maker."""

import cv2
import numpy as np
import pytest
from some_games import FOUR

from scorer.ui.qr import QrError, qr_png, qr_svg
from scorer.ui.share import encode

ADDRESS = f"http://192.168.1.20:8501/?game={encode(FOUR)}"


@pytest.mark.parametrize("address", ["http://localhost:8501/", ADDRESS])
def test_a_phone_reads_the_address(address: str) -> None:
    picture = cv2.imdecode(np.frombuffer(qr_png(address), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    assert 400 < picture.shape[0] == picture.shape[1] <= 600
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == address


def test_the_svg_grows_with_the_page_and_is_dark_on_light() -> None:
    svg = qr_svg(ADDRESS)
    assert svg.startswith("<svg")
    assert "viewBox" in svg
    assert "width=" not in svg.split(">", 1)[0]
    assert "#fff" in svg


def test_an_address_that_fits_no_code_says_what_to_do() -> None:
    with pytest.raises(QrError, match="send the link"):
        qr_svg("x" * 3000)
