"""Cards that tests look at."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.i18n.translator import translator
from scorer.sharing.card import card_png
from scorer.sharing.card.layout import SENT
from scorer.sharing.link import address_of
from tests.sharing.some_games import FOUR

ENGLISH, FRENCH = translator("en"), translator("fr")


PAGE = "https://our-kingdoms.streamlit.app"


ADDRESS = address_of(FOUR, PAGE)


drawn = cache(card_png)
"""For cards that several tests look at: drawing one takes half a second."""


def opened(card: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(card, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def squeezed(card: bytes, kind: str = ".jpg") -> bytes:
    """What a messenger makes of a card."""
    picture = opened(card)
    scale = SENT / max(picture.shape)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quality = cv2.IMWRITE_WEBP_QUALITY if kind == ".webp" else cv2.IMWRITE_JPEG_QUALITY
    return cv2.imencode(kind, small, [quality, 60])[1].tobytes()
