"""The page of one kingdom, and the rules that it follows."""

from __future__ import annotations

from scorer.app.state.actions import MAX_ACTIONS
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS as ALL_QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from tests.app.asking import QUESTS, WHOLE, StubProgram, block, blocks, done, labels, new_program


def test_a_notation_is_scored_and_judged(program: StubProgram) -> None:
    page = done(program, "notation", value=WHOLE)
    board = block(page, key="kingdom")["data"]
    assert (board["total"], board["verdict"]["legality"]) == (str(score(Kingdom.parse(WHOLE)).total), "legal")
    assert block(page, key="sheet")["data"]["total"] == board["total"]


def test_invalid_notation_is_reported(program: StubProgram) -> None:
    assert block(done(program, "notation", value="xyz"), look="error")["text"]


def test_long_name_is_shortened_and_reported(program: StubProgram) -> None:
    done(program, "notation", value="wC")
    page = done(program, "player", index=0, name="name", value="N" * 41)
    assert program.state.slots[0].name == "N" * 39 + "…"
    assert block(page, block="toast")["text"] == "A name has at most 40 letters; this one was cut"


def test_taps_change_the_kingdom_and_can_be_undone(program: StubProgram) -> None:
    data = block(done(program, "empty"), key="kingdom")["data"]
    put = {"kind": "put", "kingdom": data["id"], "places": ["0,1"], "code": "w1", "sent": 1}
    page = done(program, "actions", value=[put, {**put, "places": ["0,2"], "code": "w", "sent": 2}])
    assert block(page, key="kingdom")["data"]["notation"] == "Cw1w"
    again = done(program, "actions", value=[put, {"kind": "undo", "kingdom": data["id"], "sent": 3}])
    assert block(again, key="kingdom")["data"]["notation"] == "Cw1"
    twice = [{"kind": "undo", "kingdom": data["id"], "sent": sent} for sent in (4, 5)]
    page = done(program, "actions", value=twice)  # the second would take the kingdom away
    assert (program.state.kingdoms, block(page, key="kingdom")["data"]["notation"]) == (1, "C")


def test_no_more_actions_than_the_page_sends_are_carried_out(program: StubProgram) -> None:
    data = block(done(program, "empty"), key="kingdom")["data"]
    put = {"kind": "put", "kingdom": data["id"], "places": ["0,1"], "code": "w1"}
    others = [{**put, "places": ["1,0"]}] * MAX_ACTIONS
    sent = [{**action, "sent": number} for number, action in enumerate([put, *others], 1)]
    page = done(program, "actions", value=sent)
    assert block(page, key="kingdom")["data"]["notation"] == "C/w1"


def test_corrections_are_searched_in_a_second_step(program: StubProgram) -> None:
    program.host.finds = False
    page = done(program, "notation", value=WHOLE.replace("w1s", "w2s"))
    assert page["sought"] and "Looking for possible corrections" in str(page["blocks"])
    program.host.finds = True
    page = done(program, "page", value="kingdom")
    assert not page["sought"]
    proposals = [one for one in page["blocks"] if (one.get("do") or {}).get("kind") == "correct"]
    assert proposals and all(one["label"].startswith("Change ") for one in proposals)
    page = done(program, **proposals[0]["do"])
    assert block(page, key="kingdom")["data"]["verdict"]["legality"] == "legal"


def test_expansions_are_chosen_by_tap(program: StubProgram) -> None:
    done(program, "notation", value="w1wf/ffC/l1wg2")
    done(program, "rule", name="harmony", value=True)
    done(program, "giants", value=True)
    done(program, "rule", name="court", value=True)
    page = done(program, "page", value="rules")
    assert not [label for label in labels(page) if label.startswith("Harmony")]
    assert block(page, key="rule-quests")["data"]["html"].count("data-value=") == len(ALL_QUESTS)
    for quest in ("bleak_king", "harmony", "harmony", *QUESTS):  # opened, closed, and the oldest replaced
        page = done(program, "quest", value=str(quest))
    assert block(page, key="rule-quests")["data"]["html"].count("aria-pressed='true'") == 2
    assert program.state.rules == Rules("us", giants=True, quests=QUESTS, court=True)
    data = block(done(program, "choose", value="0.0"), key="kingdom")["data"]
    assert {piece["mark"] for piece in data["pieces"]} >= {"!", "*", "[lumberjack]"}
    put = {"kind": "put", "kingdom": data["id"], "places": ["0,1"], "code": "w*", "sent": 1}
    board = block(done(program, "actions", value=[put]), key="kingdom")["data"]
    assert board["notation"].startswith("w1w*f")
    assert board["total"] == str(score(Kingdom.parse(board["notation"]), program.state.rules).total)
    done(program, "giants", value=False)
    assert program.state.rules == Rules("us", court=True)


