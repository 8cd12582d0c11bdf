"""The card shows every player, in any language, and survives any game."""

import io
import itertools
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from PIL import Image

from scorer.art.draw import _painted
from scorer.i18n.translator import LANGUAGES, translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.card import card_png, lettering, read_card
from scorer.sharing.card.content import parts
from scorer.sharing.card.drawing import MAX_PAINTED
from scorer.sharing.card.layout import LINE, MARGIN, SHEET, WIDTH
from scorer.sharing.card.lettering import fitted, width
from scorer.sharing.card.typesetting import Hand, wrapped_by
from scorer.sharing.codec import MAX_FACES
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode
from scorer.sharing.rules_in_play import rules_in_play
from tests.sharing.card.cards import ENGLISH, FRENCH, drawn, opened
from tests.sharing.hostile import hostile_games
from tests.sharing.some_games import FOUR, KINGDOMS, QUEENS

pytestmark = pytest.mark.slow


def test_four_players_make_a_tall_card_with_their_boards() -> None:
    picture = opened(drawn(FOUR, ENGLISH))
    assert picture.shape[1] == WIDTH
    assert 1800 < picture.shape[0] < 2600
    wheat = (np.abs(picture.astype(int) - (40, 180, 235)).max(axis=2) < 45).sum()
    assert wheat > 30_000


def test_the_card_speaks_the_players_language() -> None:
    assert not np.array_equal(opened(drawn(FOUR, ENGLISH)), opened(drawn(FOUR, FRENCH)))


def test_towns_for_four_stand_in_two_columns() -> None:
    high, wide = opened(card_png(QUEENS, ENGLISH)).shape[:2]
    assert wide > 1.9 * WIDTH
    assert high < 1.5 * wide


@pytest.mark.parametrize(
    "game",
    [
        Game(),
        Game((Player("nobody"),)),
        Game((Player("👑", kingdoms=(Kingdom.parse("C"),)),)),
        Game(
            (Player("Ann", colour="blue", kingdoms=KINGDOMS[:3]), Player("Ann", colour="blue", kingdoms=KINGDOMS[1:3])),
            dynasty=True,
        ),
        Game((Player("Ann", totals=(45,)), Player("Ben", kingdoms=KINGDOMS[:1]))),
        Game(
            (Player("Ann", totals=(45, None, 38), kingdoms=KINGDOMS[:1]), Player("Ben", totals=(1, 2, 3))), dynasty=True
        ),
        Game(
            (Player("W" * 80, colour="green", kingdoms=(Kingdom.parse("/".join(["m3s" * 5] * 15)),)),),
            Rules(harmony=True),
        ),
    ],
)
def test_unusual_games_have_a_card(game: Game) -> None:
    card = card_png(game, FRENCH)
    assert opened(card).shape[1] == WIDTH
    assert read_card(card) == game


@pytest.mark.thorough
@pytest.mark.parametrize("faces", [1, 3, MAX_FACES - 1])
def test_few_squares_are_painted_whatever_the_game_holds(faces: int) -> None:
    every = itertools.cycle([f"{terrain}{crowns}" for terrain in "wflgsmt" for crowns in range(10)][:faces])
    grid = "/".join("".join(next(every) for _ in range(15)) for _ in range(15))
    _painted.cache_clear()
    card_png(Game((Player("Ann", colour="blue", kingdoms=(Kingdom.parse(grid),)),)), ENGLISH)
    assert _painted.cache_info().misses <= MAX_PAINTED


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["tiles of The Court", "towns with every building", "large teams"])
def test_no_link_makes_a_card_larger_than_a_photo(name: str) -> None:
    game = decode(encode(hostile_games()[name]))
    with Image.open(io.BytesIO(card_png(game, ENGLISH))) as image:
        assert image.width * image.height < 25_000_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_open_result_is_shown_in_full_below_the_name(language: str) -> None:
    """What is written there is cut short where it is wider than the room beside the medal."""
    game = Game(
        tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "f?fC")))
    )
    said = parts(game, translator(language), lettering)[1].decided
    assert said
    assert fitted(said, Hand(400, 22), SHEET) == said


def test_all_rules_stand_above_the_players_in_any_language() -> None:
    """They were cut with an ellipsis; now the panels stand a line lower where one is not enough."""
    for language in LANGUAGES:
        quests = sorted(QUESTS, key=lambda quest: len(str(quest.name)))[-2:]
        rules = Rules(giants=True, court=True, quests=tuple(quests), size=7)
        long, tr = replace(FOUR, rules=rules, dynasty=True), translator(language)
        said = rules_in_play(long, tr)
        lines = wrapped_by(width, said, Hand(400, 25), WIDTH - 2 * MARGIN)
        assert " ".join(lines) == said
        height = opened(card_png(replace(FOUR, players=FOUR.players[:1], rules=rules, dynasty=True), tr)).shape[0]
        short = opened(card_png(replace(FOUR, players=FOUR.players[:1], rules=Rules(), dynasty=True), tr)).shape[0]
        assert height - short == LINE * (len(lines) - 1)
    assert len(lines) > 1


def test_a_long_headline_is_whole_on_two_lines() -> None:
    names = ("Maximilienne-Charlotte", "Jean-Baptiste Grenouille", "Marie-Antoinette")
    three = Game(tuple(Player(name, kingdoms=KINGDOMS[:1]) for name in names))
    another = replace(three, players=(*three.players[:2], replace(three.players[2], name="Marie-Antoinettf")))
    head, other = (opened(card_png(game, FRENCH))[:110] for game in (three, another))
    assert not np.array_equal(head, other)


@pytest.mark.thorough
def test_smooth_corners_are_painted_for_the_ends_of_a_panel_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a card with thousands of lines, all of it twice as large took 280 MB and a second."""
    new = Mock(side_effect=Image.new)
    monkeypatch.setattr(Image, "new", new)
    with Image.open(io.BytesIO(card_png(hostile_games()["every face"], ENGLISH))) as card:
        areas = [wide * high for _mode, (wide, high), *_ in (call.args for call in new.call_args_list)]
        assert max(areas) == card.width * card.height
