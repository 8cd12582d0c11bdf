"""Draws the card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from scorer.art.draw import draw_kingdom
from scorer.i18n.translator import Translator
from scorer.rules.model.rules import size_for
from scorer.rules.scoring.sheet import points_text
from scorer.sharing.card.content import Part, headline, parts, played
from scorer.sharing.card.encoding import png_with_text
from scorer.sharing.card.layout import (
    BOARD,
    FIRST_LINE,
    GAP,
    HEADER,
    LINE,
    MARGIN,
    PAD,
    SHEET,
    THIRD,
    WIDTH,
    Layout,
    Spot,
    code_picture,
    laid_out,
    panel_height,
)
from scorer.sharing.card.lettering import Colour, Hand, fitted, width, wrapped, write
from scorer.sharing.card.reading import KEY
from scorer.sharing.game import Game
from scorer.sharing.link import encode

MOST_PAINTED = 80
"""Squares that are painted for a card, apart from castles; more of the same faces are copies of these, for speed."""

TITLE_LINES = 2

_TITLE, _NAMES = Hand(700, 54), tuple(Hand(600, size) for size in (42, 36, 31, 26))
_TOTAL, _PLACE = Hand(700, 68), Hand(600, 30)
_TEXT, _SMALL = Hand(400, 25), Hand(400, 22)

_PAPER, _PANEL, _INK, _FAINT, _RULE = (246, 239, 221), (254, 253, 250), (44, 34, 28), (124, 112, 98), (230, 221, 206)
_CASTLES: dict[str, Colour] = {
    "blue": (52, 122, 190),
    "green": (62, 142, 84),
    "pink": (208, 92, 150),
    "yellow": (232, 176, 48),
    "": (168, 160, 150),
}
_MEDALS: dict[int, Colour] = {1: (232, 176, 60), 2: (166, 172, 178), 3: (190, 132, 84)}
_MEDAL = 27
"""A medal's radius in pixels."""

_ROUND, _EDGE, _END = 20, 12, 24
"""Pixels of a panel: the radius of its corners, the width of the colour on its left, the height of each drawn end."""


@dataclass(frozen=True)
class _Panel:
    """A player's part with its drawn boards, and where it stands.

    ``boards`` has one for each game, ``None`` where only the total is known.
    """

    part: Part
    boards: tuple[Image.Image | None, ...]
    lines: tuple[tuple[str, str], ...]
    spot: Spot

    @property
    def left(self) -> int:
        return self.spot.x + MARGIN + 12 + PAD

    @property
    def right(self) -> int:
        return self.spot.x + WIDTH - MARGIN - PAD

    @property
    def top(self) -> int:
        return self.spot.y + PAD

    @property
    def head(self) -> int:
        """Where the medal and the name begin: beside a single board, above three."""
        return self.left + BOARD + PAD if len(self.boards) == 1 and self.boards[0] else self.left


def card_png(game: Game, tr: Translator, address: str = "", *, is_settled: bool = True) -> bytes:
    """The card as a PNG file; with the game's address it carries a QR code that opens it.

    Players without a kingdom are left out. Nobody is called the winner of a game that is not settled yet.

    >>> from scorer.i18n.translator import translator
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> from scorer.sharing.card import read_card
    >>> game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse("w1w/C."),)),))
    >>> read_card(card_png(game, translator("fr"))) == game
    True
    """
    is_settled = is_settled and game.is_settled
    shown = parts(game, tr, is_settled=is_settled)
    rules = played(shown, game, tr)
    panels, layout = _panels(shown, game, rules)
    code = code_picture(address, layout.width, layout.bottom + MARGIN) if address else None
    image = _canvas(panels, layout, layout.bottom + (24 if code is None else len(code)) + MARGIN)
    draw = ImageDraw.Draw(image)
    is_doubted = is_settled and len(shown) > 1 and game.is_doubted
    _head(draw, layout.width, headline(shown, tr, is_settled=is_settled, is_doubted=is_doubted), rules)
    for panel in panels:
        _draw_panel(image, draw, panel, tr)
    _foot(image, draw, layout.bottom, code, tr)
    return png_with_text(np.asarray(image, np.uint8), KEY, encode(game))


