"""The ``Kingdom``: one value for photos, notation and screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorer.rules.model import notation
from scorer.rules.model.terrain import Cell, Place, Square

Position = tuple[int, int]
"""Row and column, counted from 0 at the top left of the kingdom's rectangle."""


def square_name(position: Position) -> str:
    """A square's name on screen, as on a chess board, but from the top left; two letters follow Z, as in a spreadsheet.

    >>> square_name((2, 0)), square_name((0, 27))
    ('A3', 'AB1')
    """
    row, column = position
    return f"{column_name(column)}{row + 1}"


def square_names(squares: Iterable[Position]) -> str:
    """The names of several squares.

    >>> square_names([(0, 0), (2, 1)])
    'A1, B3'
    """
    return ", ".join(map(square_name, squares))


def column_name(column: int) -> str:
    """A column's letter: ``A`` for the first, 0; ``AA`` for the one after ``Z``."""
    before, letter = divmod(column, 26)
    return (column_name(before - 1) if before else "") + chr(ord("A") + letter)


@dataclass(frozen=True)
class Kingdom:
    """An immutable kingdom in the smallest rectangle that contains it, with its tokens.

    Empty borders of ``rows`` are cut off. Any grid is a ``Kingdom``, legal or not.

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
        scorer.rules.model.notation.NotationError: row 2, column 1: “x” is not a square. Use w (wheat), ...
        """
        parsed = notation.parse(text)
        return cls(parsed.rows, **parsed.tokens, queen=parsed.queen)

    @classmethod
    def from_cells(cls, cells: Mapping[Position, Cell]) -> Kingdom:
        """A kingdom from any positions, negative ones too; all other places are empty.

        >>> from scorer.rules.model.terrain import Terrain
        >>> str(Kingdom.from_cells({(0, 0): Place.CASTLE, (-1, 1): Square(Terrain.LAKE, 1)}))
        '.l1/C.'
        """
        occupied = [position for position, cell in cells.items() if cell is not Place.EMPTY]
        if not occupied:
            return cls(((Place.EMPTY,),))
        top, left = min(r for r, _ in occupied), min(c for _, c in occupied)
        bottom, right = max(r for r, _ in occupied), max(c for _, c in occupied)
        return cls(
            tuple(tuple(cells.get((r, c), Place.EMPTY) for c in range(left, right + 1)) for r in range(top, bottom + 1))
        )

    @property
    def grid(self) -> str:
        """The notation without the tokens."""
        return notation.write_grid(self.rows)

    def __str__(self) -> str:
        tokens = {name: getattr(self, name) for name in notation.TOKENS}
        return notation.write(self.rows, tokens, queen=self.queen)

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def height(self) -> int:
        """Rows of the rectangle, at least 1."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Columns of the rectangle, at least 1."""
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
        """The squares of dominoes by position."""
        return {position: cell for position, cell in self.cells() if isinstance(cell, Square)}

    @property
    def castles(self) -> tuple[Position, ...]:
        """The positions of castles, row by row. A valid kingdom has exactly one."""
        return tuple(position for position, cell in self.cells() if cell is Place.CASTLE)

    # -- changing ------------------------------------------------------------------------------------------------

    def with_cell(self, position: Position, cell: Cell) -> Kingdom:
        """The kingdom with one place changed; a place outside the rectangle extends it, so positions may shift."""
        cells = dict(self.cells())
        cells[position] = cell
        return replace(self, rows=Kingdom.from_cells(cells).rows)

    def turned(self, quarter_turns: int = 1) -> Kingdom:
        """The kingdom turned clockwise by quarter turns.

        >>> str(Kingdom.parse("wf/.C").turned())
        '.w/Cf'
        """
        rows = self.rows
        for _ in range(quarter_turns % 4):
            rows = tuple(zip(*reversed(rows), strict=True))
        return replace(self, rows=rows)

    def mirrored(self) -> Kingdom:
        """The kingdom with left and right exchanged."""
        return replace(self, rows=tuple(tuple(reversed(row)) for row in self.rows))


def neighbours(position: Position) -> tuple[Position, Position, Position, Position]:
    """The four positions that share a side with this one, inside any grid or not."""
    r, c = position
    return (r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)


def around(position: Position) -> tuple[Position, ...]:
    """The eight positions that share a side or a corner with this one, inside any grid or not."""
    r, c = position
    return tuple(
        (row, column) for row in range(r - 1, r + 2) for column in range(c - 1, c + 2) if (row, column) != (r, c)
    )


def _trim(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    occupied_rows = [r for r, row in enumerate(rows) if any(cell is not Place.EMPTY for cell in row)]
    if not occupied_rows:
        return ((Place.EMPTY,),)
    occupied_columns = [
        c for c, column in enumerate(zip(*rows, strict=True)) if any(x is not Place.EMPTY for x in column)
    ]
    columns = slice(occupied_columns[0], occupied_columns[-1] + 1)
    return tuple(tuple(row[columns]) for row in rows[occupied_rows[0] : occupied_rows[-1] + 1])
