"""The pipeline of one photo: decode it, locate the boards, classify their squares, solve for the kingdoms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SMALL_GRID
from scorer.vision.common.arrays import Image
from scorer.vision.confidence.acceptance import (
    has_place_for_castle,
    is_kingdom,
    is_misaligned,
    readability,
)
from scorer.vision.confidence.assembly import Assembly
from scorer.vision.confidence.calibration import Calibration
from scorer.vision.detect.detections import SquareDetector
from scorer.vision.detect.network import NetworkDetector
from scorer.vision.fusion.grouping import ViewGroup, group_views
from scorer.vision.fusion.pooling import Combined, corners_in_views, fuse
from scorer.vision.fusion.view import View
from scorer.vision.grid.board import Board
from scorer.vision.grid.finder import BoardFinder
from scorer.vision.grid.oblique import ObliqueFinder
from scorer.vision.grid.rejection import Rejection
from scorer.vision.grid.splitting import split_between_castles
from scorer.vision.models import Models
from scorer.vision.photo.photo import Photo, is_copy, shrunk
from scorer.vision.reading import KingdomReading, Reading
from scorer.vision.settings import Settings
from scorer.vision.solve.giants import with_giants
from scorer.vision.solve.joint import Solution, solve
from scorer.vision.squares.evidence import Evidence, PlaceEvidence, unseen_places
from scorer.vision.squares.exposure import denoised, picture_gain
from scorer.vision.squares.occlusion import Occlusion, VisiblePlaces
from scorer.vision.squares.rectify import PIXELS
from scorer.vision.squares.square_reader import Details, SquareReader

Source = bytes | str | Path | NDArray[np.uint8] | Callable[[int], Photo]
"""A photo: a file's bytes, its path, an upright picture uint8 BGR (rows, columns, 3), or a function that decodes one to
at most the given number of pixels on its longer side."""
Corners = Sequence[tuple[float, float]]

STAGES: Final = ("decode", "locate", "classify", "solve")
"""The timed stages, in order."""

NOTHING_FOUND = Message(
    "no kingdom found; take the photo from straight above, in even light, with the whole kingdom "
    "in it, or mark its four corners"
)


class Reader:
    """Reads kingdoms in photos. Several threads may use one reader at the same time.

    ``detector`` detects the squares; by default the network of ``models`` does, with the detector's settings.
    """

    def __init__(
        self, models: Models, settings: Settings | None = None, detector: SquareDetector | None = None
    ) -> None:
        self.models = models
        self.settings = settings = settings or Settings()
        self._given_detector = detector
        self.detector = detector or NetworkDetector(models.detector, settings.detector)
        self.squares = SquareReader(models.squares, models.towns, settings.squares)
        self.rejection = Rejection(self.squares, settings.rejection)
        self.finder = BoardFinder(self.detector, self.rejection, settings.lattice, settings.board)
        self.boards = ObliqueFinder(self.finder, settings.oblique, settings.homography)
        self.evidence = Evidence(self.squares, settings.evidence)
        self.occlusion = Occlusion(settings.occlusion, settings.homography)
        self.assembly = Assembly(settings)
        self.calibration = Calibration(settings.calibration)
        certain = max(settings.solve.certain_threshold, settings.calibration.flag_threshold)
        self.solve_settings = replace(settings.solve, certain_threshold=certain)

    def with_settings(self, settings: Settings) -> Reader:
        """A reader with other settings, the same models and the detector that this reader was given, if any."""
        return Reader(self.models, settings, self._given_detector)

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
        photo, views = self._views(0, source, name, size, corners, grid, box, seconds, giants=giants)
        return _reading(photo, [view.reading for view in views if view.reading], seconds)

    def read_views(
        self,
        sources: Sequence[Source],
        *,
        names: Sequence[str] = (),
        size: int | None = None,
        box: Box | None = None,
        giants: bool = False,
    ) -> Reading:
        """Read several photos of the same kingdoms together; see ``read_photos``."""
        seconds = dict.fromkeys(STAGES, 0.0)
        photos, views, copies = list[Photo](), [], set[int]()
        for index, source in enumerate(sources):
            name = names[index] if names else f"photo {index + 1}"
            photo, found = self._views(index, source, name, size, None, None, box, seconds, giants=giants, faint=True)
            if any(is_copy(photo, other) for other in photos):
                copies.add(index)
            photos.append(photo)
            views.append(found)
        kingdoms = []
        with _timed(seconds, "solve"):
            for group in group_views(views, [photo.name for photo in photos], self.settings.fusion):
                kingdom = self._fused(group, photos, copies, size, box, giants=giants)
                if kingdom is not None:
                    kingdoms.append(kingdom)
        return replace(_reading(photos[0], kingdoms, seconds), photos=tuple(photo.name for photo in photos))

    def views(self, image: Image, index: int, *, size: int | None, box: Box | None, giants: bool) -> list[View]:
        """The views in one of several pictures, uint8 BGR, also of what is no kingdom by itself."""
        seconds = dict.fromkeys(STAGES, 0.0)
        return self._views(index, image, "", size, None, None, box, seconds, giants=giants)[1]

    def followed(
        self, image: Image, index: int, boards: Sequence[Board], *, size: int | None, box: Box | None, giants: bool
    ) -> list[View] | None:
        """The views, in a video's next frame, uint8 BGR, of the boards of the frame before.

        ``None`` if one of them is not found for certain. It takes less time than ``views``, and finds nothing else.
        """
        found = self.boards.followed(image, boards)
        if found is None:
            return None
        photo, seconds = Photo(image, "", image.shape[1], image.shape[0]), dict.fromkeys(STAGES, 0.0)
        views = self._examined(index, photo, list(found), None, "", size, box, seconds, giants=giants)[1]
        return views if len(views) == len(boards) else None

    def combined(self, whole: Combined, *, size: int | None, box: Box | None, giants: bool) -> View:
        """The view of several views together, in pixels of the first of them; see ``fusion.pooling.fuse``."""
        board, evidence, places, details, scale = whole.board, whole.evidence, whole.places, whole.details, whole.scale
        solution = self._solved(board, places, size, box, giants=giants)
        reading = self._accepted(board, evidence, places, solution, details, scale)
        return View(whole.photo, board, evidence, places, scale, solution, details, reading)

    def _views(
        self,
        index: int,
        source: Source,
        name: str,
        size: int | None,
        corners: Corners | None,
        grid: tuple[int, int] | None,
        box: Box | None,
        seconds: dict[str, float],
        *,
        giants: bool,
        faint: bool = False,
    ) -> tuple[Photo, list[View]]:
        """The decoded photo with this index, and what was found in it, also what is no kingdom by itself.

        A dark photo in which nothing was found is brightened and searched once more; with ``faint`` then also
        denoised and searched for grids that are too uncertain to be read alone.
        """
        with _timed(seconds, "decode"):
            photo = _opened(source, name, self.settings.max_side)
        with _timed(seconds, "locate"):
            if corners is None:
                boards = list(self.boards.find_boards(photo.image))
            else:
                shape = grid or (size or SMALL_GRID, size or SMALL_GRID)
                scaled = [(x / photo.scale, y / photo.scale) for x, y in corners]
                boards = [self.finder.board_from_corners(photo.image, scaled, shape)]
        photo, views = self._examined(index, photo, boards, source, name, size, box, seconds, giants=giants)
        if corners is None and not any(view.reading for view in views):
            exposure = self.settings.squares.exposure
            gain = min(picture_gain(photo.image, exposure), exposure.max_gain)
            if gain > exposure.min_picture_gain:
                dark = photo
                with _timed(seconds, "locate"):
                    picture = np.minimum(photo.image * np.float32(gain), 255).astype(np.uint8)
                    bright = replace(photo, image=picture)
                    boards = list(self.boards.find_boards(bright.image))
                again = self._examined(index, bright, boards, None, name, size, box, seconds, gain=gain, giants=giants)
                photo, views = again if again[1] else (photo, views)
                if faint and not any(view.reading for view in views):
                    again = self._faint(index, dark, size, box, seconds, giants=giants)
                    photo, views = again if again[1] else (photo, views)
        return photo, views

    def _faint(
        self, index: int, photo: Photo, size: int | None, box: Box | None, seconds: dict[str, float], *, giants: bool
    ) -> tuple[Photo, list[View]]:
        """A dark photo, denoised, and the views in it: without a reading where a grid is too uncertain for one."""
        exposure = self.settings.squares.exposure
        with _timed(seconds, "locate"):
            picture, gain = denoised(photo.image, exposure)
            quiet = replace(photo, image=picture)
            boards = list(self.boards.find_boards(picture))
        return self._examined(
            index, quiet, boards, None, photo.name, size, box, seconds, gain=gain, giants=giants, faint=True
        )

    def _examined(
        self,
        index: int,
        photo: Photo,
        boards: list[Board],
        source: Source | None,
        name: str,
        size: int | None,
        box: Box | None,
        seconds: dict[str, float],
        *,
        gain: float = 1.0,
        giants: bool,
        faint: bool = False,
    ) -> tuple[Photo, list[View]]:
        """The views of the boards, and the photo that they were read in: decoded larger if their squares are small.

        ``source`` is what to decode again, if anything; ``gain`` is what the picture was brightened by. ``faint``
        keeps boards that are too uncertain to be read.
        """
        small = min((board.side for board in boards), default=PIXELS) < PIXELS
        if small and photo.scale > 1 and source is not None:
            with _timed(seconds, "decode"):
                closer = _opened(source, name, self.settings.max_side_small_squares)
            boards = [board.scaled(photo.scale / closer.scale) for board in boards]
            photo = closer
        views, without_castle = [], 0
        while boards:
            board = boards.pop(0)
            found = self._view(index, photo, board, size, box, seconds, gain=gain, giants=giants, faint=faint)
            if isinstance(found, View):
                views.append(found)
            else:
                boards += found
            if not found or (isinstance(found, View) and not _has_castle(found)):
                without_castle += int(board.found.sum()) >= self.settings.acceptance.min_squares_without_castle
        if without_castle > 1:  # a page that shows many dominoes: the castle of hardly any kingdom is out of sight
            views = [view if _has_castle(view) else replace(view, reading=None) for view in views]
        return photo, views

    def _view(
        self,
        index: int,
        photo: Photo,
        board: Board,
        size: int | None,
        box: Box | None,
        seconds: dict[str, float],
        *,
        gain: float,
        giants: bool,
        faint: bool,
    ) -> View | tuple[Board, ...]:
        """The view of a board, or the boards to read instead: two where it holds two kingdoms, otherwise none.

        ``faint``: a board that is too uncertain has a view without a reading.
        """
        settings = self.settings
        with _timed(seconds, "classify"):
            evidence = self.evidence.examine(photo.image, board)
            evidence = replace(evidence, gain=evidence.gain * gain)
            faces = self.evidence.probabilities(evidence, board)
        uncertain = False
        if not board.by_hand:
            parts = split_between_castles(board, faces, settings.board.castle_threshold)
            unreadable = readability(board, faces) < settings.acceptance.min_readability
            uncertain = unreadable or is_misaligned(board, settings.acceptance)
            if parts or (uncertain and not faint):
                return parts
        with _timed(seconds, "classify"):
            visible = self.occlusion.visible(board, evidence, faces, photo.image.shape[:2])
        with _timed(seconds, "solve"):
            solution = self._solved(board, visible, size, box, giants=giants)
        with _timed(seconds, "classify"):
            details = self.squares.details(photo.image, board.quads, solution.cells)
        reading = None if uncertain else self._accepted(board, evidence, visible, solution, details, photo.scale)
        return View(index, board, evidence, visible, photo.scale, solution, details, reading, faint=faint)

    def _solved(
        self, board: Board, places: VisiblePlaces, size: int | None, box: Box | None, *, giants: bool
    ) -> Solution:
        unseen = None if board.by_hand else unseen_places(board, places.faces, self.settings.evidence)
        solution = solve(
            places.faces,
            size=size,
            box=box,
            giants=giants,
            unseen=unseen,
            hidden=places.hidden,
            settings=self.solve_settings,
        )
        return with_giants(solution, places.faces)

    def _accepted(
        self,
        board: Board,
        evidence: PlaceEvidence,
        places: VisiblePlaces,
        solution: Solution,
        details: Details,
        scale: float,
    ) -> KingdomReading | None:
        """The reading of a solved board, with calibrated probabilities; ``None`` if it is no kingdom."""
        settings = self.settings.acceptance
        reading = self.assembly.kingdom_reading(board, places, solution, details, scale)
        known = {
            "buildable": solution.buildable,
            "castle_guessed": places.castle_guessed,
            "castle_has_place": has_place_for_castle(board, solution, settings),
        }
        if reading is None or not (board.by_hand or is_kingdom(reading, settings, **known)):
            return None
        features = self.calibration.features(reading, board, evidence, solution)
        mean = self.calibration.mean_probability(reading, features)
        if not board.by_hand and mean < settings.min_mean_probability:
            return None
        return self.calibration.calibrated(reading, features)

    def _fused(
        self,
        group: ViewGroup,
        photos: Sequence[Photo],
        copies: Set[int],
        size: int | None,
        box: Box | None,
        *,
        giants: bool,
    ) -> KingdomReading | None:
        """The reading of all views of one kingdom together; those in ``copies`` of other photos add no evidence."""
        first = group.first
        if not group.others:
            return first.reading
        others = tuple((view, alignment) for view, alignment in group.others if view.photo not in copies)
        whole = first
        if others:
            fused = fuse(replace(group, others=others), self.settings.fusion, self.settings.homography)
            whole = self.combined(fused, size=size, box=box, giants=giants)
        if whole.reading is None:
            return None
        views = corners_in_views(group, whole.solution, [photo.name for photo in photos])
        return replace(whole.reading, views=views)


def _has_castle(view: View) -> bool:
    return view.reading is not None and bool(view.reading.kingdom.castles)


def _reading(photo: Photo, kingdoms: list[KingdomReading], seconds: dict[str, float]) -> Reading:
    kingdoms.sort(key=lambda reading: -len(reading.kingdom.squares()))
    seconds["total"] = sum(seconds.values())
    hint = None if kingdoms else NOTHING_FOUND
    return Reading(photo.name, photo.width, photo.height, tuple(kingdoms), hint, seconds)


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

    ``source``: a file's bytes, its path, an upright picture uint8 BGR (rows, columns, 3), or a function that decodes
    one (``Source``). ``size`` (5 or 7) and ``box`` where they are known; ``giants`` if Age of Giants was used.
    ``corners``: four points (x, y) in pixels of the upright photo, clockwise from the first square of a grid of
    ``grid`` rows × columns (by default size × size), read instead of searching.
    Raises ``PhotoError`` for a picture that cannot be used, ``ValueError`` for corners that make no grid.
    """
    return default_reader().read(source, name=name, size=size, corners=corners, grid=grid, box=box, giants=giants)


