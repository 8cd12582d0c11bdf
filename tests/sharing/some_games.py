"""Games for the tests of everything that keeps or shows one."""

from dataclasses import replace

from hypothesis import strategies as st

from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import COURT_TILES, RESOURCE_TERRAINS
from scorer.rules.model.dominoes import BASE_BOXES
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.letters import JOINERS
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import EDITIONS, Rules
from scorer.rules.model.terrain import Place, Square, Terrain
from scorer.rules.table.player import COLOURS, DYNASTY_GAMES, MAX_TOTAL, Player
from scorer.sharing.codec import MAX_FACES
from scorer.sharing.game import Game

KINGDOMS = tuple(
    Kingdom.parse(text)
    for text in (
        "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf",
        "glfff/gfff1g/gs1Cfg/gs2lg2g1/fl1lg1w",
        "s2w1fff/wwf1ff/mw1Cfl1/wf1ff1l/lll1fl1",
        "l1ww1sw/lw1g2gw/lwwww/l1wwf1f1/llCll",
    )
)

SHARING_A_BOX = tuple(
    map(Kingdom.parse, ("fmm2wf1/lw1sff/lg2Cff/lls1gg/lls2wg", "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"))
)
"""Two kingdoms that are legal each by itself; one box has too few dominoes for both."""

FOUR = Game(
    tuple(
        Player(name, colour=colour, kingdoms=(kingdom,))
        for name, colour, kingdom in zip(("Ann", "Bérénice", "Charlotte", "Dmitri"), COLOURS, KINGDOMS, strict=True)
    ),
    Rules(harmony=True, middle_kingdom=True),
)
"""An evening with four players."""

TOWNS = tuple(
    Kingdom.parse(text)
    for text in (
        "f1wwf1t[church]t./wws2fl1l1f1/ws1s2ffl1g/tt[bakery]t[statue]tlCg/m3tfw1tt[magic_school]g/wwf1ggtt[sawmill]/"
        "w.s1ttm1m2 coins=11 towers=3 knights=4 queen",
        "wl1w1ff1w./wws1fl1ll/g1wwCwf1l/m2t[foundry]t[crown]t[crown]l1fl/s2sw1ggf1l/ssggt[guardtower]fw1/"
        ".wg2tt[big_tavern]ff coins=23 towers=2 knights=1",
        "..fs1t[church].w/lt[weaving_shop]ts1t[two_points]f1t/g2gt[statue]l1fgm1/fmt[sawmill]l1l1g1t/"
        "fw1Ct[shooting_range]www/fw1swf1t[small_tavern]m3/f1wf1llt. coins=6 knights=3",
        "t[travelling_castle].fl1ww./tt[guardtower]f1gf1ws2/tt[crown]t[foundry]g1www/tt[bakery]Clw1ww/"
        "t[fishmonger]sw1f1fm2s1/gs1t[statue]ffl1./.tts... coins=17 towers=5 knights=2",
    )
)

QUEENS = Game(
    tuple(replace(player, kingdoms=(kingdom,)) for player, kingdom in zip(FOUR.players, TOWNS, strict=True)),
    Rules(harmony=True),
)
"""The same four with 7×7 kingdoms full of buildings: the most that an evening may have to show."""

TEAM = Player("Reds", members=("Ann", "C++"), colour="pink", kingdoms=KINGDOMS[:1])
"""Two people with one kingdom."""

_squares = st.one_of(
    st.builds(Square, st.sampled_from(Terrain), st.one_of(st.none(), st.integers(0, 3))),
    st.builds(Square, st.just(Terrain.TOWN), st.just(0), st.sampled_from(sorted(BUILDINGS))),
    st.builds(Square, st.sampled_from(Terrain), st.integers(0, 3), giants=st.integers(1, 3)),
    st.builds(Square, st.sampled_from(RESOURCE_TERRAINS), resource=st.just(True)),
    st.builds(Square, st.sampled_from(RESOURCE_TERRAINS), building=st.sampled_from(sorted(COURT_TILES))),
)
_cells = st.one_of(_squares, st.sampled_from(Place))
_tokens = st.integers(0, 200)
names = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs"), include_characters=JOINERS), max_size=40)
_editions, _boxes, _sizes = (
    st.sampled_from(EDITIONS),
    st.sampled_from((None, *BASE_BOXES)),
    st.sampled_from((None, 5, 7)),
)
_quests = st.lists(st.sampled_from(QUESTS), max_size=2, unique=True).map(tuple)
rules = st.one_of(
    st.builds(Rules, _editions, st.booleans(), st.booleans(), _boxes, _sizes, court=st.booleans()),
    st.builds(Rules, _editions, box=_boxes, size=_sizes, giants=st.just(True), quests=_quests),
)


def _games(side: int) -> st.SearchStrategy[Game]:
    grids = st.tuples(st.integers(1, side), st.integers(1, side)).flatmap(
        lambda shape: st.tuples(*[st.tuples(*[_cells] * shape[1])] * shape[0])
    )
    kingdoms = st.builds(Kingdom, grids, _tokens, _tokens, _tokens, st.booleans())
    played = st.lists(st.one_of(kingdoms, st.integers(0, MAX_TOTAL)), max_size=DYNASTY_GAMES)
    players = st.builds(
        _player, names, st.lists(names.filter(bool), max_size=3), st.sampled_from(("", *COLOURS)), played
    )
    return st.builds(Game, st.lists(players, max_size=5).map(tuple), rules, st.booleans()).filter(_is_of_a_box)


def _player(name: str, members: list[str], colour: str, played: list[Kingdom | int]) -> Player:
    """A player with a kingdom or only a total in each game."""
    return Player(
        name,
        members=tuple(members),
        colour=colour,
        kingdoms=tuple(game for game in played if isinstance(game, Kingdom)),
        totals=tuple(game if isinstance(game, int) else None for game in played),
    )


def _is_of_a_box(game: Game) -> bool:
    """Whether it shows no more different squares than any box holds: others are refused."""
    cells = {cell for player in game.players for kingdom in player.kingdoms for _, cell in kingdom.cells()}
    return len(cells) <= MAX_FACES


games = _games(7)
"""Anything that a page might hold."""
small_games = _games(3)
"""The same with small kingdoms, where every kingdom's legality is looked at too."""
