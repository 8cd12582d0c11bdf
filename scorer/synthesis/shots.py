"""The photos to measure the reader with: every condition that players meet, rendered with a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.art.surfaces import cloth, cutting_mat, planks
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom, Position
from scorer.rules.play import Played, random_game
from scorer.synthesis.render import Image, Layout, Points, Pool, Render, Scene, camera, render

Rng = np.random.Generator
Surface = Callable[[int, int, Rng], Image]
Light = Callable[[Image, Rng], Image]


@dataclass(frozen=True)
class Condition:
    """One kind of photo. Angles in degrees, lengths in squares, ``fill`` a part of the picture."""

    name: str
    sizes: tuple[int, ...] = (5,)
    """Grid of each kingdom, 5 or 7, the first one's first."""
    dominoes: tuple[int, int] | None = None
    """Fewest and most dominoes laid; ``None`` for a game played to its end."""
    holes: int = 0
    """Fewest places left empty in the kingdom's rectangle."""
    box: Box = Box.KINGDOMINO
    fill: tuple[float, float] = (0.45, 0.85)
    """How much of the picture's width or height the kingdoms take."""
    turn: float = 12
    """Most that the kingdom is turned either way."""
    tilt: tuple[float, float] = (0, 25)
    crooked: float = 1.5
    shifted: float = 0.02
    slipped: float = 0.0
    gap: float = 0.02
    castle_stands: bool = False
    figures: int = 0
    clutter: int = 0
    loose: int = 0
    surface: str = "any"
    lamp: str = "room"
    outside: str = ""
    """What the picture's edge cuts: nothing, the ``first`` kingdom, the ``last``, or it runs along the ``board``."""
    pixels: tuple[int, int] = (1600, 1200)


CONDITIONS = (
    Condition("from above", tilt=(0, 8), turn=4),
    Condition("any turn", turn=180),
    Condition("tilted 30–40°", turn=180, tilt=(30, 40)),
    Condition("tilted 40–50°", turn=180, tilt=(40, 50)),
    Condition("fills the picture", fill=(0.95, 0.99)),
    Condition("a fifth of the width", fill=(0.19, 0.25), turn=180),
    Condition("7×7", sizes=(7,)),
    Condition("7×7, turned and tilted", sizes=(7,), turn=180, tilt=(25, 45)),
    Condition("unfinished", dominoes=(3, 9), turn=180, fill=(0.25, 0.7)),
    Condition("one or two dominoes", dominoes=(1, 2), turn=180, fill=(0.12, 0.5)),
    Condition("holes", holes=3, turn=45),
    Condition("laid crooked", crooked=4, shifted=0.05, turn=45),
    Condition("slipped columns", slipped=0.33, crooked=2),
    Condition("wide gaps", gap=0.12, crooked=2, shifted=0.04, turn=45),
    Condition("castle stands", castle_stands=True, turn=180, tilt=(10, 45)),
    Condition("castle and figures", castle_stands=True, figures=5, turn=45, tilt=(10, 45)),
    Condition("towns", box=Box.QUEENDOMINO, turn=45),
    Condition("wood", surface="wood", turn=45),
    Condition("cloth", surface="cloth", turn=45),
    Condition("ruled mat", surface="ruled", turn=45, tilt=(0, 40)),
    Condition("patterned mat", surface="patterned", turn=45, tilt=(0, 40)),
    Condition("white table, burnt out", surface="white", lamp="burnt", turn=45),
    Condition("dark room", lamp="dark", turn=45),
    Condition("glare", lamp="glare", turn=45, tilt=(10, 40)),
    Condition("clutter and loose dominoes", clutter=14, loose=3, turn=180, fill=(0.35, 0.6)),
    Condition("two kingdoms", sizes=(5, 5), turn=180, fill=(0.8, 0.95)),
    Condition("three kingdoms", sizes=(5, 5, 5), fill=(0.85, 0.97)),
    Condition("second one partly outside", sizes=(5, 5), turn=180, fill=(0.4, 0.6), outside="last"),
    Condition("cut by the edge", turn=45, fill=(0.5, 0.8), outside="first"),
    Condition("cropped to the board", turn=2, tilt=(0, 10), outside="board"),
    Condition(
        "everything at once",
        sizes=(5,),
        turn=180,
        tilt=(0, 45),
        crooked=3,
        shifted=0.03,
        slipped=0.1,
        gap=0.05,
        castle_stands=True,
        figures=1,
        clutter=6,
        loose=1,
        fill=(0.3, 0.8),
    ),
    Condition("12 megapixels", turn=180, tilt=(0, 35), pixels=(4000, 3000)),
)


