"""The whole trip of one photo: decode it, locate the boards, classify their squares, solve for the kingdom."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SMALL_GRID
from scorer.vision.acceptance import is_kingdom, legibility, lies_askew
from scorer.vision.assembly import Assembly
from scorer.vision.calibration import Calibration
from scorer.vision.grid.board import Board
from scorer.vision.grid.detector import Detector
from scorer.vision.grid.evidence import Evidence
from scorer.vision.grid.finder import BoardFinder
from scorer.vision.grid.oblique import ObliqueFinder
from scorer.vision.grid.parting import parted
from scorer.vision.grid.rejection import Rejection
from scorer.vision.models import Models
from scorer.vision.occlusion import Occlusion
from scorer.vision.photo.photo import Photo, shrunk
from scorer.vision.reading import KingdomReading, Reading
from scorer.vision.settings import Settings
from scorer.vision.solve.giants import with_giants
from scorer.vision.solve.joint import solve
from scorer.vision.squares.rectify import PIXELS
from scorer.vision.squares.square_reader import SquareReader

Source = bytes | str | Path | NDArray[np.uint8] | Callable[[int], Photo]
"""A photo: a file's bytes, its path, an upright picture uint8 BGR (rows, columns, 3), or what decodes one to at most so
many pixels on its longer side."""
Corners = Sequence[tuple[float, float]]

STAGES: Final = ("decode", "locate", "classify", "solve")
"""What is timed, in the order of the trip."""

NOTHING_FOUND = Message(
    "no kingdom found; take the photo from above, the whole kingdom in it, in even light, or mark its four corners"
)


class Reader:
    """Reads kingdoms in photos, with given models and settings. One reader may serve several threads."""

    def __init__(self, models: Models, settings: Settings | None = None) -> None:
        self.settings = settings = settings or Settings()
        self.squares = squares = SquareReader(models, settings.squares)
        self.detector = Detector(models.detector, settings.detector)
        self.rejection = Rejection(squares, settings.rejection)
        self.finder = BoardFinder(self.detector, self.rejection, settings.lattice, settings.board)
        self.boards = ObliqueFinder(self.finder, settings.oblique, settings.homography)
        self.occlusion = Occlusion(settings.occlusion, settings.homography)
        self.evidence = Evidence(squares, settings.evidence)
        self.calibration = Calibration(settings.calibration)
        self._assembly = Assembly(squares, settings)

    def read(
        self,
        source: Source,
        *,
        name: str = "",
        size: int | None = None,
        corners: Corners | None = None,
        grid: tuple[int, int] | None = None,
        box: Box | None = None,
        giants: bool = False,
    ) -> Reading:
        """Read every kingdom in a photo, most squares first; see ``read_photo``."""
        seconds = dict.fromkeys(STAGES, 0.0)
        with _timed(seconds, "decode"):
            photo = _opened(source, name, self.settings.longest)
        with _timed(seconds, "locate"):
            if corners is None:
                waiting = list(self.boards.find_boards(photo.image))
            else:
                shape = grid or (size or SMALL_GRID, size or SMALL_GRID)
                scaled = [(x / photo.scale, y / photo.scale) for x, y in corners]
                waiting = [self.finder.board_from_corners(photo.image, scaled, shape)]
        small = min((board.side for board in waiting), default=PIXELS) < PIXELS
        if small and photo.scale > 1:
            with _timed(seconds, "decode"):
                closer = _opened(source, name, self.settings.closer)
            waiting = [board.scaled(photo.scale / closer.scale) for board in waiting]
            photo = closer
        kingdoms = []
        while waiting:
            found = self._read_board(photo, waiting.pop(0), size, box, seconds, giants=giants)
            if isinstance(found, KingdomReading):
                kingdoms.append(found)
            else:
                waiting += found
        kingdoms.sort(key=lambda reading: -len(reading.kingdom.squares()))
        seconds["total"] = sum(seconds.values())
        hint = None if kingdoms else NOTHING_FOUND
        return Reading(photo.name, photo.width, photo.height, tuple(kingdoms), hint, seconds)

    def _read_board(
        self,
        photo: Photo,
        board: Board,
        size: int | None,
        box: Box | None,
        seconds: dict[str, float],
        *,
        giants: bool,
    ) -> KingdomReading | tuple[Board, ...]:
        """The kingdom on a board; the boards to be read in its stead: two where it holds two kingdoms, or none."""
        settings = self.settings
        with _timed(seconds, "classify"):
            seen = self.evidence.places_seen(photo.image, board)
            faces = self.evidence.probabilities(seen, board)
        if not board.by_hand:
            parts = parted(board, faces, settings.board.two_castles)
            illegible = legibility(board, faces) < settings.kingdom.legible_found
            if parts or illegible or lies_askew(board, settings.kingdom):
                return parts
        with _timed(seconds, "classify"):
            visible = self.occlusion.visible(board, seen, faces, photo.image.shape[:2])
        with _timed(seconds, "solve"):
            solution = solve(visible.faces, size=size, box=box, giants=giants, settings=settings.solve)
            solution = with_giants(solution, visible.faces)
        with _timed(seconds, "classify"):
            reading = self._assembly.kingdom_reading(photo, board, visible, solution)
        known = {"buildable": solution.buildable, "castle_guessed": visible.castle_guessed}
        if reading is None or not (board.by_hand or is_kingdom(reading, settings.kingdom, **known)):
            return ()
        signs = self.calibration.signs(reading, board, seen, solution)
        if not board.by_hand and self.calibration.believed(reading, signs) < settings.kingdom.believed:
            return ()
        return self.calibration.calibrated(reading, signs)


def read_photo(
    source: Source,
    *,
    name: str = "",
    size: int | None = None,
    corners: Corners | None = None,
    grid: tuple[int, int] | None = None,
    box: Box | None = None,
    giants: bool = False,
) -> Reading:
    """Read every kingdom in a photo, most squares first, with the shipped models.

    ``source``: a file's bytes, its path, an upright picture uint8 BGR (rows, columns, 3), or what
    decodes one (``Source``). ``size`` (5 or 7) and ``box`` where they are known; ``giants`` where Age of Giants was
    played too. ``corners``: four points (x, y) in pixels of the upright photo, clockwise from the first square of a
    grid of ``grid`` rows × columns (by default size × size), read instead of searching.
    Raises ``PhotoError`` for a picture that cannot be used, ``ValueError`` for corners that make no grid.
    """
    return default_reader().read(source, name=name, size=size, corners=corners, grid=grid, box=box, giants=giants)


@cache
def default_reader() -> Reader:
    """The reader with the shipped models and settings, made once in a process."""
    return Reader(Models.shipped())


def _opened(source: Source, name: str, longest: int) -> Photo:
    if isinstance(source, np.ndarray):
        return Photo(shrunk(source, longest), name, source.shape[1], source.shape[0])
    if callable(source):
        return source(longest)
    from scorer.vision.photo.decode import decode, open_photo  # with Pillow, which a browser's reader does without

    if isinstance(source, str | Path):
        return open_photo(Path(source), longest)
    return decode(source, name, longest)


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    seconds[stage] += time.perf_counter() - started
