"""A card as a list of shapes with positions and colours, in drawing order.

Each renderer of a card draws these shapes. Only the fonts differ, which a ``Lettering`` measures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from scorer.i18n.translator import Translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import size_for
from scorer.rules.scoring.sheet import points_text
from scorer.sharing.card.content import Part, headline, parts
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
    code_scale,
    laid_out,
    panel_height,
)
from scorer.sharing.card.typesetting import Hand, Lettering, fitted_by, wrapped_by
from scorer.sharing.game import Game
from scorer.sharing.qr import QrError, qr_rows
from scorer.sharing.rules_in_play import rules_in_play

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue."""

TITLE_LINES: Final = 2

_TITLE, _NAMES = Hand(700, 54), tuple(Hand(600, size) for size in (42, 36, 31, 26))
_TOTAL, _PLACE = Hand(700, 68), Hand(600, 30)
_TEXT, _SMALL = Hand(400, 25), Hand(400, 22)

PAPER: Final = (246, 239, 221)
PANEL: Final = (254, 253, 250)
INK: Final = (44, 34, 28)
FAINT: Final = (124, 112, 98)
RULE: Final = (230, 221, 206)
CASTLES: Final[dict[str, Colour]] = {
    "blue": (52, 122, 190),
    "green": (62, 142, 84),
    "pink": (208, 92, 150),
    "yellow": (232, 176, 48),
    "": (168, 160, 150),
}
MEDALS: Final[dict[int, Colour]] = {1: (232, 176, 60), 2: (166, 172, 178), 3: (190, 132, 84)}
MEDAL: Final = 27
"""A medal's radius in pixels."""

ROUND, EDGE = 20, 12
"""Radius of a panel's corners, and width of the coloured edge on its left, in pixels."""


@dataclass(frozen=True)
class PanelShape:
    """A player's panel: rounded, with an edge in the castle's colour on its left."""

    x: int
    y: int
    width: int
    height: int
    colour: Colour


@dataclass(frozen=True)
class MedalShape:
    """A disc of the radius ``MEDAL``; x and y are its left and top."""

    x: int
    y: int
    colour: Colour


@dataclass(frozen=True)
class BoardShape:
    """A kingdom, ``square`` pixels for each place, with a thin frame."""

    x: int
    y: int
    kingdom: Kingdom
    square: int
    castle: str


@dataclass(frozen=True)
class TextShape:
    """A line of text; x and y are the start of its baseline, or its end if ``right``."""

    x: int
    y: int
    text: str
    hand: Hand
    colour: Colour
    right: bool = False


@dataclass(frozen=True)
class RuleShape:
    """A horizontal line, two pixels thick."""

    x: int
    y: int
    right: int


@dataclass(frozen=True)
class CodeShape:
    """A QR code: rows of modules, true if black, each of a side of ``pixels``."""

    x: int
    y: int
    pixels: int
    modules: tuple[tuple[bool, ...], ...]


Shape: TypeAlias = PanelShape | MedalShape | BoardShape | TextShape | RuleShape | CodeShape


@dataclass(frozen=True)
class Card:
    """A composed card: its size in pixels, its ``title`` (the winner) and its shapes."""

    width: int
    height: int
    title: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class _Panel:
    """A player's panel, its position, and the lines of its score sheet."""

    part: Part
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
        """The left of the medal and the name: next to a single board, above three."""
        games = self.part.standing.player.games
        return self.left + BOARD + PAD if len(games) == 1 and isinstance(games[0], Kingdom) else self.left


def composed(game: Game, tr: Translator, lettering: Lettering, address: str = "", *, is_settled: bool = True) -> Card:
    """The card of a game; with the game's address it carries a QR code that opens it.

    Players without a game are left out. An unfinished game has no winner.
    """
    is_settled = is_settled and game.is_settled
    shown = parts(game, tr, lettering, is_settled=is_settled)
    is_doubted = is_settled and len(shown) > 1 and game.is_doubted
    title = headline(shown, tr, is_settled=is_settled, is_doubted=is_doubted)
    return _Composer(tr, lettering).card(shown, title, rules_in_play(game, tr), address)


