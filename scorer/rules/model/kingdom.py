"""The one Kingdom that photo, text and screen share, and its notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Cell, Place, Square, Terrain

Position = tuple[int, int]
"""Row and column, counted from 0 at the top left of the kingdom's rectangle."""

_CELL = re.compile(r"(?P<place>[C.?])|(?P<terrain>[wflgsmt])(?P<crowns>[0-9?])?(?:\[(?P<building>[a-z_]+)\])?")
_TOKENS = ("coins", "towers", "knights")


class NotationError(ValueError):
    """A text that is no kingdom. ``message`` says what is wrong, ``row`` and ``column`` (from 0) where, if anywhere."""

    def __init__(self, message: Message, row: int | None = None, column: int | None = None) -> None:
        super().__init__(str(message))
        self.message, self.row, self.column = message, row, column


def square_name(position: Position) -> str:
    """A square's name on screen, like a chess board's from the top left.

    >>> square_name((2, 0))
    'A3'
    """
    row, column = position
    return f"{chr(ord('A') + column)}{row + 1}"


@dataclass(frozen=True)
class Kingdom:
    """An immutable kingdom in the smallest rectangle that holds it, with the tokens beside it.

    ``rows`` may be given with empty borders; they are cut off. Nothing here judges the rules: any grid is a Kingdom.

    >>> kingdom = Kingdom.parse("wss2/.Cm? coins=11 queen")
    >>> str(kingdom), kingdom.castles, kingdom[0, 2].crowns, kingdom.coins
    ('wss2/.Cm? coins=11 queen', ((1, 1),), 2, 11)
    """

    rows: tuple[tuple[Cell, ...], ...]
    coins: int = 0
    towers: int = 0
    knights: int = 0
    queen: bool = False

    def __post_init__(self) -> None:
        if len({len(row) for row in self.rows}) > 1:
            raise ValueError("all rows of a kingdom must be equally long")
        object.__setattr__(self, "rows", _trim(self.rows))

    # -- reading and writing -------------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Kingdom:
        """Read the notation.

        Raises ``NotationError`` naming the row and column of the first mistake.

        >>> Kingdom.parse("wf/x.")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        scorer.rules.model.kingdom.NotationError: row 2, column 1: “x” is no square; use w f l g s m t ...
        """
        grid, *tokens = text.split() or [""]
        if not grid:
            raise NotationError(Message("the notation is empty; a castle alone is “C”"))
        rows = _equally_long([list(_parse_row(part, row)) for row, part in enumerate(grid.split("/"))])
        return cls(rows, **_parse_tokens(tokens))  # type: ignore[arg-type]

    @classmethod
    def from_cells(cls, cells: Mapping[Position, Cell]) -> Kingdom:
        """A kingdom from any positions (negative ones too); places not named are empty.

        >>> str(Kingdom.from_cells({(0, 0): Place.CASTLE, (-1, 1): Square(Terrain.LAKE, 1)}))
        '.l1/C.'
        """
        held = [position for position, cell in cells.items() if cell is not Place.EMPTY]
        if not held:
            return cls(((Place.EMPTY,),))
        top, left = min(r for r, _ in held), min(c for _, c in held)
        bottom, right = max(r for r, _ in held), max(c for _, c in held)
        return cls(
            tuple(tuple(cells.get((r, c), Place.EMPTY) for c in range(left, right + 1)) for r in range(top, bottom + 1))
        )

    @property
    def grid(self) -> str:
        """The notation without the tokens.

        Crownless squares before an unknown one are written ``g0?`` only where ``g?`` would be read as hidden crowns.

        >>> Kingdom.parse("g?l/lll").grid, Kingdom.parse("g?l/ll").grid, Kingdom.parse("g0?/l0?").grid
        ('g?l/lll', 'g?l/ll', 'g0?/l0?')
        """
        plain = "/".join("".join(map(str, row)) for row in self.rows)
        if not re.search(r"[a-z\]]\?", plain):
            return plain
        try:
            if Kingdom.parse(plain).rows == self.rows:
                return plain
        except NotationError:
            pass
        return "/".join("".join(map(_write_in_full, row, (*row[1:], None))) for row in self.rows)

    def __str__(self) -> str:
        tokens = [f"{name}={getattr(self, name)}" for name in _TOKENS if getattr(self, name)]
        return " ".join([self.grid, *tokens, *(["queen"] if self.queen else [])])

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def __getitem__(self, position: Position) -> Cell:
        row, column = position
        return self.rows[row][column]

    def get(self, position: Position) -> Cell:
        """The cell, ``Place.EMPTY`` outside the rectangle."""
        row, column = position
        inside = 0 <= row < self.height and 0 <= column < self.width
        return self.rows[row][column] if inside else Place.EMPTY

    def cells(self) -> Iterator[tuple[Position, Cell]]:
        """Every place of the rectangle, row by row."""
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                yield (r, c), cell

    def squares(self) -> dict[Position, Square]:
        """The dominoes' squares only."""
        return {position: cell for position, cell in self.cells() if isinstance(cell, Square)}

    @property
    def castles(self) -> tuple[Position, ...]:
        return tuple(position for position, cell in self.cells() if cell is Place.CASTLE)

    # -- changing ------------------------------------------------------------------------------------------------

    def with_cell(self, position: Position, cell: Cell) -> Kingdom:
        """This kingdom with one place changed; outside the rectangle it grows, and positions may shift."""
        cells = dict(self.cells())
        cells[position] = cell
        return replace(self, rows=Kingdom.from_cells(cells).rows)

    def turned(self, quarter_turns: int = 1) -> Kingdom:
        """Turned clockwise by quarter turns.

        >>> str(Kingdom.parse("wf/.C").turned())
        '.w/Cf'
        """
        rows = self.rows
        for _ in range(quarter_turns % 4):
            rows = tuple(zip(*reversed(rows), strict=True))
        return replace(self, rows=rows)

    def mirrored(self) -> Kingdom:
        """Left and right exchanged."""
        return replace(self, rows=tuple(tuple(reversed(row)) for row in self.rows))


