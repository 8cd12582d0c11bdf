"""Kingdoms, castles, buildings and quests as small pictures: HTML elements that show parts of the sprite sheet.

A browser loads the sheet once, so a page can hold many boards. For screen readers every picture is one image with a
label. ``board.css``, next to the browser's scripts, has the few rules that cannot be set on the elements.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import quote

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.i18n.translator import Translator
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.model.quests import QUEST_TILES, Quest
from scorer.rules.model.rules import SMALL_GRID
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.rules.model.words import quest_words
from scorer.rules.scoring.territories import territories

GAP: Final = "."
"""The code of an empty place."""

VARIANT_STEP: Final = 3
"""Equal squares below each other are drawn differently, as on the result card."""

_ADDRESS: Final = "/:?=&%#.,+-_~@!"
"""Characters of an address that are kept; quotes and backslashes would end it."""

_PARTS: Final = re.compile(r"(\w\??|\w\d)(\*|\[\w+\])?(!*)")
"""A square's printed face, the piece on it and the giants."""


@dataclass(frozen=True)
class Sheet:
    """The sprite sheet in a browser: its address, ``columns`` and ``rows``, and the sprites of each code."""

    href: str
    columns: int
    rows: int
    at: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, sprites: SpriteSheet, href: str) -> Sheet:
        """The sheet that a host serves at an address."""
        return cls(href, sprites.columns, sprites.rows, sprites.at)

    @property
    def image(self) -> str:
        """The CSS image of the sheet, for an HTML attribute."""
        return escape(f'url("{quote(self.href, safe=_ADDRESS)}")')

    @property
    def style(self) -> str:
        """The CSS of an element whose squares inherit the sheet; the element itself does not show it."""
        size = f"{100 * self.columns}% {100 * self.rows}%"
        return f"background:{self.image} 0 0/0 0 no-repeat;--sheet-size:{size}"

    def places(self, code: str, variant: int = 0) -> list[str]:
        """The CSS positions of the sprites of a code, the topmost first; none for a code without a sprite.

        >>> sheet = Sheet("s.webp", 3, 2, {"w": [0, 4], "!": [5], "w1": [1]})
        >>> sheet.places("w", 1), sheet.places("w1!")
        (['50% 100%'], ['100% 100%', '50% 0%'])
        """
        found = _PARTS.fullmatch(code)
        face, piece, giants = found.groups("") if found else (code, "", "")
        face = face if face in self.at else face.rstrip("?") or face
        if face + piece in self.at:
            names = [giants, face + piece]
        else:
            names = [giants, f"*{face}" if piece == "*" else piece, face]
        sprites = [self.at[name] for name in names if name in self.at]
        return [self._place(choices[variant % len(choices)]) for choices in sprites]

    def _place(self, index: int) -> str:
        column, row = index % self.columns, index // self.columns
        return f"{_percent(column, self.columns)} {_percent(row, self.rows)}"


def _percent(at: int, of: int) -> str:
    return f"{100 * at / (of - 1):.4g}%" if of > 1 else "0%"


def board_html(
    kingdom: Kingdom,
    sheet: Sheet,
    tr: Translator,
    *,
    castle: str = "",
    name: str = "",
    lit: Collection[Position] = (),
    flagged: Mapping[Position, tuple[str, str]] | None = None,
    side: int = 0,
) -> str:
    """The kingdom as a small board, one image labelled by ``board_words``.

    ``castle`` is the colour of the castle, ``name`` the player's. A smaller kingdom is centred on ``side`` × ``side``
    places. Each square has the classes ``square`` and ``t0``, ``t1`` … by its territory, in the order of
    ``territories``. If squares of the kingdom are ``lit``, they have the class ``lit`` and the others ``dim``.
    ``flagged`` squares are buttons, each with the value that it sends and its label.
    """
    found = territories(kingdom)
    above, left = max(0, side - kingdom.height) // 2, max(0, side - kingdom.width) // 2
    group = {(row + above, column + left): n for n, territory in enumerate(found) for row, column in territory.cells}
    lit = {(row + above, column + left) for row, column in lit}
    buttons = {(row + above, column + left): tap for (row, column), tap in (flagged or {}).items()}
    codes = [[GAP] * max(side, kingdom.width) for _ in range(max(side, kingdom.height))]
    for (row, column), cell in kingdom.cells():
        codes[row + above][column + left] = _code(cell, castle)

    def classes(position: Position) -> list[str]:
        own = [f"t{group[position]}"] if position in group else []
        return [*own, *([("lit" if position in lit else "dim")] if lit else [])]

    return _grid(codes, sheet, tr(board_words(kingdom, name)), classes, buttons)


