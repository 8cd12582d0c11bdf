"""The page of the games that a browser keeps."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from html import escape
from typing import Any

import pytest

from scorer.app.state import memory
from scorer.app.wording import STILL_READING
from scorer.i18n.formats import day_words
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.link import PART, encode
from scorer.sharing.saved_games.collection import SavedGames
from scorer.sharing.saved_games.export import read_saved_games, to_csv, to_json
from scorer.sharing.saved_games.saved_game import SavedGame
from tests.app.asking import DYNASTY, EXPANDED, StubProgram, block, blocks, done, labels, new_program
from tests.app.pages.steps import PHOTO, press, turn, upload
from tests.app.stub import THUMBNAIL

FIRST, SECOND = SavedGame("1a", date(2026, 5, 2), EXPANDED), SavedGame("2b", date(2026, 5, 9), DYNASTY)
HELD = json.dumps({"1a": FIRST.to_text(), "2b": SECOND.to_text()})
"""What a server's page has kept in this browser."""


def cards(page: dict[str, Any]) -> list[str]:
    """The headings of the games that are listed."""
    return [one["label"] for one in blocks(page) if str(one.get("key")).startswith("look-")]


def puts(page: dict[str, Any]) -> dict[str, str]:
    """What the browser is to write, by key."""
    written: dict[str, str] = page["storage"]["savedGames"]["put"]
    return written


def by_hand(program: StubProgram, *notations: str) -> dict[str, Any]:
    """Kingdoms of one game, then its page."""
    for notation in notations:
        if program.page == "home" and program.state.slots:
            done(program, "page", value="game")
        done(program, "notation", value=notation)
    return done(program, "page", value="game")


def test_a_game_is_saved_by_itself_and_updated_but_never_twice(program: StubProgram) -> None:
    page = done(program, "notation", value="w1wC")
    assert not puts(page), "its first kingdom is still being entered"
    page = done(program, "page", value="game")
    ((key, text),) = puts(page).items()
    assert SavedGame.from_text(text).game == program.state.game
    assert page["storage"]["address"]["evening"] == key and block(page, label="Undo saving")
    number = page["storage"]["savedGames"]["number"]
    page = done(program, "changed", value=f"{number} {{}}")
    assert page["storage"]["savedGames"]["number"] == 0 and block(page, text="Saved"), "until the next tap"
    for change in (
        {"kind": "notation", "value": "f1fC"}, {"kind": "player", "index": 0, "name": "name", "value": "Ann"},
        {"kind": "page", "value": "game"},
    ):  # fmt: skip
        page = done(program, **change)
        assert list(puts(page)) == [key] and "Undo saving" not in labels(page)
        assert [saved_game.game for saved_game in program.game_history.saved_games] == [program.state.game]


def test_a_small_picture_of_the_first_photo_is_saved_with_its_game(program: StubProgram) -> None:
    upload(program, ("one.jpg", PHOTO))
    ((key, text),) = puts(program.shown()).items()
    assert SavedGame.from_text(text).photo == THUMBNAIL
    assert THUMBNAIL in str(done(program, "page", value=memory.page_of(key))["blocks"])


def test_undo_takes_a_saved_game_out_and_it_is_not_saved_by_itself_again(program: StubProgram) -> None:
    page = by_hand(program, "w1wC")
    page = done(program, **block(page, label="Undo saving")["do"])
    assert not program.game_history.saved_games and block(page, block="toast")["text"] == "Not saved"
    address = page["storage"]["address"]
    by_hand(program, "f1fC")
    assert not program.game_history.saved_games
    again = new_program()
    done(again, "arrive", parts=address)
    done(again, "saved_games", value="{}")
    page = by_hand(again, "f1fC")
    assert not again.game_history.saved_games, "nor after the page is loaded again"
    assert "no longer in History" in block(page, look="warning")["text"]
    done(again, "close_notes")
    assert not [note for note in by_hand(again, "lC")["blocks"] if "no longer" in str(note)], "said once"
    page = done(again, **block(page, label="Save to History")["do"])
    assert len(again.game_history.saved_games) == 1 and "Save to History" not in labels(page)


