"""Every kingdom on the page is counted and judged by what the whole table plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from threading import Event

import pytest
from hypothesis import given, settings

from scorer.app.state import judge
from scorer.app.state.page_state import state_of
from scorer.rules.legality import Correction
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.letters import isolated
from scorer.rules.model.rules import SettledRules
from scorer.rules.table.player import Player, distinct
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table
from scorer.sharing.game import Game
from tests.sharing.some_games import small_games


@pytest.mark.slow
@settings(max_examples=25, derandomize=True)
@given(small_games)
def test_a_kingdom_has_one_score_and_one_verdict_on_all_pages(game: Game) -> None:
    state = state_of(game)
    ranking = rank(state.game.table)
    sheets = {standing.name: standing.sheets for standing in ranking.standings}
    found = [str(finding.message) for finding in ranking.findings]
    for name, slot in zip(distinct(slot.name for slot in state.slots), state.slots, strict=True):
        drafts = slot.drafts[: 3 if state.dynasty else 1]
        kingdoms = [draft.kingdom for draft in drafts if draft.total is None]
        scores = tuple(judge.score_of(kingdom, state.settled_rules) for kingdom in kingdoms)
        assert scores == sheets.get(name, ())
        shown = isolated(name)
        for kingdom in kingdoms:
            check = judge.check_of(kingdom, state.settled_rules)
            assert (check.size, check.box) == (ranking.rules.size, ranking.rules.box)
            assert all(any(f"{shown}: {finding.message}" in said for said in found) for finding in check.findings)


def test_rankings_and_checks_are_computed_once_and_in_the_turn_of_the_visitor() -> None:
    entered: list[str] = []

    class Turn(AbstractContextManager[None]):
        def __exit__(self, *_: object) -> None:
            entered.append("left")

    judge.forget()
    kingdom, rules = Kingdom.parse("w1wC"), SettledRules()
    table = Table((Player("Ann", kingdoms=(kingdom,)),))
    before = judge.COMPUTING.set(Turn())
    try:
        assert judge.rank_of(table) is judge.rank_of(Table((Player("Ann", kingdoms=(kingdom,)),)))
        assert judge.check_of(kingdom, rules) is judge.check_of(kingdom, rules)
    finally:
        judge.COMPUTING.reset(before)
    assert entered == ["left", "left"]


class HeldSearch:
    """A search for corrections that finds none, and ends only when it may ``go_on``."""

    def __init__(self) -> None:
        self.started, self.go_on = Event(), Event()
        self.searched: list[str] = []

    def __call__(self, kingdom: Kingdom, **_: object) -> tuple[Correction, ...]:
        self.searched.append(str(kingdom))
        self.started.set()
        self.go_on.wait()
        return ()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldSearch]:
    held = HeldSearch()
    judge.forget()
    monkeypatch.setattr(judge, "corrections", held)
    yield held
    held.go_on.set()
    judge.forget()


def test_only_the_newest_kingdom_of_a_visitor_is_searched(held: HeldSearch) -> None:
    ann, ben, rules = judge.Search(), judge.Search(), SettledRules()
    first = ann.of(Kingdom.parse("wC"), rules)
    held.started.wait()
    others = [ann.of(Kingdom.parse(text), rules) for text in ("fC", "lC", "gC", "gC")]
    of_ben = ben.of(Kingdom.parse("sC"), rules)
    assert others[2] is others[3]
    held.go_on.set()
    assert (first.result(), others[3].result(), of_ben.result()) == ((), (), ())
    assert [one.cancelled() for one in (first, *others)] == [False, True, True, False, False]
    assert held.searched == ["wC", "gC", "sC"]


def test_search_of_a_visitor_who_left_is_cancelled(held: HeldSearch) -> None:
    ann, ben, rules = judge.Search(), judge.Search(), SettledRules()
    ann.of(Kingdom.parse("wC"), rules)
    held.started.wait()
    found = ben.of(Kingdom.parse("sC"), rules)
    ben.cancel()
    held.go_on.set()
    assert found.cancelled() and ben.of(Kingdom.parse("sC"), rules).result() == ()
