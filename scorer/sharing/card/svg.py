"""Draws a card as SVG with only the standard library: for the page, and for the offline app, which can save it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from scorer.i18n.translator import Translator
from scorer.rules.model.terrain import Place
from scorer.sharing.card import metrics
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
    Colour,
    MedalShape,
    PanelShape,
    RuleShape,
    Shape,
    TextShape,
    composed,
)
from scorer.sharing.card.symbols import PARCHMENT, symbol, symbol_id
from scorer.sharing.codec import NO_GAME_IN_PICTURE, GameError
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode

KEY: Final = "kingdom-scorer-game"
"""The id of the element with the game in a card."""

FONTS: Final = "Inter, system-ui, -apple-system, Roboto, Arial, sans-serif"

_GAME: Final = re.compile(rf"<metadata id='{KEY}'>([A-Za-z0-9_-]{{1,8000}})</metadata>")


def card_svg(game: Game, tr: Translator, address: str = "", *, is_settled: bool = True) -> str:
    """The card as an SVG document; with the game's address it carries a QR code that opens it.

    The document is self-contained: squares are drawn, and text is stretched to the width in the layout's font, in
    whatever font the viewer has. The game itself is embedded, for ``game_in_svg``.

    >>> from scorer.i18n.translator import translator
    >>> from scorer.rules.table.player import Player
    >>> game = Game((Player("Zoé", colour="pink", totals=(45,)),))
    >>> game_in_svg(card_svg(game, translator("fr"))) == game
    True
    """
    card = composed(game, tr, metrics, address, is_settled=is_settled)
    return "".join(_document(card, encode(game)))


def game_in_svg(text: str) -> Game:
    """The game of a card by ``card_svg``. Raises ``GameError`` for any other drawing."""
    found = _GAME.search(text)
    if found is None:
        raise GameError(NO_GAME_IN_PICTURE)
    return decode(found[1])


def _document(card: Card, game: str) -> Iterator[str]:
    yield (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {card.width} {card.height}' "
        f"width='{card.width}' height='{card.height}' role='img' font-family='{FONTS}'>"
    )
    yield f"<title>{escape(card.title)}</title><metadata id='{KEY}'>{game}</metadata><defs>"
    used = {
        symbol_id(cell, shape.castle): (cell, shape.castle)
        for shape in card.shapes
        if isinstance(shape, BoardShape)
        for _, cell in shape.kingdom.cells()
        if cell is not Place.EMPTY
    }
    yield from (symbol(*each) for each in used.values())
    yield f"</defs><path d='M0 0H{card.width}V{card.height}H0z' fill='{_hex(PAPER)}'/>"
    for shape in card.shapes:
        yield from _drawn(shape)
    yield "</svg>"


def _drawn(shape: Shape) -> Iterator[str]:
    match shape:
        case PanelShape(x, y, width, height, colour):
            yield f"<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='{ROUND}' fill='{_hex(colour)}'/>"
            inner = f"x='{x + EDGE}' y='{y}' width='{width - EDGE}' height='{height}' rx='{ROUND}'"
            yield f"<rect {inner} fill='{_hex(PANEL)}'/>"
        case MedalShape(x, y, colour):
            yield f"<circle cx='{x + MEDAL}' cy='{y + MEDAL}' r='{MEDAL}' fill='{_hex(colour)}'/>"
        case BoardShape():
            yield from _board(shape)
        case TextShape():
            yield _text(shape)
        case RuleShape(x, y, right):
            yield f"<path d='M{x} {y}H{right}' stroke='{_hex(RULE)}' stroke-width='2'/>"
        case CodeShape():
            yield from _code(shape)


def _board(board: BoardShape) -> Iterator[str]:
    side, kingdom = board.square, board.kingdom
    frame = f"x='{board.x}' y='{board.y}' width='{side * kingdom.width}' height='{side * kingdom.height}'"
    yield f"<rect {frame} fill='{PARCHMENT}' stroke='{_hex(FAINT)}' stroke-width='2'/>"
    for (row, column), cell in kingdom.cells():
        if cell is not Place.EMPTY:
            at = f"x='{board.x + column * side}' y='{board.y + row * side}' width='{side}' height='{side}'"
            yield f"<use href='#{symbol_id(cell, board.castle)}' {at}/>"


def _text(line: TextShape) -> str:
    """A line of text, stretched to the width in the layout's font."""
    text = line.text.strip()
    if not text:
        return ""
    indent = metrics.width(line.text[: len(line.text) - len(line.text.lstrip())], line.hand)
    length = f" textLength='{metrics.width(text, line.hand)}' lengthAdjust='spacingAndGlyphs'"
    known = length if metrics.is_known(text) else ""
    anchor = " text-anchor='end'" if line.right else ""
    return (
        f"<text x='{line.x + indent}' y='{line.y}' font-size='{line.hand.size}' font-weight='{line.hand.weight}' "
        f"fill='{_hex(line.colour)}'{anchor}{known}>{escape(text)}</text>"
    )


def _code(code: CodeShape) -> Iterator[str]:
    """The code as one path: a stroke for each run of black modules."""
    side = len(code.modules)
    runs = "".join(
        f"M{match.start()} {row}h{match.end() - match.start()}v1h{match.start() - match.end()}z"
        for row, line in enumerate(code.modules)
        for match in re.finditer("1+", "".join("1" if is_black else "0" for is_black in line))
    )
    yield f"<g transform='translate({code.x} {code.y}) scale({code.pixels})' shape-rendering='crispEdges'>"
    yield f"<path d='M0 0H{side}V{side}H0z' fill='#fff'/><path d='{runs}' fill='#000'/></g>"


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