def test_with_the_switch_off_a_game_is_saved_by_a_button_only(program: StubProgram) -> None:
    page = done(program, **block(done(program, "page", value="home"), key="setting-saving")["do"], value=False)
    settings = page["storage"]["settings"]
    page = by_hand(program, "w1wC")
    assert not program.game_history.saved_games
    page = done(program, **block(page, label="Save to History")["do"])
    assert len(program.game_history.saved_games) == 1 and page["page"] == "game"
    assert "Save changes" in labels(by_hand(program, "f1fC"))
    again = new_program()
    assert not done(again, "found", value=json.dumps({"settings": settings}))["storage"]["settings"], "kept already"
    by_hand(again, "w1wC")
    assert not again.game_history.saved_games


def test_a_game_of_a_link_is_saved_once_it_is_changed(program: StubProgram) -> None:
    done(program, "arrive", parts={PART: encode(EXPANDED)})
    page = done(program, "page", value="game")
    assert not program.game_history.saved_games and block(page, label="Save to History")
    done(program, "player", index=0, name="name", value="Zoé")
    assert [saved_game.game for saved_game in program.game_history.saved_games] == [program.state.game]


def test_photos_and_boards_on_home_begin_a_new_game_and_the_last_one_stays_saved(program: StubProgram) -> None:
    done(program, "saved_games", value="{}")
    by_hand(program, "w1wC", "fC")
    first, address = program.state.game, program.storage()["address"]
    held = json.dumps({one.key: one.to_text() for one in program.game_history.saved_games})
    again = new_program()
    done(again, "found", value=json.dumps({"table": address}))
    done(again, "saved_games", value=held)
    done(again, **block(done(again, "page", value="home"), label="Resume last game")["do"])
    assert again.state.game == first
    upload(turn(again, "home"), ("one.jpg", PHOTO))
    assert len(again.state.slots) == 1 and again.page == "game"
    assert {one.game for one in again.game_history.saved_games} == {first, again.state.game}
    upload(again, ("two.jpg", PHOTO))
    assert len(again.state.slots) == 2 and len(again.game_history.saved_games) == 2, "on Game, to that game"
    press(turn(again, "home"), "Enter squares")
    assert len(again.state.slots) == 1


@pytest.mark.parametrize("is_restored", [False, True], ids=["resumed", "restored"])
def test_game_that_another_tab_deleted_is_saved_as_a_new_one_when_it_goes_on(
    program: StubProgram, is_restored: bool
) -> None:
    done(program, "saved_games", value=json.dumps({"": "1"}))
    by_hand(program, "w1wC", "fC")
    (saved_game,) = program.game_history.saved_games
    visit = program
    if is_restored:
        page = done(program, "clear")
        done(program, "changed", value=f"{page['storage']['savedGames']['number']} {{}}")
    else:
        visit = new_program()
        done(visit, "found", value=json.dumps({"table": program.storage()["address"]}))
        done(visit, "saved_games", value=json.dumps({saved_game.key: saved_game.to_text()}))
    done(visit, "saved_games", value=json.dumps({"": "2"}))
    label = "Restore last game" if is_restored else "Resume last game"
    done(visit, **block(done(visit, "page", value="home"), label=label)["do"])
    assert not visit.game_history.saved_games, "it was deleted, and nothing is new"
    by_hand(visit, "lC")
    assert [one.game for one in visit.game_history.saved_games] == [visit.state.game]


@pytest.mark.parametrize("by", ["photo", "link"])
def test_last_game_is_saved_when_another_one_starts_before_it_is_resumed(program: StubProgram, by: str) -> None:
    table = done(program, "notation", value="w1wC")["storage"]["address"]
    last = program.state.game
    assert not program.game_history.saved_games, "its first kingdom is still being entered"
    again = new_program()
    if by == "link":
        done(again, "arrive", parts={PART: encode(EXPANDED)})
    page = done(again, "found", value=json.dumps({"table": table}))
    assert (by == "link") == bool(puts(page)), "at once, for this browser holds the game of the link now"
    done(again, "saved_games", value="{}")
    if by == "photo":
        upload(again, ("one.jpg", PHOTO))
    assert last in [saved_game.game for saved_game in again.game_history.saved_games]
    count = len(again.game_history.saved_games)
    done(again, "bring_back")
    assert again.state.game == last and len(again.game_history.saved_games) == count, "not twice"


