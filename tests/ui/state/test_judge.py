"""Every kingdom on the page is counted and judged by what the whole table plays."""

from __future__ import annotations

from hypothesis import given, settings

from scorer.rules.table.player import distinct
from scorer.rules.table.ranking import rank
from scorer.sharing.game import Game
from scorer.ui.state import judge
from scorer.ui.state.page_state import state_of
from tests.sharing.some_games import small_games


@settings(max_examples=25, deadline=None, derandomize=True)
@given(small_games)
def test_a_kingdom_has_one_score_and_one_verdict_on_all_pages(game: Game) -> None:
    state = state_of(game)
    ranking = rank(state.game.table)
    sheets = {standing.name: standing.sheets for standing in ranking.standings}
    found = [str(finding.message) for finding in ranking.findings]
    for name, seat in zip(distinct(seat.name for seat in state.seats), state.seats, strict=True):
        kingdoms = [canvas.kingdom for canvas in seat.canvases[: 3 if state.dynasty else 1]]
        scores = tuple(judge.score_of(kingdom, state.settled_rules) for kingdom in kingdoms)
        assert scores == sheets.get(name, ())
        for kingdom in kingdoms:
            check = judge.check_of(kingdom, state.settled_rules)
            assert (check.size, check.box) == (ranking.rules.size, ranking.rules.box)
            assert all(any(f"{name}: {finding.message}" in said for said in found) for finding in check.findings)
