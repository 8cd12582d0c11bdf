"""Evenings that were played with expansions."""

from __future__ import annotations

import json
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest

from scorer.rules.model.dominoes import BASE_BOXES
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.saved_games.bg_stats import play_address
from scorer.sharing.saved_games.collection import SavedGames
from scorer.sharing.saved_games.export import read_saved_games, to_csv, to_json
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import Variant, statistics, variants

QUESTS = tuple(map(Quest.parse, ("bleak_king", "four_corners:mine")))


def saved_game(key: str, rules: Rules, *notations: str) -> SavedGame:
    players = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in zip("ABCDE", notations, strict=False))
    return SavedGame(key, date(2026, 5, 2), Game(tuple(players), rules))


GIANTS = saved_game("a", Rules(giants=True, quests=QUESTS), "w2!f1C", "fC", "g1gC", "sC", "l1!lC")
COURT = saved_game("b", Rules(court=True), "w*w[farmer]C", "f[building]fC")


@pytest.mark.parametrize("played", [GIANTS, COURT], ids=["giants", "court"])
def test_expansions_round_trip_through_storage_and_files(played: SavedGame) -> None:
    assert SavedGame.from_text(played.to_text()) == played
    kept = SavedGames().kept(played)
    assert read_saved_games(to_json(kept).encode()) == read_saved_games(to_csv(kept)) == kept


def test_expansions_are_variants_of_their_own() -> None:
    plain = saved_game("c", Rules(), "wC", "fC")
    found = variants([GIANTS, COURT, plain])
    assert len(found) == 3
    assert [(v.box.has_giants, v.court) for v in found] == [(True, False), (False, True), (False, False)]
    assert Variant.of(GIANTS).box.base is Variant.of(plain).box


def test_statistics_count_uncovered_crowns() -> None:
    (ann,) = [player for player in statistics([GIANTS]) if player.name == "A"]
    assert ann.crowns and ann.crowns.value == 2  # one of the wheat's two, and the forest's


@pytest.mark.parametrize("box", BASE_BOXES)
@pytest.mark.parametrize("giants", [False, True])
def test_every_box_has_its_game_in_bg_stats(box: str, giants: bool) -> None:
    address = play_address(saved_game("d", Rules(box=box, giants=giants), "wC", "fC"))  # type: ignore[arg-type]
    play = json.loads(parse_qs(urlsplit(address).query)["data"][0])
    assert play["game"]["name"] in ("Kingdomino", "Queendomino")
    assert ("Age of Giants" in play["board"]) == giants
