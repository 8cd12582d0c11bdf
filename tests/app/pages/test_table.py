"""The page of the table: who wins, names and colours, a new table."""

from __future__ import annotations

import pytest

from scorer.app.blocks import Button
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.sheet import points_text
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, blocks, fill, kept, opened, options, press, shown, tap, texts, turn, upload


def test_the_table_ranks_and_explains_a_tie() -> None:
    kingdoms = {"Ann": "w1wwC", "Bob": "f1fC/..l1", "Zoé": "C"}
    players = tuple(Player(name, kingdoms=(Kingdom.parse(notation),)) for name, notation in kingdoms.items())
    app = turn(opened(game=encode(Game(players, Rules(edition="older")))), "table")
    ranking = texts(app)
    assert ranking.index("Ann") < ranking.index("Bob") < ranking.index("Zoé")
    assert "decided by: largest territory" in ranking


def test_opened_link_shows_the_winner_and_margin_first() -> None:
    players = tuple(
        Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in {"Ann": "w1f/C.", "Ben": "wwC"}.items()
    )
    app = opened(game=encode(Game(players)))
    assert app.page == "game"
    assert "<b>Ann won by 1 point</b>" in texts(app)
    again = opened(**kept(app))  # who comes back goes on
    assert again.page == "game"


def test_bonus_that_would_change_the_winner_is_named() -> None:
    boards = {"Ann": "w1w1w/f../..C", "Ben": "w1w.../...../..C../...../....f"}
    players = tuple(Player(name, kingdoms=(Kingdom.parse(board),)) for name, board in boards.items())
    app = opened(game=encode(Game(players)))
    assert "Did you play with Middle Kingdom? Then first place goes to Ben." in texts(app)
    press(app, "Rules: Kingdomino · 5×5 · no bonuses")
    fill(app, "rule-middle_kingdom", True)
    assert "first place goes to" not in texts(turn(app, "game"))


@pytest.mark.parametrize("ben", [Player("Ben", totals=(3,)), Player("Ben", kingdoms=(Kingdom.parse("w1wC"),))])
def test_bonus_that_changes_nothing_or_may_be_in_a_total_is_not_named(ben: Player) -> None:
    ann = Player("Ann", kingdoms=(Kingdom.parse("w1w1w/f../..C"),))
    assert "first place goes to" not in texts(opened(game=encode(Game((ann, ben)))))


