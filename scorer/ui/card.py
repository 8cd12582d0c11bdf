"""The result as a picture to send around: drawn boards, names, totals, score sheets, in the player's language.

The picture holds the game as well, so that the file can be opened again as long as no messenger has squeezed it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, PngImagePlugin

from scorer.art.tiles import draw_kingdom
from scorer.rules.dominoes import Box
from scorer.rules.kingdom import Kingdom
from scorer.rules.messages import Message
from scorer.rules.scoring import ScoreSheet
from scorer.rules.table import Player, Standing, Table, rank
from scorer.ui.game import Game, PlayerEntry
from scorer.ui.i18n import Translator
from scorer.ui.lettering import Colour, Hand, Picture, fitted, plain, width, wrapped, write, write_total
from scorer.ui.plain import GameError
from scorer.ui.qr import QrError, qr_png
from scorer.ui.share import decode, encode

WIDTH = 1080
"""Pixels; what phones show full width."""

KEY = "kingdom-scorer"
"""The PNG text chunk that holds the game as in a link."""

_MARGIN, _PAD, _GAP = 36, 28, 22
_BOARD = 400
_THIRD = 294
"""Side of each board of a Dynasty."""
_TOP = 168
_LINE, _FIRST_LINE = 33, 134
_MOST_LINES = 22
_CODE = 260

_TITLE, _NAMES = Hand("sans", 700, 54), tuple(Hand("sans", 600, size) for size in (42, 36, 31))
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

    player: PlayerEntry
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
    """The card as a PNG file, ``WIDTH`` pixels wide; with an address it carries a QR code that opens it.

    Players without a kingdom are left out.

    >>> from scorer.ui.i18n import translator
    >>> game = Game((PlayerEntry("Zoé", "pink", (Kingdom.parse("w1w/C."),)),))
    >>> read_card(card_png(game, translator("fr"))) == game
    True
    """
    blocks = list(_blocks(game, tr))
    picture = _canvas(blocks, _CODE if address else 24)
    _head(picture, blocks, game, tr)
    y = _TOP
    for block in blocks:
        _draw(picture, block, y, tr)
        y += block.height + _GAP
    _foot(picture, y, address, tr)
    chunks = PngImagePlugin.PngInfo()
    chunks.add_text(KEY, encode(game))
    file = io.BytesIO()
    Image.fromarray(picture[..., ::-1]).save(file, "PNG", pnginfo=chunks)
    return file.getvalue()


def read_card(data: bytes) -> Game:
    """The game in a card that ``card_png`` made. Raises ``GameError`` if the picture holds none."""
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            text = image.info.get(KEY)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise GameError(Message("this picture holds no game; open the card’s own file or a link")) from error
    if not isinstance(text, str):
        raise GameError(Message("this picture holds no game; open the card’s own file or a link"))
    return decode(text)


# -- what is on it -----------------------------------------------------------------------------------------------------


def _blocks(game: Game, tr: Translator) -> Iterator[_Block]:
    """The players in the order of the ranking; numbers before the names part those that are given twice."""
    present = [player for player in game.players if player.kingdoms]
    table = Table(tuple(Player(f"{n} {player.name}", player.kingdoms) for n, player in enumerate(present)), game.rules)
    standings = rank(table).standings
    for standing in standings:
        player = present[int(standing.name.split(" ")[0])]
        level = sum(other.total == standing.total for other in standings) > 1
        side = _BOARD if len(player.kingdoms) == 1 else _THIRD
        yield _Block(
            player,
            standing,
            tr("tied on points: {decision}", decision=standing.decided_by) if level else "",
            tuple(_board(kingdom, side, player.colour) for kingdom in player.kingdoms),
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
        yield tr("{count} more lines", count=len(rest)), str(sum(line.points for line in rest))
    if bare:
        text = "1 territory without a crown" if bare == 1 else "{count} territories without crowns"
        yield tr(text, count=bare), "0"


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


def _board(kingdom: Kingdom, side: int, colour: str) -> Picture:
    """The drawn kingdom in a square of ``side`` pixels, as large as a grid of 5 or 7 would be."""
    across = max(kingdom.height, kingdom.width)
    pixels = side // (5 if across <= 5 else 7 if across <= 7 else across)
    return draw_kingdom(kingdom, pixels, castle_colour=colour or "yellow")


def _canvas(blocks: list[_Block], foot: int) -> Picture:
    """Paper with an empty panel for each player, drawn twice as large for smooth corners."""
    height = _TOP + sum(block.height + _GAP for block in blocks) + foot + _MARGIN
    image = Image.new("RGB", (2 * WIDTH, 2 * height), _PAPER[::-1])
    draw = ImageDraw.Draw(image)
    y = _TOP
    for block in blocks:
        box = [2 * _MARGIN, 2 * y, 2 * (WIDTH - _MARGIN), 2 * (y + block.height)]
        draw.rounded_rectangle(box, 40, _CASTLES[block.player.colour][::-1])
        draw.rounded_rectangle([box[0] + 24, box[1], *box[2:]], 40, _PANEL[::-1])
        y += block.height + _GAP
    return np.ascontiguousarray(np.asarray(image.resize((WIDTH, height), Image.Resampling.BOX))[..., ::-1])


def _head(picture: Picture, blocks: list[_Block], game: Game, tr: Translator) -> None:
    room = WIDTH - 2 * _MARGIN
    write(picture, fitted(_headline(blocks, tr), _TITLE, room), (_MARGIN, 82), _TITLE, _INK)
    write(picture, fitted(_played(blocks, game, tr), _TEXT, room), (_MARGIN, 130), _TEXT, _FAINT)


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
            text = tr("Game {number}: {total}", number=number + 1, total=_range([sheet]))
            write(picture, text, (x, y + block.height - _PAD - 6), _TEXT, _INK)
    _name(picture, block, left, right, top)


def _name(picture: Picture, block: _Block, left: int, right: int, top: int) -> None:
    """The medal, the name, what decided a tie, the total."""
    place, middle = str(block.standing.place), (left + 27, top + 35)
    cv2.circle(picture, middle, 27, _MEDALS.get(block.standing.place, _RULE), -1, cv2.LINE_AA)
    write(picture, place, (middle[0] - width(place, _PLACE) // 2, middle[1] + 11), _PLACE, _INK)
    total = _range(block.standing.sheets)
    write_total(picture, total, (right, top + 58), 68, _INK)
    left, room = left + 70, right - left - 90 - 40 * len(total)
    name = plain(block.player.name)
    hand = next((hand for hand in _NAMES if width(name, hand) <= room), _NAMES[-1])
    write(picture, fitted(name, hand, room), (left, top + (36 if block.decided else 50)), hand, _INK)
    if block.decided:
        write(picture, fitted(block.decided, _SMALL, room), (left, top + 72), _SMALL, _FAINT)
    cv2.line(picture, (left - 70, top + 92), (right, top + 92), _RULE, 2)


def _foot(picture: Picture, y: int, address: str, tr: Translator) -> None:
    try:
        code = cv2.imdecode(np.frombuffer(qr_png(address, _CODE), np.uint8), cv2.IMREAD_COLOR) if address else None
    except QrError:
        code = None
    if code is not None:
        side = code.shape[0]
        picture[y : y + side, _MARGIN : _MARGIN + side] = code
        write(picture, tr("Scan to open this table"), (_MARGIN + side + _PAD, y + side // 2), _TEXT, _INK)
    write(picture, "Kingdom scorer", (WIDTH - _MARGIN, picture.shape[0] - _MARGIN), _SMALL, _FAINT, right=True)


def _paste(picture: Picture, board: Picture, x: int, y: int, side: int) -> None:
    """A board in the middle of a column ``side`` pixels wide."""
    rows, columns = board.shape[:2]
    x += (side - columns) // 2
    picture[y : y + rows, x : x + columns] = board
    cv2.rectangle(picture, (x - 1, y - 1), (x + columns, y + rows), _FAINT, 1)


def _range(sheets: tuple[ScoreSheet, ...] | list[ScoreSheet]) -> str:
    """The points, from least to most while something is hidden."""
    low, high = (sum(sheet.total_range[end] for sheet in sheets) for end in (0, 1))
    return str(low) if low == high else f"{low}–{high}"
