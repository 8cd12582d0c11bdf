"""The button that scans kingdoms: where it is offered, and what its scan knows of the game."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from scorer.app.component.scan import WORDS
from scorer.app.host import Loading
from scorer.rules.model.dominoes import Box
from scorer.rules.model.rules import Rules
from scorer.vision.scan import screen
from tests.app.asking import WHOLE, block, done, new_program


def test_home_and_the_game_offer_a_scan() -> None:
    program = new_program()
    home = done(program, "arrive", parts={})
    assert block(home, key="scan")["data"]["label"] == "Scan"
    done(program, "notation", value=WHOLE)
    game = done(program, "page", value="game")
    (dock,) = (one for one in game["blocks"] if one.get("look") == "dock")
    keys = [one.get("key", "").partition("-")[0] for one in dock["blocks"]]
    assert keys == ["upload", "scan", "by"]


@pytest.mark.parametrize("loading", ["loading", "missing", "unloaded"])
def test_no_scan_is_offered_where_photos_cannot_be_read_yet(loading: Loading) -> None:
    program = new_program()
    program.host.loading = loading
    assert "scan" not in json.dumps(done(program, "arrive", parts={})["blocks"])


def test_a_scan_has_the_rules_of_the_game_and_the_words_of_the_language() -> None:
    program = new_program("fr")
    program.step(program.state.playing(Rules(box=Box.QUEENDOMINO, size=7, giants=True)))
    data = block(done(program, "arrive", parts={}), key="scan")["data"]
    assert data["rules"] == {"box": "queendomino", "size": "7", "giants": "true"}
    assert data["words"]["closer"] == "Approchez-vous."


def test_every_hint_of_a_scan_has_words() -> None:
    hints = set(get_args(screen.Hint)) - {""}
    assert hints <= WORDS.keys()


@pytest.mark.parametrize("loading", ["missing", "unloaded"])
def test_reason_why_no_photo_can_be_read_takes_no_space_of_the_dock(loading: Loading) -> None:
    program = new_program()
    program.host.loading = loading
    done(program, "arrive", parts={})
    done(program, "notation", value=WHOLE)
    blocks = done(program, "page", value="game")["blocks"]
    (dock,) = (one for one in blocks if one.get("look") == "dock")
    assert [one["key"] for one in dock["blocks"]] == ["by-hand-1"]
    assert "photo" in json.dumps([one for one in blocks if one.get("look") in ("note", "warning")])
