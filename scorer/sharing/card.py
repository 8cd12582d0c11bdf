"""The result as a picture to send around: drawn boards, names, totals, score sheets, in the player's language.

The picture holds the game twice, so that it can be opened again: in the file, exactly, and in a QR code, which outlives
a messenger that makes a smaller JPEG of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, PngImagePlugin

from scorer.art.draw import draw_kingdom
from scorer.i18n.translator import Translator
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, counted
from scorer.rules.scoring.sheet import ScoreSheet, points_text
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import Standing, standings
from scorer.rules.table.table import Table
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.lettering import Colour, Hand, Picture, fitted, plain, width, wrapped, write, write_total
from scorer.sharing.link import PART, decode, encode, opened
from scorer.sharing.qr import QrError, qr_modules, read_qr
from scorer.vision.photo.decode import decode as decode_photo
from scorer.vision.photo.errors import PhotoError

WIDTH = 1080
"""Pixels of a card with one column; what phones show full width."""

SENT = 1280
"""Pixels that a messenger leaves of the card's longer side …"""

SHARP = 3
"""… and how many of them a module of the code needs to be read."""

KEY = "kingdom-scorer"
"""The PNG text chunk that holds the game as in a link."""

MOST_PAINTED = 80
"""Squares that are painted for a card, apart from castles; more of the same faces are copies of these, for speed."""

_MARGIN, _PAD, _GAP = 36, 28, 22
_BOARD = 400
_THIRD = 294
"""Side of each board of a Dynasty."""
_TOP = 168
_LINE, _FIRST_LINE = 33, 134
_MOST_LINES = 22
_STEP = WIDTH - 2 * _MARGIN + _GAP
"""From one column to the next."""
_TALLEST = 2.2
"""A card that were taller than so many widths gets another column: whoever sees it whole can read nothing on it."""
_LEAST_CODE = 260
_LARGEST = 2600
"""Pixels on the longer side of a picture that a code is looked for in; larger ones are made smaller."""

_TITLE, _NAMES = Hand("sans", 700, 54), tuple(Hand("sans", 600, size) for size in (42, 36, 31, 26))
_PLACE = Hand("sans", 600, 30)
_TEXT, _SMALL = Hand("uni", 400, 25), Hand("uni", 400, 22)

_PAPER, _PANEL, _INK, _FAINT, _RULE = (221, 239, 246), (250, 253, 254), (28, 34, 44), (98, 112, 124), (206, 221, 230)
_CASTLES: dict[str, Colour] = {
    "blue": (190, 122, 52),
    "green": (84, 142, 62),
    "pink": (150, 92, 208),
    "yellow": (48, 176, 232),
    "": (150, 160, 168),
}
_MEDALS: dict[int, Colour] = {1: (60, 176, 232), 2: (178, 172, 166), 3: (84, 132, 190)}


@dataclass(frozen=True)
class _Block:
    """One player's part of the card."""

    player: Player
    standing: Standing
    decided: str
    boards: tuple[Picture, ...]
    lines: tuple[tuple[str, str], ...]
    """The score sheet of a single game, text and points."""

    @property
    def height(self) -> int:
        tallest = max(len(board) for board in self.boards)
        beside = _FIRST_LINE + _LINE * (len(self.lines) - 1) + 8
        return 2 * _PAD + (max(tallest, beside) if len(self.boards) == 1 else 108 + tallest + 44)


def card_png(game: Game, tr: Translator, address: str = "") -> bytes:
    """The card as a PNG file; with the game's address it carries a QR code that opens it.

    Players without a kingdom are left out.

    >>> from scorer.i18n.translator import translator
    >>> game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse("w1w/C."),)),))
    >>> read_card(card_png(game, translator("fr"))) == game
    True
    """
    blocks = list(_blocks(game, tr))
    spots, wide, high = _laid_out(blocks)
    code = _code(address, wide, high + _MARGIN) if address else None
    picture = _canvas(blocks, spots, wide, high + (24 if code is None else len(code)) + _MARGIN)
    _head(picture, blocks, game, tr)
    for block, spot in zip(blocks, spots, strict=True):
        _draw(picture[:, spot.x : spot.x + WIDTH], block, spot.y, tr)
    _foot(picture, high, code, tr)
    chunks = PngImagePlugin.PngInfo()
    chunks.add_text(KEY, encode(game))
    file = io.BytesIO()
    Image.fromarray(picture[..., ::-1]).save(file, "PNG", pnginfo=chunks)
    return file.getvalue()


def read_card(data: bytes) -> Game:
    """The game in a card that ``card_png`` made, or in what a messenger made of it: a smaller JPEG, PNG or WebP.

    Raises ``GameError`` if the picture holds none.
    """
    kept = _kept(data)
    if kept:
        return decode(kept)
    try:
        address = read_qr(decode_photo(data, longest=_LARGEST).image)
    except PhotoError as error:
        raise _no_game() from error
    if f"{PART}=" not in address:
        raise _no_game()
    return opened(address)


