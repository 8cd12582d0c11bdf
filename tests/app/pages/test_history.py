"""The page of the games that a browser keeps."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from scorer.app.state import memory
from scorer.app.telling import STILL_READING
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.files import read_evenings, to_csv, to_json
from scorer.sharing.evenings.history import Evenings
from scorer.sharing.link import PART, encode
from tests.app.asking import DYNASTY, EXPANDED, StubProgram, begun, block, blocks, done, labels

FIRST, SECOND = Evening("1a", date(2026, 5, 2), EXPANDED), Evening("2b", date(2026, 5, 9), DYNASTY)
HELD = json.dumps({"1a": FIRST.to_text(), "2b": SECOND.to_text()})
"""What a server's page has kept in this browser."""


def folds(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in page["blocks"] if one["block"] == "fold"]


def test_a_table_is_kept_and_what_is_changed_on_it_too(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "page", value="history")
    assert "Keep this table" in labels(page)
    page = done(program, "keep_evening")
    told = page["storage"]["evenings"]
    ((key, text),) = told["put"].items()
    assert Evening.from_text(text).game == program.state.game
    assert page["storage"]["address"]["evening"] == key
    page = done(program, "changed", value=f"{told['number']} ")
    assert page["storage"]["evenings"]["number"] == 0 and block(page, text="This table is kept.")
    done(program, "notation", value="f1fC")
    page = done(program, "page", value="history")
    assert "Keep the changes to this table" in labels(page)
    page = done(program, "keep_evening")
    assert list(page["storage"]["evenings"]["put"]) == [key] and len(folds(page)) == 1


