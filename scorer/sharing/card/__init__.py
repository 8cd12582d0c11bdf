"""The result as a picture to send around: drawn boards, names, totals, score sheets, in the player's language.

The picture holds the game twice, so that it can be opened again: in the file, exactly, and in a QR code, which outlives
a messenger that makes a smaller JPEG of it.
"""

from scorer.sharing.card.content import unwritten_names
from scorer.sharing.card.drawing import card_png
from scorer.sharing.card.reading import read_card

__all__ = ["card_png", "read_card", "unwritten_names"]
