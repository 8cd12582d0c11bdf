"""Evenings that were kept: nothing lost on the way to a file and back, nothing taken that is none, sums that hold."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.model import notation
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.pieces import Piece
from scorer.rules.model.quests import Quest
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table import ranking
from scorer.rules.table.player import Player
from scorer.sharing import files
from scorer.sharing.codec import GameError
from scorer.sharing.files import MAX_ROWS
from scorer.sharing.game import Game
from scorer.sharing.link import encode
from scorer.sharing.saved_games.bg_stats import play_address
from scorer.sharing.saved_games.collection import (
    MAX_EFFORT,
    MAX_PHOTOS,
    MAX_SAVED_GAMES,
    MAX_SKIPPED,
    Held,
    SavedGames,
    saved_games_from,
)
from scorer.sharing.saved_games.export import FORMAT, VERSION, read_saved_games, to_csv, to_json
from scorer.sharing.saved_games.saved_game import MAX_LOCATION, MAX_NOTES, MAX_PHOTO, SavedGame
from scorer.sharing.saved_games.statistics import Streak, Variant, WinRate, head_to_head, statistics, tally, variants
from tests.sharing.some_games import FOUR, QUEENS, small_games

keys = st.text("0123456789abcdef", min_size=1, max_size=8)
some_saved_games = st.builds(SavedGame, keys, st.dates(date(2017, 1, 1)), small_games, st.booleans())
several = st.lists(some_saved_games, max_size=4).map(lambda found: SavedGames().kept(*found))


def saved_game(key: str, day: int, **points: str) -> SavedGame:
    """An evening on a day in May, with everybody's kingdom."""
    players = (Player(name, kingdoms=(Kingdom.parse(notation),)) for name, notation in points.items())
    return SavedGame(key, date(2026, 5, day), Game(tuple(players)))


FIRST = saved_game("a", 2, Ann="w1wC", Ben="f1C")
SECOND = saved_game("b", 9, Ben="f1ffC", Zoé="m2mC")
THIRD = saved_game("c", 16, Ann="w1wC", Ben="f1fC")


def test_saved_game_that_hidden_crowns_decide_has_no_winner() -> None:
    assert saved_game("d", 17, Ann="w1wC", Ben="f?C").winners == ("Ann",)
    assert saved_game("d", 17, Ann="w1wC", Ben="f?fC").winners == ()


def test_unsettled_games_count_in_no_win_or_average() -> None:
    early, hidden = replace(FIRST, settled=False), saved_game("d", 17, Ann="w1wC", Ben="f?fC")
    assert early.winners == ()
    ann, ben = (next(s for s in statistics((early, hidden, THIRD)) if s.name == name) for name in ("Ann", "Ben"))
    assert (ann.played, ann.wins, ann.points, ann.open) == (3, 1, (2, 2), 1)
    assert (ben.played, ben.wins, ben.points, ben.open) == (3, 1, (2,), 2)
    assert (ben.average, ben.best and ben.best.value) == (2, 2)
    (alone,) = statistics((saved_game("e", 1, Zoé="w?C"),))
    assert (alone.played, alone.points, alone.open, alone.best, alone.crowns) == (1, (), 1, None, None)


@pytest.mark.slow
@settings(max_examples=40)
@given(several)
def test_saved_games_round_trip_through_files(saved_games: SavedGames) -> None:
    assert read_saved_games(to_json(saved_games).encode()) == saved_games
    assert read_saved_games(to_csv(saved_games)) == saved_games
    assert saved_games_from([saved_game.to_text() for saved_game in saved_games]) == Held(saved_games)


@pytest.mark.slow
@settings(max_examples=40)
@given(several, some_saved_games)
def test_keeping_correcting_and_deleting(saved_games: SavedGames, one: SavedGame) -> None:
    kept = saved_games.kept(one)
    assert kept.find(one.key) == one
    assert kept.kept(one) == kept
    assert len(kept.kept(replace(one, day=date(2030, 1, 1)))) == len(kept)
    assert kept.without(one.key) == saved_games.without(one.key)
    assert [e.day for e in kept] == sorted((e.day for e in kept), reverse=True)


@pytest.mark.thorough
@settings(max_examples=40)
@given(several)
def test_statistics_add_up(saved_games: SavedGames) -> None:
    found = statistics(saved_games)
    assert sum(s.played for s in found) >= sum(s.wins for s in found)
    games = [game for e in saved_games for player in e.game.players for game in player.games]
    assert sum(len(s.points) + s.open for s in found) == len(games)
    for player in found:
        assert player.wins <= player.played <= len(player.points) + player.open
        if player.best:
            assert player.best.value == max(player.points)
            assert min(player.points) <= player.average <= max(player.points)


