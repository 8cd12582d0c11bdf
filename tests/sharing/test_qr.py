"""The QR code is read back by a detector that knows nothing of its maker."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

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
    assert read_qr(noise) == ""
    assert read_qr(np.zeros((1, 1, 3), np.uint8)) == ""


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
def test_large_pictures_are_not_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search takes seconds in a large picture of random modules."""
    sides = []
    resize = cv2.resize

    def noted(picture: NDArray[np.uint8], *given: object, **named: object) -> NDArray[np.uint8]:
        larger: NDArray[np.uint8] = resize(picture, *given, **named)  # type: ignore[call-overload]
        sides.append(max(larger.shape))
        return larger

    monkeypatch.setattr(cv2, "resize", noted)
    assert read_qr(np.zeros((1500, 2000, 3), np.uint8)) == read_qr(np.zeros((900, 1200, 3), np.uint8)) == ""
    assert sides == [2000, 4000, 1200, 2400, 3600]
