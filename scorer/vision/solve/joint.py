"""Solves all squares of a grid together for the most probable kingdom that real dominoes can build."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scorer.rules.model.dominoes import Box
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import SMALL_GRID
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.faces import FACES
from scorer.vision.settings import SolveSettings
from scorer.vision.solve.prior import Prior
from scorer.vision.solve.search import Search
from scorer.vision.solve.tiler import EMPTY, TERRAINS

DEFAULTS: Final = SolveSettings()
UNBUILDABLE: Final = Message("the dominoes in the box cannot make this kingdom; it is shown as read")
NEGLIGIBLE: Final = 1e-12
"""Probability of a face that the classifier does not know at a place where it counts as known."""

Grid = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Solution:
    """The result for one board; ``cells``, ``seen`` and ``squares`` have its shape.

    ``cells`` is the most probable grid, ``seen`` the grid of most probable faces; ``squares`` holds the probability
    of every cell of ``cells``, and ``confidence`` is the probability that all of them are right. ``buildable``: the
    dominoes of ``box`` (None if not) can build it; where they cannot, ``note`` says so. ``exact`` is false where time
    ran out before the search had proved that no grid is more probable.
    """

    cells: Grid
    seen: Grid
    squares: tuple[tuple[float, ...], ...]
    confidence: float
    size: int
    buildable: bool
    box: Box | None = None
    exact: bool = True
    note: Message | None = None

    @property
    def laid(self) -> NDArray[np.bool_]:
        """The places that are not empty, bool (rows, columns)."""
        return np.array([[cell is not Place.EMPTY for cell in row] for row in self.cells], np.bool_)

    @property
    def rectangle(self) -> tuple[slice, slice]:
        """The rows and the columns from the first to the last that are not empty."""
        laid = self.laid
        rows, columns = (np.flatnonzero(laid.any(axis=axis)) for axis in (1, 0))
        return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def solve(
    faces: NDArray[np.float32],
    *,
    size: int | None = None,
    box: Box | None = None,
    giants: bool = False,
    unseen: NDArray[np.bool_] | None = None,
    hidden: NDArray[np.bool_] | None = None,
    settings: SolveSettings = DEFAULTS,
) -> Solution:
    """Solve all places of a grid together.

    ``faces``: array (rows, columns, len(FACES)), the classifier's probabilities for every place. ``size`` (5 or 7)
    and ``box`` where they are known; otherwise 5 if the squares fit 5×5, and Queendomino where there is a town;
    ``giants`` if Age of Giants is used with it. Raises ``ValueError`` for any other shape, and for values that are no
    probabilities.

    With p(x) = Π p(x_i) over the places, softened by ``settings``, the answer is the grid x that maximises
    p(x) · w(x), where w(x) is

        1            if the box's dominoes can build x: one castle, no larger than its size, every other place empty
                     or half of exactly one domino, no pair of faces more often than it is printed;
        a bit less   if the castle is missing, the kingdom large or a Queendomino one (see ``SolveSettings``);
        u            if it cannot be built (``settings.unbuildable_weight``).

    Neither a legal order of laying nor connected dominoes are required: players break these rules.

    So the grid s of most probable faces is changed to a buildable x only if p(x) w(x) > u · p(s), and never to a face
    less than u times as probable: a clear picture is read as it is and reported with ``buildable`` false.

    A square may also show a face that the classifier does not know, more probably as its own face is less certain
    (``settings.unknown_share``); or it looks empty (``settings.unknown_empty``), unless ``faces`` excludes a
    square there by a probability of 1. It fits any face of the box, and the result leaves it open. Such a grid can win
    only where no grid of known faces can be built, or only an unlikely one, so the search is run again then.

    ``unseen``: bool (rows, columns), the places outside the picture. The other half of a domino that the picture cuts
    may lie there (``settings.unseen_share``); the result reports these places as empty. ``hidden``: bool (rows,
    columns), places behind something. Their faces are uncertain for that reason, and count as known to the classifier.

    The search is complete. Grids are tried in falling order of p(x); since w ≤ 1, it may stop as soon as the next p
    is below the best p · w. Where too many squares are uncertain for that, an integer program finds the best: it needs
    only faces and grids within u of s, since all others lose to s. Probabilities are the shares of
    Σ p(x) w(x). As Σ p(x) = 1 over all grids, the untried mass is known exactly, and only its buildable share is
    estimated.

    >>> faces = np.full((1, 3, len(FACES)), 1e-6)
    >>> faces[0, 0, 17] = faces[0, 1, 0] = faces[0, 2, 13] = 1  # castle, wheat, a mine with one crown …
    >>> faces[0, 2, 12] = 1e-2  # … whose other half is wheat; a mine without crowns has none
    >>> solution = solve(faces / faces.sum(axis=2, keepdims=True))
    >>> "".join(map(str, solution.cells[0])), solution.buildable, solution.confidence > 0.99
    ('Cwm1', True, True)
    """
    probabilities = _softened(faces, settings)
    rows, columns, _ = probabilities.shape
    if not rows * columns:
        return Solution((), (), (), 1.0, size or SMALL_GRID, True)
    prior = Prior(rows, columns, size, box, settings, giants=giants)
    flat = probabilities.reshape(rows * columns, -1)
    search = Search(flat, prior)
    unseen = np.zeros(len(flat), np.bool_) if unseen is None else unseen.ravel()
    best, unknown = search.best, _unknown(flat, faces, settings)
    if hidden is not None:
        unknown[hidden.ravel()] = NEGLIGIBLE
    least = float((unknown / flat.max(axis=1)).sum()) + settings.unseen_share * bool(unseen.any())
    unknown[unseen] = settings.unseen_share
    if unknown.any() and (best.prior.box is None or best.probability < least * search.probability_of_seen):
        search = Search(np.column_stack([flat * (1 - unknown[:, None]), unknown]), prior)
        best = search.best
    confidence, squares = search.posteriors(best.grid)
    squares[unseen] = 1
    return Solution(
        cells=_cells(np.where(unseen, EMPTY, best.grid), columns),
        seen=_cells(search.seen, columns),
        squares=tuple(tuple(map(float, row)) for row in squares.reshape(rows, columns)),
        confidence=confidence,
        size=prior.size_of(best.grid),
        buildable=best.prior.box is not None,
        box=best.prior.box,
        exact=search.exact,
        note=None if best.prior.box else UNBUILDABLE,
    )


def _softened(faces: NDArray[np.float32], settings: SolveSettings) -> NDArray[np.float64]:
    probabilities = np.asarray(faces, dtype=np.float64)
    if probabilities.shape[2:] != (len(FACES),):
        raise ValueError(f"faces must have the shape (rows, columns, {len(FACES)}), not {probabilities.shape}")
    if not np.isfinite(probabilities).all() or (probabilities < 0).any() or (probabilities.sum(axis=2) <= 0).any():
        raise ValueError("faces must hold a probability for every face of every place")
    sharp = (probabilities / probabilities.max(axis=2, keepdims=True)) ** (1 / settings.temperature)
    soft: NDArray[np.float64] = (1 - settings.uniform_share) * sharp / sharp.sum(axis=2, keepdims=True)
    return soft + settings.uniform_share / len(FACES)


def _unknown(
    probabilities: NDArray[np.float64], faces: NDArray[np.float32], settings: SolveSettings
) -> NDArray[np.float64]:
    """The probability of a square with a face that the classifier does not know, at each place: array (places,)."""
    halves, empty = probabilities[:, :TERRAINS], probabilities[:, EMPTY]
    uncertain = halves.sum(axis=1) - halves.max(axis=1)
    seems_empty = np.where(faces[..., EMPTY].ravel() < 1, empty, 0.0)
    return np.asarray(settings.unknown_share * uncertain + settings.unknown_empty * seems_empty, np.float64)


def _cells(grid: Sequence[int] | NDArray[np.intp], columns: int) -> Grid:
    shown = (*FACES, Place.UNKNOWN)
    return tuple(tuple(shown[face] for face in grid[start : start + columns]) for start in range(0, len(grid), columns))
