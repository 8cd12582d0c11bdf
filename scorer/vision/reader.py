"""The whole trip of one photo: decode, find, cut, classify, solve."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SMALL_GRID
from scorer.rules.model.terrain import Place, Terrain
from scorer.vision.grid.board import Board, board_from_corners, find_boards
from scorer.vision.grid.evidence import place_probabilities
from scorer.vision.grid.lattice import LARGEST, SMALL, frame_corners
from scorer.vision.photo.decode import Photo, decode, open_photo, shrunk
from scorer.vision.reading import KingdomReading, Reading
from scorer.vision.solve.joint import Solution, solve
from scorer.vision.squares.castle import castle_colour
from scorer.vision.squares.faces import FACE_INDEX
from scorer.vision.squares.rectify import cut_squares
from scorer.vision.squares.towns import chance_built

Floats = NDArray[np.float32]

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


@dataclass(frozen=True)
class ReaderSettings:
    """How a photo is read."""

    longest: int = 2048
    """Photos are read at this many pixels on their longer side; results are given in the whole photo's pixels."""
    sure_castle: float = 0.6
    """A grid with two castles more probable than this is two kingdoms side by side."""
    castle: float = 0.5
    """Least chance of the castle, by its own looks: the rules would have one anywhere."""
    without_castle: int = 10
    """Squares from which a kingdom is believed without one: it may be cut off, or hidden …"""
    rows_without_castle: int = 3
    """… in how many rows and columns they must lie …"""
    sure_without_castle: float = 0.8
    """… how probable they must be on average …"""
    different_faces: int = 3
    """… how many different faces they must show …"""
    steady: float = 0.5
    """… and the least confidence of its grid."""
    legible: float = 0.6
    """A square more probable than this could be read; where no box can build what was read, …"""
    legible_unbuildable: float = 0.9
    """… one more probable than this: patterns make kingdoms of one face over and over."""
    legible_part: float = 0.5
    """At least this part of a kingdom's squares must have been read."""
    legible_found: float = 0.86
    """Least chance, on average, of the likeliest face of the squares that were found, one left out: what is full of
    squares that look like none of this game is another one."""
    whole: float = 0.8
    """A square of which less is in the picture is never more certain than that part."""
    if_cut: float = 0.5
    """What the confidence is multiplied by where the kingdom may go on beyond the picture."""


NOTHING_FOUND = Message(
    "no kingdom found; take the photo from above, the whole kingdom in it, in even light, or mark its four corners"
)


def read_photo(
    source: bytes | str | Path | NDArray[np.uint8],
    *,
    name: str = "",
    size: int | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    grid: tuple[int, int] | None = None,
    box: Box | None = None,
    settings: ReaderSettings | None = None,
) -> Reading:
    """Read every kingdom in a photo, most squares first.

    ``source``: a file's bytes, its path, or an upright picture uint8 BGR (rows, columns, 3). ``size`` (5 or 7) and
    ``box`` where they are known. ``corners``: four points (x, y) in pixels of the upright photo, clockwise from the
    first square of a grid of ``grid`` rows × columns (by default size × size), read instead of searching.
    Raises ``PhotoError`` for a picture that cannot be used, ``ValueError`` for corners that make no grid.
    """
    settings = settings or ReaderSettings()
    seconds: dict[str, float] = {}
    with _timed(seconds, "decode"):
        photo = _photo(source, name, settings)
    with _timed(seconds, "locate"):
        if corners is None:
            boards = find_boards(photo.image)[0]
        else:
            shape = grid or (size or SMALL_GRID, size or SMALL_GRID)
            scaled = [(x / photo.scale, y / photo.scale) for x, y in corners]
            boards = (board_from_corners(photo.image, scaled, shape),)
    seconds |= {"classify": 0.0, "solve": 0.0}
    kingdoms = []
    waiting = list(boards)
    while waiting:
        board = waiting.pop(0)
        with _timed(seconds, "classify"):
            faces = place_probabilities(photo.image, board)
        parts = () if board.by_hand else _parted(board, faces, settings)
        if parts:
            waiting += parts
            continue
        if not board.by_hand and _legible(board, faces) < settings.legible_found:
            continue
        with _timed(seconds, "solve"):
            solution = solve(faces, size=size, box=box)
        with _timed(seconds, "classify"):
            reading = _kingdom_reading(photo, board, faces, solution, settings)
        if reading is not None and (board.by_hand or _is_kingdom(reading, solution.buildable, settings)):
            kingdoms.append(reading)
    kingdoms.sort(key=lambda reading: -len(reading.kingdom.squares()))
    seconds["total"] = sum(seconds.values())
    hint = None if kingdoms else NOTHING_FOUND
    return Reading(photo.name, photo.width, photo.height, tuple(kingdoms), hint, seconds)


def _photo(source: bytes | str | Path | NDArray[np.uint8], name: str, settings: ReaderSettings) -> Photo:
    if isinstance(source, np.ndarray):
        return Photo(shrunk(source, settings.longest), name, source.shape[1], source.shape[0])
    if isinstance(source, str | Path):
        return open_photo(Path(source), settings.longest)
    return decode(source, name, settings.longest)


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - started


