"""Fits how ``FusionSettings`` combine the views of two photos.

python -m scorer.lab.fit.views DATA [--seed S] [--count N]

The pooled shares, ``view_correlation`` and ``temperature`` are those of the least mean log loss over the places of
rendered pairs. ``scorer.lab.evaluate.pairs`` measures on other seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from scorer.lab.data.squares import labelled_squares
from scorer.lab.data.textures import textures
from scorer.lab.metrics.matching import match_grid
from scorer.lab.render.benchmark_set.pairs import render_pair
from scorer.lab.render.pools import drawn_pool, labelled_pools
from scorer.lab.render.render import LaidKingdom
from scorer.rules.model.terrain import Place
from scorer.vision.common.faces import FACE_INDEX
from scorer.vision.fusion.grouping import ViewGroup
from scorer.vision.fusion.pooling import Frame, placed_evidence, pooled_faces
from scorer.vision.models import Models
from scorer.vision.photo.errors import PhotoError
from scorer.vision.reader import Reader
from scorer.vision.reading import KingdomReading
from scorer.vision.settings import FusionSettings

Floats = NDArray[np.float64]

_TABLE = FACE_INDEX[Place.EMPTY]

BOUNDS = {
    "pooled_share": (0.03, 0.1),
    "pooled_share_per_gain": (0.0, 0.2),
    "missed_share": (0.0, 0.5),
    "missed_share_per_gain": (0.0, 0.2),
    "view_correlation": (0.0, 1.0),
    "temperature": (0.5, 1.5),
}
"""The fitted settings and their bounds: photos show objects that the renderer does not have, and the pooled
probabilities must not become extreme."""

MIN_PROBABILITY = 1e-6
"""A true face below this probability counts as this."""


@dataclass(frozen=True, eq=False)
class PairPlaces:
    """The places of a pair: what both views show, and the index of the true face in ``FACES``.

    ``faces`` float32 (views, rows, columns, faces) and ``weights`` (views, rows, columns) as by ``placed_evidence``,
    ``gains`` (views,), ``truth`` (rows, columns).
    """

    faces: NDArray[np.float32]
    weights: Floats
    gains: tuple[float, ...]
    truth: NDArray[np.intp]


def places_of(group: ViewGroup, laid: LaidKingdom, settings: FusionSettings) -> PairPlaces | None:
    """The places of a group of views of a kingdom; ``None`` where a square lies outside the first view's grid."""
    match = match_grid(group.first.board.quads * group.first.scale, laid)
    if match is None or match.near < 1:
        return None
    frame, (faces, weights) = Frame.of(group), placed_evidence(group, settings)
    truth = np.full(frame.size, _TABLE, np.intp)
    for position, cell in laid.layout.cells.items():
        row, column = match.place(position)
        truth[row - frame.top, column - frame.left] = FACE_INDEX[cell]
    views = [group.first, *(view for view, _ in group.others)]
    return PairPlaces(faces, weights, tuple(view.evidence.gain for view in views), truth)


def log_loss(some: Sequence[PairPlaces], settings: FusionSettings) -> float:
    """The mean negative logarithm of the pooled probability of the true face, without places that are bare table in
    every view with probability 1."""
    losses = []
    for one in some:
        pooled = pooled_faces(one.faces, one.weights, one.gains, settings)
        true = np.take_along_axis(pooled, one.truth[..., None], axis=2)[..., 0]
        examined = ~(one.faces[..., _TABLE] == 1).all(axis=0)
        losses.append(-np.log(np.maximum(true[examined], MIN_PROBABILITY)))
    return float(np.concatenate(losses).mean())


def fitted_pooling(some: Sequence[PairPlaces], settings: FusionSettings) -> FusionSettings:
    """The settings with the least log loss."""

    low, high = np.array(list(BOUNDS.values())).T

    def of(values: Floats) -> FusionSettings:
        fitted = settings
        for name, value in zip(BOUNDS, np.clip(values, low, high), strict=True):
            fitted = replace(fitted, **{name: round(float(value), 3)})  # type: ignore[arg-type]
        return fitted

    start = np.array([getattr(settings, name) for name in BOUNDS])
    steps = np.where(start < (low + high) / 2, 0.2, -0.2) * (high - low)
    simplex = np.vstack([start, start + np.diag(steps)])
    options = {"maxfev": 400, "xatol": 2e-3, "fatol": 1e-6, "initial_simplex": simplex}
    found = minimize(lambda values: log_loss(some, of(values)), start, method="Nelder-Mead", options=options)
    return of(found.x)


class _ReaderOfGroups(Reader):
    """A reader that keeps the groups of views it combines."""

    kept: list[ViewGroup]

    def _fused(self, group: ViewGroup, *options: Any, **named: Any) -> KingdomReading | None:
        self.kept.append(group)
        return super()._fused(group, *options, **named)


def pairs(data: Path, seeds: range, reader: _ReaderOfGroups) -> Iterator[PairPlaces]:
    """The places of the rendered pairs of these seeds that the reader takes for one kingdom."""
    pools = [*labelled_pools(labelled_squares(data)), drawn_pool()]
    surfaces = textures(data, measuring=True)
    for seed in seeds:
        for pair in (render_pair(seed, pools, surfaces), render_pair(seed, pools, surfaces, apart=(20, 90))):
            reader.kept = []
            with suppress(PhotoError):
                reader.read_views([photo.render.image for photo in pair.photos])
            for group in reader.kept:
                places = places_of(group, pair.photos[0].render.kingdoms[0], reader.settings.fusion)
                if group.others and places is not None:
                    yield places


def main(arguments: Sequence[str]) -> int:
    """Print the fitted settings and the log loss before and after."""
    parser = argparse.ArgumentParser(prog="python -m scorer.lab.fit.views", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=5800, help="the first seed")
    parser.add_argument("--count", type=int, default=270, help="seeds")
    chosen = parser.parse_args(arguments)
    reader = _ReaderOfGroups(Models.shipped())
    some = list(pairs(chosen.data, range(chosen.seed, chosen.seed + chosen.count), reader))
    settings = reader.settings.fusion
    fitted = fitted_pooling(some, settings)
    print(f"{len(some)} pairs, log loss {log_loss(some, settings):.4f} before, {log_loss(some, fitted):.4f} fitted")
    for name in BOUNDS:
        print(f"{name}: {getattr(fitted, name)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
