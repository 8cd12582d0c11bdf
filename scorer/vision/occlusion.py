"""What a standing castle hides: the squares behind it are asked for, never guessed silently."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.dominoes import faces as printed_faces
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Place
from scorer.vision.grid.board import Board
from scorer.vision.grid.camera import camera_of, hidden_parts
from scorer.vision.settings import HomographySettings, OcclusionSettings
from scorer.vision.squares.faces import FACE_INDEX, FACES

Floats = NDArray[np.float32]

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]


@dataclass(frozen=True)
class Visible:
    """The places of a board with what can be known of them.

    ``faces`` float32 (rows, columns, len(FACES)): probabilities; ``hidden`` bool (rows, columns): behind the castle.
    """

    faces: Floats
    hidden: NDArray[np.bool_]


class Occlusion:
    """Finds the castle's own place by the camera's view, and the places that it hides."""

    def __init__(self, settings: OcclusionSettings, homography: HomographySettings) -> None:
        self._settings, self._homography = settings, homography

    def visible(self, board: Board, faces: Floats, shape: tuple[int, int]) -> Visible:
        """``faces`` with those of hidden places replaced by what little is known, in a picture of ``shape`` (rows,
        columns)."""
        settings = self._settings
        nothing = Visible(faces, np.zeros(board.shape, np.bool_))
        castles = faces[..., _CASTLE]
        if board.by_hand or castles.max() < settings.castle or board.obliqueness < settings.oblique:
            return nothing
        homography = board.homography(self._homography)
        if homography is None:
            return nothing
        camera = camera_of(homography, shape)
        top = _likeliest(castles)
        base = self._base(board, castles, camera, top)
        parts = hidden_parts(camera, board.quads, base, settings.wide, settings.tall)
        read = np.delete(faces, [_CASTLE, _TABLE], axis=2).max(axis=2)
        hidden = (parts > settings.hidden) & (read < settings.clear) & _within(faces[..., _TABLE] < settings.laid)
        if not hidden.any():
            return nothing
        known = faces.copy()
        if base != top:
            known[base][_CASTLE], known[top][_CASTLE] = faces[top][_CASTLE], faces[base][_CASTLE]
        known[base] /= known[base].sum()
        for place in zip(*np.nonzero(hidden), strict=True):
            known[place] = self._guess(known[place], float(parts[place]))
        return Visible(known, np.asarray(hidden, np.bool_))

    def _base(self, board: Board, castles: Floats, camera: NDArray[np.float64], top: Position) -> Position:
        """Where the castle stands: its picture covers the place behind it as well, and may look more like it there."""
        for row, column in np.argwhere(castles > self._settings.faint):
            place = int(row), int(column)
            parts = hidden_parts(camera, board.quads, place, self._settings.wide, self._settings.tall)
            if place != top and parts[top] > self._settings.hidden:
                return place
        return top

    def _guess(self, seen: Floats, part: float) -> Floats:
        """What a hidden place may show: what is seen of it counts as much as of it is seen, the box for the rest."""
        seen = seen.copy()
        seen[[_CASTLE, _TABLE]] = 0
        own = seen / max(float(seen.sum()), 1e-6) if float(seen.sum()) > 0 else _printed()
        guess = (1 - part) * own + part * _printed()
        guess *= self._settings.occupied
        guess[_TABLE] = 1 - self._settings.occupied
        return np.asarray(guess / guess.sum(), np.float32)


def _likeliest(castles: Floats) -> Position:
    row, column = np.unravel_index(int(castles.argmax()), castles.shape)
    return int(row), int(column)


def _within(laid: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), in the smallest rectangle around those that are laid."""
    rows, columns = np.flatnonzero(laid.any(axis=1)), np.flatnonzero(laid.any(axis=0))
    inside = np.zeros_like(laid)
    inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
    return inside


@cache
def _printed() -> Floats:
    """How often each face is printed in the Kingdomino box, as a share of its squares."""
    counts = np.zeros(len(FACES), np.float32)
    for face, count in printed_faces(Box.KINGDOMINO).items():
        counts[FACE_INDEX[face]] = count
    return np.asarray(counts / counts.sum(), np.float32)
