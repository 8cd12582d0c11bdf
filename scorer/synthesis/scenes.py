"""Which scenes to render: careless kingdoms for training, and pools of squares to lay them with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from scorer.datasets.labelled import LabelledSquare
from scorer.rules.model.kingdom import Position, neighbours
from scorer.rules.model.terrain import Cell, Place, Square
from scorer.synthesis.render import Image, Layout, Pool, Render, Scene, render
from scorer.vision.squares.faces import FACES


def pools(squares: Iterable[LabelledSquare]) -> list[Pool]:
    """One pool a camera that shows every face; what a camera lacks is lent by the scans."""
    by_camera: dict[str, dict[Cell, list[Image]]] = defaultdict(lambda: defaultdict(list))
    for square in squares:
        by_camera[square.camera][FACES[square.face]].append(square.image)
    whole: dict[Cell, list[Image]] = defaultdict(list)
    for camera, faces in by_camera.items():
        if camera in {"a", "scan", "start", "queendomino"}:
            for face, images in faces.items():
                whole[face].extend(images)
    pools: list[Pool] = [dict(whole)]
    for camera, faces in by_camera.items():
        if camera != "table" and len(faces) >= 8:
            pools.append({face: faces.get(face) or whole[face] for face in whole})
    return pools


def careless_layout(dominoes: int, size: int, rng: np.random.Generator, faces: Sequence[Cell]) -> Layout:
    """A castle and so many random dominoes around it, within a grid; no rule but touching is kept."""
    castle = (int(rng.integers(size)), int(rng.integers(size)))
    cells: dict[Position, Cell] = {castle: Place.CASTLE}
    laid: list[tuple[Position, Position]] = []
    for _ in range(dominoes):
        edge = [n for p in cells for n in neighbours(p) if n not in cells and _fits(cells, n, size)]
        rng.shuffle(edge)
        for row, column in edge:
            first = int(row), int(column)
            second = [n for n in neighbours(first) if n not in cells and _fits({**cells, first: Place.EMPTY}, n, size)]
            if second:
                other = second[rng.integers(len(second))]
                cells[first], cells[other] = (_like_a_neighbour(cells, p, faces, rng) for p in (first, other))
                laid.append((first, other))
                break
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return Layout(
        {(r - top, c - left): cell for (r, c), cell in cells.items()},
        [((a[0] - top, a[1] - left), (b[0] - top, b[1] - left)) for a, b in laid],
    )


def _like_a_neighbour(
    cells: Mapping[Position, Cell], place: Position, faces: Sequence[Cell], rng: np.random.Generator
) -> Cell:
    """Often the terrain of a neighbour, so that territories grow; more often without crowns than with."""
    beside = [cell for n in neighbours(place) if isinstance(cell := cells.get(n), Square)]
    if beside and rng.random() < 0.5:
        return Square(beside[rng.integers(len(beside))].terrain)
    weight = np.array([3.0 if isinstance(face, Square) and not face.crowns else 1.0 for face in faces])
    return faces[rng.choice(len(faces), p=weight / weight.sum())]


def _fits(cells: Iterable[Position], new: Position, size: int) -> bool:
    rows, columns = zip(*cells, new, strict=False)
    return bool(max(rows) - min(rows) < size and max(columns) - min(columns) < size)


def training_render(pools: Sequence[Pool], textures: Sequence[Image], pixels: int, rng: np.random.Generator) -> Render:
    """A square picture with bits of kingdoms, not relit, of every size that one scale of the detector has to know."""
    several = int(rng.choice([1, 2, 3], p=[0.75, 0.15, 0.1]))
    square = float(np.exp(rng.uniform(np.log(11), np.log(56 if several == 1 else 24))))
    tilt = float(rng.uniform(0, 55)) if rng.random() < 0.6 else float(rng.uniform(0, 15))
    scene = Scene(
        width=pixels,
        height=pixels,
        square=square,
        centre=(float(rng.uniform(0.05, 0.95)), float(rng.uniform(0.05, 0.95))),
        turn=float(rng.uniform(0, 360)) if rng.random() < 0.6 else float(rng.normal(0, 4) + 90 * rng.integers(4)),
        tilt=tilt,
        tilt_axis=float(rng.uniform(0, 360)),
        crooked=float(rng.choice([0.3, 1.5, 4.0])),
        shifted=float(rng.choice([0.005, 0.02, 0.06])),
        slipped=float(rng.choice([0, 0, 0.1, 0.3])),
        gap=float(rng.choice([0.0, 0.01, 0.04, 0.1])),
        castle_stands=bool(rng.random() < 0.4),
        figures=int(rng.integers(5)) if rng.random() < 0.3 else 0,
        clutter=int(rng.integers(8)) if rng.random() < 0.5 else 0,
        loose=int(rng.integers(3)) if rng.random() < 0.3 else 0,
        light=0.0,
    )
    pool = pools[int(rng.integers(len(pools)))]
    faces = [cell for cell in pool if not isinstance(cell, Place)]
    layouts = []
    for _ in range(several if rng.random() > 0.14 else 0):
        size = 7 if several == 1 and rng.random() < 0.3 else 5
        most = (size * size - 1) // 2
        dominoes = most if rng.random() < 0.6 else int(rng.integers(1, most + 1))
        layouts.append(careless_layout(dominoes, size, rng, faces))
    return render(layouts, pool, textures, scene, rng)
