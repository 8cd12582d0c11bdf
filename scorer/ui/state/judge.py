"""Score and legality of a canvas under the rules that are settled at the table; what was judged once is remembered."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache

from scorer.rules.legality import Check, Correction, check, corrections
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import SettledRules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet

MOST_CORRECTIONS = 3
"""More proposals than this are no help on a phone."""

_BESIDE = ThreadPoolExecutor(max_workers=1, thread_name_prefix="corrections")
"""One worker for all visitors: looking for corrections must not slow their taps."""


def forget() -> None:
    """Judge everything anew: more can be settled now than before."""
    for remembered in (check_of, corrections_of):
        remembered.cache_clear()


@lru_cache(maxsize=512)
def score_of(kingdom: Kingdom, rules: SettledRules) -> ScoreSheet:
    """The score.

    >>> score_of(Kingdom.parse("w1wC"), SettledRules()).total
    2
    """
    return score(kingdom, rules)


@lru_cache(maxsize=512)
def check_of(kingdom: Kingdom, rules: SettledRules) -> Check:
    """The legality check."""
    return check(kingdom, size=rules.size, box=rules.box)


@lru_cache(maxsize=128)
def corrections_of(kingdom: Kingdom, rules: SettledRules) -> Future[tuple[Correction, ...]]:
    """Legal kingdoms close by, the closest first; worked out beside the page, for it may take seconds.

    >>> corrections_of(Kingdom.parse("wwC"), SettledRules()).result()
    ()
    """
    return _BESIDE.submit(corrections, kingdom, size=rules.size, box=rules.box, most=MOST_CORRECTIONS)