def _kept(data: bytes) -> str:
    """The game's text in a card's own file."""
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            text = image.info.get(KEY)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return ""
    return text if isinstance(text, str) else ""


def _no_game() -> GameError:
    return GameError(Message("this picture holds no game; open the card’s own file or a link"))


# -- what is on it -----------------------------------------------------------------------------------------------------


def _blocks(game: Game, tr: Translator) -> Iterator[_Block]:
    """The players in the order of the ranking."""
    places = standings(Table(tuple(player for player in game.players if player.kingdoms), game.rules))
    faces = {cell for player in game.players for kingdom in player.kingdoms for _, cell in kingdom.cells()}
    variants = max(1, MOST_PAINTED // max(1, len(faces)))
    for standing in places:
        player = standing.player
        level = sum(other.total == standing.total for other in places) > 1
        side = _BOARD if len(player.kingdoms) == 1 else _THIRD
        yield _Block(
            player,
            standing,
            tr("tied on points: {decision}", decision=standing.decided_by) if level else "",
            tuple(_board(kingdom, side, player.colour, variants) for kingdom in player.kingdoms),
            tuple(_lines(standing.sheets[0], tr)),
        )


def _lines(sheet: ScoreSheet, tr: Translator) -> Iterator[tuple[str, str]]:
    """What gave points, line by line, and how much did not."""
    room = WIDTH - 2 * _MARGIN - _BOARD - 3 * _PAD - 90
    short = {"harmony": tr("Harmony"), "middle_kingdom": tr("Middle Kingdom")}
    earned = [line for line in sheet.lines if line.points]
    bare = sum(not line.points for line in sheet.lines if line.section == "territories")
    for line in earned[:_MOST_LINES]:
        text = short.get(line.section) or plain(tr(line.message))
        first, *more = wrapped(text[:1].upper() + text[1:], _SMALL, room)
        yield first, str(line.points)
        yield from (("   " + words, "") for words in more)
    rest = earned[_MOST_LINES:]
    if rest:
        more_lines = counted("{count} more line", "{count} more lines", len(rest))
        yield tr(more_lines), str(sum(line.points for line in rest))
    if bare:
        yield tr(counted("{count} territory without crowns", "{count} territories without crowns", bare)), "0"


def _headline(blocks: list[_Block], tr: Translator) -> str:
    winners = [plain(block.player.name) for block in blocks if block.standing.place == 1]
    if len(blocks) == 1:
        return winners[0]
    if len(winners) == 1:
        return tr("{name} wins!", name=winners[0])
    return tr("{names} share the victory", names=", ".join(winners)) if winners else ""


def _played(blocks: list[_Block], game: Game, tr: Translator) -> str:
    rules = blocks[0].standing.sheets[0].rules if blocks else game.rules
    names = {Box.KINGDOMINO: "Kingdomino", Box.QUEENDOMINO: "Queendomino", Box.BOTH: tr("Royal Wedding")}
    said = [
        names[rules.box] if rules.box else "",
        f"{rules.size}×{rules.size}" if rules.size else "",
        tr("Harmony") if rules.harmony else "",
        tr("Middle Kingdom") if rules.middle_kingdom else "",
        tr("Dynasty") if game.dynasty else "",
    ]
    return " · ".join(filter(None, said))


# -- how it looks ------------------------------------------------------------------------------------------------------


def _board(kingdom: Kingdom, side: int, colour: str, variants: int) -> Picture:
    """The drawn kingdom in a square of ``side`` pixels, as large as a grid of 5 or 7 would be."""
    across = max(kingdom.height, kingdom.width)
    pixels = side // (5 if across <= 5 else 7 if across <= 7 else across)
    return draw_kingdom(kingdom, pixels, castle_colour=colour or "yellow", variants=variants)


@dataclass(frozen=True)
class _Spot:
    """Where a player's part begins, and how high its panel is."""

    x: int
    y: int
    height: int


def _laid_out(blocks: list[_Block]) -> tuple[list[_Spot], int, int]:
    """Row by row in as few columns as make no strip of it; with the card's width and where the last row ends."""
    for columns in range(1, len(blocks) + 2):
        spots, y = list[_Spot](), _TOP
        for first in range(0, len(blocks), columns):
            row = blocks[first : first + columns]
            height = max(block.height for block in row)
            spots += [_Spot(column * _STEP, y, height) for column in range(len(row))]
            y += height + _GAP
        wide = WIDTH + (columns - 1) * _STEP
        if y <= _TALLEST * wide:
            break
    return spots, wide, y


def _code(address: str, wide: int, high: int) -> Picture | None:
    """The code, large enough to outlive a messenger; ``None`` for what fits no code."""
    try:
        modules = qr_modules(address)
    except QrError:
        return None
    side, most = len(modules), (wide - 2 * _MARGIN) // len(modules)
    enough = (p for p in range(-(-_LEAST_CODE // side), most) if p * SENT >= SHARP * max(wide, high + p * side))
    pixels = next(enough, most)
    return np.repeat(np.repeat(modules, pixels, axis=0), pixels, axis=1)[..., None].repeat(3, axis=2)


def _canvas(blocks: list[_Block], spots: list[_Spot], wide: int, high: int) -> Picture:
    """Paper with an empty panel for each player, drawn twice as large for smooth corners."""
    image = Image.new("RGB", (2 * wide, 2 * high), _PAPER[::-1])
    draw = ImageDraw.Draw(image)
    for block, spot in zip(blocks, spots, strict=True):
        left, right = spot.x + _MARGIN, spot.x + WIDTH - _MARGIN
        box = [2 * left, 2 * spot.y, 2 * right, 2 * (spot.y + spot.height)]
        draw.rounded_rectangle(box, 40, _CASTLES[block.player.colour][::-1])
        draw.rounded_rectangle([box[0] + 24, box[1], *box[2:]], 40, _PANEL[::-1])
    return np.ascontiguousarray(np.asarray(image.resize((wide, high), Image.Resampling.BOX))[..., ::-1])


def _head(picture: Picture, blocks: list[_Block], game: Game, tr: Translator) -> None:
    """Who won, on one line or smaller on two, and what was played."""
    room = picture.shape[1] - 2 * _MARGIN
    headline = _headline(blocks, tr)
    hand = _TITLE
    if width(headline, hand) > room:
        hand = next((hand for hand in _NAMES if len(wrapped(headline, hand, room)) <= 2), _NAMES[-1])
    first, *more = wrapped(headline, hand, room)
    lines, last = ([first, fitted(" ".join(more), hand, room)], 98) if more else ([first], 82)
    for above, line in enumerate(reversed(lines)):
        write(picture, line, (_MARGIN, last - 44 * above), hand, _INK)
    write(picture, fitted(_played(blocks, game, tr), _TEXT, room), (_MARGIN, last + 46), _TEXT, _FAINT)


def _draw(picture: Picture, block: _Block, y: int, tr: Translator) -> None:
    left, right, top = _MARGIN + 12 + _PAD, WIDTH - _MARGIN - _PAD, y + _PAD
    if len(block.boards) == 1:
        _paste(picture, block.boards[0], left, top, _BOARD)
        left += _BOARD + _PAD
        for number, (text, points) in enumerate(block.lines):
            baseline = top + _FIRST_LINE + number * _LINE
            write(picture, text, (left, baseline), _SMALL, _INK)
            write(picture, points, (right, baseline), _SMALL, _INK, right=True)
    else:
        for number, (board, sheet) in enumerate(zip(block.boards, block.standing.sheets, strict=True)):
            x = left + number * (_THIRD + _GAP)
            _paste(picture, board, x, top + 108, _THIRD)
            text = tr("Game {number}: {total}", number=number + 1, total=points_text([sheet]))
            write(picture, text, (x, y + block.height - _PAD - 6), _TEXT, _INK)
    _name(picture, block, left, right, top)


def _name(picture: Picture, block: _Block, left: int, right: int, top: int) -> None:
    """The medal, the name, what decided a tie, the total."""
    place, middle = str(block.standing.place), (left + 27, top + 35)
    cv2.circle(picture, middle, 27, _MEDALS.get(block.standing.place, _RULE), -1, cv2.LINE_AA)
    write(picture, place, (middle[0] - width(place, _PLACE) // 2, middle[1] + 11), _PLACE, _INK)
    total = points_text(block.standing.sheets)
    write_total(picture, total, (right, top + 58), 68, _INK)
    left, room = left + 70, right - left - 90 - 40 * len(total)
    name = plain(block.player.name)
    hand = next((hand for hand in _NAMES if width(name, hand) <= room), _NAMES[-1])
    write(picture, fitted(name, hand, room), (left, top + (42 if block.decided else 50)), hand, _INK)
    if block.decided:  # below the total too, since it seldom fits beside it
        write(picture, fitted(block.decided, _SMALL, right - left), (left, top + 82), _SMALL, _FAINT)
    cv2.line(picture, (left - 70, top + 92), (right, top + 92), _RULE, 2)


def _foot(picture: Picture, y: int, code: Picture | None, tr: Translator) -> None:
    high, wide = picture.shape[:2]
    if code is not None:
        side = len(code)
        picture[y : y + side, _MARGIN : _MARGIN + side] = code
        room = wide - side - 2 * _MARGIN - _PAD
        for number, line in enumerate(wrapped(tr("Scan to open this table"), _TEXT, room)):
            write(picture, line, (_MARGIN + side + _PAD, y + side // 2 + number * _LINE), _TEXT, _INK)
    write(picture, "Kingdom scorer", (wide - _MARGIN, high - _MARGIN), _SMALL, _FAINT, right=True)


def _paste(picture: Picture, board: Picture, x: int, y: int, side: int) -> None:
    """A board in the middle of a column ``side`` pixels wide."""
    rows, columns = board.shape[:2]
    x += (side - columns) // 2
    picture[y : y + rows, x : x + columns] = board
    cv2.rectangle(picture, (x - 1, y - 1), (x + columns, y + rows), _FAINT, 1)