@dataclass(frozen=True)
class _Composer:
    tr: Translator
    lettering: Lettering

    def card(self, shown: list[Part], title: str, rules: str, address: str) -> Card:
        lines = [self._sheet(part) for part in shown]
        heights = [panel_height(_board_heights(part), len(sheet)) for part, sheet in zip(shown, lines, strict=True)]
        layout = laid_out(heights)
        layout = layout.lowered(LINE * (len(self._rules(rules, layout.width)) - 1))
        panels = [_Panel(*each) for each in zip(shown, lines, layout.spots, strict=True)]
        code = _code(address, layout)
        height = layout.bottom + (24 if code is None else code.pixels * len(code.modules)) + MARGIN
        shapes = [shape for panel in panels for shape in _ground(panel)]
        shapes += self._head(layout.width, title, rules)
        shapes += [shape for panel in panels for shape in self._panel(panel)]
        return Card(layout.width, height, title, (*shapes, *self._foot(layout, height, code)))

    def _width(self, text: str, hand: Hand) -> int:
        return self.lettering.width(text, hand)

    def _wrapped(self, text: str, hand: Hand, max_width: int) -> list[str]:
        return wrapped_by(self._width, text, hand, max_width)

    def _fitted(self, text: str, hand: Hand, max_width: int) -> str:
        return fitted_by(self._width, text, hand, max_width)

    def _sheet(self, part: Part) -> tuple[tuple[str, str], ...]:
        """The score sheet's lines, wrapped to the width next to the board; points are in the first line of each."""
        lines: list[tuple[str, str]] = []
        for text, points in part.lines:
            first, *more = self._wrapped(text, _SMALL, SHEET)
            lines += [(first, points), *(("   " + words, "") for words in more)]
        return tuple(lines)

    def _rules(self, rules: str, wide: int) -> list[str]:
        """The lines that describe the rules, wrapped to the width of the card."""
        return self._wrapped(rules, _TEXT, wide - 2 * MARGIN)

    def _head(self, wide: int, title: str, rules: str) -> Iterator[Shape]:
        """The winner, on one line or smaller on two, and the rules."""
        max_width = wide - 2 * MARGIN
        hand = _TITLE
        if self._width(title, hand) > max_width:
            fitting = (hand for hand in _NAMES if len(self._wrapped(title, hand, max_width)) <= TITLE_LINES)
            hand = next(fitting, _NAMES[-1])
        first, *more = self._wrapped(title, hand, max_width)
        lines, last = ([first, self._fitted(" ".join(more), hand, max_width)], 98) if more else ([first], 82)
        for above, line in enumerate(reversed(lines)):
            yield TextShape(MARGIN, last - 44 * above, line, hand, INK)
        for below, line in enumerate(self._rules(rules, wide)):
            yield TextShape(MARGIN, last + 46 + LINE * below, line, _TEXT, FAINT)

    def _panel(self, panel: _Panel) -> Iterator[Shape]:
        standing = panel.part.standing
        castle = standing.player.colour
        if len(standing.games) <= 1:
            for kingdom in standing.player.kingdoms:
                yield _board(kingdom, (panel.left, panel.top), BOARD, castle)
            for number, (text, points) in enumerate(panel.lines):
                baseline = panel.top + FIRST_LINE + number * LINE
                yield TextShape(panel.head, baseline, text, _SMALL, INK)
                yield TextShape(panel.right, baseline, points, _SMALL, INK, right=True)
        else:
            bottom = panel.spot.y + panel.spot.height - PAD - 6
            for number, (entered, counted) in enumerate(zip(standing.player.games, standing.games, strict=True)):
                x = panel.left + number * (THIRD + GAP)
                if isinstance(entered, Kingdom):
                    yield _board(entered, (x, panel.top + HEADER), THIRD, castle)
                text = self.tr("Game {number}: {total}", number=number + 1, total=points_text([counted]))
                yield TextShape(x, bottom, text, _TEXT, INK)
        yield from self._name(panel)

    def _name(self, panel: _Panel) -> Iterator[Shape]:
        """The number on the medal, the name, the total, the tie-break."""
        standing, left, right, top = panel.part.standing, panel.head, panel.right, panel.top
        place, total = str(standing.place), standing.points
        yield TextShape(left + MEDAL - self._width(place, _PLACE) // 2, top + 46, place, _PLACE, INK)
        yield TextShape(right, top + 58, total, _TOTAL, INK, right=True)
        beside = left + 2 * MEDAL + 16
        max_width, name = right - beside - 20 - self._width(total, _TOTAL), panel.part.name
        hand = next((hand for hand in _NAMES if self._width(name, hand) <= max_width), _NAMES[-1])
        decided = panel.part.decided
        yield TextShape(beside, top + (42 if decided else 50), self._fitted(name, hand, max_width), hand, INK)
        if decided:  # below the total too, since it seldom fits next to it
            yield TextShape(beside, top + 82, self._fitted(decided, _SMALL, right - beside), _SMALL, FAINT)
        yield RuleShape(left, top + 92, right)

    def _foot(self, layout: Layout, height: int, code: CodeShape | None) -> Iterator[Shape]:
        wide, y = layout.width, layout.bottom
        if code is not None:
            yield code
            side = code.pixels * len(code.modules)
            said = self.tr("This code opens the game")
            for number, line in enumerate(self._wrapped(said, _TEXT, wide - side - 2 * MARGIN - PAD)):
                yield TextShape(MARGIN + side + PAD, y + side // 2 + number * LINE, line, _TEXT, INK)
        yield TextShape(wide - MARGIN, height - MARGIN, "Kingdom scorer", _SMALL, FAINT, right=True)


def _square_size(kingdom: Kingdom, max_width: int) -> int:
    """Side of a place in pixels, as in a grid of 5 or 7."""
    across = max(kingdom.height, kingdom.width)
    return max_width // max(size_for(across), across)


def _board_heights(part: Part) -> list[int]:
    """The height of each game's board, 0 if only the total is known."""
    games = part.standing.player.games
    max_width = BOARD if len(games) == 1 else THIRD
    return [_square_size(game, max_width) * game.height if isinstance(game, Kingdom) else 0 for game in games]


def _board(kingdom: Kingdom, at: tuple[int, int], column: int, castle: str) -> BoardShape:
    """A board centred in a column of this width."""
    square = _square_size(kingdom, column)
    return BoardShape(at[0] + (column - square * kingdom.width) // 2, at[1], kingdom, square, castle)


def _ground(panel: _Panel) -> Iterator[Shape]:
    """An empty panel and a medal."""
    spot, standing = panel.spot, panel.part.standing
    yield PanelShape(spot.x + MARGIN, spot.y, WIDTH - 2 * MARGIN, spot.height, CASTLES[standing.player.colour])
    yield MedalShape(panel.head, panel.top + 8, MEDALS.get(standing.place, RULE))


def _code(address: str, layout: Layout) -> CodeShape | None:
    """The QR code of an address; ``None`` without an address, or if it is too long for a code."""
    try:
        modules = tuple(map(tuple, qr_rows(address))) if address else ()
    except QrError:
        modules = ()
    if not modules:
        return None
    return CodeShape(MARGIN, layout.bottom, code_scale(len(modules), layout.width, layout.bottom + MARGIN), modules)
