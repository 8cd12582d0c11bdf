"""Who has won, as the card says it."""

import pytest

from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.card import card_png, lettering
from scorer.sharing.card.content import headline, parts
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode
from tests.sharing.card.cards import ENGLISH
from tests.sharing.some_games import SHARING_A_BOX

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("notations", "title", "why"),
    [
        (("w1wC", "fC"), "Ann wins!", ["", ""]),
        (("w1wC", "f?fC"), "Ann leads", ["", "hidden squares decide who wins"]),
        (
            ("w1wC", "f1f?C"),
            "Ann, Ben are tied so far",
            ["", "hidden squares decide who wins"],
        ),
    ],
)
def test_the_card_names_a_winner_only_where_nothing_hidden_may_change_it(
    notations: tuple[str, str], title: str, why: list[str]
) -> None:
    named = zip(("Ann", "Ben"), notations, strict=True)
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in named))
    shown = parts(game, ENGLISH, lettering)
    assert headline(shown, ENGLISH) == title
    assert [part.decided for part in shown] == why


def test_card_of_an_unsettled_game_names_no_winner() -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("w1tC"),)) for name in ("Ann", "Ben")))
    level = parts(game, ENGLISH, lettering, is_settled=False)
    assert [part.decided for part in level] == ["", ""]
    assert [part.decided for part in parts(game, ENGLISH, lettering)] == ["tied on points: shared victory"] * 2
    assert headline(level, ENGLISH, is_settled=False) == "Ann, Ben are tied so far"
    assert headline(level[:1], ENGLISH, is_settled=False) == "Ann"
    assert card_png(game, ENGLISH, is_settled=False) != card_png(game, ENGLISH)


def test_players_with_equal_names_are_distinguished() -> None:
    twins = Game(tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("wC", "w1wC")))
    shown = parts(twins, ENGLISH, lettering)
    assert [part.standing.name for part in shown] == ["Ann 2", "Ann"]
    assert headline(shown, ENGLISH) == "Ann 2 wins!"
    assert decode(encode(twins)) == twins


@pytest.mark.parametrize(
    ("notation", "said"), [("w1f/C.", "Ann wins!"), ("w1w1w1w1w1w1w1C", "Ann wins – please check")]
)
def test_card_notes_that_an_illegal_kingdom_counts_as_played(notation: str, said: str) -> None:
    game = Game(
        tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", notation), ("Ben", "C")))
    )
    english = translator("en")
    assert headline(parts(game, english, lettering), english, is_doubted=game.is_doubted) == said


@pytest.mark.parametrize("second", SHARING_A_BOX)
def test_card_notes_that_an_impossible_table_counts_as_played(second: Kingdom) -> None:
    """Each kingdom is legal by itself; one was chosen twice, or the box has too few dominoes for both."""
    game = Game((Player("Ann", kingdoms=SHARING_A_BOX[:1]), Player("Ben", kingdoms=(second,))))
    english = translator("en")
    assert headline(parts(game, english, lettering), english, is_doubted=game.is_doubted).endswith(" – please check")