@pytest.mark.parametrize("is_changed", [False, True], ids=["looked at", "changed"])
@pytest.mark.parametrize("is_ours", [False, True], ids=["of a friend", "ours"])
def test_game_of_a_copied_address_replaces_no_saved_one(program: StubProgram, is_ours: bool, is_changed: bool) -> None:
    done(program, "saved_games", value="{}")
    by_hand(program, "w1wC", "fC")
    (saved_game,) = program.game_history.saved_games
    if not is_ours:
        done(program, "player", index=1, name="name", value="Bob")
    address = program.storage()["address"]
    assert address["evening"] == saved_game.key
    again = new_program()
    done(again, "arrive", parts=address)
    done(again, "found", value=json.dumps({"link": True}))
    done(again, "saved_games", value=json.dumps({saved_game.key: saved_game.to_text()}))
    if is_changed:
        done(again, "player", index=0, name="name", value="Ann")
    page = done(again, "page", value="rules")
    kept = {one.key: one.game for one in again.game_history.saved_games}
    assert len(kept) == 1 + (is_changed and not is_ours)
    assert kept[saved_game.key] == (again.state.game if is_ours else saved_game.game)
    assert "no longer in History" not in json.dumps(page)


def test_game_of_a_link_that_is_saved_before_the_browsers_report_keeps_its_key(program: StubProgram) -> None:
    done(program, "arrive", parts={PART: encode(EXPANDED)})
    done(program, "found", value=json.dumps({"link": True}))
    page = done(program, "keep_saved_game")
    (key,) = puts(page)
    done(program, "saved_games", value=json.dumps({key: puts(page)[key]}))
    done(program, "player", index=0, name="name", value="Renamed")
    assert [(one.key, one.game) for one in program.game_history.saved_games] == [(key, program.state.game)]


def test_a_dynasty_switched_off_by_mistake_is_saved_once(program: StubProgram) -> None:
    done(program, "saved_games", value=HELD)
    done(program, "open_saved_game", key="2b")
    for value in (False, True):
        done(program, "rule", name="dynasty", value=value)
    assert [(one.key, one.game) for one in program.game_history.saved_games] == [("2b", DYNASTY), ("1a", EXPANDED)]


def test_saved_game_is_not_saved_again_after_undo(program: StubProgram) -> None:
    by_hand(program, "w1wC")
    done(program, "player", index=0, name="name", value="Ann")
    program.history = program.history.undone()
    done(program, "page", value="history")
    (saved_game,) = program.game_history.saved_games
    assert saved_game.game == program.state.game


def test_next_game_after_removing_all_kingdoms_is_saved_as_a_new_game(program: StubProgram) -> None:
    done(program, "saved_games", value="{}")
    done(program, "setting", name="is_saving", value=False)
    by_hand(program, "w1wC", "l1lC")
    done(program, "keep_saved_game")
    first = program.state.game
    for _ in range(2):
        done(program, "remove")
    by_hand(program, "m1mC", "s1sC")
    done(program, "keep_saved_game")
    assert sorted(map(repr, (e.game for e in program.game_history.saved_games))) == sorted(
        map(repr, (first, program.state.game))
    )


def test_stored_games_are_listed_and_open(program: StubProgram) -> None:
    assert not program.game_history.known
    page = done(program, "saved_games", value=HELD)
    assert page["storage"]["known"] and tuple(program.game_history.saved_games) == (SECOND, FIRST)
    page = done(program, "page", value="history")
    assert len(cards(page)) == 2
    page = done(program, "open_saved_game", key="1a")
    assert page["page"] == "game" and program.state.game == EXPANDED
    done(program, "page", value="history")
    assert tuple(program.game_history.saved_games) == (SECOND, FIRST)


def test_saved_game_is_deleted_and_restored_and_its_day_corrected(program: StubProgram) -> None:
    done(program, "saved_games", value=HELD)
    done(program, "page", value="history")
    page = done(program, "delete_saved_game", key="2b")
    assert page["storage"]["savedGames"]["remove"] == ["2b"] and len(cards(page)) == 1
    page = done(program, **block(page, label="Undo")["do"])
    assert tuple(program.game_history.saved_games) == (SECOND, FIRST)
    done(program, "page", value="saved-1a")
    done(program, "day", key="1a", value="2026-05-10")
    assert [one.key for one in program.game_history.saved_games] == ["1a", "2b"]


