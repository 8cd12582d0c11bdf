"""Combines the evidence of several aligned views into that of one board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.common.geometry import frame_corners, quads_of, sides_of
from scorer.vision.fusion.alignment import Alignment, mixed, with_missed_squares
from scorer.vision.fusion.grouping import ViewGroup
from scorer.vision.fusion.view import View
from scorer.vision.grid.board import Board
from scorer.vision.reading import KingdomView
from scorer.vision.settings import FusionSettings, HomographySettings
from scorer.vision.solve.joint import Solution
from scorer.vision.squares.evidence import PlaceEvidence
from scorer.vision.squares.occlusion import VisiblePlaces
from scorer.vision.squares.square_reader import Details

Floats = NDArray[np.float64]
Part = TypeVar("Part", Board, PlaceEvidence, VisiblePlaces, Details)

_TABLE = FACE_INDEX[Place.EMPTY]

_LOWEST_FEATURE = -10.0
"""Below every feature of a place, so that a view in which a place does not appear says nothing about it."""


def pool(log_probabilities: Floats, weights: Floats, settings: FusionSettings) -> Floats:
    """Pooled probabilities (places, faces) of views' ``log_probabilities`` (views, places, faces).

    The mean of the logarithms, weighted by ``weights`` (views, places) of 0…1, counts N / (1 + (N - 1) ρ) times, where
    N is the sum of the weights: N independent views would count N times, N copies of one view once. ρ is
    ``settings.view_correlation``. A place that no view shows gets the mean of all views.

    >>> one = np.log(np.array([[[0.8, 0.2]]]))
    >>> settings = FusionSettings(view_correlation=0.0, temperature=1.0)
    >>> pool(np.concatenate([one, one]), np.ones((2, 1)), settings).round(3).tolist()
    [[0.941, 0.059]]
    >>> pool(np.concatenate([one, one]), np.ones((2, 1)), replace(settings, view_correlation=1.0)).round(3).tolist()
    [[0.8, 0.2]]
    """
    shown = weights.sum(axis=0)
    safe = np.where(shown > 0, weights, 1.0)
    mean = (safe[..., None] * log_probabilities).sum(axis=0) / safe.sum(axis=0)[:, None]
    count = np.maximum(shown, 1.0)
    effective = count / (1 + (count - 1) * settings.view_correlation)
    pooled = mean * (effective / settings.temperature)[:, None]
    pooled = np.exp(pooled - pooled.max(axis=1, keepdims=True))
    return np.asarray(pooled / pooled.sum(axis=1, keepdims=True), np.float64)


@dataclass(frozen=True)
class Frame:
    """The grid that contains the grids of all views.

    ``alignments`` are those of the views, ``top`` and ``left`` the row and column of the first view's grid at which it
    starts (0 or less), ``size`` its rows and columns.
    """

    alignments: tuple[Alignment, ...]
    top: int
    left: int
    size: tuple[int, int]

    @classmethod
    def of(cls, group: ViewGroup) -> Frame:
        """The frame of a group of views."""
        views = [group.first, *(view for view, _ in group.others)]
        alignments = (Alignment(0, 0, 0, 0.0, 0.0, 0, 0.0), *(alignment for _, alignment in group.others))
        shapes = [
            v.board.shape if a.turns % 2 == 0 else v.board.shape[::-1] for v, a in zip(views, alignments, strict=True)
        ]
        top, left = min(a.row for a in alignments), min(a.column for a in alignments)
        bottom = max(a.row + rows for a, (rows, _) in zip(alignments, shapes, strict=True))
        right = max(a.column + columns for a, (_, columns) in zip(alignments, shapes, strict=True))
        return cls(alignments, top, left, (bottom - top, right - left))

    def placed(self, arrays: Iterable[NDArray[Any]], outside: Any) -> NDArray[Any]:
        """The views' arrays (rows, columns, …), one each, on this grid: (views, rows, columns, …)."""
        wholes = []
        for values, alignment in zip(arrays, self.alignments, strict=False):
            turned = np.rot90(values, alignment.turns)
            row, column = alignment.row - self.top, alignment.column - self.left
            whole = np.full((*self.size, *turned.shape[2:]), outside, turned.dtype)
            whole[row : row + turned.shape[0], column : column + turned.shape[1]] = turned
            wholes.append(whole)
        return np.stack(wholes)


