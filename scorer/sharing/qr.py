"""Writes the QR code that opens the page on another phone, and reads a code in a picture."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import segno

from scorer.rules.model.messages import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUIET = 4
"""Modules of white around the code, as the standard requires: the page may be dark."""


class QrError(ValueError):
    """An address too long for any QR code. ``message`` names the alternative."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def qr_svg(address: str) -> str:
    """The code as an SVG element without a size of its own, black on white.

    >>> qr_svg("https://example.org/?game=1abc")[:4]
    '<svg'
    """
    file = io.BytesIO()
    _code(address).save(
        file, kind="svg", border=QUIET, dark="#000", light="#fff", xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return file.getvalue().decode("utf-8")


def qr_rows(address: str) -> list[list[bool]]:
    """The code with its white border, row by row; true for a black module.

    >>> rows = qr_rows("https://example.org/")
    >>> len(rows), len(rows[0]), any(rows[0]), all(rows[QUIET][QUIET : QUIET + 7])
    (33, 33, False, True)
    """
    return [list(map(bool, row)) for row in _code(address).matrix_iter(border=QUIET)]


def read_qr(picture: NDArray[np.uint8]) -> list[str]:
    """The texts of the QR codes in a uint8 BGR picture.

    >>> import cv2, numpy as np
    >>> code = np.where(qr_rows("https://example.org/"), 0, 255).astype(np.uint8)
    >>> read_qr(cv2.cvtColor(np.kron(code, np.ones((5, 5), np.uint8)), cv2.COLOR_GRAY2BGR))
    ['https://example.org/']
    """
    import cv2
    import zxingcpp

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return [code.text for code in found]


def _code(address: str) -> segno.QRCode:
    try:
        return segno.make_qr(address, error="l", boost_error=True)
    except segno.DataOverflowError as error:
        raise QrError(Message("this game is too long for a QR code; send the link instead")) from error
