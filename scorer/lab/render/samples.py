"""Makes ``sample_images/``: photos of kingdoms of squares drawn by the project, with their notation.

python -m scorer.lab.render.samples
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scorer.art.surfaces import cloth, cutting_mat, planks
from scorer.lab.render.pieces.layouts import laid_out
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import Render, render
from scorer.lab.render.scene import Scene
from scorer.rules.model.kingdom import Kingdom
from scorer.vision.common.arrays import Image

FOLDER = Path(__file__).resolve().parents[3] / "sample_images"
MAX_BYTES = 150_000


@dataclass(frozen=True)
class SamplePhoto:
    """One sample: its file and title, its kingdoms as seen in the photo, and the camera."""

    name: str
    title: str
    notations: tuple[str, ...]
    castles: tuple[str, ...]
    table: Callable[[int, int, np.random.Generator], Image]
    scene: Scene
    seed: int


def _oak(width: int, height: int, rng: np.random.Generator) -> Image:
    return planks(width, height, "#c99a5f", rng)


def _walnut(width: int, height: int, rng: np.random.Generator) -> Image:
    return planks(width, height, "#6b4630", rng)


def _felt(width: int, height: int, rng: np.random.Generator) -> Image:
    return cloth(width, height, "#37695f", 0, rng)


def _linen(width: int, height: int, rng: np.random.Generator) -> Image:
    return cloth(width, height, "#d8d2c6", 0.025, rng)


def _denim(width: int, height: int, rng: np.random.Generator) -> Image:
    return cloth(width, height, "#3a4a68", 0.04, rng)


def _mat(width: int, height: int, rng: np.random.Generator) -> Image:
    return cutting_mat(width, height, "#2f6f63", 58, rng)


SAMPLE_PHOTOS = (
    SamplePhoto(
        "whole",
        "A whole 5×5 kingdom",
        ("fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg",),
        ("yellow",),
        _oak,
        Scene(1280, 960, square=150, turn=-6, tilt=14, tilt_axis=5, light=0.25),
        3,
    ),
    SamplePhoto(
        "holes",
        "A 5×5 kingdom with holes",
        ("wg2gw1./.g1gwl1/lls2w1m/w1ws2wC/.s1sm2.",),
        ("blue",),
        _linen,
        Scene(1280, 960, square=140, turn=11, tilt=22, tilt_axis=-20, crooked=2, light=0.3),
        12,
    ),
    SamplePhoto(
        "duel",
        "A 7×7 kingdom of the Mighty Duel",
        ("wwwll1ff/ffl1llf1f/ffff1www/f1ff1Cs2wm3/lwwllw1m/lw1wll1ww1/wws1g2gs2s",),
        ("green",),
        _mat,
        Scene(1400, 1050, square=112, turn=4, tilt=26, tilt_axis=10, crooked=1, light=0.3),
        21,
    ),
    SamplePhoto(
        "town",
        "A Queendomino kingdom with a town",
        ("gwl1lf1/w1ws2g1g/ww1Ctt/m2mttt/f1tttl",),
        ("pink",),
        _denim,
        Scene(1280, 960, square=128, turn=-14, tilt=18, tilt_axis=30, light=0.3),
        34,
    ),
    SamplePhoto(
        "two",
        "Two kingdoms on one table",
        ("ssm2gf/m2m3mm2f1/Cww1ww/f1wws2s/f1ww1ss", ".ls2g./s1wwg1g1/www1g2l/Cl1lll/wl1lll"),
        ("yellow", "blue"),
        _walnut,
        Scene(1600, 1000, square=112, centre=(0.27, 0.5), turn=2, tilt=12, crooked=1.2, light=0.25),
        44,
    ),
    SamplePhoto(
        "crooked",
        "A kingdom laid in a hurry",
        ("wfgwl/l1fw1wg1/ffCf1g/l1l1mff/llw1ws2",),
        ("green",),
        _felt,
        Scene(1280, 960, square=118, turn=24, tilt=30, tilt_axis=60, crooked=4, shifted=0.05, gap=0.05, light=0.4),
        57,
    ),
    SamplePhoto(
        "started",
        "A kingdom just begun, with other things on the table",
        (".wl1l/.wf1f1/m2m2C./ss..",),
        ("pink",),
        _oak,
        Scene(1280, 960, square=108, turn=-9, tilt=16, crooked=2, loose=2, clutter=4, light=0.3),
        68,
    ),
)


def make(folder: Path = FOLDER) -> None:
    """Draw every sample into ``folder``, with ``samples.json``. The pictures are always the same."""
    folder.mkdir(exist_ok=True)
    entries = []
    for sample in SAMPLE_PHOTOS:
        taken = photograph(sample)
        file = f"{sample.name}.jpg"
        (folder / file).write_bytes(_jpeg(taken.image))
        corners = [np.round(laid.corners(), 1).tolist() for laid in taken.kingdoms]
        entries.append(
            {"file": file, "title": sample.title, "notation": [str(k) for k in _kingdoms(sample)], "corners": corners}
        )
    text = json.dumps(entries, ensure_ascii=False, indent=1)
    (folder / "samples.json").write_text(text + "\n", encoding="utf-8")


def photograph(sample: SamplePhoto) -> Render:
    """The sample as a rendered photo."""
    rng = np.random.default_rng(sample.seed)
    layouts = [laid_out(kingdom) for kingdom in _kingdoms(sample)]
    table = sample.table(sample.scene.width, sample.scene.height, rng)
    return render(layouts, drawn_pool(sample.castles), (), sample.scene, rng, table)


def _kingdoms(sample: SamplePhoto) -> list[Kingdom]:
    return [Kingdom.parse(notation) for notation in sample.notations]


def _jpeg(image: Image) -> bytes:
    """The highest JPEG quality that fits into ``MAX_BYTES``."""
    for quality in range(92, 40, -6):
        options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1, cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
        data = cv2.imencode(".jpg", image, options)[1].tobytes()
        if len(data) <= MAX_BYTES:
            break
    return data


if __name__ == "__main__":
    make()
