"""A kingdom being corrected: a canvas whose squares keep their places while the kingdom on it grows and shrinks.

Only canvases with a photo load numpy and OpenCV: in a browser there may be neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from scorer.app.state.seen import Cut, Seen
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.pieces import Piece, reported_by
from scorer.rules.model.rules import SMALL_GRID, Rules
from scorer.rules.model.terrain import Cell, Place, is_hidden

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scorer.vision.reading import KingdomReading, Reading

Quad = tuple[tuple[float, float], ...]
"""Four corners (x, y) in pixels of the upright photo, clockwise from a square's top left."""

Window = tuple[int, int, int, int]
"""Top, left, bottom and right of the places to show, all inclusive."""

NEARLY_ALL = 20
"""Squares from which on a kingdom put in by hand is looked at as a whole."""

CASTLE_ALONE = Kingdom(((Place.CASTLE,),))
"""An empty board: the castle alone."""


@dataclass(frozen=True, eq=False)
class Draft:
    """One kingdom as it is corrected by hand.

    ``cells`` are on a canvas: positions are those of the photo's grid (or of the kingdom it started from) and may lie
    outside it, below 0 too, so that a square added on the left does not move the others. ``corrected`` names the
    squares that a person decided; ``photo`` is the key of the snapshot that ``reading`` was made from, and ``seen``
    what it left open; ``views`` are the keys of further photos of this kingdom that were read with it. ``told`` are the
    pieces of which somebody has said all that there are, ``had_photo`` is whether
    there was a photo that a reload of the page took away. While squares are painted, ``frame`` is the window that
    holds still under the finger. ``total`` are the points of a game of which only these are known: the castle alone
    lies on its canvas, and the first square that is put on it takes the total's place.

    >>> from scorer.rules.model.terrain import Square, Terrain
    >>> draft = Draft.of(Kingdom.parse("wC")).put((-1, 1), Place.EMPTY).put((0, -1), Square(Terrain.LAKE, 1))
    >>> str(draft.kingdom), draft.origin, sorted(draft.corrected)
    ('l1wC', (0, -1), [(-1, 1), (0, -1)])
    """

    cells: Mapping[Position, Cell]
    tokens: Kingdom = CASTLE_ALONE
    corrected: frozenset[Position] = frozenset()
    photo: str | None = None
    views: tuple[str, ...] = ()
    reading: KingdomReading | None = None
    seen: Seen = field(default_factory=Seen)
    told: frozenset[Piece] = frozenset()
    had_photo: bool = False
    frame: Window | None = None
    total: int | None = None
    kingdom: Kingdom = field(init=False)
    origin: Position = field(init=False)

    def __post_init__(self) -> None:
        held = [position for position, cell in self.cells.items() if cell is not Place.EMPTY] or [(0, 0)]
        grid = Kingdom.from_cells(self.cells)
        object.__setattr__(self, "origin", (min(row for row, _ in held), min(column for _, column in held)))
        object.__setattr__(self, "kingdom", replace(self.tokens, rows=grid.rows))

    # -- making --------------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, kingdom: Kingdom) -> Draft:
        """A canvas without a photo."""
        return cls(dict(kingdom.cells()), tokens=kingdom, told=reported_by(kingdom))

    @classmethod
    def read(cls, photo: str, reading: KingdomReading, pixels: tuple[int, int] | None = None) -> Draft:
        """A canvas as a photo of so many pixels' width and height was read."""
        seen = Seen.of(reading, pixels)
        return cls(dict(reading.kingdom.cells()), tokens=reading.kingdom, photo=photo, reading=reading, seen=seen)

    @classmethod
    def empty(cls, rules: Rules) -> Draft:
        """The castle alone, to paint around: in a grid of the side that the rules give, of the smaller one if none.

        >>> Draft.empty(Rules(size=7)).window(5)
        (-3, -3, 3, 3)
        """
        return cls.of(CASTLE_ALONE).framed(rules.size or SMALL_GRID)

    @classmethod
    def of_total(cls, total: int) -> Draft:
        """A game of which only the points are known.

        >>> Draft.of_total(45).is_put_in, Draft.of_total(45).framed(5).put((0, 1), Place.UNKNOWN).total
        (True, None)
        """
        return cls(dict(CASTLE_ALONE.cells()), total=total)

    # -- changing ------------------------------------------------------------------------------------------------

    def put(self, position: Position, cell: Cell) -> Draft:
        """One square decided by hand. A second castle takes the first one's place."""
        cells = dict(self.cells)
        if cell is Place.CASTLE:
            cells.update({p: Place.UNKNOWN for p, other in self.cells.items() if other is Place.CASTLE})
        cells[position] = cell
        return replace(self, cells=cells, corrected=self.corrected | {position}, total=None)

    def confirmed(self) -> Draft:
        """All that the photo left open decided as it stands; what is hidden or not known stays open.

        >>> Draft(Draft.of(Kingdom.parse("wC")).cells, seen=Seen(doubtful=((0, 0),))).confirmed().doubtful
        ()
        """
        stands = (position for position in self.seen.doubtful if not is_hidden(self.at(position)))
        return replace(self, corrected=self.corrected.union(stands))

    def whole(self) -> Draft:
        """Said to be there whole. Squares put in by hand do not say so: they may be some of those that are missing.

        >>> cut = Draft(Draft.of(Kingdom.parse("wC")).cells, seen=Seen(cut="squares"))
        >>> cut.put((0, 2), Place.UNKNOWN).cut, cut.whole().cut
        ('squares', '')
        """
        return replace(self, seen=replace(self.seen, cut=""))

    def framed(self, size: int, inset: Position | None = None) -> Draft:
        """Held still to be painted on: a whole grid of so many places a side, with the kingdom in its middle.

        ``inset`` are the rows above the kingdom and the columns left of it, where it lies elsewhere in the grid.

        >>> Draft.of(Kingdom.parse("wC")).framed(5).put((0, -1), Place.CASTLE).window(5)
        (-2, -1, 2, 3)
        >>> Draft.of(Kingdom.parse("wC")).framed(5, (0, 2)).window(5)
        (0, -2, 4, 2)
        """
        rows, columns = max(size, self.kingdom.height), max(size, self.kingdom.width)
        free = rows - self.kingdom.height, columns - self.kingdom.width
        above, before = inset or (free[0] // 2, free[1] // 2)
        top, left = self.origin[0] - min(above, free[0]), self.origin[1] - min(before, free[1])
        return replace(self, frame=(top, left, top + rows - 1, left + columns - 1))

    def unframed(self) -> Draft:
        """Painted: the window follows the kingdom again."""
        return replace(self, frame=None)

    def replaced(self, kingdom: Kingdom) -> Draft:
        """Another kingdom laid over this one where it differs least, such as a proposed correction."""
        top, left = self.origin
        shifts = [(top + row, left + column) for row in (0, -1, 1, -2, 2) for column in (0, -1, 1, -2, 2)]
        laid, changed = min((self._laid(kingdom, shift) for shift in shifts), key=lambda option: len(option[1]))
        return replace(self, cells=laid, tokens=kingdom, corrected=self.corrected | changed, total=None)

    def _laid(self, kingdom: Kingdom, shift: Position) -> tuple[dict[Position, Cell], set[Position]]:
        laid = {(shift[0] + row, shift[1] + column): cell for (row, column), cell in kingdom.cells()}
        return laid, {p for p in self.cells.keys() | laid.keys() if self.at(p) != laid.get(p, Place.EMPTY)}

    def with_tokens(self, **tokens: int | bool) -> Draft:
        """Other coins, towers, knights or Queen beside the kingdom, of which that is told.

        >>> sorted(Draft.of(Kingdom.parse("tC")).with_tokens(coins=11).told)
        [<Piece.COINS: 'coins'>]
        """
        return replace(self.telling(map(Piece, tokens)), tokens=replace(self.tokens, **tokens))  # type: ignore[arg-type]

    def telling(self, pieces: Iterable[Piece]) -> Draft:
        """Of these pieces the canvas shows all that there are."""
        return replace(self, told=self.told.union(pieces))

    def reread(self, reading: KingdomReading, pixels: tuple[int, int] | None = None) -> Draft:
        """The same photo read with another grid, or together with another photo.

        Squares decided by hand keep their faces wherever the middle of the old square lies in a square of the new
        grid; the others are read afresh.
        """
        fresh = replace(Draft.read(self.photo or "", reading, pixels), photo=self.photo, told=self.told)
        cells, kept = dict(fresh.cells), set[Position]()
        for position in sorted(self.corrected):
            centre = self._centre(position)
            there = fresh.position_at(centre) if centre else None
            if there is not None and there in fresh.cells:
                cells[there] = self.at(position)
                kept.add(there)
        tokens = replace(self.tokens, rows=fresh.kingdom.rows)
        return replace(fresh, cells=cells, tokens=tokens, corrected=frozenset(kept))

    def found_in(self, reading: Reading) -> KingdomReading | None:
        """This kingdom in another reading of its photo: the one whose middle lies nearest to where it was read."""
        if self.reading is None or not reading.kingdoms:
            return None
        middle = self.reading.quads.mean(axis=(0, 1, 2))
        return min(reading.kingdoms, key=lambda one: float(abs(one.quads.mean(axis=(0, 1, 2)) - middle).sum()))

    # -- looking -------------------------------------------------------------------------------------------------

    def at(self, position: Position) -> Cell:
        """What lies there, ``Place.EMPTY`` where nothing was ever put."""
        return self.cells.get(position, Place.EMPTY)

    def on_draft(self, position: Position) -> Position:
        """A position of ``kingdom`` on the canvas."""
        return position[0] + self.origin[0], position[1] + self.origin[1]

    @property
    def is_whole(self) -> bool:
        """Whether the kingdom is there to be corrected, and not still being put in square by square."""
        return not self.cut and (self.reading is not None or len(self.kingdom.squares()) >= NEARLY_ALL)

    @property
    def is_bare(self) -> bool:
        """Whether nothing lies on it, not even a castle, as long as its grid is to be laid.

        >>> Draft({}, photo="p").is_bare, Draft.of(CASTLE_ALONE).is_bare
        (True, False)
        """
        return all(cell is Place.EMPTY for cell in self.cells.values())

    @property
    def is_put_in(self) -> bool:
        """Whether nobody paints on it any more and squares lie on it, which a grid still to be laid has none of, or
        whether its total is known.

        >>> Draft.of(Kingdom.parse("wC")).is_put_in, Draft.of(Kingdom.parse("wC")).framed(5).is_put_in
        (True, False)
        """
        return self.frame is None and (self.total is not None or bool(self.kingdom.squares()))

    @property
    def is_partial(self) -> bool:
        """Whether only a part of the kingdom is here: it is still being painted, or its photo cuts squares off.

        >>> Draft.of(Kingdom.parse("wC")).is_partial, Draft.of(Kingdom.parse("wC")).framed(5).is_partial
        (False, True)
        """
        return self.frame is not None or self.cut == "squares"

    @property
    def is_from_photo(self) -> bool:
        """Whether a photo showed it, which a reload of the page may have taken away since."""
        return self.had_photo or self.photo is not None

    @property
    def cut(self) -> Cut:
        """Whether the photo cuts the kingdom off, and nobody has said that nothing is missing."""
        return self.seen.cut

    @cached_property
    def doubtful(self) -> tuple[Position, ...]:
        """Squares to look at, worst first: the photo's doubtful ones that nobody decided since, and hidden ones."""
        doubts = [p for p in self.seen.doubtful if p not in self.corrected]
        hidden = [p for p, cell in sorted(self.cells.items()) if is_hidden(cell) and p not in doubts]
        return (*doubts, *hidden)

    def look_against(self, position: Position) -> tuple[Cell, float] | None:
        """The likelier look, with its probability, of a square that was read as something else than it looks like."""
        guesses = self.seen.guesses.get(position, ())
        settled = position in self.corrected or position in self.seen.hidden
        return None if settled or not guesses or guesses[0][0] == self.at(position) else guesses[0]

    @property
    def open(self) -> Seen:
        """What the photo left open and nobody has decided since."""
        return replace(self.seen, doubtful=tuple(p for p in self.seen.doubtful if p not in self.corrected))

    def window(self, size: int) -> Window:
        """The places to show: those of the frame, or the kingdom and where it may still grow.

        >>> Draft.of(CASTLE_ALONE).window(5)
        (-2, -2, 2, 2)
        >>> Draft.of(Kingdom.parse("wwwwC")).window(5)
        (-2, 0, 2, 4)
        """
        if self.frame:
            return self.frame
        top, bottom = _grown(self.origin[0], self.kingdom.height, size)
        left, right = _grown(self.origin[1], self.kingdom.width, size)
        return top, left, bottom, right

    def shows(self, position: Position, size: int) -> bool:
        """Whether a place is in the window, and so can be tapped."""
        top, left, bottom, right = self.window(size)
        return top <= position[0] <= bottom and left <= position[1] <= right

    def quad(self, position: Position) -> Quad | None:
        """Where a place lies in the photo, also outside the grid that was read; ``None`` without a photo."""
        if self.reading is None:
            return None
        if self._was_read(position):
            return _points(self.reading.quads[position])
        row, column = position
        square = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        return _points(_project(self._to_photo(), square))

    def position_at(self, point: tuple[float, float]) -> Position | None:
        """The place of the photo's grid under a pixel, also outside the grid; ``None`` without a photo."""
        if self.reading is None:
            return None
        import numpy as np

        ((x, y),) = _project(np.linalg.inv(self._to_photo()), [point])
        return int(np.floor(y)), int(np.floor(x))

    def _centre(self, position: Position) -> tuple[float, float] | None:
        quad = self.quad(position)
        return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4) if quad else None

    def _was_read(self, position: Position) -> bool:
        assert self.reading is not None
        rows, columns = self.reading.quads.shape[:2]
        return bool(0 <= position[0] < rows and 0 <= position[1] < columns)

    def _to_photo(self) -> NDArray[np.floating]:
        """The homography from canvas columns and rows to pixels."""
        assert self.reading is not None
        import cv2
        import numpy as np

        rows, columns = self.reading.quads.shape[:2]
        frame = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(frame, np.array(self.reading.corners, np.float32)))


def _grown(start: int, length: int, size: int) -> tuple[int, int]:
    """One place more on either side while the kingdom may still grow, and never less than a whole small grid."""
    room = 1 if length < size else 0
    first, last = start - room, start + length - 1 + room
    while last - first + 1 < min(size, 5):
        first, last = first - 1, last + 1
    return first, last


def _project(matrix: NDArray[np.floating], points: Sequence[tuple[float, float]]) -> NDArray[np.float32]:
    import cv2
    import numpy as np

    projected = cv2.perspectiveTransform(np.array([points], np.float32), matrix)
    return np.asarray(projected[0], np.float32)


def _points(array: NDArray[np.float32]) -> Quad:
    return tuple((float(x), float(y)) for x, y in array)