def test_wins_averages_and_records() -> None:
    ann, ben = (next(s for s in statistics((FIRST, SECOND, THIRD)) if s.name == name) for name in ("Ann", "Ben"))
    assert (ann.played, ann.wins, ann.average) == (2, 2, 2.0)  # the last one shared
    assert (ben.played, ben.wins, ben.points) == (3, 1, (1, 3, 2))
    assert ben.best and (str(ben.best.kingdom), ben.best.day) == ("f1ffC", date(2026, 5, 9))


def test_crown_record_counts_one_kingdom() -> None:
    (zoe,) = [s for s in statistics((SECOND,)) if s.name == "Zoé"]
    assert zoe.crowns and zoe.crowns.value == 2


def test_single_player_game_is_no_win() -> None:
    assert statistics((saved_game("a", 1, Ann="w1wC"),))[0].wins == 0


def test_variants_are_sorted_by_frequency() -> None:
    saved_games = [SavedGame(str(n), date(2026, 1, 1 + n), game) for n, game in enumerate((QUEENS, FOUR, FOUR))]
    assert variants(saved_games)[0] == Variant(Box.KINGDOMINO, 5, dynasty=False, court=False)
    assert {variant.box for variant in variants(saved_games)} == {Box.KINGDOMINO, Box.QUEENDOMINO}


def test_players_are_sorted_by_their_latest_game() -> None:
    assert SavedGames().kept(FIRST, SECOND).names == ("Ben", "Zoé", "Ann")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"{}", "contains no saved games"),
        (b'{"format": "kingdom-scorer-evenings", "version": 9, "evenings": []}', "newer version"),
        (b'{"format": "kingdom-scorer-evenings", "version": 1, "evenings": [7]}', "not a saved game"),
        (b"name,notation\nAnn,wC", "no column"),
        (b"evening,day,player,name,notation\na,2nd of May,1,Ann,wC", "row 2 on: “2nd of May” is not a date"),
        (b"evening,day,player,name,notation\na,2026-05-02,1,Ann,wCx", "row 2 on: player 1, kingdom 1"),
        (b"evening,day,player,name,notation\nA/../b,2026-05-02,1,Ann,wC", "not a saved game"),
        (b" " * 5_000_001, "too large"),
    ],
)
def test_foreign_files_are_rejected_with_a_reason(file: bytes, said: str) -> None:
    with pytest.raises(GameError, match=said):
        read_saved_games(file)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_unreadable_games_of_a_file_do_not_affect_others(form: str) -> None:
    def file(broken: int) -> bytes:
        bad = [replace(FIRST, key=f"a{number}") for number in range(broken)]
        found = SavedGames().kept(*bad, SECOND)
        text = to_json(found) if form == "json" else to_csv(found).decode()
        return text.replace("2026-05-02", "2nd of May").encode()

    read = read_saved_games(file(2))
    assert read.saved_games == (SECOND,)
    places = {"json": ("game 2", "game 3"), "csv": [f"the game from row {row} on" for row in (4, 6)]}
    which = ", ".join(f"{place}: “2nd of May” is not a date; write it as 2026-05-02" for place in places[form])
    assert str(read.skipped) == f"2 games of the file cannot be read and were left out: {which}"
    assert str(read_saved_games(file(1)).skipped).startswith("1 game of the file cannot be read and was left")
    assert read_saved_games(file(0)).skipped is None
    with pytest.raises(GameError, match="is not a date"):
        read_saved_games(file(MAX_SKIPPED + 1))


def test_too_many_games_are_rejected_and_broken_ones_skipped() -> None:
    many = [replace(FIRST, key=f"{number:x}") for number in range(MAX_SAVED_GAMES + 1)]
    with pytest.raises(GameError, match="too many"):
        SavedGames().kept(*many)
    held = saved_games_from(["{}", "nonsense", FIRST.to_text()])
    assert (held.saved_games.saved_games, held.left_out) == ((FIRST,), 0)
    assert list(map(str, held.unreadable)) == ["this is not a saved game"] * 2


