"""The page of the game: a card for each player, what is open on it, and what follows below."""

from __future__ import annotations

from scorer.app.blocks import Component, Field, Fold, Html, Panel, Row, Text, walk
from scorer.app.host import Taken
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from tests.app.asking import StubProgram
from tests.app.pages.steps import PHOTO, blocks, folds, labels, opened, press, shown, texts, turn, upload

TOTALS = Game((Player("Ann", totals=(45,)), Player("Ben", totals=(42,))))


def celebrates(app: StubProgram) -> bool:
    return any("celebrated" in block.html for block in blocks(app, Html))


def tap(app: StubProgram, key: str, value: str) -> None:
    """A tap on a picture, on one of the values that it has."""
    (found,) = [block for block in blocks(app, Component) if block.key == key]
    assert f"data-value='{value}'" in found.data["html"]
    app.do({**found.do, "value": value})


def test_a_photo_leads_to_its_card_and_says_the_total(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    upload(app, ("two.jpg", PHOTO))
    assert app.page == "game"
    assert app.storage()["reveal"].startswith("player-1 ")
    assert "Player 2: 16 – please check what is marked “?”" in texts(app)
    turn(app, "rules")
    assert app.storage()["reveal"] == ""


def test_pencil_on_a_card_leads_to_the_field_of_the_name(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    upload(app, ("two.jpg", PHOTO))
    press(app, "Rename Player 2")
    key, _ = app.storage()["reveal"].split(" ")
    (field,) = [block for block in blocks(app, Field) if block.key == key]
    assert field.value == "Player 2"


def test_a_player_alone_has_no_place(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    assert not any("class='place'" in block.html for block in blocks(app, Html))
    upload(app, ("two.jpg", PHOTO))
    assert any("class='place'" in block.html for block in blocks(app, Html))


def test_adding_by_hand_closes_the_fold_over_the_cards(app: StubProgram) -> None:
    before = {fold.key for fold in blocks(turn(app, "game"), Fold) if fold.icon == "edit"}
    upload(app, ("one.jpg", PHOTO))
    assert before and before.isdisjoint(fold.key for fold in blocks(app, Fold))


def test_a_flagged_square_is_opened_from_the_card(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    tap(app, "board-0", "1,4")
    assert app.page == "kingdom"
    first = shown(app)["select"]
    assert first.startswith("1,4 ")
    turn(app, "game")
    press(app, "Check 1 square")
    again = shown(app)["select"]
    assert again.startswith("1,4 ") and again != first
    tap(turn(app, "game"), "board-0", "")
    assert (app.page, shown(app)["select"]) == ("kingdom", "")


def test_findings_are_listed_below_the_cards(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO), ("two.jpg", PHOTO))
    app.notes.clear()  # the question at the top says the same
    places = [place for place, block in enumerate(app.blocks) if isinstance(block, Panel)]
    heading = app.blocks.index(Text("To check", "heading"))
    assert len(places) == 2 and heading > max(places)
    assert any("findings" in block.html for block in walk(app.blocks[heading:]) if isinstance(block, Html))


def test_findings_about_squares_say_where_a1_is_and_what_to_do() -> None:
    unlawful = Kingdom.parse("wwC/..f/..f/w..")
    players = (Player("Ann", kingdoms=(unlawful,)), Player("Ben", kingdoms=(Kingdom.parse("w1wC"),)))
    assert "A1 is the square at the top left." in texts(opened(game=encode(Game(players))))
    assert "A1 is" not in texts(opened(game=encode(TOTALS)))


def test_findings_about_counts_do_not_mention_a1() -> None:
    lacking = (Player("Ann", kingdoms=(Kingdom.parse("m3fC/m3f."),)), Player("Ben", kingdoms=(Kingdom.parse("wwC"),)))
    said = texts(opened(game=encode(Game(lacking))))
    assert "If a square was misread" in said and "A1 is" not in said


def test_a_kingdom_that_breaks_the_rules_leads_to_the_reason() -> None:
    players = (Player("Ann", kingdoms=(Kingdom.parse("wwC/..f/..f/w.."),)), TOTALS.players[0])
    app = press(opened(game=encode(Game(players))), "Breaks the rules – see why")
    assert app.page == "kingdom" and shown(app)["findings"]


def test_a_winner_is_celebrated_once() -> None:
    app = opened(game=encode(Game((TOTALS.players[0],))))
    app.do({"kind": "total", "value": "42"})
    assert celebrates(app)
    assert not celebrates(turn(turn(app, "rules"), "game"))


def test_a_game_that_was_over_when_it_was_opened_is_not_celebrated() -> None:
    assert not celebrates(opened(game=encode(TOTALS)))


def test_score_sheets_are_compared_row_by_row() -> None:
    kingdoms = {"Ann": "w1wC", "Ben": "f1fC/..l1"}
    players = (*(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in kingdoms.items()), TOTALS.players[0])
    page = texts(opened(game=encode(Game(players))))
    assert "<th scope='row'>wheat</th><td></td><td></td><td>2</td>" in page
    assert "<th scope='row'>lake</th><td></td><td>1</td><td></td>" in page
    assert "<th scope='row'>Total</th><td>45</td><td>3</td><td>2</td>" in page
    assert "mine</th>" not in page


def test_a_castle_is_chosen_by_its_picture() -> None:
    app = opened(game=encode(TOTALS))
    tap(app, "hue-1", "green")
    assert app.state.slots[1].colour == "green"
    tap(app, "hue-1", "")
    assert app.state.slots[1].colour == ""


def test_more_photos_than_players_are_refused_before_any_is_read(app: StubProgram) -> None:
    app.start_photos()
    assert app.wanted([(str(number), f"{number}.jpg") for number in range(20)]) == []
    assert "You chose 20 photos, but a game has at most 16 players. Choose at most 16 photos." in texts(
        turn(app, "rules")
    )
    assert len(app.wanted([(str(number), f"{number}.jpg") for number in range(16)])) == 16


def test_duplicate_photo_is_added_only_on_request(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    app.start_photos()
    assert app.wanted([("one.jpg", "one.jpg"), ("two.jpg", "two.jpg"), ("two.jpg", "copy.jpg")]) == [1]
    assert "one.jpg is in this game already." in texts(app)
    press(app, "Add anyway")
    assert [str(slot.drafts[0].kingdom) for slot in app.state.slots] == 2 * [str(app.state.slots[0].drafts[0].kingdom)]
    assert "one.jpg is in this game already." not in texts(app)


def test_a_photo_of_the_last_game_is_read_for_a_new_game(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    turn(app, "home")
    app.start_photos()
    assert app.wanted([("one.jpg", "one.jpg")]) == [0]


def test_a_result_card_among_the_photos_is_opened(app: StubProgram) -> None:
    upload(app, ("one.jpg", PHOTO))
    app.start_photos()
    app.take_photos([Taken("card.png", game=TOTALS)], turn=True)
    assert [slot.name for slot in app.state.slots] == ["Ann", "Ben"]
    assert app.page == "game"
    press(app, "Restore last game")
    assert [slot.name for slot in app.state.slots] == ["Player 1"]


def test_provisional_points_are_written_once() -> None:
    app = opened(game=encode(Game((Player("Ann", kingdoms=(Kingdom.parse("tC"),)), Player("Ben", totals=(3,))))))
    page = texts(app)
    assert "<span class='points'>0</span><small>Points so far · 0 crowns" in page
    assert "0 points so far" not in page


def test_equal_kingdoms_are_not_called_a_broken_rule() -> None:
    kingdom = Kingdom.parse("wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf")
    players = (*(Player(name, kingdoms=(kingdom,)) for name in ("Ann", "Ben")), Player("Cid", totals=(3,)))
    page = texts(opened(game=encode(Game(players))))
    assert "but two kingdoms are the same" in page and "breaks the rules" not in page


def test_one_player_has_one_score_sheet() -> None:
    ann, ben = (Player(name, kingdoms=(Kingdom.parse("w1wC"),)) for name in ("Ann", "Ben"))
    assert "Score sheet" in folds(opened(game=encode(Game((ann,)))))
    assert "Score sheets side by side" in folds(opened(game=encode(Game((ann, ben)))))


def test_next_player_is_named_above_the_cards() -> None:
    app = opened()
    app.do({"kind": "join", "value": "Ann, Ben"})
    places = [place for place, block in enumerate(app.blocks) if isinstance(block, Panel)]
    assert app.blocks.index(Text("Next: Ann", "heading")) < min(places)


def test_each_name_stands_next_to_the_kingdom_of_the_player() -> None:
    players = (Player("Ann", kingdoms=(Kingdom.parse("wwC"),)), Player("Ben", totals=(3,)))
    app = opened(game=encode(Game(players)))
    rows = [row for row in blocks(app, Row) if isinstance(row.blocks[-1], Field)]
    ((board, name),) = (row.blocks for row in rows)
    assert isinstance(board, Html) and "Kingdom of Ann" in board.html
    assert isinstance(name, Field) and name.value == "Ann"


def test_rules_in_play_are_named_below_the_result() -> None:
    players = (Player("Ann", kingdoms=(Kingdom.parse("wwC"),)), Player("Ben", totals=(3,)))
    app = opened(game=encode(Game(players, Rules(harmony=True))))
    assert "Rules: Kingdomino · 5×5 · Harmony" in labels(app)
    assert not [label for label in labels(opened()) if label.startswith("Rules:")]
