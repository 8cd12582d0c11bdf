"""The live scan: a fold over frames. ``advance`` takes a state and a frame and returns the next state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.vision.common.arrays import Image
from scorer.vision.fusion.alignment import Alignment, align
from scorer.vision.fusion.grouping import is_same
from scorer.vision.fusion.view import View
from scorer.vision.grid.board import Board
from scorer.vision.reader import NOTHING_FOUND, Reader
from scorer.vision.reading import KingdomReading, Reading
from scorer.vision.scan.frame import Frame, Game, fusing_reader, quick_reader, read_frame
from scorer.vision.scan.hints import hint_for
from scorer.vision.scan.kingdom import ScannedKingdom, best_views, cell_text, fused, placed, voted
from scorer.vision.scan.placing import PlacedView
from scorer.vision.scan.screen import Hint, KingdomOnScreen, ScanView
from scorer.vision.scan.settings import ScanSettings
from scorer.vision.settings import FusionSettings

Floats = NDArray[np.float64]

ANEW = Alignment(0, 0, 0, 0.0, 0.0, 0, 0.0)
"""How the first view of a kingdom lies on its grid."""


@dataclass(frozen=True, eq=False)
class Scan:
    """The state between two frames; it can be pickled.

    ``frames``: how many came, ``seconds``: when the last one came, ``numbers``: how many kingdoms had a number so far,
    ``searched``: when a whole frame was searched last, ``strayed``: when many squares of a frame lay on no
    kingdom last, which is counted once all are locked.
    ``hint`` is shown; ``next_hint`` was given by the last ``hint_count`` frames.
    """

    kingdoms: tuple[ScannedKingdom, ...] = ()
    frames: int = 0
    numbers: int = 0
    seconds: float = 0.0
    searched: float = -inf
    strayed: float = -inf
    hint: Hint = ""
    next_hint: Hint = ""
    hint_count: int = 0

    def found(self, settings: ScanSettings) -> tuple[ScannedKingdom, ...]:
        """The kingdoms that enough frames showed."""
        return tuple(one for one in self.kingdoms if one.frames >= settings.min_frames)

    def boards(self, seconds: float, settings: ScanSettings) -> tuple[Board, ...]:
        """The boards of the last frame, near which the next one, at ``seconds``, is searched.

        None if it is to be searched as a whole: an unfinished kingdom was not in the last frame, or another one may
        have come into view.
        """
        in_frame = [one for one in self.kingdoms if one.seen == self.seconds]
        is_missed = any(not one.locked for one in self.kingdoms if one not in in_frame)
        if is_missed or seconds - self.searched >= settings.search_seconds:
            return ()
        return tuple(one.latest.view.board for one in in_frame)

    def is_locked(self) -> bool:
        """Whether every square of every kingdom found so far is certain."""
        return bool(self.kingdoms) and all(kingdom.locked for kingdom in self.kingdoms)

    def is_finished(self, settings: ScanSettings) -> bool:
        """Whether all kingdoms are locked and no other one seems to be in view."""
        return self.is_locked() and self.seconds - self.strayed >= settings.stray_seconds

    def view(self, settings: ScanSettings) -> ScanView:
        """The view that the camera draws."""
        shown = [one for one in self.found(settings) if self.seconds - one.seen <= settings.hold_seconds]
        on_screen = tuple(_on_screen(kingdom, settings) for kingdom in shown if kingdom.reading is not None)
        return ScanView(on_screen, self.hint, self.is_finished(settings), self.frames)


def advance(state: Scan, frame: Frame, quick: Reader, reader: Reader, game: Game, settings: ScanSettings) -> Scan:
    """The state after one more frame; ``quick`` has read it (``quick_reader``), ``reader`` combines views
    (``fusing_reader``)."""
    kingdoms = {kingdom.number: kingdom for kingdom in state.kingdoms}
    numbers = state.numbers
    matched = _matched(frame, state.kingdoms, reader, settings)
    for view, kingdom, alignment in matched:
        kingdoms[kingdom.number] = _with_view(kingdom, view, alignment, frame, reader, game, settings)
    for view in frame.views:
        if any(view is one for one, _, _ in matched):
            continue
        under = [kingdom for kingdom in kingdoms.values() if _lies_on(view, kingdom, frame, settings)]
        for kingdom in under:
            kingdoms[kingdom.number] = replace(kingdom, rejected=kingdom.rejected + 1)
        if view.reading is not None and not under and len(kingdoms) < settings.max_kingdoms:
            kingdoms[numbers] = _new_kingdom(numbers, view, frame, reader, game, settings)
            numbers += 1
    in_frame = frozenset(number for number, one in kingdoms.items() if one.seen == frame.seconds)
    for number in in_frame:
        kingdoms[number] = replace(kingdoms[number], beside=kingdoms[number].beside | in_frame - {number})
    kept = [one for one in kingdoms.values() if not _is_dropped(one, frame.seconds, settings)]
    after = replace(
        state,
        kingdoms=_without_doubles(kept, reader),
        frames=state.frames + 1,
        numbers=numbers,
        seconds=frame.seconds,
        searched=state.searched if frame.followed or frame.blurred else frame.seconds,
    )
    if after.is_locked() and (frame.blurred or _strays(after, frame, quick, settings) > settings.max_strays):
        after = replace(after, strayed=frame.seconds)
    if after.is_finished(settings):
        return replace(after, hint="")
    hint = hint_for(frame, after.found(settings), settings) or ("more" if after.is_locked() else "")
    count = state.hint_count + 1 if hint == state.next_hint else 1
    shown = hint if count >= settings.hint_frames else state.hint
    return replace(after, hint=shown, next_hint=hint, hint_count=count)


def _strays(state: Scan, frame: Frame, quick: Reader, settings: ScanSettings) -> int:
    """The number of squares in a frame that lie on none of the kingdoms."""
    shown = [one for one in state.kingdoms if frame.seconds - one.seen <= settings.hold_seconds]
    return quick.finder.strays(frame.image, [one.latest.view.board for one in shown])


def _matched(
    frame: Frame, kingdoms: Sequence[ScannedKingdom], reader: Reader, settings: ScanSettings
) -> list[tuple[View, ScannedKingdom, Alignment]]:
    """Pairs of views and the kingdoms they show, each at most once, the most certain pair first."""
    views, fusion = frame.views, reader.settings.fusion
    near = replace(fusion, min_score=settings.min_score, min_margin=settings.min_margin)
    pairs = [
        (alignment.score, at, number, alignment)
        for at, view in enumerate(views)
        for number, kingdom in enumerate(kingdoms)
        if is_same(
            alignment := align(view, kingdom.whole, fusion),
            near if _lies_on(view, kingdom, frame, settings) else fusion,
        )
    ]
    matched: list[tuple[View, ScannedKingdom, Alignment]] = []
    for _, at, number, alignment in sorted(pairs, key=lambda pair: -pair[0]):
        if all(views[at] is not view and kingdoms[number] is not kingdom for view, kingdom, _ in matched):
            row, column = kingdoms[number].origin
            on_grid = replace(alignment, row=alignment.row + row, column=alignment.column + column)
            matched.append((views[at], kingdoms[number], on_grid))
    return matched


def _new_kingdom(
    number: int, view: View, frame: Frame, reader: Reader, game: Game, settings: ScanSettings
) -> ScannedKingdom:
    one = placed(view, ANEW, frame, reader)
    whole, origin = fused((one,), reader, game, settings)
    votes = voted({}, one, reader)
    outline = np.zeros((4, 2))
    kingdom = ScannedKingdom(number, (one,), one, whole, origin, frame.image, votes, outline, frame.seconds)
    return replace(kingdom, outline=_outline(kingdom, one, frame), steady_since=frame.seconds)


def _with_view(
    kingdom: ScannedKingdom,
    view: View,
    alignment: Alignment,
    frame: Frame,
    reader: Reader,
    game: Game,
    settings: ScanSettings,
) -> ScannedKingdom:
    """The kingdom with one more view of it; where it is locked, only its outline changes."""
    one = placed(view, alignment, frame, reader)
    rectangle = kingdom.rectangle
    after = replace(kingdom, latest=one, seen=frame.seconds, frames=kingdom.frames + 1, rejected=0)
    if not kingdom.locked:
        views = best_views((*kingdom.views, one), settings)
        votes = voted(kingdom.votes, one, reader)
        after = replace(after, views=views, votes=votes)
        if any(kept is one for kept in views):
            whole, origin = fused(views, reader, game, settings)
            image = frame.image if max(views, key=lambda kept: kept.quality) is one else kingdom.image
            after = replace(after, whole=whole, origin=origin, image=image)
        same = _rows(after) == _rows(kingdom) and after.rectangle == rectangle
        if same:
            after = replace(after, steady=kingdom.steady + 1)
        else:
            after = replace(after, steady=1, steady_since=frame.seconds)
        after = replace(after, locked=after.is_complete(settings))
    outline = _outline(after, one, frame)
    if after.rectangle == rectangle and frame.seconds - kingdom.seen <= settings.hold_seconds:
        outline = _smoothed(kingdom.outline, outline, settings)
    return replace(after, outline=outline)


def _smoothed(
    before: Floats,
    after: Floats,
    settings: ScanSettings,
) -> Floats:
    """The outline between the last one and the new one: nearer the new one the farther it moved."""
    moved = float(np.linalg.norm(after - before, axis=1).max())
    reach = (settings.still_corner, settings.moving_corner)
    return np.asarray(before + float(np.interp(moved, reach, (settings.min_smoothing, 1.0))) * (after - before))


def _outline(kingdom: ScannedKingdom, one: PlacedView, frame: Frame) -> Floats:
    """The corners (4, 2) of a kingdom's rectangle in a frame, in parts of its width and height."""
    (top, left), (rows, columns) = kingdom.rectangle
    return np.asarray(one.corners(top, left, rows, columns) / frame.image.shape[1::-1], np.float64)