def test_a_table_that_is_kept_and_then_taken_a_step_back_is_kept_once(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    done(program, "player", index=0, name="name", value="Ann")
    done(program, "keep_evening")
    program.history = program.history.undone()
    assert program.state.seats[0].name != "Ann"
    assert "Keep the changes to this table" in labels(done(program, "page", value="history"))
    done(program, "keep_evening")
    assert len(program.album.evenings) == 1


def test_the_next_game_at_an_emptied_table_is_another_evening(program: StubProgram) -> None:
    done(program, "evenings", value="{}")
    for notation in ("w1wC", "l1lC"):
        done(program, "notation", value=notation)
    done(program, "keep_evening")
    first = program.state.game
    for _ in range(2):
        done(program, "remove")
    for notation in ("m1mC", "s1sC"):
        done(program, "notation", value=notation)
    done(program, "keep_evening")
    assert sorted(map(repr, (e.game for e in program.album.evenings))) == sorted(map(repr, (first, program.state.game)))


def test_what_a_servers_page_has_kept_is_there_and_opens(program: StubProgram) -> None:
    assert not program.album.known
    page = done(program, "evenings", value=HELD)
    assert page["storage"]["known"] and tuple(program.album.evenings) == (SECOND, FIRST)
    page = done(program, "page", value="history")
    assert [one["label"][:10] for one in folds(page)] == ["2026-05-09", "2026-05-02"]
    page = done(program, "open_evening", key="1a")
    assert page["page"] == "game" and program.state.game == EXPANDED
    assert block(done(program, "page", value="history"), text="This table is kept.")


def test_an_evening_is_deleted_and_brought_back_and_its_day_corrected(program: StubProgram) -> None:
    done(program, "evenings", value=HELD)
    done(program, "page", value="history")
    page = done(program, "delete_evening", key="2b")
    assert page["storage"]["evenings"]["remove"] == ["2b"] and len(folds(page)) == 1
    page = done(program, "restore_evening")
    assert tuple(program.album.evenings) == (SECOND, FIRST)
    page = done(program, "day", key="1a", value="2026-05-10")
    assert [one["label"][:10] for one in folds(page)] == ["2026-05-10", "2026-05-09"]


def test_all_evenings_go_into_files_and_come_from_them(program: StubProgram) -> None:
    kept = Evenings((SECOND, FIRST))
    for content in (to_json(kept), to_csv(kept).decode()):
        here = begun()
        done(here, "page", value="history")
        page = done(here, "evenings_file", value=content)
        assert here.album.evenings == kept
        for file in ("json", "csv"):
            (saved,) = [one for one in blocks(page) if str(one.get("name")).endswith(file)]
            assert read_evenings(b64decode(saved["content"])) == kept
    done(program, "page", value="history")
    assert block(done(program, "evenings_file", value="no"), look="error")["text"]


@pytest.mark.parametrize("write", [to_json, lambda evenings: to_csv(evenings).decode()])
def test_an_older_file_takes_back_no_correction(program: StubProgram, write: Callable[[Evenings], str]) -> None:
    done(program, "evenings", value="{}")
    done(program, "notation", value="w1wC")
    done(program, "keep_evening")
    (evening,) = program.album.evenings
    older = write(program.album.evenings)
    done(program, "player", index=0, name="name", value="Ann")
    done(program, "keep_evening")
    page = done(program, "evenings_file", value=older)
    assert "differs from the one here: both are kept" in block(page, look="warning")["text"]
    kept = program.album.evenings.find(evening.key)
    assert kept and [player.name for player in kept.game.players] == ["Ann"]
    (beside,) = [one for one in program.album.evenings if one.key != evening.key]
    assert replace(beside, key=evening.key) == evening
    done(program, "evenings_file", value=older)
    assert len(program.album.evenings) == 2 and program.album.told is None


def test_an_evening_of_a_file_that_is_none_is_told_and_takes_no_other_with_it(program: StubProgram) -> None:
    done(program, "page", value="history")
    page = done(program, "evenings_file", value=to_json(Evenings((SECOND, FIRST))).replace(str(FIRST.day), "today"))
    assert tuple(program.album.evenings) == (SECOND,)
    assert block(page, look="error")["text"].startswith("1 evening of the file cannot be read and was passed over")


def test_names_come_in_one_line_and_their_evening_is_there_on_the_next_visit(program: StubProgram) -> None:
    done(program, "evenings", value="{}")
    done(program, "join", value="Ann\tSmith, \x07, Be\ud83dn")
    done(program, "notation", value="w1wC")
    done(program, "player", index=0, name="name", value="Zoé\tSmith" + "h" * 40)
    assert [seat.name for seat in program.state.seats] == ["Zoé Smith" + "h" * 30 + "…", "Ben"]
    put = done(program, "keep_evening")["storage"]["evenings"]["put"]
    again = begun()
    done(again, "evenings", value=json.dumps(put))
    assert again.album.evenings == program.album.evenings


def test_one_variant_alone_is_counted(program: StubProgram) -> None:
    done(program, "evenings", value=HELD)
    page = done(program, "page", value="history")
    chosen = block(page, block="choice")
    assert chosen["options"][0] == ["", "Everything"] and len(chosen["options"]) == 3
    counted = {value: done(program, **chosen["do"], value=value) for value, _ in chosen["options"]}
    drawn = {
        value: next(one["html"] for one in page["blocks"] if one["block"] == "html") for value, page in counted.items()
    }
    assert "</b> · " in drawn[""]
    assert "in 2 games" in drawn[""] and "in 1 game" in drawn["0"] and drawn["0"] != drawn["1"]
    assert block(counted["1"], block="choice")["value"] == "1"


def test_players_of_earlier_evenings_are_offered_for_a_seat(program: StubProgram) -> None:
    done(program, "evenings", value=HELD)
    done(program, "notation", value="w1wC")
    page = done(program, "page", value="game")
    known = block(page, key="known-0")
    assert known["options"] == [[name, name] for name in program.album.evenings.names]
    page = done(program, **known["do"], value="Ann")
    assert program.state.seats[0].name == "Ann" and not [one for one in blocks(page) if one.get("key") == "known-0"]


def test_a_browser_that_keeps_nothing_is_told_of(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    done(program, "page", value="history")
    number = done(program, "keep_evening")["storage"]["evenings"]["number"]
    page = done(program, "changed", value=f"{number} refused")
    assert "This browser kept nothing" in block(page, look="error")["text"]


def test_keep_this_evening_keeps_it_once(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "page", value="game")
    do = block(page, label="Save game")["do"]
    for _ in range(2):
        page = done(program, **do)
        assert page["page"] == "history" and block(page, text="This table is kept.")
        assert len(program.album.evenings) == 1


def test_a_table_that_was_kept_before_is_not_kept_twice(program: StubProgram) -> None:
    done(program, "arrive", parts={PART: encode(EXPANDED), memory.EVENING: FIRST.key})
    page = done(program, "keep_evening")
    assert not program.album.evenings and "Keep this table" not in labels(page)
    page = done(program, "evenings", value=HELD)
    assert block(page, text="This table is kept.") and tuple(program.album.evenings) == (SECOND, FIRST)


def test_nothing_is_said_to_be_missing_before_the_browser_has_told(program: StubProgram) -> None:
    page = done(program, "page", value="history")
    assert "Looking for the evenings" in str(page["blocks"]) and "No evening is kept" not in str(page["blocks"])
    assert "No evening is kept" in str(done(program, "evenings", value="{}")["blocks"])


def test_no_other_table_is_opened_while_photos_are_read_for_this_one(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    done(program, "evenings", value=HELD)
    before = program.state
    wishes: tuple[dict[str, Any], ...] = (
        {"kind": "open_evening", "key": "1a"}, {"kind": "clear"}, {"kind": "bring_back"}, {"kind": "again"},
        {"kind": "link", "value": f"https://scorer.example/?{PART}={encode(EXPANDED)}"},
    )  # fmt: skip
    for wish in wishes:
        done(program, "page", value="history")
        program.host.reading = 2, 3
        page = done(program, **wish)
        assert program.state == before and block(page, block="toast")["text"] == str(STILL_READING)
        program.host.reading = 0, 0
        page = done(program, "page", value="history")
        assert not [one for one in blocks(page) if one["block"] == "toast"]
    assert done(program, "open_evening", key="1a")["page"] == "game" and program.state.game == EXPANDED


def test_a_day_that_is_none_is_one_line(program: StubProgram) -> None:
    done(program, "evenings", value=HELD)
    done(program, "page", value="history")
    page = done(program, "day", key="1a", value="99999-01-01")
    assert block(page, look="error")["text"] == "“99999-01-01” is no day; write it as 2026-05-02"
    assert FIRST in program.album.evenings


@pytest.mark.parametrize(("kind", "page"), [("file", "share"), ("evenings_file", "evenings")])
def test_half_a_letter_in_a_file_is_one_line(program: StubProgram, kind: str, page: str) -> None:
    done(program, "page", value=page)
    assert block(done(program, kind, value="\ud800"), look="error")["text"]
