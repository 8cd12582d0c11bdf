"""Tables that come to the offline app from a link, from a file or from the visit before."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

import pytest

from scorer.app.state import memory
from scorer.offline.program import OfflineProgram, start_program
from scorer.rules.legality import check
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.rules.table.ranking import rank
from scorer.rules.table.table import Table
from scorer.sharing.files import file_name, game_from_file, to_csv, to_json
from scorer.sharing.game import Game
from scorer.sharing.link import PART, address_of, encode, opened
from tests.app.asking import DYNASTY, EXPANDED, SPRITES, block, blocks, done, labels


def test_a_table_opens_from_its_link_and_the_link_holds_it(program: OfflineProgram) -> None:
    done(program, "notation", value="w1wC")
    page = done(program, "page", value="share")
    link = block(page, name="link")["data"]["link"]
    assert link.startswith("https://scorer.example/?game=")
    assert opened(link) == program.state.game
    other = start_program(SPRITES, "de", "https://other.example/")
    assert done(other, "arrive", parts={PART: encode(opened(link))})["page"] == "game"
    page = done(other, "page", value="kingdom")
    assert (page["page"], block(page, key="kingdom")["data"]["notation"]) == ("kingdom", "w1wC")
    assert done(start_program(SPRITES, "en", ""), "link", value=link)["page"] == "game"


def test_default_names_are_in_the_language_of_the_person_who_opens_the_link() -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("wC"),)) for name in ("Player 1", "Ann")))
    program = start_program(SPRITES, "de", "")
    done(program, "arrive", parts={PART: encode(game)})
    assert [slot.name for slot in program.state.slots] == ["Spieler 1", "Ann"]


@pytest.mark.parametrize("game", [EXPANDED, DYNASTY], ids=["giants and court", "dynasty with court"])
@pytest.mark.parametrize("way", ["address", "link", "kingdoms.json", "kingdoms.csv"])
def test_a_table_with_expansions_is_judged_as_on_a_server_and_nothing_of_it_is_lost(
    program: OfflineProgram, game: Game, way: str
) -> None:
    if way == "address":
        done(program, "arrive", parts={PART: encode(game), memory.SAVED_GAME: "1a"})
    elif way == "link":
        done(program, "link", value=address_of(game, "https://other.example/"))
    else:
        done(program, "file", value=to_json(game) if way.endswith("json") else to_csv(game).decode())
    table = Table(game.players, game.rules)
    page = done(program, "page", value="game")
    drawn = "".join(one["html"] for one in blocks(page) if one["block"] == "html")
    for standing in rank(table).standings:
        assert f"{standing.total}" in drawn and standing.name.replace("&", "&amp;") in drawn
    for index, player in enumerate(game.players):
        data = block(done(program, "choose", value=f"{index}.0"), key="kingdom")["data"]
        points = score(player.kingdoms[0], table.settled_rules).total
        legal = check(player.kingdoms[0], size=table.settled_rules.size, box=table.settled_rules.box).legal
        assert data["total"] == str(points)
        assert data["verdict"]["legality"] == {True: "legal", False: "illegal", None: "open"}[legal]
    assert program.state.game == game
    page = done(program, "page", value="share")
    assert opened(block(page, name="link")["data"]["link"]) == game
    assert game_from_file(b64decode(block(page, mime="text/csv")["content"])) == game
    assert page["storage"]["address"].get(memory.SAVED_GAME) == ("1a" if way == "address" else None)


def test_invalid_link_is_reported(program: OfflineProgram) -> None:
    assert block(done(program, "link", value="https://scorer.example/?game=nonsense"), look="error")["text"]
    assert block(done(program, "arrive", parts={PART: "nonsense"}), look="warning")["text"]


def test_files_are_saved_and_opened(program: OfflineProgram) -> None:
    done(program, "notation", value="tCw coins=4")
    page = done(program, "page", value="share")
    for mime, ending in (("application/json", "json"), ("text/csv", "csv")):
        saved = block(page, mime=mime)
        assert saved["name"] == file_name(program.state.game, ending)
        other = start_program(SPRITES, "en", "")
        done(other, "file", value=b64decode(saved["content"]).decode())
        assert other.state.game == program.state.game


def test_last_table_is_offered_but_not_opened(program: OfflineProgram) -> None:
    kept = json.dumps({"table": {PART: encode(opened_game())}, "reading": None})
    page = done(program, "found", value=kept)
    assert page["page"] == "home" and "Resume last game" in labels(page)
    assert done(program, "again")["page"] == "game"


def opened_game() -> Any:
    other = start_program(SPRITES, "en", "")
    done(other, "notation", value="w1wC")
    return other.state.game


def test_link_of_several_kingdoms_opens_on_the_game_page(program: OfflineProgram) -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("w1wC"),)) for name in ("Ann", "Ben")))
    assert done(program, "arrive", parts={PART: encode(game)})["page"] == "game"
    assert done(program, "arrive", parts={PART: encode(game), "page": "share"})["page"] == "share"
    page = done(program, "arrive", parts={PART: encode(game), memory.PART: "1~1-0-pl-"})
    assert page["page"] == "game" and program.state.chosen == 1
    assert "without photos or undo steps" in block(page, look="warning")["text"]


def test_cut_kingdom_is_not_checked_before_it_is_complete(program: OfflineProgram) -> None:
    game = Game((Player("Ann", kingdoms=(Kingdom.parse("wwC/ff."),)),))
    page = done(program, "arrive", parts={PART: encode(game), memory.PART: "1~0-0-p-squares", "page": "kingdoms"})

    def board(page: Any) -> tuple[str, bool]:
        data = block(page, key="kingdom")["data"]
        return data["verdict"]["legality"], data["cut"]

    act = {"kingdom": block(page, key="kingdom")["data"]["id"], "sent": 1}
    assert board(page) == ("open", True)
    put = {**act, "kind": "put", "places": ["0,0"], "code": "w1"}
    assert board(done(program, "actions", value=[put])) == ("open", True)
    assert board(done(program, "actions", value=[{**act, "kind": "whole", "sent": 2}])) == ("legal", False)
