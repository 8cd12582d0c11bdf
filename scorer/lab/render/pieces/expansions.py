"""The pieces of expansions on a kingdom: giants on crowns (Age of Giants), resources on bare squares (The Court)."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.lab.render.scene import Points
from scorer.rules.model.court import RESOURCE_TERRAINS
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Cell, Square, Terrain
from scorer.vision.common.arrays import Image
from scorer.vision.squares.rectify import cut_squares

_CROWN = 0.2
"""Distance of a crown's centre from the two edges at its corner, relative to the square's side."""

_TOKEN_COLOURS = {
    Terrain.WHEAT: (60, 190, 230),
    Terrain.FOREST: (50, 90, 140),
    Terrain.LAKE: (190, 120, 40),
    Terrain.GRASSLAND: (225, 230, 235),
}
"""Wheat, wood, fish and sheep in blue, green, red."""


def stand_giants(
    picture: Image,
    cells: Mapping[Position, Cell],
    quads: Mapping[Position, Points],
    count: int,
    away: NDArray[np.float64],
    rng: np.random.Generator,
) -> Image:
    """``count`` giants on the crowns of a kingdom, or one on every crowned square if there are fewer.

    ``cells`` and ``quads`` are the face of each square and its corners (4, 2) in pixels of the picture, uint8 BGR.
    ``away`` is the offset in the picture of the top of an object as high as a square.
    """
    crowned = [position for position, cell in cells.items() if isinstance(cell, Square) and cell.crowns]
    colour = rng.uniform(30, 200, 3)
    for index in rng.permutation(len(crowned))[:count]:
        quad = quads[crowned[index]]
        _stand(picture, quad, _crowned_corner(picture, quad), away, colour, rng)
    return picture


def _crowned_corner(picture: Image, quad: Points) -> int:
    """The corner with the crowns: the one with the strongest edges."""
    grey = cv2.cvtColor(cut_squares(picture, quad[None])[0], cv2.COLOR_BGR2GRAY)
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_32F))
    size = round(0.34 * len(edges))
    parts = (edges[:size, :size], edges[:size, -size:], edges[-size:, -size:], edges[-size:, :size])
    return int(np.argmax([part.mean() for part in parts]))


def _stand(
    picture: Image,
    quad: Points,
    corner: int,
    away: NDArray[np.float64],
    colour: NDArray[np.float64],
    rng: np.random.Generator,
) -> None:
    """A wooden giant: its shadow, a body that leans away, shoulders and a head."""
    at, following, before = quad[corner], quad[(corner + 1) % 4], quad[corner - 1]
    across, down = following - at, before - at
    side = float(np.linalg.norm(across))
    foot = at + (across + down) * _CROWN + rng.normal(0, 0.04, 2) * side
    turn = rng.uniform(0, np.pi)
    wide = np.array([np.cos(turn), np.sin(turn)]) * side * rng.uniform(0.14, 0.2)
    thick = np.array([-wide[1], wide[0]]) * rng.uniform(0.4, 0.7)
    base = np.array([foot - wide - thick, foot + wide - thick, foot + wide + thick, foot - wide + thick])
    top = base + away * rng.uniform(0.7, 1.1)
    shadow = cv2.convexHull(np.vstack([base, base + rng.normal(0, 0.25, 2) * side]).astype(np.int32))
    dark = picture.copy()
    cv2.fillConvexPoly(dark, shadow, (20, 20, 20), cv2.LINE_AA)
    cv2.addWeighted(dark, 0.4, picture, 0.6, 0, picture)
    body = cv2.convexHull(np.vstack([base, top]).astype(np.int32))
    cv2.fillConvexPoly(picture, body, np.clip(colour * 0.7, 0, 255).tolist(), cv2.LINE_AA)
    cv2.fillConvexPoly(picture, top.astype(np.int32), np.clip(colour * 1.1, 0, 255).tolist(), cv2.LINE_AA)
    head = top.mean(axis=0) + away * 0.25
    radius = max(2, int(side * rng.uniform(0.08, 0.12)))
    cv2.circle(picture, (int(head[0]), int(head[1])), radius, np.clip(colour, 0, 255).tolist(), -1, cv2.LINE_AA)


def lay_resources(
    picture: Image, cells: Mapping[Position, Cell], quads: Mapping[Position, Points], rng: np.random.Generator
) -> Image:
    """A wooden token on every crownless square of wheat, forest, lake and grassland; arguments as above."""
    for position, cell in cells.items():
        if isinstance(cell, Square) and cell.terrain in RESOURCE_TERRAINS and not cell.crowns:
            _lay(picture, quads[position], np.array(_TOKEN_COLOURS[cell.terrain]), rng)
    return picture


def _lay(picture: Image, quad: Points, colour: NDArray[np.int_], rng: np.random.Generator) -> None:
    side = float(np.linalg.norm(quad[1] - quad[0]))
    middle = quad.mean(axis=0) + rng.normal(0, 0.12, 2) * side
    around = np.sort(rng.uniform(0, 2 * np.pi, 7))
    reach = side * rng.uniform(0.1, 0.17, 7)
    outline = middle + np.column_stack([np.cos(around), np.sin(around)]) * reach[:, None]
    light = rng.uniform(0.7, 1.05)
    shade = (outline + rng.normal(0, 0.03, 2) * side).astype(np.int32)
    cv2.fillPoly(picture, [shade], np.clip(colour * light * 0.45, 0, 255).tolist(), cv2.LINE_AA)
    cv2.fillPoly(picture, [outline.astype(np.int32)], np.clip(colour * light, 0, 255).tolist(), cv2.LINE_AA)
