"""Score and legality of a canvas under the rules in play; what was judged once is remembered."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache

from scorer.rules.legality import Check, Correction, check, corrections
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import Rules, ScoreSheet, box_of, score
from scorer.ui.state.page_state import grid_size

MOST_CORRECTIONS = 3
"""More proposals than this are no help on a phone."""

_BESIDE = ThreadPoolExecutor(max_workers=1, thread_name_prefix="corrections")
"""One worker for all visitors: looking for corrections must not slow their taps."""


def score_of(kingdom: Kingdom, rules: Rules) -> ScoreSheet:
    """The score.

    >>> score_of(Kingdom.parse("w1wC"), Rules()).total
    2
    """
    return _score(kingdom, _settled(kingdom, rules))


def check_of(kingdom: Kingdom, rules: Rules) -> Check:
    """The legality check."""
    settled = _settled(kingdom, rules)
    return _check(kingdom, settled)


def corrections_of(kingdom: Kingdom, rules: Rules) -> Future[tuple[Correction, ...]]:
    """Legal kingdoms close by, the closest first; worked out beside the page, for it may take seconds.

    >>> corrections_of(Kingdom.parse("wwC"), Rules()).result()
    ()
    """
    return _corrections(kingdom, _settled(kingdom, rules))


def _settled(kingdom: Kingdom, rules: Rules) -> Rules:
    return replace(rules, box=rules.box or box_of(kingdom), size=grid_size(rules, kingdom))


@lru_cache(maxsize=512)
def _score(kingdom: Kingdom, rules: Rules) -> ScoreSheet:
    return score(kingdom, rules)


@lru_cache(maxsize=512)
def _check(kingdom: Kingdom, rules: Rules) -> Check:
    return check(kingdom, size=rules.size, box=rules.box)


@lru_cache(maxsize=128)
def _corrections(kingdom: Kingdom, rules: Rules) -> Future[tuple[Correction, ...]]:
    return _BESIDE.submit(corrections, kingdom, size=rules.size, box=rules.box, most=MOST_CORRECTIONS)
