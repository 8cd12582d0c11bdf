"""Lays pieces flat: dominoes with rotation, slip and gaps, castles, loose dominoes next to the kingdoms."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.pieces.layouts import Layout
from scorer.lab.render.pools import Pool
from scorer.lab.render.probability import happens
from scorer.lab.render.rotation import rotation
from scorer.lab.render.scene import Points, Scene
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.arrays import Image

Laid = tuple[Layout, dict[Position, Points]]


def lay_all(
    layouts: Sequence[Layout], pool: Pool, scene: Scene, rng: np.random.Generator
) -> tuple[Image, Image, list[Laid], list[Points], int, NDArray[np.float64]]:
    """Lay every piece flat. Returns the canvas, its mask, the squares' corners on it, pixels per square, and the
    first centre."""
    unit = int(np.clip(scene.square * 1.25, 24, 128))
    extents = [(max(r for r, _ in x.cells) + 1, max(c for _, c in x.cells) + 1) for x in layouts]
    rim = 3 if scene.loose else 1
    height = (max((rows for rows, _ in extents), default=3) + 2 * rim) * unit
    width = int((sum(columns + 1.4 for _, columns in extents) + 2 * rim) * unit)
    draft, alpha = np.zeros((height, width, 3), np.uint8), np.zeros((height, width), np.uint8)
    laid: list[Laid] = []
    middle = np.array([width, height]) / 2
    left = float(rim)
    for layout, (rows, columns) in zip(layouts, extents, strict=True):
        own_turn = 0.0 if not laid else rng.uniform(-12, 12)
        quads = _lay(draft, alpha, layout, np.array([left, rim]), own_turn, unit, pool, scene, rng)
        laid.append((layout, quads))
        if len(laid) == 1:
            middle = np.array([left + columns / 2, rim + rows / 2]) * unit
        left += columns + 1.4
    loose = _lay_loose(draft, alpha, pool, scene, unit, rng)
    return draft, alpha, laid, loose, unit, middle


def _lay(
    draft: Image,
    alpha: Image,
    layout: Layout,
    origin: NDArray[np.float64],
    own_turn: float,
    unit: int,
    pool: Pool,
    scene: Scene,
    rng: np.random.Generator,
) -> dict[Position, Points]:
    rows, columns = (max(p[axis] for p in layout.cells) + 1 for axis in (0, 1))
    slips = np.cumsum(rng.uniform(-scene.slipped, scene.slipped, columns))
    slips -= slips.mean()
    quads: dict[Position, Points] = {}
    castles = [(p,) for p, cell in layout.cells.items() if cell is Place.CASTLE]
    pieces: list[tuple[Position, ...]] = [*layout.dominoes, *castles]
    for index in rng.permutation(len(pieces)):
        piece = pieces[index]
        places = np.array([[c + 0.5, r + 0.5] for r, c in piece])
        middle = places.mean(axis=0)
        middle += rng.normal(0, scene.shifted, 2) + np.array([0, slips[[c for _, c in piece]].mean()])
        along = np.deg2rad(rng.normal(0, scene.crooked))
        if len(piece) > 1:
            reach = places[1] - places[0]
            along += np.arctan2(reach[1], reach[0])
        whole = np.deg2rad(own_turn)
        out = rotation(whole)
        centre = out @ (middle - [columns / 2, rows / 2]) + [columns / 2, rows / 2] + origin
        corners = _stamp(draft, alpha, [layout.cells[p] for p in piece], centre, along + whole, unit, pool, scene, rng)
        for place, position in enumerate(piece):
            quads[position] = np.roll(corners[place], round(np.rad2deg(along) / 90) % 4, axis=0)
    return quads


def _stamp(
    draft: Image,
    alpha: Image,
    cells: Sequence[Cell],
    centre: NDArray[np.float64],
    angle: float,
    unit: int,
    pool: Pool,
    scene: Scene,
    rng: np.random.Generator,
) -> list[Points]:
    """Lay one piece on the canvas; return each square's corners, clockwise from the piece's own top left."""
    faces = []
    for cell in cells:
        choice = pool[cell]
        face = cv2.resize(choice[int(rng.integers(len(choice)))], (unit, unit), interpolation=cv2.INTER_AREA)
        faces.append(np.rot90(face, int(rng.integers(4))) if len(cells) == 1 or happens(rng, 0.5) else face)
    piece = np.hstack(faces)
    height, width = piece.shape[:2]
    mask = np.full((height, width), 255, np.uint8)
    shrink = 1 - scene.gap
    turn = rotation(angle) * shrink
    shift = centre * unit - turn @ [width / 2, height / 2]
    transform = np.column_stack([turn, shift])
    reach = int(np.hypot(width, height) / 2) + 2
    x0, y0 = (np.maximum(np.round(centre * unit).astype(int) - reach, 0)).tolist()
    x1, y1 = min(x0 + 2 * reach, draft.shape[1]), min(y0 + 2 * reach, draft.shape[0])
    if x1 > x0 and y1 > y0:
        local = transform.copy()
        local[:, 2] -= [x0, y0]
        size = (x1 - x0, y1 - y0)
        laid = cv2.warpAffine(piece, local, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpAffine(mask, local, size, flags=cv2.INTER_LINEAR)
        dark = cv2.GaussianBlur(cover, (0, 0), unit * 0.04 + 0.3).astype(np.float32)[..., None] / 255
        part = draft[y0:y1, x0:x1].astype(np.float32) * (1 - 0.55 * dark)
        weight = cover.astype(np.float32)[..., None] / 255
        draft[y0:y1, x0:x1] = (laid * weight + part * (1 - weight)).astype(np.uint8)
        alpha[y0:y1, x0:x1] = np.maximum(alpha[y0:y1, x0:x1], cover)
    corners = []
    for place in range(len(cells)):
        x = place * unit
        square = np.array([[x, 0], [x + unit, 0], [x + unit, unit], [x, unit]], np.float64)
        corners.append((square @ turn.T + shift).astype(np.float32))
    return corners


def _lay_loose(
    draft: Image, alpha: Image, pool: Pool, scene: Scene, unit: int, rng: np.random.Generator
) -> list[Points]:
    """Lay dominoes next to the kingdoms, well apart from them."""
    found: list[Points] = []
    faces = [cell for cell in pool if not isinstance(cell, Place)]
    height, width = alpha.shape
    blocked = cv2.dilate(alpha, np.ones((unit, unit), np.uint8))
    for _ in range(scene.loose * 8):
        if len(found) >= 2 * scene.loose:
            break
        x, y = int(rng.uniform(unit, width - unit)), int(rng.uniform(unit, height - unit))
        near = blocked[max(0, y - unit) : y + unit, max(0, x - unit) : x + unit]
        if near.any():
            continue
        cells = [faces[i] for i in rng.integers(len(faces), size=2)]
        angle = rng.uniform(0, 2 * np.pi)
        found += _stamp(draft, alpha, cells, np.array([x, y]) / unit, angle, unit, pool, scene, rng)
        blocked = cv2.dilate(alpha, np.ones((unit, unit), np.uint8))
    return found