def _rows(kingdom: ScannedKingdom) -> object:
    return kingdom.reading and kingdom.reading.kingdom.rows


def _lies_on(view: View, kingdom: ScannedKingdom, frame: Frame, settings: ScanSettings) -> bool:
    """Whether a view's squares lie on a kingdom that was in the picture just now; on one that is cut, for longer, since
    the grid of a part of a kingdom is often wrong."""
    is_part = kingdom.reading is None or kingdom.reading.cut
    near = frame.seconds - kingdom.seen <= (settings.forget_seconds if is_part else settings.hold_seconds)
    return near and view.board.covered_by(kingdom.latest.view.board) > settings.max_overlap


def _is_dropped(kingdom: ScannedKingdom, seconds: float, settings: ScanSettings) -> bool:
    """Whether a kingdom was hardly ever found, or its place shows something else."""
    if kingdom.locked:
        return False
    rare = kingdom.frames <= settings.min_agreeing and seconds - kingdom.seen > settings.forget_seconds
    return rare or kingdom.rejected >= settings.max_rejected


def _without_doubles(kingdoms: Sequence[ScannedKingdom], reader: Reader) -> tuple[ScannedKingdom, ...]:
    """The kingdoms without those that are a better one from a bad place, whose squares did not look like its own.

    Their grids are far more probable if they show one kingdom, and no frame showed both.
    """
    kept: list[ScannedKingdom] = []
    for kingdom in sorted(kingdoms, key=lambda one: (not one.locked, -max(view.quality for view in one.views))):
        if not any(_may_be_one(kingdom, other, reader.settings.fusion) for other in kept):
            kept.append(kingdom)
    return tuple(sorted(kept, key=lambda one: one.number))


