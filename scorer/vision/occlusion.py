"""What a standing castle hides: the squares behind it are asked for, never guessed silently."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.dominoes import faces as printed_faces
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.vision.grid.board import Board
from scorer.vision.grid.camera import camera_of, hidden_parts
from scorer.vision.grid.evidence import PlacesSeen
from scorer.vision.settings import HomographySettings, OcclusionSettings
from scorer.vision.squares.faces import FACE_INDEX, FACES

Floats = NDArray[np.float32]

_CASTLE, _TABLE = FACE_INDEX[Place.CASTLE], FACE_INDEX[Place.EMPTY]
_WALLS = [FACE_INDEX[Square(terrain)] for terrain in (Terrain.WHEAT, Terrain.SWAMP)]
"""What is read, without a crown, where a castle's wall is all that can be seen: of 300 places behind castles in renders
no other face was read wrong."""


@dataclass(frozen=True)
class Visible:
    """The places of a board with what can be known of them.

    ``faces`` float32 (rows, columns, len(FACES)): probabilities; ``hidden`` bool (rows, columns): behind the castle.
    ``castle_guessed``: no place looks like the castle, and one stands where that is likeliest.
    """

    faces: Floats
    hidden: NDArray[np.bool_]
    castle_guessed: bool = False


class Occlusion:
    """Finds the castle's own place by the camera's view, and the places that it hides."""

    def __init__(self, settings: OcclusionSettings, homography: HomographySettings) -> None:
        self._settings, self._homography = settings, homography

    def visible(self, board: Board, seen: PlacesSeen, faces: Floats, shape: tuple[int, int]) -> Visible:
        """``faces`` with those of hidden places replaced by what little is known, in a picture of ``shape`` (rows,
        columns). ``seen`` is what each place looks like on its own."""
        settings = self._settings
        nothing = Visible(faces, np.zeros(board.shape, np.bool_))
        if board.by_hand or board.obliqueness < settings.oblique:
            return nothing
        castles = faces[..., _CASTLE]
        overlooked = bool(castles.max() < settings.castle)
        if overlooked:  # the detector, which weighs in the faces, knows castles from above
            castles = np.where(seen.looked_at, seen.faces[..., _CASTLE], 0)
        guessed = bool(castles.max() < settings.castle)
        homography = board.homography(self._homography)
        if homography is None:
            return nothing
        camera = camera_of(homography, shape)
        top = _likeliest(castles)
        base = self._base(board, castles, camera, top)
        parts = hidden_parts(camera, board.quads, base, settings.wide, settings.tall)
        read = np.delete(faces, [_CASTLE, _TABLE], axis=2).max(axis=2)
        walls = _like_walls(faces) & (parts > settings.mostly) & (seen.detector < settings.detected)
        unread = (read < settings.clear) | walls
        hidden = (parts > settings.hidden) & unread & _within(faces[..., _TABLE] < settings.laid)
        if not (hidden.any() or overlooked):
            return nothing
        known = faces.copy()
        if overlooked:
            castles = self._shares(castles, seen.looked_at)
            known *= 1 - castles[..., None]
            known[..., _CASTLE] += castles
        if base != top:
            known[base][_CASTLE], known[top][_CASTLE] = castles[top], castles[base]
        known[base] /= known[base].sum()
        for place in zip(*np.nonzero(hidden), strict=True):
            known[place] = self._guess(known[place], float(parts[place]))
        return Visible(known, np.asarray(hidden, np.bool_), guessed)

    def _shares(self, castles: Floats, looked_at: NDArray[np.bool_]) -> Floats:
        """The chance, (rows, columns), of the castle at each place, where one must stand, from its looks."""
        likely = np.where(looked_at, castles + self._settings.anywhere, 0)
        return np.asarray(likely / max(float(likely.sum()), 1e-6), np.float32)

    def _base(self, board: Board, castles: Floats, camera: NDArray[np.float64], top: Position) -> Position:
        """Where the castle stands: its picture covers the place behind it as well, and may look more like it there."""
        for row, column in np.argwhere(castles > self._settings.faint):
            place = int(row), int(column)
            parts = hidden_parts(camera, board.quads, place, self._settings.wide, self._settings.tall)
            if place != top and parts[top] > self._settings.hidden:
                return place
        return top

    def _guess(self, seen: Floats, part: float) -> Floats:
        """What a hidden place may show: what it looks like; but a wall, as much as is hidden, anything in the box."""
        seen = seen.copy()
        seen[[_CASTLE, _TABLE]] = 0
        guess = seen / seen.sum() if float(seen.sum()) > 0 else _printed().copy()
        walls = part * guess[_WALLS]
        guess[_WALLS] -= walls
        guess = (guess + walls.sum() * _printed()) * self._settings.occupied
        guess[_TABLE] = 1 - self._settings.occupied
        return np.asarray(guess, np.float32)


def _likeliest(castles: Floats) -> Position:
    row, column = np.unravel_index(int(castles.argmax()), castles.shape)
    return int(row), int(column)


def _like_walls(faces: Floats) -> NDArray[np.bool_]:
    """The places, bool (rows, columns), whose likeliest face is one that a castle's wall is taken for."""
    return np.isin(faces.argmax(axis=2), _WALLS)


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