@dataclass(frozen=True)
class Shot:
    """A rendered photo and what must be read in it.

    ``kingdoms`` are those of the render that lie wholly in the picture; ``cut`` those that its edge cuts.
    """

    condition: str
    seed: int
    render: Render
    kingdoms: tuple[int, ...]
    cut: tuple[int, ...]


def shoot(condition: Condition, seed: int, pools: Sequence[Pool], textures: Sequence[Image]) -> Shot:
    """The photo of a condition with this seed; the same arguments give the same photo."""
    rng, chance = np.random.default_rng(seed), Random(seed)
    faces = set.intersection(*(set(pool) for pool in pools))
    layouts = [_layout(condition, size, chance) for size in condition.sizes]
    missing = {cell for layout in layouts for cell in layout.cells.values()} - faces
    if missing:
        raise ValueError(f"no pictures of {', '.join(map(str, missing))}")
    scene = _scene(condition, layouts, rng)
    table = _table(condition.surface, scene, textures, rng)
    taken = render(layouts, pools[int(rng.integers(len(pools)))], textures, scene, rng, table)
    taken = replace(taken, image=LAMPS[condition.lamp](taken.image, rng))
    if condition.outside == "board":
        taken = _cropped(taken, rng)
    whole = tuple(i for i, laid in enumerate(taken.kingdoms) if _inside(laid.quads, taken.image).all())
    cut = tuple(i for i, laid in enumerate(taken.kingdoms) if i not in whole and _inside(laid.quads, taken.image).any())
    return Shot(condition.name, seed, taken, whole, cut)


def played_layout(played: Played, dominoes: int | None = None) -> Layout:
    """A game's kingdom, or its first dominoes, as its pieces lie."""
    laid = played.laid[:dominoes]
    castle = played.kingdom.castles[0]
    cells = {castle: played.kingdom[castle]}
    for one in laid:
        cells |= {one.squares[0]: one.domino.a, one.squares[1]: one.domino.b}
    top, left = min(r for r, _ in cells), min(c for _, c in cells)

    def moved(position: Position) -> Position:
        return position[0] - top, position[1] - left

    return Layout(
        {moved(position): cell for position, cell in cells.items()},
        [(moved(one.squares[0]), moved(one.squares[1])) for one in laid],
    )


def _layout(condition: Condition, size: int, chance: Random) -> Layout:
    players = 2 if size == 7 else 4
    while True:
        for played in random_game(chance, players, size, condition.box):
            if condition.dominoes is None:
                whole = played_layout(played)
                if len(whole.dominoes) >= size * size // 3 and _holes(whole.kingdom) >= condition.holes:
                    return whole
            else:
                return played_layout(played, chance.randint(*condition.dominoes))


def _holes(kingdom: Kingdom) -> int:
    return kingdom.width * kingdom.height - len(kingdom.squares()) - len(kingdom.castles)


def _scene(condition: Condition, layouts: Sequence[Layout], rng: Rng) -> Scene:
    width, height = condition.pixels if rng.random() < 0.6 else condition.pixels[::-1]
    scene = Scene(
        width=width,
        height=height,
        turn=float(rng.uniform(-condition.turn, condition.turn)),
        tilt=float(rng.uniform(*condition.tilt)),
        tilt_axis=float(rng.uniform(0, 360)),
        crooked=condition.crooked,
        shifted=condition.shifted,
        slipped=condition.slipped,
        gap=condition.gap,
        castle_stands=condition.castle_stands,
        figures=condition.figures,
        clutter=condition.clutter,
        loose=condition.loose,
        light=0.5 if condition.lamp == "room" else 0.3,
    )
    fill = float(rng.uniform(*condition.fill))
    if condition.outside == "last":
        while True:
            placed = _placed(scene, layouts[:1], fill, rng)
            parts = [_part_inside(placed, layouts, index) for index in range(len(layouts))]
            if parts[0] > 0.999 and 0.25 < parts[-1] < 0.8:
                return placed
            scene = replace(scene, turn=float(rng.uniform(-condition.turn, condition.turn)))
    if condition.outside == "first":
        placed = _placed(scene, layouts, fill, rng)
        side = (float(rng.choice([-1, 1])) * 0.5, float(rng.uniform(-0.1, 0.1)))
        for step in np.arange(0.0, 1.0, 0.01):
            x, y = side if width > height else side[::-1]
            out = replace(placed, centre=(placed.centre[0] + x * step, placed.centre[1] + y * step))
            if _part_inside(out, layouts, 0) < 0.86:
                break
        return out
    return _placed(scene, layouts, fill, rng)