def test_bg_stats_link_has_players_and_winners() -> None:
    play = json.loads(parse_qs(urlsplit(play_address(SECOND)).query)["data"][0])
    assert [(p["name"], p["score"], p["winner"]) for p in play["players"]] == [("Zoé", 4, True), ("Ben", 3, False)]
    assert (play["game"]["name"], play["playDate"]) == ("Kingdomino", "2026-05-09 12:00:00")


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[Kingdom]:
    """Every kingdom that is scored, in turn."""
    kingdoms: list[Kingdom] = []

    def counted(kingdom: Kingdom, rules: Rules) -> ScoreSheet:
        kingdoms.append(kingdom)
        return score(kingdom, rules)

    monkeypatch.setattr(ranking, "score", counted)
    monkeypatch.setattr(files, "score", counted)
    return kingdoms


def test_kingdom_of_a_saved_game_is_scored_once(scored: list[Kingdom]) -> None:
    saved_games = SavedGames().kept(FIRST, SECOND)
    saved_games = read_saved_games(to_json(saved_games).encode())
    scored.clear()
    for one in (saved_games, saved_games, saved_games.kept(replace(saved_games.saved_games[0], day=date(2026, 6, 1)))):
        for saved_game in one:
            saved_game.to_text(), play_address(saved_game)
        statistics(one), variants(one), to_json(one), to_csv(one)
    assert len(scored) == 4


def test_text_for_the_browser_scores_no_kingdom(scored: list[Kingdom]) -> None:
    assert SavedGame.from_text(FIRST.to_text()).standings and scored
    scored.clear()
    assert replace(FIRST, game=replace(FIRST.game)).to_text() and not scored


QUESTS = tuple(map(Quest.parse, ("folie_des_grandeurs", "four_corners:mine")))
UNKNOWN = Game(tuple(Player(f"P{i}", kingdoms=(Kingdom.parse("/".join(["?wflgsm"] * 7)),)) for i in range(16)))
"""Sixteen kingdoms that take long to count."""


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_file_that_takes_too_long_to_count_is_refused_before_much_of_it_is_read(
    form: str, scored: list[Kingdom], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [f"{e:x},2026-05-02,{p},P,{'/'.join(['?wflgsm'] * 7)}" for e in range(1000) for p in range(1, 17)]
    many = [{"key": f"{e:x}", "day": "2026-05-02", "game": encode(UNKNOWN)} for e in range(1000)]
    file = {
        "json": json.dumps({"format": FORMAT, "version": VERSION, "evenings": many}),
        "csv": "\n".join(["evening,day,player,name,notation", *rows]),
    }[form]
    read: list[str] = []

    def parsed(text: str) -> Kingdom:
        read.append(text)
        return Kingdom(notation.parse(text).rows)

    monkeypatch.setattr(Kingdom, "parse", parsed)
    with pytest.raises(GameError, match="takes too long"):
        read_saved_games(file.encode())
    assert len(read) <= 16 * (MAX_EFFORT // SavedGame("a", date(2026, 5, 2), UNKNOWN).effort + 1) and not scored


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rules", [Rules(), Rules(harmony=True, middle_kingdom=True), Rules(giants=True, quests=QUESTS)]
)
@pytest.mark.parametrize(("notation", "saved_games"), [("C", 2000), ("??", 120)])
def test_tiny_kingdoms_cost_effort(notation: str, saved_games: int, rules: Rules, scored: list[Kingdom]) -> None:
    kingdoms = (Kingdom.parse(notation),) * 3
    game = Game(tuple(Player(f"P{number}", kingdoms=kingdoms) for number in range(16)), rules)
    many = [{"key": f"{number:x}", "day": "2026-05-02", "game": encode(game)} for number in range(saved_games)]
    file = json.dumps({"format": FORMAT, "version": VERSION, "evenings": many})
    with pytest.raises(GameError, match="takes too long"):
        read_saved_games(file.encode())
    assert not scored


def test_effort_grows_with_everything_to_compute() -> None:
    def effort(*notations: str, name: str = "A", quests: int = 0) -> int:
        players = tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for text in notations)
        rules = Rules(giants=True, quests=QUESTS[:quests])
        return SavedGame("a", date(2026, 5, 2), Game(players, rules)).effort

    growing = [effort(), effort("C"), effort("Cw"), effort("C", "C"), effort("Cw?"), effort("Cw?", "C?")]
    assert growing == sorted(set(growing))
    assert effort("C???") > 3 * effort("C??") and effort("C???", quests=2) > 3 * effort("C???")
    assert effort("C?") > 5 * effort("C") and effort("C", quests=2) > effort("C", quests=1) > effort("C")
    assert effort("Cf[lumberjack]") > effort("Cf") and effort("C", name="A" * 80) > effort("C")