def _may_be_one(kingdom: ScannedKingdom, other: ScannedKingdom, fusion: FusionSettings) -> bool:
    if kingdom.number in other.beside or other.number in kingdom.beside:
        return False
    alignment = align(kingdom.whole, other.whole, fusion)
    return alignment.score >= fusion.min_score and alignment.margin >= fusion.min_margin


def _on_screen(kingdom: ScannedKingdom, settings: ScanSettings) -> KingdomOnScreen:
    _, (rows, columns) = kingdom.rectangle
    certain = np.ones((rows, columns), np.bool_) if kingdom.locked else kingdom.certain(settings)
    cells = kingdom.reading.kingdom.rows if kingdom.reading else ()
    squares = tuple(
        tuple(cell_text(cell) if certain[row, column] else None for column, cell in enumerate(line))
        for row, line in enumerate(cells)
    )
    outline = tuple((round(float(x), 4), round(float(y), 4)) for x, y in kingdom.outline)
    return KingdomOnScreen(kingdom.number, outline, rows, columns, squares, kingdom.locked)


@dataclass
class LiveScan:
    """A live scan with a reader's networks. ``state`` may be taken out and put back, into another one too.

    ``box``, ``giants`` and ``size`` as for ``read_photo``, where they are known.
    """

    reader: Reader
    box: Box | None = None
    giants: bool = False
    size: int | None = None
    settings: ScanSettings = field(default_factory=ScanSettings)
    state: Scan = field(default_factory=Scan)

    def __post_init__(self) -> None:
        self._quick = quick_reader(self.reader, self.settings)
        self._fusing = fusing_reader(self.reader, self.settings)
        self._game = Game(self.box, self.giants, self.size)

    def add(self, image: Image, seconds: float) -> ScanView:
        """Take in a frame, uint8 BGR, that came ``seconds`` after some fixed moment, and say what is known now."""
        if not self.state.is_finished(self.settings):
            near = self.state.boards(seconds, self.settings)
            frame = read_frame(self._quick, image, self.state.frames, seconds, self._game, self.settings, near)
            self.state = advance(self.state, frame, self._quick, self._fusing, self._game, self.settings)
        return self.state.view(self.settings)

    def result(self) -> Reading:
        """The reading of all kingdoms found so far, most squares first, in pixels of ``picture()``."""
        readings, height, width = [], 0, 0
        for image, kingdoms in self._by_picture():
            for kingdom in kingdoms:
                if kingdom.reading is not None:
                    readings.append(_shifted(kingdom.reading, height))
            height, width = height + image.shape[0], max(width, image.shape[1])
        readings.sort(key=lambda reading: -len(reading.kingdom.squares()))
        return Reading("scan", width, height, tuple(readings), None if readings else NOTHING_FOUND)

    def picture(self) -> Image | None:
        """The best frame of each kingdom, uint8 BGR, below one another where they are different frames."""
        images = [image for image, _ in self._by_picture()]
        width = max((image.shape[1] for image in images), default=0)
        wide = [np.pad(image, ((0, 0), (0, width - image.shape[1]), (0, 0))) for image in images]
        return np.concatenate(wide) if wide else None

    def _by_picture(self) -> list[tuple[Image, list[ScannedKingdom]]]:
        """The frames that hold the best view of a kingdom, each with its kingdoms."""
        frames: list[tuple[Image, list[ScannedKingdom]]] = []
        newest = (kingdom for kingdom in self.state.kingdoms if kingdom.seen == self.state.seconds)
        for kingdom in self.state.found(self.settings) or newest:
            for image, kingdoms in frames:
                if image is kingdom.image:
                    kingdoms.append(kingdom)
                    break
            else:
                frames.append((kingdom.image, [kingdom]))
        return frames


def _shifted(reading: KingdomReading, down: int) -> KingdomReading:
    """A reading in a picture that lies farther down in another one, by this many pixels."""
    corners = tuple((x, y + down) for x, y in reading.corners)
    return replace(reading, corners=corners, quads=reading.quads + np.array([0, down], np.float32))