def _parted(board: Board, faces: Floats, settings: ReaderSettings) -> tuple[Board, ...]:
    """The two boards that a board with two castles is, cut between them where the fewest squares lie; or none."""
    castles = np.argwhere((faces[..., _CASTLE] > settings.sure_castle) & board.found)
    if len(castles) != 2:  # more than two are no kingdoms but rings of something
        return ()
    first, second = castles[0], castles[-1]
    axis = int(np.argmax(np.abs(second - first)))
    low, high = sorted((int(first[axis]), int(second[axis])))
    lines = board.found.sum(axis=1 - axis)[low + 1 : high]
    if high - low < 2:
        return ()
    across = np.flatnonzero(board.found.any(axis=1 - axis))
    if lines.min() > 0 and np.ptp(across) < SMALL:  # one kingdom's squares, one of them misread
        return ()
    cut = low + 1 + int(np.argmin(lines))
    whole = slice(None)
    sides = (slice(0, cut + 1), slice(cut, None)) if lines.min() == 0 else (slice(0, cut), slice(cut, None))
    return tuple(board.part(side, whole) if axis == 0 else board.part(whole, side) for side in sides)


def _legible(board: Board, faces: Floats) -> float:
    """How probable the likeliest face is, on average, over the squares that were found but the least legible: one may
    be a patch of cloth.

    ``faces`` float32 (rows, columns, faces) are those of ``place_probabilities``, where a place left out
    (outside the picture, loose) is table for certain: it does not count.
    """
    read = board.found & (faces[..., _TABLE] < 1)
    likeliest = np.sort(np.delete(faces[read], _TABLE, axis=1).max(axis=1))
    return float(likeliest[1:].mean()) if len(likeliest) > 1 else 0.0


def _is_kingdom(reading: KingdomReading, buildable: bool, settings: ReaderSettings) -> bool:
    """Whether a castle is there, or so much of a kingdom that it may be hidden or cut off, and enough can be read.

    Patterned cloth can look like squares, but like one face over and over, or like none in particular.
    """
    kingdom = reading.kingdom
    laid = kingdom.squares()
    least = settings.legible if buildable else settings.legible_unbuildable
    legible = np.mean([reading.squares[row][column] > least for row, column in laid]) if laid else 0.0
    if legible < settings.legible_part or max(kingdom.height, kingdom.width) > LARGEST:
        return False
    if any(reading.faces[position][_CASTLE] > settings.castle for position in kingdom.castles):
        return True
    return (
        len(laid) >= settings.without_castle
        and min(kingdom.height, kingdom.width) >= settings.rows_without_castle
        and len(set(laid.values())) >= settings.different_faces
        and reading.grid_confidence > settings.steady
        and float(np.mean([reading.squares[row][column] for row, column in laid])) > settings.sure_without_castle
    )


def _kingdom_reading(
    photo: Photo, board: Board, faces: Floats, solution: Solution, settings: ReaderSettings
) -> KingdomReading | None:
    """Cut the solved lattice down to the rectangle that its kingdom fills."""
    laid = np.array([[cell is not Place.EMPTY for cell in row] for row in solution.cells])
    if laid.sum() < 2:
        return None
    rows = slice(np.flatnonzero(laid.any(axis=1))[0], np.flatnonzero(laid.any(axis=1))[-1] + 1)
    columns = slice(np.flatnonzero(laid.any(axis=0))[0], np.flatnonzero(laid.any(axis=0))[-1] + 1)
    quads = np.asarray(board.quads[rows, columns] * photo.scale, np.float32)
    cut = bool(((board.visible < settings.whole) & (laid | _may_go_on(laid, solution.size))).any())
    most = np.where(board.visible < settings.whole, board.visible, 1.0)
    certain = np.minimum(np.array(solution.squares), most)[rows, columns]
    kingdom = Kingdom(tuple(row[columns] for row in solution.cells[rows]))
    bare = {p: 1 - chance for p, chance in _chances_built(photo.image, board.quads[rows, columns], kingdom).items()}
    for position, chance in bare.items():
        certain[position] = min(certain[position], chance)
    return KingdomReading(
        kingdom=kingdom,
        seen="/".join("".join(map(str, row[columns])) for row in solution.seen[rows]),
        size=solution.size,
        corners=tuple((float(x), float(y)) for x, y in frame_corners(_by_place(quads))),
        confidence=solution.confidence * (settings.if_cut if cut else 1.0),
        squares=tuple(tuple(map(float, row)) for row in certain),
        faces=faces[rows, columns],
        quads=quads,
        grid_confidence=board.confidence,
        cut=cut,
        built_towns=tuple(position for position, chance in bare.items() if chance < 0.5),
        castle_colour=_colour(photo, board.quads[rows, columns], kingdom),
    )


def _by_place(quads: Floats) -> dict[Position, Floats]:
    return {(row, column): quads[row, column] for row, column in np.ndindex(quads.shape[:2])}


def _colour(photo: Photo, quads: Floats, kingdom: Kingdom) -> str | None:
    if len(kingdom.castles) != 1:
        return None
    return castle_colour(cut_squares(photo.image, quads[kingdom.castles[0]][None])[0])


def _chances_built(image: NDArray[np.uint8], quads: Floats, kingdom: Kingdom) -> dict[Position, float]:
    """For every town, the chance that a building lies on it."""
    towns = [position for position, square in kingdom.squares().items() if square.terrain is Terrain.TOWN]
    squares = cut_squares(image, np.array([quads[position] for position in towns], np.float32).reshape(-1, 4, 2))
    return dict(zip(towns, map(float, chance_built(squares)), strict=True))


def _may_go_on(laid: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    """The free places within and beside a kingdom's rectangle where more could lie without leaving its grid."""
    padded = np.pad(laid, 1)
    beside = np.zeros_like(laid)
    rows, columns = np.flatnonzero(laid.any(axis=1)), np.flatnonzero(laid.any(axis=0))
    beside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    if np.ptp(rows) + 1 < size:
        beside |= padded[:-2, 1:-1] | padded[2:, 1:-1]
    if np.ptp(columns) + 1 < size:
        beside |= padded[1:-1, :-2] | padded[1:-1, 2:]
    return np.asarray(beside & ~laid, np.bool_)