def _placed(scene: Scene, layouts: Sequence[Layout], fill: float, rng: Rng) -> Scene:
    """The scene with its square so large that the kingdoms take ``fill`` of the picture, somewhere in it."""
    room = np.array([scene.width, scene.height])
    scene = replace(scene, centre=(0.5, 0.5))
    corners = np.concatenate([_frame(layouts, index, 0.15) for index in range(len(layouts))])
    for _ in range(6):
        seen = cv2.perspectiveTransform(corners[None], camera(scene))[0]
        scene = replace(scene, square=scene.square * fill / float((np.ptp(seen, axis=0) / room).max()))
    seen = cv2.perspectiveTransform(corners[None], camera(scene))[0]
    least, most = -seen.min(axis=0), room - seen.max(axis=0)
    shift = least + (most - least) * rng.uniform(0.03, 0.97, 2)
    return replace(scene, centre=(float(0.5 + shift[0] / room[0]), float(0.5 + shift[1] / room[1])))


def _frame(layouts: Sequence[Layout], index: int, margin: float) -> NDArray[np.float64]:
    """Corners (4, 2) of a kingdom's rectangle, in squares from the first one's middle, as ``render`` lays them."""
    extents = [(layout.kingdom.height, layout.kingdom.width) for layout in layouts]
    left = -extents[0][1] / 2 + sum(columns + 1.4 for _, columns in extents[:index])
    rows, columns = extents[index]
    rim = margin + (0.6 if index else 0)  # later kingdoms are turned a little
    top, right = -extents[0][0] / 2 - rim, left + columns + rim
    bottom, left = top + rows + 2 * rim, left - rim
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _part_inside(scene: Scene, layouts: Sequence[Layout], index: int) -> float:
    """How much of a kingdom's rectangle lies in the picture, by its area."""
    seen = cv2.perspectiveTransform(_frame(layouts, index, 0.0)[None], camera(scene))[0].astype(np.float32)
    frame = np.array([[0, 0], [scene.width, 0], [scene.width, scene.height], [0, scene.height]], np.float32)
    return float(cv2.intersectConvexConvex(seen, frame)[0] / cv2.contourArea(seen))


def _inside(quads: Mapping[Position, Points], image: Image) -> NDArray[np.bool_]:
    """For every square, whether all of it but a sliver is in the picture."""
    height, width = image.shape[:2]
    corners = np.array(list(quads.values()))
    slack = 0.1 * np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1).mean()
    return np.asarray(((corners > -slack) & (corners < np.array([width, height]) + slack)).all(axis=(1, 2)), np.bool_)


def _cropped(taken: Render, rng: Rng) -> Render:
    """The picture cut down to its first kingdom, give or take a little."""
    laid = taken.kingdoms[0]
    corners = np.array(list(laid.quads.values()))
    side = float(np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1).mean())
    low = np.maximum(corners.min(axis=(0, 1)) - rng.uniform(-0.03, 0.06, 2) * side, 0).astype(int)
    high = (corners.max(axis=(0, 1)) + rng.uniform(-0.03, 0.06, 2) * side).astype(int)
    image = np.ascontiguousarray(taken.image[low[1] : high[1], low[0] : high[0]])
    quads = {position: (quad - low).astype(np.float32) for position, quad in laid.quads.items()}
    return Render(image, (replace(laid, quads=quads),))


def _table(surface: str, scene: Scene, textures: Sequence[Image], rng: Rng) -> Image | None:
    if surface == "any":
        surface = str(rng.choice(["photographed", "photographed", "photographed", "wood", "cloth", "drawn"]))
    if surface == "photographed" and not textures:
        surface = "wood"
    if surface == "photographed":
        return _photographed(textures[int(rng.integers(len(textures)))], scene)
    return None if surface == "drawn" else SURFACES[surface](scene.width, scene.height, rng)