def test_a_table_of_photos_says_which_kingdoms_to_look_at(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    second = [one.do for one in blocks(app, Button) if one.label == "Check 1 square"][-1]
    app.do(second)
    assert app.page == "kingdom"
    assert app.state.chosen == 1


def test_a_new_table_keeps_the_rules_and_can_be_undone(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "rules")
    fill(app, "rule-harmony", True)
    press(turn(app, "game"), "New game")
    assert "Start a new game? You can" in texts(app)
    assert app.storage()["reveal"].startswith("clearing ")  # it would be half under the bar at the bottom
    press(app, "Continue this game")
    assert "Start a new game? You can" not in texts(app)
    assert app.storage()["reveal"] == ""
    press(app, "New game")
    press(app, "Start a new game")
    assert app.page == "home"
    assert opened(**kept(app)).state.slots == ()
    turn(app, "rules")
    assert app.state.rules.harmony
    press(turn(app, "home"), "Restore last game")
    assert shown(turn(app, "kingdom"))["total"] == "21"


def test_stashed_game_is_restored_whatever_the_next_game_holds(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    press(turn(app, "game"), "New game")
    press(app, "Start a new game")
    upload(app, *((f"{number}.jpg", PHOTO) for number in range(3)))
    for kingdoms in (2, 3):
        press(turn(app, "game"), "Restore last game")
        assert app.state.kingdoms == kingdoms


def test_two_players_of_one_name_have_tabs_and_kingdoms_of_their_own() -> None:
    twins = tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("w1wC", "C/f"))
    app = turn(opened(game=encode(Game(twins))), "kingdoms")
    assert len(set(options(app, "slot"))) == 2
    fill(app, "slot", "1.0")
    tap(app, kind="put", places=["1,0"], code="f1")
    assert [str(slot.drafts[0].kingdom) for slot in app.state.slots] == ["w1wC", "C/f1"]
    said = texts(turn(app, "game"))
    assert "<b>Ann</b>" in said and "<b>Ann 2</b>" in said
    assert "Ann wins" in said and "ahead of Ann 2" in said


def test_right_to_left_name_does_not_reverse_its_sentence() -> None:
    kingdoms = (Kingdom.parse("w1wC"),)
    app = opened(game=encode(Game((Player("Ann \u202e", kingdoms=kingdoms), Player("Ben")))))
    assert "\u202e" not in texts(turn(app, "game"))
    fill(app, "name-1", "\u2066Bob\u202e")
    assert [slot.name for slot in app.state.slots] == ["Ann ", "Bob"]


def test_a_name_pasted_from_a_spreadsheet_comes_back_after_a_reload() -> None:
    app = opened(game=encode(Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben")))))
    fill(turn(app, "game"), "name-0", " Ann\tSmith\x07")
    again = opened(game=encode(app.state.game))
    assert [slot.name for slot in again.state.slots] == ["Ann Smith", "Ben"]


ENGLISH = translator("en")

SMALL = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
LARGE = "llll1wwl/g1l1l1llll/gffw1gl1l/fffCgwg/fgf1ss1ww1/ff1wss2ww/f1wwss2gm1"
TOWN = "gwl1lf1/w1ws2g1g/ww1Ctt/m2mttt/f1tttl coins=3"
WHOLE = ".ls2g./s1wwg1g1/www1g2l/Cl1lll/wl1lll"
OPEN = "ssm?gf/m2m?mm?f1/Cww1ww/f1wws2s/f1ww1ss"


@pytest.mark.parametrize(
    ("notations", "rules"),
    [
        ((SMALL, LARGE), Rules(harmony=True)),
        ((LARGE, SMALL), Rules(harmony=True)),
        ((SMALL, LARGE, LARGE), Rules(harmony=True)),
        ((TOWN, SMALL), Rules()),
        ((SMALL, TOWN), Rules(giants=True)),
        ((WHOLE, OPEN), Rules(middle_kingdom=True)),
    ],
)
def test_every_kingdom_is_counted_and_judged_as_at_the_table(notations: tuple[str, ...], rules: Rules) -> None:
    """One box and one grid hold on all pages; each kingdom by itself called for others."""
    game = Game(tuple(Player(f"P{i}", kingdoms=(Kingdom.parse(text),)) for i, text in enumerate(notations)), rules)
    ranking = rank(game.table)
    app = opened(game=encode(game))
    at_the_table = texts(app)
    assert all(f"<li>{ENGLISH.line(finding.message)}</li>" in at_the_table for finding in ranking.findings[:5])
    assert all(f"<li class='hint'>{ENGLISH.line(hint)}</li>" in at_the_table for hint in ranking.hints)
    turn(app, "kingdom")
    for index, name in enumerate(f"P{i}" for i in range(len(notations))):
        fill(app, "slot", f"{index}.0")
        (standing,) = [standing for standing in ranking.standings if standing.name == name]
        board = shown(app)
        assert board["total"] == points_text(standing.sheets)
        assert f"<span class='points'>{board['total']}</span>" in at_the_table
        said = [str(finding.message) for finding in ranking.findings]
        lines = [line.removeprefix(f"{name}: ") for line in said]
        capitals = [line[:1].upper() + line[1:] for line in lines]
        assert [finding for finding in board["findings"] if finding["text"] not in capitals] == []
        findings = [text for text in said if text.startswith(f"{name}: ")]
        assert len(board["findings"]) == len(findings)
        assert (board["verdict"]["legality"] == "legal") is (not findings)


def test_no_winner_while_squares_are_unknown() -> None:
    players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", WHOLE), ("Ben", OPEN)))
    page = texts(opened(game=encode(Game(players))))
    said = "Not decided yet: hidden crowns or unknown squares of Ben decide who wins"
    assert f"<b>Ann leads by 2 points</b><span>{said}</span>" in page
    assert "<span class='points'>40–75</span>" in page
    assert "wins</b>" not in page


def test_castle_colours_from_photos_are_called_a_guess(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    fill(turn(app, "game"), "hue-0", "pink")
    assert "The castle colours are guessed" in texts(app)
    entered = opened(game=encode(Game((Player("Ann", colour="pink", kingdoms=(Kingdom.parse("w1wC"),)),))))
    assert "The castle colours are guessed" not in texts(entered)


def test_numbers_of_players_are_explained_until_they_have_names(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    assert "Players are numbered in the order of their photos." in texts(turn(app, "game"))
    fill(app, "name-0", "Ann")
    assert "Players are numbered" not in texts(app)
