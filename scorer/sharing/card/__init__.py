"""The result card, a picture to share: boards, names, totals and score sheets in the player's language.

The picture holds the game twice: exactly in the file, and in a QR code, which survives when a messenger recompresses
the picture as a smaller JPEG. ``content`` selects the text, ``composing`` arranges it. ``drawing`` writes a PNG file
with Pillow, ``svg`` an SVG file with only the standard library.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.sharing.card.drawing import card_png, unwritten_names
    from scorer.sharing.card.reading import read_card
    from scorer.sharing.card.svg import card_svg

__all__ = ["card_png", "card_svg", "read_card", "unwritten_names"]

_MODULES = {"card_png": "drawing", "unwritten_names": "drawing", "read_card": "reading", "card_svg": "svg"}


def __getattr__(name: str) -> object:
    """Load a submodule's function on first use: a browser has no Pillow."""
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