def test_ten_years_of_games_can_be_saved() -> None:
    four = Game(tuple(Player(name, kingdoms=(Kingdom.parse("/".join(["wwwww"] * 5)),)) for name in "ABCD"))
    weeks = [SavedGame(f"{number:x}", date(2026, 5, 2), four) for number in range(520)]
    assert len(SavedGames().kept(*weeks)) == 520


def test_several_files_together_take_no_longer_than_one(scored: list[Kingdom]) -> None:
    max_games = MAX_EFFORT // SavedGame("a", date(2026, 5, 2), UNKNOWN).effort
    saved_games = [SavedGame(f"{number:x}", date(2026, 5, 2), UNKNOWN) for number in range(max_games + 1)]
    kept = SavedGames().kept(*saved_games[:-1])
    with pytest.raises(GameError, match="takes too long"):
        kept.kept(saved_games[-1])
    assert not scored


@pytest.mark.slow
def test_browser_storage_is_read_up_to_the_limit() -> None:
    many = [replace(FIRST, key=f"{number:x}", game=UNKNOWN) for number in range(50)]
    text = json.dumps({"key": "a", "day": "2026-05-02", "game": encode(UNKNOWN)})
    held = saved_games_from([text.replace('"a"', f'"{saved_game.key}"') for saved_game in many])
    assert len(held.saved_games) == MAX_EFFORT // many[0].effort == 50 - held.left_out
    assert not held.unreadable


@pytest.mark.slow
def test_unreadable_games_do_not_hide_readable_ones() -> None:
    damaged = [FIRST.to_text()[:-30], FIRST.to_text().replace('"game":"1', '"game":"3'), "{}", "[]", "7", '{"game": 7}']
    for number in (101, MAX_SAVED_GAMES - 1):
        held = saved_games_from([*(damaged * number)[:number], FIRST.to_text()])
        assert (tuple(held.saved_games), len(held.unreadable), held.left_out) == ((FIRST,), number, 0)
    nameless = replace(FOUR, players=(*FOUR.players, Player("A" * 100)))  # refused at its last player
    late = json.dumps({"key": "a", "day": "2026-05-02", "game": encode(nameless)})
    assert tuple(saved_games_from([*[late] * 101, FIRST.to_text()]).saved_games) == (FIRST,)


@pytest.mark.thorough
def test_unreadable_games_cannot_keep_the_page_busy() -> None:
    """Each has too many squares, which is seen after all of them were read."""
    kingdom = Kingdom.parse("/".join(["w1" * 7] * 7))
    many = Game((Player("Ann", kingdoms=(kingdom,) * 3),) * 15)
    late = json.dumps({"key": "a", "day": "2026-05-02", "game": encode(many)})
    held = saved_games_from([late] * MAX_SAVED_GAMES + [FIRST.to_text()])
    assert not held.saved_games and len(held.unreadable) < 200
    assert held.left_out == MAX_SAVED_GAMES + 1 - len(held.unreadable)


def test_ignored_content_of_games_counts_as_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    padded: dict[str, object] = {"players": [], "later": [{}] * 15_000}
    monkeypatch.setattr("scorer.sharing.link.to_plain", lambda _: padded)
    text = json.dumps({"key": "a", "day": "2026-05-02", "game": encode(Game())})
    held = saved_games_from([text] * 100)
    assert held.left_out > 80 and not held.unreadable
    games = [{**json.loads(text), "key": f"a{number}"} for number in range(100)]
    with pytest.raises(GameError, match="takes too long"):
        read_saved_games(json.dumps({"format": FORMAT, "version": 1, "evenings": games}).encode())


@pytest.mark.slow
def test_a_csv_file_may_have_any_columns_but_not_any_number_of_rows() -> None:
    first = "evening,day,player,name,notation,mine\n"
    assert len(read_saved_games(f"{first}a,2026-05-02,1,Ann,wC,7,8".encode())) == 1
    with pytest.raises(GameError, match="rows"):
        read_saved_games((first + "a,2026-05-02,1,Ann,wC,\n" * (MAX_ROWS + 1)).encode())