def neighbours(position: Position) -> tuple[Position, Position, Position, Position]:
    """The four positions that share a side with this one, inside any grid or not."""
    r, c = position
    return (r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)


def _trim(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    held_rows = [r for r, row in enumerate(rows) if any(cell is not Place.EMPTY for cell in row)]
    if not held_rows:
        return ((Place.EMPTY,),)
    held_columns = [c for c, column in enumerate(zip(*rows, strict=True)) if any(x is not Place.EMPTY for x in column)]
    columns = slice(held_columns[0], held_columns[-1] + 1)
    return tuple(tuple(row[columns]) for row in rows[held_rows[0] : held_rows[-1] + 1])


def _write_in_full(cell: Cell, following: Cell | None) -> str:
    if isinstance(cell, Square) and cell.crowns == 0 and following is Place.UNKNOWN:
        return f"{cell.terrain.letter}0{f'[{cell.building}]' if cell.building else ''}"
    return str(cell)


def _equally_long(rows: list[list[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """Make all rows as long as each other, or say which is not.

    ``g?`` is a grassland with hidden crowns, or a grassland and an unknown square where only that makes its row long
    enough.
    """
    hidden = [sum(isinstance(cell, Square) and cell.crowns is None for cell in row) for row in rows]
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        certain = {len(row) for row, count in zip(rows, hidden, strict=True) if not count}
        width = certain.pop() if len(certain) == 1 else max(lengths) if not certain else len(rows[0])
        rows = [
            [part for cell in row for part in _apart(cell)] if len(row) + count == width else row
            for row, count in zip(rows, hidden, strict=True)
        ]
        for index, row in enumerate(rows):
            if len(row) != width:
                raise NotationError(
                    Message(
                        "row {row} has {found} squares where the others have {expected}; write “.” for an empty place",
                        {"row": index + 1, "found": len(row), "expected": width},
                    ),
                    index,
                )
    return tuple(map(tuple, rows))


def _apart(cell: Cell) -> tuple[Cell, ...]:
    if isinstance(cell, Square) and cell.crowns is None:
        return replace(cell, crowns=0), Place.UNKNOWN
    return (cell,)


def _parse_row(text: str, row: int) -> Iterator[Cell]:
    at = column = 0
    while at < len(text):
        match = _CELL.match(text, at)
        if match is None:
            raise NotationError(
                Message(
                    "row {row}, column {column}: “{text}” is no square; use w f l g s m t with crowns, C, . or ?",
                    {"row": row + 1, "column": column + 1, "text": text[at]},
                ),
                row,
                column,
            )
        _check_building(match, row, column)
        yield _cell(match)
        at, column = match.end(), column + 1


def _check_building(match: re.Match[str], row: int, column: int) -> None:
    values = {"row": row + 1, "column": column + 1, "building": match["building"]}
    if match["building"] and match["terrain"] != Terrain.TOWN.letter:
        template = "row {row}, column {column}: “{building}” stands on no town; write t[{building}]"
        raise NotationError(Message(template, values), row, column)
    if match["building"] and match["building"] not in BUILDINGS:
        template = "row {row}, column {column}: “{building}” is no building; use one of {known}"
        raise NotationError(Message(template, {**values, "known": " ".join(BUILDINGS)}), row, column)


def _cell(match: re.Match[str]) -> Cell:
    if match["place"]:
        return Place(match["place"])
    crowns = None if match["crowns"] == "?" else int(match["crowns"] or 0)
    return Square(Terrain.from_letter(match["terrain"]), crowns, match["building"])


def _parse_tokens(words: list[str]) -> dict[str, int | bool]:
    tokens: dict[str, int | bool] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if word == "queen":
            tokens["queen"] = True
        elif name in _TOKENS and equals and value.isascii() and value.isdigit():
            tokens[name] = int(value)
        else:
            raise NotationError(
                Message("“{word}” stands beside no kingdom; use coins=N towers=N knights=N queen", {"word": word})
            )
    return tokens