def test_empty_board_is_painted_in_a_fixed_window(program: StubProgram) -> None:
    page = done(program, "empty")
    board = block(page, key="kingdom")["data"]
    assert (board["columns"], board["painting"]) == (5, 5)
    page = done(program, "actions", value=[{"kind": "frame", "kingdom": board["id"], "size": 0, "sent": 1}])
    assert block(page, key="kingdom")["data"]["painting"] == 0


def test_default_names_follow_the_language(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    done(program, "notation", value="fC")
    done(program, "player", index=1, name="name", value="Ann")
    done(program, "language", value="fr")
    assert [slot.name for slot in program.state.slots] == ["Joueur 1", "Ann"]
    program.history = program.history.undone()
    assert [slot.name for slot in program.state.slots] == ["Joueur 1", "Joueur 2"]


def test_undone_change_is_named(program: StubProgram) -> None:
    data = block(done(program, "notation", value="w1wC"), key="kingdom")["data"]
    put = {"kind": "put", "kingdom": data["id"], "places": ["0,0"], "code": "f", "sent": 1}
    page = done(program, "actions", value=[put, {"kind": "undo", "kingdom": data["id"], "sent": 2}])
    assert block(page, key="kingdom")["data"]["notice"].startswith("Undone: ")
    done(program, "page", value="game")
    assert not block(done(program, "page", value="kingdom"), key="kingdom")["data"]["notice"]


def test_chosen_rules_apply(program: StubProgram) -> None:
    done(program, "notation", value="w1wC")
    for name, value in (("box", "queendomino"), ("size", "7"), ("edition", "older"), ("harmony", True)):
        done(program, "rule", name=name, value=value)
    rules = program.state.rules
    assert (rules.box, rules.size, rules.edition, rules.harmony) == ("queendomino", 7, "older", True)
    done(program, "rule", name="box", value="")
    assert program.state.rules.box is None


def test_lines_of_the_score_sheet_come_after_the_fields_so_that_these_stay_in_place(program: StubProgram) -> None:
    blocks_shown = done(program, "notation", value="ttC/ttf/.f1f")["blocks"]
    keys = [one.get("key") or one["block"] for one in blocks_shown]
    assert keys.index("kingdom") < keys.index("row", keys.index("kingdom")) < keys.index("sheet")


def test_tokens_of_queendomino_count(program: StubProgram) -> None:
    page = done(program, "notation", value="ttC")
    assert "Coins" in labels(page)
    done(program, "token", name="coins", value=9)
    page = done(program, "token", name="queen", value=True)
    assert "coins=9 queen" in block(page, key="kingdom")["data"]["notation"]


def test_duplicate_player_name_gets_a_note(program: StubProgram) -> None:
    done(program, "join", value="Ann, Ben, Ann")
    page = done(program, "page", value="game")
    said = [one["text"] for one in page["blocks"] if one["block"] == "text" and "Another" in one["text"]]
    assert said == ["Another player already has this name."]


def test_language_changes_the_page_and_the_edition(program: StubProgram) -> None:
    page = done(program, "language", value="de")
    assert page["storage"]["language"] == "de" and block(page, look="title")["text"] == "Kingdom scorer"
    assert block(page, key="language")["value"] == "de" and block(page, key="go-history")["label"] == "Verlauf"
    assert new_program("fr-CH,en").state.rules.edition == "older"


def test_error_is_shown_until_the_players_next_request(program: StubProgram) -> None:
    done(program, "notation", value="xyz")
    assert block(done(program, "saved_games", value="{}"), look="error"), "the browser reports by itself"
    assert not [one for one in blocks(done(program, "empty")) if one.get("look") == "error"]


def test_arrows_lead_from_player_to_player(program: StubProgram) -> None:
    for notation in ("wC", "fC", "lC"):
        done(program, "notation", value=notation)
    page = done(program, "view", value="0.0")
    assert block(page, key="next")["label"] == "Next player: Player 2"
    page = done(program, **block(page, key="previous")["do"])
    assert block(page, key="kingdom")["data"]["notation"] == "lC"


def test_kingdom_that_breaks_the_rules_says_that_its_points_count() -> None:
    note = "If all squares are right, the points still count."
    assert note not in str(done(new_program(), "notation", value="ww/C.")["blocks"])
    assert note in str(done(new_program(), "notation", value="m3m3/Cm3")["blocks"])