@pytest.mark.parametrize(("ann", "ben", "won"), [(1, 1, ()), (2, 2, ()), (3, 2, ()), (3, 3, ("Ann",))])
def test_unfinished_dynasty_has_no_winner(ann: int, ben: int, won: tuple[str, ...]) -> None:
    of_ann, of_ben = (Kingdom.parse(text) for text in ("w1wwC", "f1fC"))
    game = Game((Player("Ann", kingdoms=(of_ann,) * ann), Player("Ben", kingdoms=(of_ben,) * ben)), dynasty=True)
    saved_game = SavedGame("a", date(2026, 5, 2), game)
    assert (saved_game.winners, statistics((saved_game,))[0].wins) == (won, len(won))


def test_no_winner_while_a_player_has_no_kingdom() -> None:
    ann, ben = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "wwC")))
    for players, winners in (((ann, ben), ("Ann",)), ((ann, ben, Player("Cid")), ())):
        game = Game(players)
        assert SavedGame("a", date(2026, 5, 2), game).winners == winners
        assert json.loads(files.to_json(game))["settled"] is bool(winners)
    assert json.loads(files.to_json(Game((ann, ben), dynasty=True)))["settled"] is False


def test_saved_game_with_missing_entries_has_no_winner() -> None:
    """Such a file says nothing of whether the evening is settled, as those of earlier versions."""
    queendomino = saved_game("a", 2, Ann="tt1C", Ben="tC").game
    incomplete = replace(
        queendomino, players=tuple(replace(one, untold=(frozenset({Piece.COINS}),)) for one in queendomino.players)
    )
    cut = replace(
        FIRST.game, players=(FIRST.game.players[0], replace(FIRST.game.players[1], partly_seen=frozenset({1})))
    )
    for game in (incomplete, cut):
        file = {"format": FORMAT, "version": VERSION, "evenings": [SavedGame("a", FIRST.day, game).to_plain()]}
        (read,) = read_saved_games(json.dumps(file).encode())
        assert (read.game, read.settled, read.winners) == (game, True, ())
        assert [(one.wins, one.points, one.open) for one in statistics((read,))] == [(0, (), 1)] * 2


def test_totals_count_as_points_and_an_open_tie_as_no_win() -> None:
    ann, ben = Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Ben", totals=(45,))
    kept = SavedGames().kept(SavedGame("a", date(2026, 5, 2), Game((ann, ben))))
    assert read_saved_games(to_json(kept).encode()) == read_saved_games(to_csv(kept)) == kept
    first, _ = statistics(kept)
    assert (first.name, first.wins, first.points, first.crowns) == ("Ben", 1, (45,), None)
    assert first.best and (first.best.value, first.best.kingdom) == (45, None)
    level = SavedGame("b", date(2026, 5, 3), Game((ann, Player("Ben", totals=(2,)))))
    assert level.is_settled and level.winners == ()
    play = json.loads(parse_qs(urlsplit(play_address(kept.saved_games[0])).query)["data"][0])
    assert [(one["name"], one["score"]) for one in play["players"]] == [("Ben", 45), ("Ann", 2)]


PHOTO = "data:image/jpeg;base64,/9j/" + "A" * 400
"""The beginning of a JPEG, large enough to tell."""
NOTED = replace(FIRST, location="Ann’s kitchen", notes="Close!\nBen =1+1", photo=PHOTO)


def test_location_notes_and_photo_round_trip() -> None:
    assert SavedGame.from_text(NOTED.to_text()) == NOTED
    kept = SavedGames().kept(NOTED, SECOND)
    assert read_saved_games(to_json(kept).encode()) == kept
    assert read_saved_games(to_csv(kept)) == SavedGames().kept(replace(NOTED, photo=""), SECOND)


def test_saved_games_without_notes_are_unchanged() -> None:
    """Also the other way round: pages of before pass over what they do not know."""
    assert not {"location", "notes", "photo"} & FIRST.to_plain().keys()
    plain = NOTED.to_plain()
    assert SavedGame.from_plain({name: plain[name] for name in FIRST.to_plain()}) == FIRST


@pytest.mark.parametrize(
    "photo",
    [
        7, None, "photo.jpg", "data:image/svg+xml;base64,/9j/AAAA", "data:image/jpeg;base64,AAAA",
        f"{PHOTO}' onerror='x", f"{PHOTO}\n", "data:image/jpeg;base64,/9j/" + "A" * MAX_PHOTO,
    ],
)  # fmt: skip
def test_invalid_photo_of_a_saved_game_is_dropped(photo: object) -> None:
    assert SavedGame.from_plain({**NOTED.to_plain(), "photo": photo}) == replace(NOTED, photo="")