def read_photos(
    sources: Sequence[Source],
    *,
    names: Sequence[str] = (),
    size: int | None = None,
    box: Box | None = None,
    giants: bool = False,
) -> Reading:
    """Read several photos that all show the same kingdom, or the same kingdoms, with the shipped models.

    What one photo hides, another may show. ``sources``, ``size``, ``box`` and ``giants`` are those of ``read_photo``;
    ``names`` are the names of the photos for messages. Corners, quads and sizes of the result are in pixels of the
    first photo, and ``KingdomReading.views`` has the corners in all of them.
    A copy of another photo adds nothing, as it shares its errors.
    Raises ``PhotoError`` for a picture that cannot be used, and for one that does not show the same kingdoms as the
    first.
    """
    return default_reader().read_views(sources, names=names, size=size, box=box, giants=giants)


@cache
def default_reader() -> Reader:
    """The reader with the shipped models and settings, created once per process."""
    return Reader(Models.shipped())


def _opened(source: Source, name: str, longest: int) -> Photo:
    if isinstance(source, np.ndarray):
        return Photo(shrunk(source, longest), name, source.shape[1], source.shape[0])
    if callable(source):
        return source(longest)
    from scorer.vision.photo.decode import decode, open_photo  # loads Pillow, which the offline app does without

    if isinstance(source, str | Path):
        return open_photo(Path(source), longest)
    return decode(source, name, longest)


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    seconds[stage] += time.perf_counter() - started
