"""How long the search goes on: until nothing more can change what is said, and no longer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scorer.rules.model.kingdom import Kingdom
from scorer.vision.common.faces import FACE_INDEX, FACES
from scorer.vision.settings import CalibrationSettings, SolveSettings
from scorer.vision.solve.prior import Prior, PriorWeight
from scorer.vision.solve.search import Search

DUEL = Kingdom.parse("llll1wwl/g1l1l1llll/gffw1gl1l/fffCgwg/fgf1ss1ww1/ff1wss2ww/f1wwss2gm1")


class CountingPrior(Prior):
    """Counts the grids that it is asked for."""

    asked = 0

    def evaluate(self, grid: Sequence[int]) -> PriorWeight:
        self.asked += 1
        return super().evaluate(grid)


def _searched(sure: float, settings: SolveSettings, *, first: float | None = None) -> tuple[float, float, int]:
    """The probability of a 7×7 whose squares look so surely like themselves, the lowest of its places', and how many
    grids were tried. The ``first`` square may be less sure than the others."""
    looks = np.array([first or sure, *[sure] * 48])
    faces = np.repeat((1 - looks[:, None]) / (len(FACES) - 1), len(FACES), axis=1)
    faces[range(49), [FACE_INDEX[DUEL[place]] for place in np.ndindex(7, 7)]] = looks
    prior = CountingPrior(7, 7, None, None, settings)
    search = Search(faces, prior)
    whole, places = search.posteriors(search.best.grid)
    return whole, float(places.min()), prior.asked


@pytest.mark.parametrize(("first", "certain_as_a_whole"), [(0.9994, True), (0.78, False)])
def test_search_ends_early_if_no_square_is_uncertain(first: float, *, certain_as_a_whole: bool) -> None:
    settings = SolveSettings(negligible_share=1e-4)
    whole, lowest, tried = _searched(0.9994, settings, first=first)
    assert tried == settings.check_interval
    assert (whole >= settings.certain_threshold) == certain_as_a_whole
    assert lowest >= settings.certain_threshold


def test_certain_squares_are_not_flagged() -> None:
    assert SolveSettings().certain_threshold >= CalibrationSettings().flag_threshold


def test_search_continues_if_squares_may_be_uncertain() -> None:
    settings = SolveSettings(negligible_share=1e-4)
    _, lowest, tried = _searched(0.9, settings)
    assert lowest < settings.certain_threshold
    assert tried >= settings.max_grids


@pytest.mark.parametrize("sure", [0.9995, 0.998])
def test_ending_early_hardly_changes_the_probability(sure: float) -> None:
    early, early_least, _ = _searched(sure, SolveSettings())
    late, late_least, tried = _searched(sure, SolveSettings(certain_threshold=1.0, negligible_share=1e-4))
    assert tried == SolveSettings().max_grids
    assert early == pytest.approx(late, abs=0.03)
    assert early_least == pytest.approx(late_least, abs=0.001)