def board_words(kingdom: Kingdom, name: str = "") -> Message:
    """A board as text for screen readers.

    >>> str(board_words(Kingdom.parse("w1w/Cl"), "Ann"))
    'Kingdom of Ann, 2 × 2 squares: 2 wheat, 1 lake; 1 crown'
    """
    squares = kingdom.squares().values()
    counts = Counter(square.terrain for square in squares)
    shown = [
        Message("{count} {terrain}", {"count": counts[terrain], "terrain": terrain})
        for terrain in Terrain
        if counts[terrain]
    ]
    values: dict[str, object] = {
        "rows": kingdom.height,
        "columns": kingdom.width,
        "terrains": listed(shown) if shown else Message("no squares yet"),
        "name": name,
    }
    crowns = sum(square.crowns or 0 for square in squares)
    if name:
        return counted(
            "Kingdom of {name}, {rows} × {columns} squares: {terrains}; {count} crown",
            "Kingdom of {name}, {rows} × {columns} squares: {terrains}; {count} crowns",
            crowns,
            values,
        )
    return counted(
        "Kingdom, {rows} × {columns} squares: {terrains}; {count} crown",
        "Kingdom, {rows} × {columns} squares: {terrains}; {count} crowns",
        crowns,
        values,
    )


def castle_html(colour: str, label: str, sheet: Sheet) -> str:
    """A player's castle, labelled ``label``; grey if its colour is unknown."""
    return _sprite(f"C{colour}", label, sheet)


def quest_html(quest: Quest, sheet: Sheet, tr: Translator, *, size: int = SMALL_GRID) -> str:
    """A quest of Age of Giants as a small grid with the squares that it asks for, labelled with its rule."""
    said = Message("{quest}: {rule}", {"quest": quest.name, "rule": quest_words(quest, size)})
    return _grid(quest_codes(quest), sheet, tr(said), lambda _: [])


def quest_codes(quest: Quest) -> list[list[str]]:
    """The squares, in a grid of 5 × 5, that illustrate a quest, with empty places between them.

    >>> ["".join(row) for row in quest_codes(Quest.parse("four_corners:wheat"))]
    ['w...w', '.....', '.....', '.....', 'w...w']
    """
    terrain = quest.terrain.letter if quest.terrain else ""
    rows = QUEST_TILES[quest.kind].picture.replace("#", terrain).split("/")
    return [re.findall(r"\D\d?", row) for row in rows]


def _code(cell: Square | Place, castle: str) -> str:
    return f"C{castle}" if cell is Place.CASTLE else str(cell)


def _grid(
    codes: Sequence[Sequence[str]],
    sheet: Sheet,
    label: str,
    classes: Callable[[Position], list[str]],
    buttons: Mapping[Position, tuple[str, str]] | None = None,
) -> str:
    buttons, columns = buttons or {}, max(map(len, codes))
    squares = "".join(
        _square(code, sheet, row * VARIANT_STEP + column, classes((row, column)), buttons.get((row, column)))
        for row, line in enumerate(codes)
        for column, code in enumerate(line)
    )
    shape = f"--columns:{columns};aspect-ratio:{columns}/{len(codes)};{sheet.style}"
    role = "group" if buttons else "img"
    return f"<span class='board-picture' role='{role}' aria-label='{escape(label)}' style='{shape}'>{squares}</span>"


def _sprite(code: str, label: str, sheet: Sheet) -> str:
    """One sprite as a separate image."""
    inside = _square(code, sheet, 0, [])
    return f"<span class='sprite-picture' role='img' aria-label='{escape(label)}' style='{sheet.style}'>{inside}</span>"


def _square(
    code: str, sheet: Sheet, variant: int, classes: Sequence[str], button: tuple[str, str] | None = None
) -> str:
    """One square. It inherits the picture from the element around it, so that the page holds the sheet's address
    once; a square with several layers names its pictures itself. A ``button`` has a value and a label."""
    own = [*(["square"] if code != GAP else ["gap"]), *(["hidden-crowns"] if "?" in code[1:] else []), *classes]
    places = sheet.places(code, variant)
    image = f"background-image:{','.join([sheet.image] * len(places))};" if len(places) > 1 else ""
    style = f" style='{image}background-position:{','.join(places)}'" if places else ""
    if button:
        value, label = map(escape, button)
        return (
            f"<button type='button' data-value='{value}' aria-label='{label}' class='{' '.join(own)}'{style}></button>"
        )
    return f"<i class='{' '.join(own)}'{style}></i>"