def test_page_of_a_saved_game_edits_its_details(program: StubProgram) -> None:
    done(program, "saved_games", value=HELD)
    look = block(done(program, "page", value="history"), key="look-1a")["do"]
    page = done(program, **look)
    assert page["page"] == "saved-1a" and block(page, key="bg-stats-1a")["href"].startswith("https://app.bgstats")
    for name, value in (("location", "Lyon"), ("notes", "Rain.\nAnn began.")):
        page = done(program, **block(page, key=f"{name}-1a")["do"], value=value)
        assert block(page, key=f"{name}-1a")["value"] == value
    assert any("2 May 2026, Lyon" in one["html"] for one in blocks(page) if one["block"] == "html")
    again = new_program()
    assert done(again, "arrive", parts={memory.PAGE: "saved-1a"})["page"] == "saved-1a"
    assert block(done(again, "saved_games", value=HELD), key="open-1a")
    assert done(again, "page", value="saved-9z")["page"] == "saved-9z" and block(
        done(again, "page", value="saved-9z"), text="This game is not saved in this browser."
    )


def test_all_games_are_deleted_after_confirmation_and_restored(program: StubProgram) -> None:
    done(program, "saved_games", value=HELD)
    page = done(program, "page", value="history")
    page = done(program, **block(page, label="Delete all games")["do"])
    assert len(program.game_history.saved_games) == 2
    assert "Delete all games" in labels(done(program, **block(page, label="Keep games")["do"]))
    page = done(program, **block(page, label="Delete all")["do"])
    assert sorted(page["storage"]["savedGames"]["remove"]) == ["1a", "2b"] and not cards(page)
    done(program, **block(page, label="Undo")["do"])
    assert tuple(program.game_history.saved_games) == (SECOND, FIRST)


def test_games_and_statistics_of_one_player_are_shown(program: StubProgram) -> None:
    other = SavedGame("3c", date(2026, 5, 16), replace(EXPANDED, players=EXPANDED.players[:1]))
    done(program, "saved_games", value=json.dumps({**json.loads(HELD), "3c": other.to_text()}))
    page = done(program, "page", value="history")
    assert len(cards(page)) == 3
    page = done(program, **block(page, key="played-by")["do"], value="Zoë & Ben")
    assert len(cards(page)) == 2 and block(page, text="2 games, newest first")
    page = done(program, **block(page, key="history-view")["do"], value="statistics")
    html = "".join(one["html"] for one in blocks(page) if one["block"] == "html")
    assert "<b>Zoë &amp; Ben</b> ·" in html and "<b>Ann</b> ·" not in html and "<table" in html


def test_the_chart_says_that_it_runs_from_the_oldest_game_to_the_newest(program: StubProgram) -> None:
    saved_games = {
        key: SavedGame(key, day, EXPANDED) for key, day in (("1a", date(2026, 5, 2)), ("2b", date(2026, 5, 9)))
    }
    done(program, "saved_games", value=json.dumps({key: one.to_text() for key, one in saved_games.items()}))
    page = done(program, "page", value="history")
    listed = [one["key"] for one in blocks(page) if str(one.get("key")).startswith("look-")]
    assert listed == ["look-2b", "look-1a"]
    page = done(program, **block(page, key="history-view")["do"], value="statistics")
    assert block(page, text="The oldest game is on the left, the newest on the right.")
    chart = b64decode(block(page, key="points-chart")["content"]).decode()
    assert chart.index(day_words(date(2026, 5, 2), program.tr)) < chart.index(day_words(date(2026, 5, 9), program.tr))


def test_all_games_are_exported_and_imported(program: StubProgram) -> None:
    kept = SavedGames((SECOND, FIRST))
    for content in (to_json(kept), to_csv(kept).decode()):
        other = new_program()
        done(other, "page", value="history")
        page = done(other, "saved_games_file", value=content)
        assert other.game_history.saved_games == kept and block(page, block="toast")["text"] == "2 games imported"
        for file in ("json", "csv"):
            (saved,) = [one for one in blocks(page) if str(one.get("name")).endswith(file)]
            assert read_saved_games(b64decode(saved["content"])) == kept
    done(program, "page", value="history")
    assert block(done(program, "saved_games_file", value="no"), look="error")["text"]


@pytest.mark.parametrize("write", [to_json, lambda saved_games: to_csv(saved_games).decode()])
def test_importing_an_older_file_keeps_corrections(program: StubProgram, write: Callable[[SavedGames], str]) -> None:
    done(program, "saved_games", value="{}")
    by_hand(program, "w1wC")
    (saved_game,) = program.game_history.saved_games
    older = write(program.game_history.saved_games)
    done(program, "player", index=0, name="name", value="Ann")
    done(program, "page", value="history")
    page = done(program, "saved_games_file", value=older)
    assert "differs from the saved one. Both are saved" in block(page, look="warning")["text"]
    kept = program.game_history.saved_games.find(saved_game.key)
    assert kept and [player.name for player in kept.game.players] == ["Ann"]
    (beside,) = [one for one in program.game_history.saved_games if one.key != saved_game.key]
    assert replace(beside, key=saved_game.key) == saved_game
    page = done(program, "saved_games_file", value=older)
    assert len(program.game_history.saved_games) == 2 and program.game_history.notice is None
    toast = block(page, block="toast")
    assert toast["text"] == "The games in this file are saved already."
    assert block(done(program, "saved_games", value=""), block="toast") == toast
    assert block(done(program, "saved_games_file", value=older), block="toast") != toast, "it is shown again"


