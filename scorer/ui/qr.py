"""A QR code that opens the page on the next phone."""

from __future__ import annotations

import io

import segno

from scorer.rules.messages import Message

_QUIET = 4
"""Modules of white around the code, as the standard asks for: a dark page may surround it."""


class QrError(ValueError):
    """An address too long for any QR code. ``message`` says what to do instead."""

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
        file, kind="svg", border=_QUIET, dark="#000", light="#fff", xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return file.getvalue().decode("utf-8")


def qr_png(address: str, pixels: int = 600) -> bytes:
    """The code as a PNG file, at most ``pixels`` wide as far as a pixel a module allows.

    >>> qr_png("https://example.org/")[1:4]
    b'PNG'
    """
    code = _code(address)
    file = io.BytesIO()
    code.save(file, kind="png", border=_QUIET, scale=max(1, pixels // code.symbol_size(border=_QUIET)[0]))
    return file.getvalue()


def _code(address: str) -> segno.QRCode:
    try:
        return segno.make_qr(address, error="l", boost_error=True)
    except segno.DataOverflowError as error:
        raise QrError(Message("this game is too long for a QR code; send the link instead")) from error