@dataclass(frozen=True, eq=False)
class Combined:
    """The combined evidence of several views before it is solved: as in ``View``, in pixels of the first one."""

    board: Board
    evidence: PlaceEvidence
    places: VisiblePlaces
    details: Details
    photo: int
    scale: float

    def turned(self, turns: int) -> Combined:
        """The same after quarter turns counter-clockwise of the grid."""
        if not turns:
            return self
        board = _turned(self.board, turns)
        return replace(
            self,
            board=replace(board, quads=np.roll(board.quads, -turns, axis=2)),
            evidence=_turned(self.evidence, turns),
            places=_turned(self.places, turns),
            details=_turned(self.details, turns),
        )


def _turned(part: Part, turns: int) -> Part:
    """A dataclass with every array (rows, columns, …) after quarter turns counter-clockwise."""
    arrays = {name: value for name, value in vars(part).items() if isinstance(value, np.ndarray)}
    turned: dict[str, Any] = {name: np.rot90(value, turns) for name, value in arrays.items()}
    return replace(part, **turned)


def fuse(group: ViewGroup, settings: FusionSettings, homography: HomographySettings) -> Combined:
    """The board, evidence, places and details of all views together, on the frame of their grids.

    Corners of places that only other views show are extrapolated in the first photo.
    """
    first, frame = group.first, Frame.of(group)
    views = [first, *(view for view, _ in group.others)]
    all_placed = frame.placed
    faces, weights = placed_evidence(group, settings)
    inside = all_placed([np.ones(view.board.shape, np.bool_) for view in views], False)
    hidden = all_placed([view.places.hidden for view in views], False)
    together = pooled_faces(faces, weights, [view.evidence.gain for view in views], settings).astype(np.float32)
    certainly_table = (faces[..., _TABLE] == 1).all(axis=0)
    together[certainly_table] = faces[0, certainly_table]
    quads = all_placed([first.board.quads], np.nan)[0]
    board = Board(
        quads=_extrapolated(quads, first, (frame.top, frame.left), homography),
        evidence=np.asarray(all_placed([view.board.evidence for view in views], 0.0).max(axis=0), np.float32),
        found=np.asarray(all_placed([view.board.found for view in views], False).any(axis=0), np.bool_),
        visible=np.asarray(all_placed([view.board.visible for view in views], 0.0).max(axis=0), np.float32),
        confidence=max(view.board.confidence for view in views),
    )
    features = all_placed([view.evidence.features for view in views], _LOWEST_FEATURE).max(axis=0)
    features[~inside.any(axis=0)] = 0
    evidence = PlaceEvidence(
        examined=np.asarray(all_placed([view.evidence.examined for view in views], False).any(axis=0), np.bool_),
        faces=together,
        features=np.asarray(features, np.float64),
        gain=min(view.evidence.gain for view in views),
    )
    shown = all_placed([weights_of(view, settings) > 0 for view in views], False)
    unseen = np.asarray(~shown.any(axis=0) & hidden.any(axis=0), np.bool_)
    guessed = all(view.places.castle_guessed for view in views)
    built = np.asarray(all_placed([view.details.built for view in views], 0.0).max(axis=0), np.float32)
    colours = [view.details.castle_colour for view in views if view.details.castle_colour]
    colour = colours[0] if colours and len(set(colours)) == 1 else None
    places = VisiblePlaces(together, unseen, guessed)
    return Combined(board, evidence, places, Details(built, colour), first.photo, first.scale)


def placed_evidence(group: ViewGroup, settings: FusionSettings) -> tuple[NDArray[np.float32], Floats]:
    """The views' probabilities on the frame, float32 (views, rows, columns, faces), bare table outside a view's grid;
    and how much each place of a view counts, (views, rows, columns), 0…1: little where it is partly hidden."""
    frame, views = Frame.of(group), [group.first, *(view for view, _ in group.others)]
    table = np.zeros(len(FACES), np.float32)
    table[_TABLE] = 1
    faces = frame.placed([view.places.faces for view in views], table)
    behind = [settings.hidden_weight * view.weight * view.places.hidden for view in views]
    shown = [np.maximum(weights_of(view, settings), part) for view, part in zip(views, behind, strict=True)]
    return np.asarray(faces, np.float32), np.asarray(frame.placed(shown, 0.0), np.float64)


