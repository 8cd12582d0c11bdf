"""Draws a card with Pillow, as a PNG file."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from scorer.art.draw import draw_kingdom
from scorer.i18n.translator import Translator
from scorer.sharing.card import content, lettering
from scorer.sharing.card.composing import (
    EDGE,
    FAINT,
    MEDAL,
    PANEL,
    PAPER,
    ROUND,
    RULE,
    BoardShape,
    Card,
    CodeShape,
    MedalShape,
    PanelShape,
    RuleShape,
    TextShape,
    composed,
)
from scorer.sharing.card.encoding import png_with_text
from scorer.sharing.card.reading import KEY
from scorer.sharing.game import Game
from scorer.sharing.link import encode

MAX_PAINTED = 80
"""Maximum number of squares that are painted for a card, apart from castles; further squares of the same faces are
copies, for speed."""

_END: Final = 24
"""Height of each drawn end of a panel, in pixels."""


def card_png(game: Game, tr: Translator, address: str = "", *, is_settled: bool = True) -> bytes:
    """The card as a PNG file; with the game's address it carries a QR code that opens it.

    Players without a game are left out. An unfinished game has no winner.

    >>> from scorer.i18n.translator import translator
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> from scorer.sharing.card import read_card
    >>> game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse("w1w/C."),)),))
    >>> read_card(card_png(game, translator("fr"))) == game
    True
    """
    image = _drawn(composed(game, tr, lettering, address, is_settled=is_settled))
    return png_with_text(np.asarray(image, np.uint8), KEY, encode(game))


def unwritten_names(game: Game) -> tuple[str, ...]:
    """The names of players that the card replaces by numbers, because no available font has all their letters."""
    return content.unwritten_names(game, lettering)


def _drawn(card: Card) -> Image.Image:
    image = Image.new("RGB", (card.width, card.height), PAPER)
    draw = ImageDraw.Draw(image)
    boards = [shape.kingdom for shape in card.shapes if isinstance(shape, BoardShape)]
    faces = {cell for kingdom in boards for _, cell in kingdom.cells()}
    variants = max(1, MAX_PAINTED // max(1, len(faces)))
    for shape in card.shapes:
        match shape:
            case PanelShape():
                image.paste(_ground(shape), (shape.x, shape.y))
            case MedalShape():
                medal = Image.new("RGB", (4 * (MEDAL + 1),) * 2, PANEL)
                ImageDraw.Draw(medal).ellipse([0, 0, 4 * MEDAL, 4 * MEDAL], shape.colour)
                image.paste(medal.reduce(2), (shape.x, shape.y))
            case BoardShape():
                picture = draw_kingdom(shape.kingdom, shape.square, shape.castle, variants=variants)
                _paste(image, draw, np.ascontiguousarray(picture[..., ::-1]), (shape.x, shape.y))
            case TextShape():
                at = (shape.x, shape.y)
                lettering.write(draw, shape.text, at, shape.hand, shape.colour, right=shape.right)
            case RuleShape():
                draw.line([(shape.x, shape.y), (shape.right, shape.y)], RULE, 2)
            case CodeShape():
                modules = np.where(np.array(shape.modules, bool), 0, 255).astype(np.uint8)
                image.paste(
                    Image.fromarray(np.kron(modules, np.ones((shape.pixels,) * 2, np.uint8))), (shape.x, shape.y)
                )
    return image


def _ground(panel: PanelShape) -> Image.Image:
    """A panel with a coloured edge on its left. Its ends are drawn at twice the size, for smooth corners; one line
    between them is repeated, since a card may have thousands of lines."""
    wide, high = panel.width, panel.height
    ends = Image.new("RGB", (2 * wide + 2, 4 * _END + 2), PAPER)
    draw, corner = ImageDraw.Draw(ends), (2 * wide, 4 * _END)
    draw.rounded_rectangle([0, 0, *corner], 2 * ROUND, panel.colour)
    draw.rounded_rectangle([2 * EDGE, 0, *corner], 2 * ROUND, PANEL)
    ends = ends.reduce(2)
    line = 0, _END, ends.width, _END + 1
    ground = ends.resize((ends.width, high + 1), Image.Resampling.NEAREST, line)
    ground.paste(ends.crop((0, 0, ends.width, _END)))
    ground.paste(ends.crop((0, _END, ends.width, ends.height)), (0, high - _END))
    return ground


def _paste(image: Image.Image, draw: ImageDraw.ImageDraw, board: NDArray[np.uint8], at: tuple[int, int]) -> None:
    """A board with a thin frame."""
    (x, y), (height, width) = at, board.shape[:2]
    image.paste(Image.fromarray(board), (x, y))
    draw.rectangle([x - 1, y - 1, x + width, y + height], outline=FAINT)