def test_unreadable_game_of_a_file_is_reported_and_others_are_imported(program: StubProgram) -> None:
    done(program, "page", value="history")
    page = done(
        program, "saved_games_file", value=to_json(SavedGames((SECOND, FIRST))).replace(str(FIRST.day), "today")
    )
    assert tuple(program.game_history.saved_games) == (SECOND,)
    assert block(page, look="error")["text"].startswith("1 game of the file cannot be read and was left out")


def test_game_with_names_entered_in_one_field_is_there_on_the_next_visit(program: StubProgram) -> None:
    done(program, "saved_games", value="{}")
    done(program, "join", value="Ann\tSmith, \x07, Be\ud83dn")
    done(program, "notation", value="w1wC")
    done(program, "player", index=0, name="name", value="Zoé\tSmith" + "h" * 40)
    assert [slot.name for slot in program.state.slots] == ["Zoé Smith" + "h" * 30 + "…", "Ben"]
    put = done(program, "keep_saved_game")["storage"]["savedGames"]["put"]
    again = new_program()
    done(again, "saved_games", value=json.dumps(put))
    assert again.game_history.saved_games == program.game_history.saved_games


def test_one_variant_alone_is_counted(program: StubProgram) -> None:
    done(program, "saved_games", value=HELD)
    done(program, "page", value="history")
    page = done(program, "history_view", value="statistics")
    chosen = block(page, key="variant")
    assert chosen["options"][0] == ["", "All variants"] and len(chosen["options"]) == 3
    counted = {value: done(program, **chosen["do"], value=value) for value, _ in chosen["options"]}
    drawn = {
        value: "".join(one["html"] for one in page["blocks"] if one["block"] == "html")
        for value, page in counted.items()
    }
    assert "</b> · " in drawn[""]
    assert "1 win in 1 finished game<" in drawn[""].replace("</b>", "<") and len(set(drawn.values())) == 3
    assert block(counted["1"], key="variant")["value"] == "1"


def test_players_of_earlier_games_are_suggested_for_a_slot(program: StubProgram) -> None:
    done(program, "saved_games", value=HELD)
    names = program.game_history.saved_games.names
    page = by_hand(program, "w1wC")
    known = block(page, key="known-0")
    assert all(f"data-value='{escape(name)}'" in known["data"]["html"] for name in names)
    page = done(program, **known["do"], value="Ann")
    assert program.state.slots[0].name == "Ann" and not [one for one in blocks(page) if one.get("key") == "known-0"]


def test_a_player_of_earlier_games_gets_the_usual_castle_unless_somebody_has_it(program: StubProgram) -> None:
    ann = Player("Ann", colour="pink", kingdoms=(Kingdom.parse("wC"),))
    program.game_history.keep(SavedGame("1a", date(2026, 5, 2), Game((ann,))))
    by_hand(program, "w1wC")
    done(program, "known_player", index=0, value="Ann")
    assert program.state.slots[0].colour == "pink"
    by_hand(program, "f1fC")
    done(program, "player", index=0, name="name", value="Ben")
    done(program, "known_player", index=1, value="Ann")
    assert program.state.slots[1].colour not in ("", "pink")


def test_browser_that_refuses_to_save_is_reported_once(program: StubProgram) -> None:
    page = by_hand(program, "w1wC")
    page = done(program, "changed", value=f"{page['storage']['savedGames']['number']} refused")
    assert "Games can’t be saved in this browser" in block(page, look="warning")[
        "text"
    ] and "Undo saving" not in labels(page)
    done(program, "close_notes")
    page = done(program, "player", index=0, name="name", value="Ann")
    page = done(program, "changed", value=f"{page['storage']['savedGames']['number']} refused")
    assert not [one for one in blocks(page) if one.get("look") == "warning"]
    assert "This browser saved nothing" in block(done(program, "page", value="history"), look="error")["text"]