def _photographed(texture: Image, scene: Scene) -> Image:
    scale = max(scene.width / texture.shape[1], scene.height / texture.shape[0])
    whole = cv2.resize(texture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    padded = cv2.copyMakeBorder(whole, 0, 2, 0, 2, cv2.BORDER_REPLICATE)
    return np.asarray(padded[: scene.height, : scene.width], np.uint8).copy()


def _wood(width: int, height: int, rng: Rng) -> Image:
    return planks(width, height, str(rng.choice(["#c99a5f", "#6b4630", "#3a2619", "#e2c79b", "#8a8078"])), rng)


def _cloth(width: int, height: int, rng: Rng) -> Image:
    colour = str(rng.choice(["#37695f", "#d8d2c6", "#3a4a68", "#7a2531", "#1c1c20", "#c8b400", "#4f7f2f"]))
    return cloth(width, height, colour, float(rng.choice([0, 0.03, 0.06])), rng)


def _leaning(flat: Image, rng: Rng) -> Image:
    """A drawn surface seen from aside."""
    height, width = flat.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    lean = corners + rng.uniform(0, 0.25, (4, 2)) * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width, height]
    transform = cv2.getPerspectiveTransform(corners, lean.astype(np.float32))
    return np.asarray(cv2.warpPerspective(flat, transform, (width, height)), np.uint8)


def _ruled(width: int, height: int, rng: Rng) -> Image:
    colour = str(rng.choice(["#2f6f63", "#1f4f7f", "#2a2a2e", "#e9e6df", "#8f3a6a"]))
    return _leaning(cutting_mat(width, height, colour, int(width * rng.uniform(0.02, 0.12)), rng), rng)


def _patterned(width: int, height: int, rng: Rng) -> Image:
    """Checks, stripes, rings or flowers in rows, in loud colours."""
    image = np.full((height, width, 3), rng.integers(0, 256, 3), np.uint8)
    inks = rng.integers(0, 256, (3, 3)).tolist()
    step, kind = max(12, int(width * rng.uniform(0.03, 0.12))), int(rng.integers(4))
    for row, y in enumerate(range(0, height, step)):
        for column, x in enumerate(range(0, width, step)):
            ink, at = inks[(row * 2 + column) % 3], (x + step // 2, y + step // 2)
            if kind == 0 and (row + column) % 2:
                cv2.rectangle(image, (x, y), (x + step - 1, y + step - 1), ink, -1)
            elif kind == 1 and row % 2:
                cv2.rectangle(image, (x, y), (x + step, y + step // 2), inks[row % 3], -1)
            elif kind == 2:
                cv2.circle(image, at, step // 3, ink, max(1, step // 10), cv2.LINE_AA)
            elif kind == 3:
                for petal in range(6):
                    out = np.deg2rad(60 * petal)
                    leaf = (int(at[0] + np.cos(out) * step / 4), int(at[1] + np.sin(out) * step / 4))
                    cv2.circle(image, leaf, step // 7, ink, -1, cv2.LINE_AA)
    return _leaning(image, rng)


def _white(width: int, height: int, rng: Rng) -> Image:
    return cloth(width, height, str(rng.choice(["#ffffff", "#f4f1ea", "#e8e8ee"])), 0, rng)


SURFACES: Mapping[str, Surface] = {
    "wood": _wood,
    "cloth": _cloth,
    "ruled": _ruled,
    "patterned": _patterned,
    "white": _white,
}


def _room(image: Image, rng: Rng) -> Image:
    del rng
    return image


def _burnt(image: Image, rng: Rng) -> Image:
    table = np.arange(256) / 255 * rng.uniform(1.25, 1.6) + rng.uniform(0, 0.08)
    return np.asarray(cv2.LUT(image, np.clip(table * 255, 0, 255).astype(np.uint8)), np.uint8)


def _dark(image: Image, rng: Rng) -> Image:
    level = rng.uniform(0.12, 0.35)
    tint = np.array([0.75, 0.9, 1.0]) if rng.random() < 0.5 else np.ones(3)
    noise = rng.normal(0, 5, image.shape[:2]).astype(np.float32)[..., None]
    return np.asarray(np.clip(image * (level * tint).astype(np.float32) + noise, 0, 255), np.uint8)


def _glaring(image: Image, rng: Rng) -> Image:
    """One or two lamps mirrored in the picture's middle."""
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32)
    shown = image.astype(np.float32)
    for _ in range(int(rng.integers(1, 3))):
        x = (columns / image.shape[1] - rng.uniform(0.25, 0.75)) / rng.uniform(0.05, 0.18)
        y = (rows / image.shape[0] - rng.uniform(0.25, 0.75)) / rng.uniform(0.05, 0.18)
        shown += (np.exp(-(x * x + y * y)) * rng.uniform(60, 190))[..., None]
    return np.clip(shown, 0, 255).astype(np.uint8)


LAMPS: Mapping[str, Light] = {"room": _room, "burnt": _burnt, "dark": _dark, "glare": _glaring}
