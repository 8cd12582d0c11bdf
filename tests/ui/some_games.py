"""Games for the tests of everything that keeps or shows one."""

from hypothesis import strategies as st

from scorer.rules.buildings import BUILDINGS
from scorer.rules.dominoes import Box
from scorer.rules.kingdom import Kingdom
from scorer.rules.scoring import Rules
from scorer.rules.terrain import Place, Square, Terrain
from scorer.ui.game import COLOURS, DYNASTY_GAMES, Game, PlayerEntry

KINGDOMS = tuple(
    Kingdom.parse(text)
    for text in (
        "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf",
        "glfff/gfff1g/gs1Cfg/gs2lg2g1/fl1lg1w",
        "s2w1fff/wwf1ff/mw1Cfl1/wf1ff1l/lll1fl1",
        "l1ww1sw/lw1g2gw/lwwww/l1wwf1f1/llCll",
    )
)

FOUR = Game(
    tuple(
        PlayerEntry(name, colour, (kingdom,))
        for name, colour, kingdom in zip(("Ann", "Bérénice", "Charlotte", "Dmitri"), COLOURS, KINGDOMS, strict=True)
    ),
    Rules(harmony=True, middle_kingdom=True),
)
"""An evening with four players."""

_squares = st.one_of(
    st.builds(Square, st.sampled_from(Terrain), st.one_of(st.none(), st.integers(0, 9))),
    st.builds(Square, st.just(Terrain.TOWN), st.just(0), st.sampled_from(sorted(BUILDINGS))),
)
_cells = st.one_of(_squares, st.sampled_from(Place))
_tokens = st.integers(0, 200)
names = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=40)
rules = st.builds(
    Rules,
    st.sampled_from(("us", "older")),
    st.booleans(),
    st.booleans(),
    st.sampled_from((None, *Box)),
    st.sampled_from((None, 5, 7)),
)


def _games(side: int) -> st.SearchStrategy[Game]:
    grids = st.tuples(st.integers(1, side), st.integers(1, side)).flatmap(
        lambda shape: st.tuples(*[st.tuples(*[_cells] * shape[1])] * shape[0])
    )
    kingdoms = st.builds(Kingdom, grids, _tokens, _tokens, _tokens, st.booleans())
    players = st.builds(
        PlayerEntry,
        names,
        st.sampled_from(("", *COLOURS)),
        st.lists(kingdoms, max_size=DYNASTY_GAMES).map(tuple),
    )
    return st.builds(Game, st.lists(players, max_size=5).map(tuple), rules, st.booleans())


games = _games(7)
"""Anything that a page might hold."""
small_games = _games(3)
"""The same with small kingdoms, where every kingdom's legality is looked at too."""