@pytest.mark.parametrize("report", ["changed", "full"])
def test_warning_disappears_once_the_browser_saves_again(program: StubProgram, report: str) -> None:
    page = by_hand(program, "w1wC")
    refused = f"{page['storage']['savedGames']['number']} refused" if report == "changed" else True
    page = done(program, report, value=refused)
    assert "Games can’t be saved in this browser" in block(page, look="warning")["text"]
    page = done(program, "player", index=0, name="name", value="Ann")
    page = done(
        program, report, value=f"{page['storage']['savedGames']['number']} {{}}" if report == "changed" else False
    )
    assert not [one for one in blocks(page) if one.get("look") == "warning"]
    assert not [one for one in blocks(done(program, "page", value="history")) if one.get("look") == "error"]


def test_saved_game_is_not_saved_twice(program: StubProgram) -> None:
    done(program, "arrive", parts={PART: encode(EXPANDED), memory.SAVED_GAME: FIRST.key})
    page = done(program, "keep_saved_game")
    assert not program.game_history.saved_games and "Save to History" not in labels(page)
    page = done(program, "saved_games", value=HELD)
    assert "Save to History" not in labels(page) and tuple(program.game_history.saved_games) == (SECOND, FIRST)


def test_history_is_not_called_empty_before_the_stored_games_arrive(program: StubProgram) -> None:
    page = done(program, "page", value="history")
    assert "Looking for saved games" in str(page["blocks"]) and "No games yet" not in str(page["blocks"])
    assert "No games yet" in str(done(program, "saved_games", value="{}")["blocks"])


def test_no_other_game_opens_while_photos_are_being_read(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    done(program, "saved_games", value=HELD)
    wishes: tuple[dict[str, Any], ...] = (
        {"kind": "open_saved_game", "key": "1a"}, {"kind": "clear"}, {"kind": "bring_back"}, {"kind": "again"},
        {"kind": "link", "value": f"https://scorer.example/?{PART}={encode(EXPANDED)}"},
    )  # fmt: skip
    for wish in wishes:
        done(program, "page", value="history")
        before = program.state
        program.host.reading = 2, 3
        page = done(program, **wish)
        assert program.state == before and block(page, block="toast")["text"] == str(STILL_READING)
        program.host.reading = 0, 0
        page = done(program, "page", value="history")
        assert not [one for one in blocks(page) if one["block"] == "toast"]
    assert done(program, "open_saved_game", key="1a")["page"] == "game" and program.state.game == EXPANDED


def test_invalid_day_error_is_one_line(program: StubProgram) -> None:
    done(program, "saved_games", value=HELD)
    done(program, "page", value="history")
    page = done(program, "day", key="1a", value="99999-01-01")
    assert block(page, look="error")["text"] == "“99999-01-01” is not a date; write it as 2026-05-02"
    assert FIRST in program.game_history.saved_games


@pytest.mark.parametrize(("kind", "page"), [("file", "share"), ("saved_games_file", "evenings")])
def test_lone_surrogate_in_a_file_error_is_one_line(program: StubProgram, kind: str, page: str) -> None:
    done(program, "page", value=page)
    assert block(done(program, kind, value="\ud800"), look="error")["text"]


def test_undo_of_the_first_change_after_restoring_a_deleted_game_is_saved(program: StubProgram) -> None:
    done(program, "saved_games", value="{}")
    by_hand(program, "w1wC", "fC")
    (saved_game,) = program.game_history.saved_games
    done(program, "delete_saved_game", key=saved_game.key)
    done(program, "clear")
    done(program, "bring_back")
    assert not program.game_history.saved_games
    done(program, "player", index=0, name="name", value="Zoé")
    assert [one.game for one in program.game_history.saved_games] == [program.state.game]
    program.history = program.history.undone()
    done(program, "page", value="game")
    assert [one.game for one in program.game_history.saved_games] == [program.state.game] == [saved_game.game]


def test_game_deleted_here_is_not_saved_over_another_tabs(program: StubProgram) -> None:
    done(program, "saved_games", value="{}")
    by_hand(program, "w1wC", "fC")
    (saved_game,) = program.game_history.saved_games
    done(program, "unsave", key=saved_game.key)
    done(program, "changed", value=f"{program.game_history.number} {{}}")
    theirs = replace(saved_game, day=date(2026, 5, 2))
    done(program, "saved_games", value=json.dumps({theirs.key: theirs.to_text()}))
    by_hand(program, "lC")
    assert tuple(program.game_history.saved_games) == (theirs,) and not program.game_history.put
