"""Score and legality of kingdoms, and the ranking of games, cached."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from scorer.rules.legality import Check, Correction, check, corrections
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import SettledRules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.ranking import Ranking, rank
from scorer.rules.table.table import Table

MAX_CORRECTIONS = 3
"""Maximum number of proposed corrections: a phone has no room for more."""

COMPUTING: Final = ContextVar[AbstractContextManager[object] | None]("COMPUTING", default=None)
"""Entered for each check and ranking, which may take a second. On a server, the pages of one visitor share it, so that
many of them slow down the taps of others no more than one."""

BESIDE: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="corrections")
"""Where a host has no other executor: the search for corrections must not slow down taps."""


def forget() -> None:
    """Empty the caches, after more rules could be settled than before."""
    for remembered in (check_of, corrections_of, rank_of):
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
    with COMPUTING.get() or nullcontext():
        return check(kingdom, size=rules.size, box=rules.box)


@lru_cache(maxsize=64)
def rank_of(table: Table) -> Ranking:
    """The ranking of a game."""
    with COMPUTING.get() or nullcontext():
        return rank(table)


@lru_cache(maxsize=128)
def corrections_of(kingdom: Kingdom, rules: SettledRules) -> tuple[Correction, ...]:
    """Legal kingdoms close by, the closest first; it may take seconds.

    >>> corrections_of(Kingdom.parse("wwC"), SettledRules())
    ()
    """
    return corrections(kingdom, size=rules.size, box=rules.box, most=MAX_CORRECTIONS)


class Search:
    """One page's search for corrections, in the background and only for the newest kingdom.

    The search for an older one is cancelled if it has not started, so that a page waits for at most one kingdom of each
    other page. ``beside`` carries the searches out, on a server one visitor's in turn with those of others.

    >>> Search().of(Kingdom.parse("wwC"), SettledRules()).result()
    ()
    """

    def __init__(self, beside: Executor = BESIDE) -> None:
        self._beside = beside
        self._of: tuple[Kingdom, SettledRules] | None = None
        self._found: Future[tuple[Correction, ...]] = Future()

    def of(self, kingdom: Kingdom, rules: SettledRules) -> Future[tuple[Correction, ...]]:
        """A future with the result of ``corrections_of``."""
        if self._of != (kingdom, rules):
            self.cancel()
            self._of, self._found = (kingdom, rules), self._beside.submit(corrections_of, kingdom, rules)
        return self._found

    @property
    def is_over(self) -> bool:
        """Whether the corrections are known."""
        return self._found.done()

    def cancel(self) -> None:
        """Cancel the search: the kingdom is not shown any more."""
        self._of = None
        self._found.cancel()