def test_long_texts_of_foreign_files_are_cut() -> None:
    long = SavedGame.from_plain({**FIRST.to_plain(), "location": "x\u202e\n" * 200, "notes": "y\t" * 800})
    assert len(long.location) <= MAX_LOCATION and "\n" not in long.location and "\u202e" not in long.location
    assert len(long.notes) <= MAX_NOTES and long.notes.endswith("…")
    assert SavedGame.from_text(long.to_text()) == long


def test_photos_of_the_oldest_games_are_dropped_first() -> None:
    photo = PHOTO + "A" * (MAX_PHOTO - len(PHOTO) - 400)
    photo = photo[: len(photo) // 4 * 4]
    fitting = MAX_PHOTOS // len(photo)
    many = [replace(FIRST, key=f"{number:04}", photo=photo) for number in range(fitting + 3)]
    kept = SavedGames().kept(*many)
    assert [bool(one.photo) for one in kept] == [True] * fitting + [False] * 3
    assert len(kept) == len(many)
    assert sum(len(one.photo) for one in read_saved_games(to_json(kept).encode())) <= MAX_PHOTOS


def played(*totals: dict[str, int]) -> list[SavedGame]:
    """Saved games on the days of May, with everybody's points; names that are not there did not play."""
    return [
        SavedGame(f"{day:02}", date(2026, 5, day), Game(tuple(Player(n, totals=(p,)) for n, p in points.items())))
        for day, points in enumerate(totals, start=1)
    ]


def test_games_are_counted_by_the_number_of_players_and_in_streaks() -> None:
    games = played(
        {"Ann": 50, "Ben": 40}, {"Ann": 50, "Ben": 40, "Cid": 3}, {"Ann": 1, "Ben": 2}, {"Ann": 9},
        {"Ann": 8, "Ben": 7}, {"Ann": 5, "Ben": 5}, {"Ann": 8, "Ben": 7}, {"Ann": 8, "Ben": 7},
    )  # fmt: skip
    ann = statistics(games)[0]
    assert (ann.name, ann.played, ann.wins) == ("Ann", 8, 5)
    assert ann.rates == (WinRate(2, 5, 4), WinRate(3, 1, 1))  # alone and an open tie have no winner
    assert ann.rate == WinRate(0, 6, 5) and ann.rates[0].rate == 0.8
    assert ann.streak == Streak(current=3, longest=3)
    assert [record.value for record in ann.series] == [50, 50, 1, 9, 8, 5, 8, 8]


def test_statistics_compare_every_pair_of_players() -> None:
    games = played({"Ann": 50, "Ben": 40, "Cid": 45}, {"Ben": 50, "Ann": 40}, {"Cid": 1})
    level = SavedGame(
        "x", date(2026, 6, 1), Game(tuple(Player(n, kingdoms=(Kingdom.parse("wC"),)) for n in ("Ann", "Ben")))
    )
    found = head_to_head([*games, level])
    assert [(one.first, one.second, one.first_ahead, one.second_ahead, one.level) for one in found] == [
        ("Ann", "Ben", 1, 1, 1), ("Ann", "Cid", 1, 0, 0), ("Ben", "Cid", 0, 1, 0),
    ]  # fmt: skip
    assert head_to_head(played({"Ann": 5, "Ben": 5, "Cid": 1})) == ()  # who is first is open


def test_the_best_kingdoms_and_territories_are_found_with_their_games() -> None:
    found = tally([FIRST, SECOND, THIRD])
    assert found.games == 3
    assert [(one.name, one.value, one.key) for one in found.best] == [
        ("Zoé", 4, "b"), ("Ben", 3, "b"), ("Ann", 2, "a"), ("Ann", 2, "c"), ("Ben", 2, "c"),
    ]  # fmt: skip
    zoe = next(player for player in found.players if player.name == "Zoé")
    assert zoe.territory and zoe.territory.territory
    assert (zoe.territory.value, zoe.territory.territory.terrain, zoe.territory.territory.squares) == (4, "mine", 2)


def test_a_dynasty_is_one_game_with_three_results() -> None:
    players = (Player("Ann", totals=(50, 10, 10)), Player("Ben", totals=(20, 20, 20)))
    found = tally([SavedGame("a", date(2026, 5, 2), Game(players, dynasty=True))])
    assert [(one.name, one.played, one.wins, one.points) for one in found.players] == [
        ("Ann", 1, 1, (50, 10, 10)), ("Ben", 1, 0, (20, 20, 20)),
    ]  # fmt: skip
