"""The evenings in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scorer.app.history.descriptions import (
    best_html,
    day_and_place,
    dynasty_words,
    outcome_words,
    pairs_html,
    photo_html,
    player_html,
    points_chart,
)
from scorer.app.pictures.board import Sheet
from scorer.i18n.translator import translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import statistics, tally
from tests.app.stub import StubHost

SHEET = Sheet.of(*StubHost().sprites())


@pytest.mark.parametrize(
    ("notations", "said", "unsaid"),
    [
        (["w1wC"], "2.0 points on average", "open"),
        (["w?C"], "1 kingdom is not counted: something is missing in it or its game", "average"),
        (
            ["w1wC", "w?C", "f?C"],
            "2 kingdoms are not counted: something is missing in them or their games",
            "1 kingdom",
        ),
    ],
)
def test_unsettled_kingdoms_are_listed_and_excluded_from_averages(notations: list[str], said: str, unsaid: str) -> None:
    saved_games = [
        SavedGame(f"{day}", date(2026, 5, day), Game((Player("Ann", kingdoms=(Kingdom.parse(text),)),)))
        for day, text in enumerate(notations, start=1)
    ]
    (ann,) = statistics(saved_games)
    html = player_html(ann, SHEET, translator("en"))
    assert said in html
    assert unsaid not in html


def _saved(day: int, location: str = "", **points: int) -> SavedGame:
    players = tuple(Player(name, totals=(total,)) for name, total in points.items())
    return SavedGame(f"{day}", date(2026, 5, day), Game(players), location=location)


GAMES = [_saved(2, "Lyon", Ann=45, Ben=38), _saved(9, Ann=40, Ben=41), _saved(16, Ann=40, Ben=30)]


def test_a_saved_game_says_when_where_and_who() -> None:
    french = translator("fr")
    assert day_and_place(GAMES[0], french) == "2 mai 2026, Lyon"
    assert [outcome_words(game, translator("en")) for game in (*GAMES[:2], _saved(1, Ann=3))] == [
        "Ann won by 7 points", "Ben won by 1 point", "Ann: 3 points",
    ]  # fmt: skip


def test_a_players_statistics_are_in_the_language_of_the_page() -> None:
    ann, _ = tally(GAMES).players
    html = player_html(ann, SHEET, translator("de"))
    for said in (
        "2 Siege in 3 beendeten Partien",
        "41,7 Punkte",
        "45 Punkte am 2. Mai 2026",
        "Mit 2 Spielern: 2 von 3 gewonnen (67\u00a0%)",
    ):
        assert said in html.replace("</b> · ", "")


def test_the_bar_shows_the_share_of_games_that_were_won() -> None:
    bars = [player_html(player, SHEET, translator("en")) for player in tally(GAMES).players]
    assert ["width:67%" in bars[0], "width:33%" in bars[1]] == [True, True]


def test_the_best_territory_is_lit_on_the_board_of_its_kingdom() -> None:
    game = Game((Player("Ann", kingdoms=(Kingdom.parse("w1wC/f.."),), colour="pink"),))
    found, tr = tally([SavedGame("a", date(2026, 5, 2), game)]), translator("en")
    html = player_html(found.players[0], SHEET, tr)
    assert html.count("t0 lit") == 2 and "t1 dim" in html
    best = best_html(found.best, {"Ann": "pink"}, SHEET, tr)
    assert "Kingdom of Ann, 2 × 3 squares" in best and "lit" not in best


def test_the_chart_has_everybody_and_every_game_once() -> None:
    found = tally(GAMES)
    chart = points_chart(found.players, translator("en"))
    assert "aria-label='Points over time. Ann: 45, 40, 40. Ben: 38, 41, 30'" in chart
    assert "2 May 2026" in chart and "16 May 2026" in chart
    assert points_chart(tally(GAMES[:1]).players, translator("en")) == ""
    dynasty = SavedGame("d", date(2026, 5, 2), Game((Player("Ann", totals=(1, 2, 3)),), dynasty=True))
    assert "Ann: 1, 2, 3'" in points_chart(tally([dynasty]).players, translator("en"))


@pytest.mark.parametrize(("month", "count"), [(5, 3), (9, 2)])
def test_the_chart_has_as_many_days_as_fit_side_by_side(month: int, count: int) -> None:
    games = [replace(game, day=date(2026, month, day)) for game, day in zip(GAMES, (11, 12, 13), strict=True)]
    assert points_chart(tally(games).players, translator("en")).count(" 2026<") == count


def test_a_dynasty_names_the_game_that_it_has_reached() -> None:
    players = (Player("Ann", totals=(1, 2)), Player("Ben", totals=(3,)))
    game = SavedGame("a", date(2026, 5, 1), Game(players, dynasty=True))
    assert dynasty_words(game, translator("en")) == "Dynasty, game 2 of 3"
    assert dynasty_words(GAMES[0], translator("en")) == ""


def test_names_and_notes_are_escaped_everywhere() -> None:
    games = [_saved(day, "", **{"<b>": 3 + day, "Ben": 2}) for day in (1, 2)]
    found, tr = tally(games), translator("en")
    for html in (best_html(found.best, {}, SHEET, tr), pairs_html(found.pairs, tr), points_chart(found.players, tr)):
        assert html and "<b><b>" not in html and "&lt;b&gt;" in html
    assert photo_html(games[0], tr) == ""
    assert "alt='The photo of this game'" in photo_html(
        SavedGame("a", date(2026, 5, 1), Game(), photo="data:image/jpeg;base64,/9j/AAAA"), tr
    )