def pooled_faces(
    faces: NDArray[np.float32], weights: Floats, gains: Sequence[float], settings: FusionSettings
) -> Floats:
    """Pooled probabilities (rows, columns, faces) of views' ``faces`` (views, rows, columns, faces) with ``weights``
    (views, rows, columns) and the ``gains`` (views,) that would make their squares bright.

    Where a view shows bare table, it may have missed a square, more often in the dark.

    >>> faces = np.zeros((2, 1, 1, len(FACES)), np.float32)
    >>> faces[0, 0, 0, 0] = faces[1, 0, 0, _TABLE] = 0.99
    >>> pooled = pooled_faces(faces, np.ones((2, 1, 1)), [1.0, 1.0], FusionSettings())
    >>> bool(pooled[0, 0, 0] > 0.9)
    True
    """
    each = np.array(gains).reshape(-1, 1, 1)
    excess = np.maximum(0.0, each - settings.noisy_gain)
    shares = np.minimum(settings.pooled_share + settings.pooled_share_per_gain * excess, settings.max_uniform_share)
    logs = np.log(mixed(with_missed_squares(faces, each, settings), shares[..., None])).reshape(
        len(faces), -1, len(FACES)
    )
    pooled = pool(logs, weights.reshape(len(faces), -1), settings)
    return np.asarray(pooled.reshape(faces.shape[1:]), np.float64)


def corners_in_views(group: ViewGroup, solution: Solution, names: Sequence[str]) -> tuple[KingdomView, ...]:
    """The corners of the solved rectangle in each view, in pixels of its photo and in the order of the first one's."""
    frame = Frame.of(group)
    rows, columns = solution.rectangle
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    found = []
    for view, alignment in zip([group.first, *(view for view, _ in group.others)], frame.alignments, strict=True):
        turned = np.roll(view.board.quads * view.scale, -alignment.turns, axis=2)
        alone = replace(frame, alignments=(alignment,))
        quads = alone.placed([turned], np.nan)[0][rows, columns]
        known = {at: quads[at] for at in np.ndindex(shape) if not np.isnan(quads[at]).any()}
        corners = frame_corners(known, shape)
        found.append(KingdomView(names[view.photo], tuple((float(x), float(y)) for x, y in corners)))
    return tuple(found)


def weights_of(view: View, settings: FusionSettings) -> NDArray[np.float64]:
    """How much each place of a view counts, 0…1: not at all where it is hidden or cut, less where it is small or
    blurred."""
    size = np.clip(sides_of(view.board.quads) / settings.full_weight_side, settings.min_weight, 1.0)
    shown = ~view.places.hidden & (view.board.visible >= settings.min_visible)
    return np.asarray(np.where(shown, size * view.weight, 0.0), np.float64)


def _extrapolated(
    quads: NDArray[np.generic], first: View, offset: tuple[int, int], settings: HomographySettings
) -> NDArray[np.float32]:
    """Corners (rows, columns, 4, 2) where those that the first photo's board lacks (NaN) follow its homography."""
    whole = np.array(quads, np.float32)
    missing = np.isnan(whole).any(axis=(2, 3))
    if not missing.any():
        return whole
    homography = first.board.homography(settings)
    places = np.argwhere(missing) + offset
    if homography is None:  # a plain grid around the middle square
        step = first.board.side
        centre = first.board.quads.reshape(-1, 2).mean(axis=0)
        middle = (np.array(first.board.shape) - 1) / 2
        centres = centre + (places - middle)[:, ::-1] * step
        axes = np.tile(np.array([[[step / 2, 0], [0, step / 2]]]), (len(places), 1, 1))
        whole[missing] = quads_of(centres, axes)
        return whole
    flat = (places[:, None, ::-1] + [[0, 0], [1, 0], [1, 1], [0, 1]]).astype(np.float64)
    whole[missing] = cv2.perspectiveTransform(flat.reshape(1, -1, 2), homography).reshape(-1, 4, 2)
    return whole
