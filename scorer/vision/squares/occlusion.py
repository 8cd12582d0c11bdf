"""Finds the castle's place if no place looks like one, and the places it hides. Those are always flagged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.dominoes import faces as printed_faces
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.grid.board import Board
from scorer.vision.settings import HomographySettings, OcclusionSettings
from scorer.vision.squares.camera import camera_of, hidden_parts
from scorer.vision.squares.evidence import PlaceEvidence

Floats = NDArray[np.float32]

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]
_WALLS = [FACE_INDEX[Square(terrain)] for terrain in (Terrain.WHEAT, Terrain.SWAMP)]
"""The faces that a castle's wall is classified as: of 300 places behind castles in renders, every misread one."""


@dataclass(frozen=True)
class VisiblePlaces:
    """The places of a board with what is known of them.

    ``faces`` float32 (rows, columns, len(FACES)): probabilities; ``hidden`` bool (rows, columns): behind the castle.
    ``castle_guessed``: no place looks like the castle, and it is put where that is most probable.
    """

    faces: Floats
    hidden: NDArray[np.bool_]
    castle_guessed: bool = False


class Occlusion:
    """Finds the place that the castle stands on, and the places that it hides."""

    def __init__(self, settings: OcclusionSettings, homography: HomographySettings) -> None:
        self._settings, self._homography = settings, homography

    def visible(self, board: Board, evidence: PlaceEvidence, faces: Floats, shape: tuple[int, int]) -> VisiblePlaces:
        """``faces`` with those of hidden places replaced by what is known of them, in a picture of ``shape`` (rows,
        columns). ``evidence`` is that of each place on its own."""
        settings = self._settings
        unchanged = VisiblePlaces(faces, np.zeros(board.shape, np.bool_))
        if board.by_hand:
            return replace(unchanged, faces=self._with_castle(board, evidence, faces))
        if board.obliqueness < settings.oblique_threshold:
            return unchanged
        homography = board.homography(self._homography)
        if homography is None:
            return unchanged
        castles = faces[..., _CASTLE]
        overlooked = bool(castles.max() < settings.castle_threshold)
        if overlooked:  # the detector, which is part of ``faces``, was trained on castles from above
            castles = np.where(evidence.examined, evidence.faces[..., _CASTLE], 0)
        guessed = bool(castles.max() < settings.castle_threshold)
        camera = camera_of(homography, shape)
        top = _most_probable(castles)
        base = self._base(board, castles, camera, top)
        parts = hidden_parts(camera, board.quads, base, settings.castle_width, settings.castle_height)
        best = np.delete(faces, [_CASTLE, _TABLE], axis=2).max(axis=2)
        walls = _is_wall(faces) & (parts > settings.wall_threshold) & (evidence.detector < settings.max_wall_logit)
        unreadable = (best < settings.readable_threshold) | walls
        within = _within(faces[..., _TABLE] < settings.max_table_probability)
        hidden = (parts > settings.hidden_threshold) & unreadable & within
        if not (hidden.any() or overlooked):
            return unchanged
        known = faces.copy()
        if overlooked:
            castles = self._castle_distribution(castles, evidence.examined)
            known = _including(castles, known)
        if base != top:
            known[base][_CASTLE], known[top][_CASTLE] = castles[top], castles[base]
        known[base] /= known[base].sum()
        for place in zip(*np.nonzero(hidden), strict=True):
            known[place] = self._guess(known[place], float(parts[place]))
        return VisiblePlaces(known, np.asarray(hidden, np.bool_), guessed)

    def _with_castle(self, board: Board, evidence: PlaceEvidence, faces: Floats) -> Floats:
        """``faces`` of a grid given by hand, which holds a castle unless the picture's edge cuts it."""
        if faces[..., _CASTLE].max() >= self._settings.castle_threshold or board.visible.min() < self._settings.whole:
            return faces
        return _including(self._castle_distribution(evidence.faces[..., _CASTLE], evidence.examined), faces)

    def _castle_distribution(self, castles: Floats, examined: NDArray[np.bool_]) -> Floats:
        """The probability, (rows, columns), that the one castle of the kingdom stands at each place."""
        weights = np.where(examined, castles + self._settings.castle_prior, 0)
        return np.asarray(weights / max(float(weights.sum()), 1e-6), np.float32)

    def _base(self, board: Board, castles: Floats, camera: NDArray[np.float64], top: Position) -> Position:
        """Where the castle stands: it also covers the place behind it, which may look more like a castle."""
        for row, column in np.argwhere(castles > self._settings.min_castle_probability):
            place = int(row), int(column)
            size = self._settings.castle_width, self._settings.castle_height
            parts = hidden_parts(camera, board.quads, place, *size)
            if place != top and parts[top] > self._settings.hidden_threshold:
                return place
        return top

    def _guess(self, faces: Floats, part: float) -> Floats:
        """The probabilities of a hidden place: its own, but those of walls, for the hidden ``part``, as in the box."""
        faces = faces.copy()
        faces[[_CASTLE, _TABLE]] = 0
        guess = faces / faces.sum() if float(faces.sum()) > 0 else _printed().copy()
        walls = part * guess[_WALLS]
        guess[_WALLS] -= walls
        guess = (guess + walls.sum() * _printed()) * self._settings.occupied_probability
        guess[_TABLE] = 1 - self._settings.occupied_probability
        return np.asarray(guess, np.float32)


def _including(castles: Floats, faces: Floats) -> Floats:
    """``faces`` (rows, columns, len(FACES)) if the castle stands at each place with probability (rows, columns)."""
    combined = faces * (1 - castles[..., None])
    combined[..., _CASTLE] += castles
    return np.asarray(combined, np.float32)


def _most_probable(castles: Floats) -> Position:
    row, column = np.unravel_index(int(castles.argmax()), castles.shape)
    return int(row), int(column)


def _is_wall(faces: Floats) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), whose most probable face is one that a castle's wall is classified as."""
    return np.isin(faces.argmax(axis=2), _WALLS)


def _within(squares: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), in the smallest rectangle around the squares."""
    rows, columns = np.flatnonzero(squares.any(axis=1)), np.flatnonzero(squares.any(axis=0))
    inside = np.zeros_like(squares)
    inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    return inside


@cache
def _printed() -> Floats:
    """The share of each face among the squares of the Kingdomino box."""
    counts = np.zeros(len(FACES), np.float32)
    for face, count in printed_faces(Box.KINGDOMINO).items():
        counts[FACE_INDEX[face]] = count
    return np.asarray(counts / counts.sum(), np.float32)