def _panels(shown: list[Part], game: Game, rules: str) -> tuple[list[_Panel], Layout]:
    faces = {cell for player in game.players for kingdom in player.kingdoms for _, cell in kingdom.cells()}
    variants = max(1, MOST_PAINTED // max(1, len(faces)))
    boards = [_boards(part, variants) for part in shown]
    lines = [_wrapped_lines(part) for part in shown]
    layout = laid_out([panel_height(*each) for each in zip(boards, map(len, lines), strict=True)])
    layout = layout.lowered(LINE * (len(_rules_lines(rules, layout.width)) - 1))
    panels = [
        _Panel(part, tuple(board if board is None else Image.fromarray(board) for board in drawn), written, spot)
        for part, drawn, written, spot in zip(shown, boards, lines, layout.spots, strict=True)
    ]
    return panels, layout


def _boards(part: Part, variants: int) -> list[NDArray[np.uint8] | None]:
    """The drawn kingdoms, RGB, ``None`` for a game without one; each square as large as in a grid of 5 or 7."""
    games, colour = part.standing.player.games, part.standing.player.colour or "yellow"
    boards: list[NDArray[np.uint8] | None] = []
    for kingdom in games:
        if isinstance(kingdom, int):
            boards.append(None)
            continue
        across = max(kingdom.height, kingdom.width)
        pixels = (BOARD if len(games) == 1 else THIRD) // max(size_for(across), across)
        boards.append(np.ascontiguousarray(draw_kingdom(kingdom, pixels, colour, variants=variants)[..., ::-1]))
    return boards


def _wrapped_lines(part: Part) -> tuple[tuple[str, str], ...]:
    """The score sheet's lines as the room beside the board allows; points stand behind the first of each."""
    lines: list[tuple[str, str]] = []
    for text, points in part.lines:
        first, *more = wrapped(text, _SMALL, SHEET)
        lines += [(first, points), *(("   " + words, "") for words in more)]
    return tuple(lines)


def _canvas(panels: list[_Panel], layout: Layout, height: int) -> Image.Image:
    """Paper with an empty panel and a medal for each player."""
    image = Image.new("RGB", (layout.width, height), _PAPER)
    for panel in panels:
        spot, standing = panel.spot, panel.part.standing
        ground = _ground(WIDTH - 2 * MARGIN, spot.height, _CASTLES[standing.player.colour])
        image.paste(ground, (spot.x + MARGIN, spot.y))
        medal = Image.new("RGB", (4 * (_MEDAL + 1),) * 2, _PANEL)
        ImageDraw.Draw(medal).ellipse([0, 0, 4 * _MEDAL, 4 * _MEDAL], _MEDALS.get(standing.place, _RULE))
        image.paste(medal.reduce(2), (panel.head, panel.top + 8))
    return image


def _ground(wide: int, high: int, colour: Colour) -> Image.Image:
    """A panel with a coloured edge on its left: its ends drawn twice as large, for smooth corners, and one line between
    them repeated, for a card may have thousands of lines."""
    ends = Image.new("RGB", (2 * wide + 2, 4 * _END + 2), _PAPER)
    draw, corner = ImageDraw.Draw(ends), (2 * wide, 4 * _END)
    draw.rounded_rectangle([0, 0, *corner], 2 * _ROUND, colour)
    draw.rounded_rectangle([2 * _EDGE, 0, *corner], 2 * _ROUND, _PANEL)
    ends = ends.reduce(2)
    line = 0, _END, ends.width, _END + 1
    ground = ends.resize((ends.width, high + 1), Image.Resampling.NEAREST, line)
    ground.paste(ends.crop((0, 0, ends.width, _END)))
    ground.paste(ends.crop((0, _END, ends.width, ends.height)), (0, high - _END))
    return ground


def _head(draw: ImageDraw.ImageDraw, wide: int, title: str, rules: str) -> None:
    """Who won, on one line or smaller on two, and what was played."""
    room = wide - 2 * MARGIN
    hand = _TITLE
    if width(title, hand) > room:
        hand = next((hand for hand in _NAMES if len(wrapped(title, hand, room)) <= TITLE_LINES), _NAMES[-1])
    first, *more = wrapped(title, hand, room)
    lines, last = ([first, fitted(" ".join(more), hand, room)], 98) if more else ([first], 82)
    for above, line in enumerate(reversed(lines)):
        write(draw, line, (MARGIN, last - 44 * above), hand, _INK)
    for below, line in enumerate(_rules_lines(rules, wide)):
        write(draw, line, (MARGIN, last + 46 + LINE * below), _TEXT, _FAINT)


def _rules_lines(rules: str, wide: int) -> list[str]:
    """What was played, on as many lines as a card so wide asks for."""
    return wrapped(rules, _TEXT, wide - 2 * MARGIN)


def _draw_panel(image: Image.Image, draw: ImageDraw.ImageDraw, panel: _Panel, tr: Translator) -> None:
    if len(panel.boards) == 1:
        if panel.boards[0]:
            _paste(image, draw, panel.boards[0], (panel.left, panel.top), BOARD)
        for number, (text, points) in enumerate(panel.lines):
            baseline = panel.top + FIRST_LINE + number * LINE
            write(draw, text, (panel.head, baseline), _SMALL, _INK)
            write(draw, points, (panel.right, baseline), _SMALL, _INK, right=True)
    else:
        for number, (board, game) in enumerate(zip(panel.boards, panel.part.standing.games, strict=True)):
            x = panel.left + number * (THIRD + GAP)
            if board:
                _paste(image, draw, board, (x, panel.top + HEADER), THIRD)
            text = tr("Game {number}: {total}", number=number + 1, total=points_text([game]))
            write(draw, text, (x, panel.spot.y + panel.spot.height - PAD - 6), _TEXT, _INK)
    _name(draw, panel)


def _name(draw: ImageDraw.ImageDraw, panel: _Panel) -> None:
    """The number on the medal, the name, the total, what decided a tie."""
    standing, left, right, top = panel.part.standing, panel.head, panel.right, panel.top
    place, total = str(standing.place), standing.points
    write(draw, place, (left + _MEDAL - width(place, _PLACE) // 2, top + 46), _PLACE, _INK)
    write(draw, total, (right, top + 58), _TOTAL, _INK, right=True)
    beside = left + 2 * _MEDAL + 16
    room, name = right - beside - 20 - width(total, _TOTAL), panel.part.name
    hand = next((hand for hand in _NAMES if width(name, hand) <= room), _NAMES[-1])
    decided = panel.part.decided
    write(draw, fitted(name, hand, room), (beside, top + (42 if decided else 50)), hand, _INK)
    if decided:  # below the total too, since it seldom fits beside it
        write(draw, fitted(decided, _SMALL, right - beside), (beside, top + 82), _SMALL, _FAINT)
    draw.line([(left, top + 92), (right, top + 92)], _RULE, 2)


def _foot(
    image: Image.Image, draw: ImageDraw.ImageDraw, y: int, code: NDArray[np.uint8] | None, tr: Translator
) -> None:
    wide, high = image.size
    if code is not None:
        side = len(code)
        image.paste(Image.fromarray(code), (MARGIN, y))
        for number, line in enumerate(wrapped(tr("Scan to open this table"), _TEXT, wide - side - 2 * MARGIN - PAD)):
            write(draw, line, (MARGIN + side + PAD, y + side // 2 + number * LINE), _TEXT, _INK)
    write(draw, "Kingdom scorer", (wide - MARGIN, high - MARGIN), _SMALL, _FAINT, right=True)


def _paste(image: Image.Image, draw: ImageDraw.ImageDraw, board: Image.Image, at: tuple[int, int], column: int) -> None:
    """A board with a thin frame, in the middle of a column so wide."""
    x, y = at[0] + (column - board.width) // 2, at[1]
    image.paste(board, (x, y))
    draw.rectangle([x - 1, y - 1, x + board.width, y + board.height], outline=_FAINT)
