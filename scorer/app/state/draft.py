"""A kingdom that can be edited: its squares keep their positions while it grows and shrinks.

Only drafts with a photo load numpy and OpenCV, which may be missing in a browser.
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
"""Top, left, bottom and right of the shown places, all inclusive."""

NEARLY_ALL = 20
"""A kingdom entered by hand counts as complete from this number of squares on."""

CASTLE_ALONE = Kingdom(((Place.CASTLE,),))
"""An empty board: only the castle."""


@dataclass(frozen=True, eq=False)
class Draft:
    """An editable kingdom.

    Positions in ``cells`` are those of the photo's grid (or of the kingdom that the draft started from). They may lie
    outside it, even below 0, so that a square added on the left does not move the others. ``corrected`` holds the
    squares that a person decided. ``photo`` is the key of the snapshot that ``reading`` was made from, and ``seen``
    holds what the reading left open; ``views`` are the keys of further photos of this kingdom that were read with it.
    ``entered`` are the kinds of pieces that are entered completely. ``had_photo`` is whether a photo was lost when the
    page was reloaded. While squares are painted, ``frame`` is the fixed window. ``total`` is set for a game of which
    only the points are known: its draft holds only the castle, and the first square put on it replaces the total.

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
    entered: frozenset[Piece] = frozenset()
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
        """A draft without a photo."""
        return cls(dict(kingdom.cells()), tokens=kingdom, entered=reported_by(kingdom))

    @classmethod
    def read(cls, photo: str, reading: KingdomReading, pixels: tuple[int, int] | None = None) -> Draft:
        """A draft from a reading; ``pixels`` are the photo's width and height."""
        seen = Seen.of(reading, pixels)
        return cls(dict(reading.kingdom.cells()), tokens=reading.kingdom, photo=photo, reading=reading, seen=seen)

    @classmethod
    def empty(cls, rules: Rules) -> Draft:
        """Only the castle, to paint around: in a grid of the size in the rules, or else the small one.

        >>> Draft.empty(Rules(size=7)).window(5)
        (-3, -3, 3, 3)
        """
        return cls.of(CASTLE_ALONE).framed(rules.size or SMALL_GRID)

    @classmethod
    def of_total(cls, total: int) -> Draft:
        """A draft of which only the points are known.

        >>> Draft.of_total(45).is_put_in, Draft.of_total(45).framed(5).put((0, 1), Place.UNKNOWN).total
        (True, None)
        """
        return cls(dict(CASTLE_ALONE.cells()), total=total)

    # -- changing ------------------------------------------------------------------------------------------------

    def put(self, position: Position, cell: Cell) -> Draft:
        """The draft with one square decided by hand. A second castle replaces the first."""
        cells = dict(self.cells)
        if cell is Place.CASTLE:
            cells.update({p: Place.UNKNOWN for p, other in self.cells.items() if other is Place.CASTLE})
        cells[position] = cell
        return replace(self, cells=cells, corrected=self.corrected | {position}, total=None)

    def confirmed(self) -> Draft:
        """The draft with all flagged squares confirmed; hidden and unknown squares stay open.

        >>> Draft(Draft.of(Kingdom.parse("wC")).cells, seen=Seen(doubtful=((0, 0),))).confirmed().doubtful
        ()
        """
        stands = (position for position in self.seen.doubtful if not is_hidden(self.at(position)))
        return replace(self, corrected=self.corrected.union(stands))

    def whole(self) -> Draft:
        """The draft declared complete. Painting squares does not imply that: they may be only some of the missing
        ones.

        >>> cut = Draft(Draft.of(Kingdom.parse("wC")).cells, seen=Seen(cut="squares"))
        >>> cut.put((0, 2), Place.UNKNOWN).cut, cut.whole().cut
        ('squares', '')
        """
        return replace(self, seen=replace(self.seen, cut=""))

    def framed(self, size: int, inset: Position | None = None) -> Draft:
        """The draft with a fixed window for painting: a grid of ``size`` × ``size`` places, with the kingdom in its
        middle.

        ``inset`` gives the rows above the kingdom and the columns to its left, if it lies elsewhere in the grid.

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
        """The draft after painting: the window follows the kingdom again."""
        return replace(self, frame=None)

    def replaced(self, kingdom: Kingdom) -> Draft:
        """The draft with another kingdom, such as a proposed correction, aligned to differ from this one in as few
        squares as possible."""
        top, left = self.origin
        shifts = [(top + row, left + column) for row in (0, -1, 1, -2, 2) for column in (0, -1, 1, -2, 2)]
        laid, changed = min((self._laid(kingdom, shift) for shift in shifts), key=lambda option: len(option[1]))
        return replace(self, cells=laid, tokens=kingdom, corrected=self.corrected | changed, total=None)

    def _laid(self, kingdom: Kingdom, shift: Position) -> tuple[dict[Position, Cell], set[Position]]:
        laid = {(shift[0] + row, shift[1] + column): cell for (row, column), cell in kingdom.cells()}
        return laid, {p for p in self.cells.keys() | laid.keys() if self.at(p) != laid.get(p, Place.EMPTY)}

    def with_tokens(self, **tokens: int | bool) -> Draft:
        """The draft with other coins, towers, knights or Queen, which count as entered.

        >>> sorted(Draft.of(Kingdom.parse("tC")).with_tokens(coins=11).entered)
        [<Piece.COINS: 'coins'>]
        """
        return replace(self.with_entered(map(Piece, tokens)), tokens=replace(self.tokens, **tokens))  # type: ignore[arg-type]

    def with_entered(self, pieces: Iterable[Piece]) -> Draft:
        """The draft with these kinds of pieces marked as entered completely."""
        return replace(self, entered=self.entered.union(pieces))

    def reread(self, reading: KingdomReading, pixels: tuple[int, int] | None = None) -> Draft:
        """The draft after its photo was read with another grid, or together with another photo.

        Squares decided by hand keep their faces if the centre of the old square lies in a square of the new grid; the
        others take the new reading.
        """
        fresh = replace(Draft.read(self.photo or "", reading, pixels), photo=self.photo, entered=self.entered)
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
        """This kingdom in another reading of its photo: the one whose centre is nearest."""
        if self.reading is None or not reading.kingdoms:
            return None
        middle = self.reading.quads.mean(axis=(0, 1, 2))
        return min(reading.kingdoms, key=lambda one: float(abs(one.quads.mean(axis=(0, 1, 2)) - middle).sum()))

    # -- reading -------------------------------------------------------------------------------------------------

    def at(self, position: Position) -> Cell:
        """The cell at a position, ``Place.EMPTY`` if none was put there."""
        return self.cells.get(position, Place.EMPTY)

    def on_draft(self, position: Position) -> Position:
        """The draft's position of a position in ``kingdom``."""
        return position[0] + self.origin[0], position[1] + self.origin[1]

    @property
    def is_whole(self) -> bool:
        """Whether the kingdom is complete: read from a photo that does not cut it, or nearly full."""
        return not self.cut and (self.reading is not None or len(self.kingdom.squares()) >= NEARLY_ALL)

    @property
    def is_bare(self) -> bool:
        """Whether the draft is empty, without even a castle, because its grid is not placed yet.

        >>> Draft({}, photo="p").is_bare, Draft.of(CASTLE_ALONE).is_bare
        (True, False)
        """
        return all(cell is Place.EMPTY for cell in self.cells.values())

    @property
    def is_put_in(self) -> bool:
        """Whether the draft has squares and is not being painted on, or its total is known. A grid that is not placed
        yet has no squares.

        >>> Draft.of(Kingdom.parse("wC")).is_put_in, Draft.of(Kingdom.parse("wC")).framed(5).is_put_in
        (True, False)
        """
        return self.frame is None and (self.total is not None or bool(self.kingdom.squares()))

    @property
    def is_partial(self) -> bool:
        """Whether only a part of the kingdom is known: it is being painted, or its photo cuts squares off.

        >>> Draft.of(Kingdom.parse("wC")).is_partial, Draft.of(Kingdom.parse("wC")).framed(5).is_partial
        (False, True)
        """
        return self.frame is not None or self.cut == "squares"

    @property
    def is_from_photo(self) -> bool:
        """Whether the kingdom was read from a photo, which may have been lost when the page was reloaded."""
        return self.had_photo or self.photo is not None

    @property
    def cut(self) -> Cut:
        """Whether the photo cuts the kingdom off, unless it was declared complete."""
        return self.seen.cut

    @cached_property
    def doubtful(self) -> tuple[Position, ...]:
        """Flagged squares that nobody has decided since, most uncertain first, then hidden squares."""
        flagged = [p for p in self.seen.doubtful if p not in self.corrected]
        hidden = [p for p, cell in sorted(self.cells.items()) if is_hidden(cell) and p not in flagged]
        return (*flagged, *hidden)

    def look_against(self, position: Position) -> tuple[Cell, float] | None:
        """The most probable face by appearance, with its probability, if the square was read as another face; else
        ``None``."""
        guesses = self.seen.guesses.get(position, ())
        settled = position in self.corrected or position in self.seen.hidden
        return None if settled or not guesses or guesses[0][0] == self.at(position) else guesses[0]

    @property
    def open(self) -> Seen:
        """The reading's open questions, without the squares decided since."""
        return replace(self.seen, doubtful=tuple(p for p in self.seen.doubtful if p not in self.corrected))

    def window(self, size: int) -> Window:
        """The places to show: the frame, or the kingdom and the places where it may still grow.

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
        """Whether a place is in the window, so that it can be tapped."""
        top, left, bottom, right = self.window(size)
        return top <= position[0] <= bottom and left <= position[1] <= right

    def quad(self, position: Position) -> Quad | None:
        """The corners of a place in the photo, also outside the grid that was read; ``None`` without a photo."""
        if self.reading is None:
            return None
        if self._was_read(position):
            return _points(self.reading.quads[position])
        row, column = position
        square = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        return _points(_project(self._to_photo(), square))

    def position_at(self, point: tuple[float, float]) -> Position | None:
        """The place of the photo's grid that contains a pixel, also outside the grid; ``None`` without a photo."""
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
        """The homography from columns and rows of the draft to pixels."""
        assert self.reading is not None
        import cv2
        import numpy as np

        rows, columns = self.reading.quads.shape[:2]
        frame = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(frame, np.array(self.reading.corners, np.float32)))


def _grown(start: int, length: int, size: int) -> tuple[int, int]:
    """The first and last row or column to show: one more on either side while the kingdom may grow, at least five."""
    margin = 1 if length < size else 0
    first, last = start - margin, start + length - 1 + margin
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
