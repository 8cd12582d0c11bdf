"""The kingdom notation: parser and writer. Errors name the row and the column; writing and parsing round-trips.

A square is one letter, its crowns, and the pieces on it: ``*`` a resource of The Court, ``[…]`` a tile, ``!`` a giant
for each crown that it covers. Rows from top to bottom are separated by ``/``; the tokens of a Queendomino kingdom
follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import COURT_TILES
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.terrain import Cell, Place, Square, Terrain

Rows = tuple[tuple[Cell, ...], ...]
"""The places of a kingdom from top to bottom, row by row; all rows are equally long."""

MAX_KINGDOM_SIDE: Final = 15
"""Maximum number of squares on a side. A photo may show more than the 7 that the rules allow, but never as many as
this."""

MAX_TOKENS: Final = 999
"""Maximum number of coins, towers or knights of a kingdom; all coins of a box are worth 174."""

TOKENS: Final = ("coins", "towers", "knights")

GIANTS: Final = 6
"""The number of giants in an Age of Giants box, one for each domino with a letter."""

_CELL = re.compile(
    r"(?P<place>[C.?])|(?P<terrain>[wflgsmt])(?P<crowns>[0-9?])?(?P<resource>\*)?"
    rf"(?:\[(?P<building>[a-z_]+2?)\])?(?P<giants>!{{1,{GIANTS}}})?"
)
_MAX_QUOTED_LENGTH = 30


class NotationError(ValueError):
    """A text that is not a kingdom. ``message`` describes the error, ``row`` and ``column`` (from 0) its place."""

    def __init__(self, message: Message, row: int | None = None, column: int | None = None) -> None:
        super().__init__(str(message))
        self.message, self.row, self.column = message, row, column


@dataclass(frozen=True)
class Parsed:
    """A parsed text: the rows, the tokens by name, and whether the kingdom has the Queen."""

    rows: Rows
    tokens: dict[str, int] = field(default_factory=dict)
    queen: bool = False


def parse(text: str) -> Parsed:
    """Read the notation.

    Raises ``NotationError`` naming the row and column of the first mistake, also if the kingdom is more than
    ``MAX_KINGDOM_SIDE`` squares wide or high, or a number exceeds ``MAX_TOKENS``.

    >>> parsed = parse("wC/m?. coins=11")
    >>> len(parsed.rows), str(parsed.rows[1][0]), parsed.tokens
    (2, 'm?', {'coins': 11})
    """
    grid, *tokens = text.split() or [""]
    if not grid.strip("/"):
        raise NotationError(Message("the notation is empty; a castle alone is “C”"))
    lines = grid.split("/", MAX_KINGDOM_SIDE)
    if len(lines) > MAX_KINGDOM_SIDE:
        raise _too_large()
    rows = _equal_rows([list(_parse_row(line, row)) for row, line in enumerate(lines)])
    return Parsed(rows, *_parse_tokens(tokens))


def write(rows: Rows, tokens: dict[str, int], *, queen: bool) -> str:
    """The whole notation, without tokens whose number is zero.

    >>> write(((Place.CASTLE, Square(Terrain.TOWN)),), {"coins": 3, "towers": 0}, queen=True)
    'Ct coins=3 queen'
    """
    token_words = [f"{name}={count}" for name, count in tokens.items() if count]
    return " ".join([write_grid(rows), *token_words, *(["queen"] if queen else [])])


def write_grid(rows: Rows) -> str:
    """The notation without the tokens.

    A crownless square before an unknown one is written ``g0?`` if ``g?`` would be read as hidden crowns.

    >>> [write_grid(parse(text).rows) for text in ("g?l/lll", "g?l/ll", "g0?/l0?")]
    ['g?l/lll', 'g?l/ll', 'g0?/l0?']
    """
    plain = "/".join("".join(map(str, row)) for row in rows)
    if not re.search(r"[a-z]\?", plain):
        return plain
    try:
        if parse(plain).rows == rows:
            return plain
    except NotationError:
        pass
    return "/".join("".join(map(_write_in_full, row, (*row[1:], None))) for row in rows)


def _write_in_full(cell: Cell, following: Cell | None) -> str:
    plain = isinstance(cell, Square) and cell == Square(cell.terrain)
    return f"{cell}0" if plain and following is Place.UNKNOWN else str(cell)


def _equal_rows(rows: list[list[Cell]]) -> Rows:
    """Make all rows equally long, or report the one that is not.

    ``g?`` is a grassland with hidden crowns, or a grassland and an unknown square if only that makes its row long
    enough.
    """
    hidden = [sum(len(_split_hidden(cell)) - 1 for cell in row) for row in rows]
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        certain = {len(row) for row, count in zip(rows, hidden, strict=True) if not count}
        width = certain.pop() if len(certain) == 1 else max(lengths) if not certain else len(rows[0])
        rows = [
            [part for cell in row for part in _split_hidden(cell)] if len(row) + count == width else row
            for row, count in zip(rows, hidden, strict=True)
        ]
        for index, row in enumerate(rows):
            if len(row) != width:
                raise NotationError(
                    counted(
                        "row {row} has {count} square where the others have {expected}; write “.” for an empty place",
                        "row {row} has {count} squares where the others have {expected}; write “.” for an empty place",
                        len(row),
                        {"row": index + 1, "expected": width},
                    ),
                    index,
                )
    return tuple(map(tuple, rows))


def _split_hidden(cell: Cell) -> tuple[Cell, ...]:
    if isinstance(cell, Square) and cell == Square(cell.terrain, None):
        return replace(cell, crowns=0), Place.UNKNOWN
    return (cell,)


def _parse_row(text: str, row: int) -> Iterator[Cell]:
    at = column = 0
    while at < len(text):
        if column >= MAX_KINGDOM_SIDE:
            raise _too_large()
        match = _CELL.match(text, at)
        if match is None:
            raise NotationError(
                Message(
                    "row {row}, column {column}: “{text}” is not a square. Use w (wheat), f (forest), l (lake), "
                    "g (grassland), s (swamp), m (mine) or t (town), then its crowns (w1). C is the castle, “.” an "
                    "empty place, “?” an unknown square; “/” starts a new row",
                    {"row": row + 1, "column": column + 1, "text": _quoted(text[at])},
                ),
                row,
                column,
            )
        _check_building(match, row, column)
        yield _cell(match)
        at, column = match.end(), column + 1


def _check_building(match: re.Match[str], row: int, column: int) -> None:
    kind, town = match["building"], match["terrain"] == Terrain.TOWN.letter
    if not kind or kind in (BUILDINGS if town else COURT_TILES):
        return
    values = {"row": row + 1, "column": column + 1, "building": kind}
    if town:
        values["known"] = " ".join(BUILDINGS)
        message = Message("row {row}, column {column}: “{building}” is not a building; use one of {known}", values)
    elif kind in BUILDINGS:
        message = Message("row {row}, column {column}: “{building}” is not on a town; write t[{building}]", values)
    else:
        values["known"] = " ".join(COURT_TILES)
        message = Message("row {row}, column {column}: “{building}” is not a tile of The Court; use {known}", values)
    raise NotationError(message, row, column)


def _cell(match: re.Match[str]) -> Cell:
    if match["place"]:
        return Place(match["place"])
    crowns = None if match["crowns"] == "?" else int(match["crowns"] or 0)
    terrain, giants = Terrain.from_letter(match["terrain"]), len(match["giants"] or "")
    return Square(terrain, crowns, match["building"], giants, bool(match["resource"]))


def _parse_tokens(words: Sequence[str]) -> tuple[dict[str, int], bool]:
    tokens: dict[str, int] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name in tokens or words.count("queen") > 1:
            raise NotationError(
                Message("“{name}” is given twice; write it once", {"name": name if name in tokens else "queen"})
            )
        if word == "queen":
            continue
        if name not in TOKENS or not equals or not (value.isascii() and value.isdigit()):
            raise NotationError(
                Message("“{word}” is not a token; use coins=N towers=N knights=N queen", {"word": _quoted(word)})
            )
        if len(value.lstrip("0")) > len(str(MAX_TOKENS)):
            values = {"name": name, "most": MAX_TOKENS}
            raise NotationError(Message("{name}: at most {most} coins, towers or knights are allowed", values))
        tokens[name] = int(value)
    return tokens, "queen" in words


def _quoted(word: str) -> str:
    """The word for use in a message: truncated, with hidden characters as their code points."""
    seen = "".join(one if one.isprintable() else f"U+{ord(one):04X}" for one in word[:_MAX_QUOTED_LENGTH])
    return seen if len(word) <= _MAX_QUOTED_LENGTH else f"{seen}…"


def _too_large() -> NotationError:
    message = Message("no kingdom is more than {most} squares wide or high", {"most": MAX_KINGDOM_SIDE})
    return NotationError(message)
