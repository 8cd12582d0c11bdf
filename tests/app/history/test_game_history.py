"""What the browser has still to write of the evenings, and what it tells."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from scorer.app.history.game_history import SHOWN, GameHistory, table_of
from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState, Slot
from scorer.app.state.seen import Seen
from scorer.app.state.undo import History
from scorer.rules.model.kingdom import Kingdom
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.saved_games import collection
from scorer.sharing.saved_games.collection import MAX_SAVED_GAMES, SavedGames
from scorer.sharing.saved_games.export import read_saved_games
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import Tally, Variant, tally

FIRST, SECOND = (SavedGame(key, date(2026, 5, day), Game()) for key, day in (("a", 2), ("b", 9)))


def test_games_of_one_day_are_listed_newest_first() -> None:
    game_history, names = GameHistory(), [f"Ann {number}" for number in range(20)]
    game_history.keep(SavedGame("f" * 32, date.today(), Game()))  # a key as versions before December 2026 chose it
    for name in names:
        saved_game = game_history.to_keep(PageState((Slot(name, drafts=(Draft.of(Kingdom.parse("wwC")),)),)))
        assert saved_game
        game_history.keep(saved_game)
    listed = [saved_game.game.players[0].name for saved_game in list(game_history.saved_games)[:-1]]
    assert listed == names[::-1]


def test_changes_are_sent_until_the_browser_has_carried_them_out() -> None:
    game_history = GameHistory()
    game_history.keep(FIRST)
    game_history.keep(SECOND)
    game_history.delete(FIRST)
    assert (list(game_history.changes["put"]), game_history.changes["remove"]) == (["b"], ["a"])
    game_history.take("", "2 ")  # only the first ones
    assert game_history.changes["number"] == 3
    game_history.take("", "3 ")
    assert game_history.changes == {"number": 0, "put": {}, "remove": []}
    game_history.keep(FIRST)
    assert game_history.changes["number"] == 4


def test_stored_games_join_games_saved_before_they_arrived() -> None:
    game_history = GameHistory()
    game_history.keep(SECOND)
    assert game_history.take(json.dumps({"a": FIRST.to_text(), "c": "nonsense"}), "")
    assert [saved_game.key for saved_game in game_history.saved_games] == ["b", "a"]
    assert not game_history.take(json.dumps({"a": FIRST.to_text()}), "")


def test_unreadable_stored_games_are_reported() -> None:
    game_history = GameHistory()
    assert game_history.take(json.dumps({"a": FIRST.to_text(), "c": "nonsense", "d": "{}"}), "")
    said = "2 games in this browser cannot be read, and are left as they are. The first: "
    assert list(map(str, game_history.skipped)) == [said + "this is not a saved game"]
    assert game_history.changes["number"] == 0, "they stay where they are"


@pytest.mark.slow
def test_stored_games_beyond_the_limit_are_reported() -> None:
    kept = [replace(FIRST, key=f"{number:x}") for number in range(MAX_SAVED_GAMES)]
    game_history = GameHistory()
    game_history.keep(replace(SECOND, key="z1"), replace(SECOND, key="z2"))
    game_history.take(json.dumps({saved_game.key: saved_game.to_text() for saved_game in kept}), "")
    (said,) = map(str, game_history.skipped)
    assert said.startswith("2 more games are saved in this browser, but there are too many to load.")
    assert set(game_history.changes["put"]) == {"z1", "z2"}, "the browser keeps them"


def test_game_changed_in_two_tabs_is_saved_as_two_games() -> None:
    game_history = GameHistory()
    theirs, mine = (
        replace(FIRST, game=TABLE.assigned(Draft.of(Kingdom.parse(text)), "").game) for text in ("fC", "lC")
    )
    game_history.keep(FIRST)
    game_history.take("", "1 {}")
    game_history.keep(mine)
    before = replace(TABLE, saved_game="a")
    history = History(before).then(replace(before, dynasty=True))
    assert game_history.take("", "2 " + json.dumps({"a": theirs.to_text()}))
    assert game_history.saved_games.find("a") == theirs
    (copy,) = [saved_game for saved_game in game_history.saved_games if saved_game.key != "a"]
    assert (copy.game, copy.day) == (mine.game, mine.day)
    assert game_history.changes == {"number": 3, "put": {copy.key: copy.to_text()}, "remove": []}
    assert game_history.notice and "Both versions are saved" in str(game_history.notice)
    followed = game_history.followed(history)
    assert [state.saved_game for state in (followed.present, *followed.past)] == [copy.key] * 2


def test_game_deleted_in_another_tab_is_saved_again_with_a_notice() -> None:
    game_history = GameHistory()
    game_history.keep(FIRST)
    assert game_history.take("", '1 {"a": ""}')
    assert game_history.saved_games.find("a") == FIRST and not game_history.copies
    assert str(game_history.notice).startswith("This game was deleted in another tab.")


def test_game_changed_in_another_tab_is_not_deleted() -> None:
    game_history, theirs = GameHistory(), replace(FIRST, day=SECOND.day)
    game_history.keep(FIRST)
    game_history.take("", "1 {}")
    game_history.delete(FIRST)
    assert game_history.take("", "2 " + json.dumps({"a": theirs.to_text()}))
    assert tuple(game_history.saved_games) == (theirs,)
    assert not game_history.changes["number"] and game_history.notice and "not deleted" in str(game_history.notice)
    assert not game_history.deleted, "brought back, it would take the place of the other tab's"


def test_deleted_game_that_another_tab_saved_again_is_not_restored() -> None:
    game_history, theirs = GameHistory(), replace(FIRST, day=SECOND.day)
    game_history.take(json.dumps({"a": FIRST.to_text()}), "")
    game_history.delete(FIRST)
    game_history.take("", "1 {}")
    assert game_history.deleted == (FIRST,)
    game_history.take(json.dumps({"a": theirs.to_text()}), "")
    assert not game_history.deleted and tuple(game_history.saved_games) == (theirs,)


def test_deleted_game_can_be_restored_once_the_history_has_space(monkeypatch: pytest.MonkeyPatch) -> None:
    game_history = GameHistory()
    game_history.keep(FIRST, SECOND)
    game_history.delete(FIRST)
    with monkeypatch.context() as full:
        full.setattr("scorer.sharing.saved_games.collection.MAX_EFFORT", SECOND.effort)
        with pytest.raises(GameError):
            game_history.keep(FIRST)
    assert game_history.deleted == (FIRST,)
    game_history.keep(FIRST)
    assert not game_history.deleted and game_history.saved_games.find(FIRST.key) is FIRST


def test_browser_that_refuses_to_save_is_noticed() -> None:
    game_history = GameHistory()
    game_history.keep(FIRST)
    assert game_history.take("", "1 refused")
    assert game_history.is_unsaved and not game_history.changes["number"]


def test_history_is_unsaved_until_every_refused_game_is_stored_or_deleted() -> None:
    game_history = GameHistory()
    game_history.keep(FIRST)
    game_history.take("", "1 refused")
    game_history.keep(SECOND)
    assert list(game_history.changes["put"]) == [SECOND.key], "another tab may have changed the first one"
    assert game_history.take("", "2 {}") and game_history.is_unsaved
    game_history.keep(FIRST)
    assert game_history.take("", "3 {}"), "the warning must be removed from the page"
    assert not game_history.is_unsaved
    game_history.keep(FIRST)
    game_history.take("", "4 refused")
    game_history.delete(FIRST)
    assert not game_history.is_unsaved


def test_refused_games_stay_listed_if_another_tab_changes_one() -> None:
    game_history = GameHistory()
    game_history.take(json.dumps({SECOND.key: SECOND.to_text()}), "")
    game_history.keep(FIRST)
    game_history.take("", "1 refused")
    changed = replace(SECOND, location="elsewhere")
    game_history.take(json.dumps({SECOND.key: changed.to_text()}), "")
    assert set(game_history.saved_games) == {FIRST, changed}


def test_statistics_are_cached_until_games_change(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[tuple[str, ...]] = []

    def noted(saved_games: SavedGames, variant: Variant | None) -> Tally:
        counted.append(tuple(saved_game.key for saved_game in saved_games))
        return tally(saved_games, variant)

    monkeypatch.setattr("scorer.app.history.game_history.tally", noted)
    game_history = GameHistory()
    game_history.keep(FIRST, SECOND)
    (variant,) = game_history.tally(None).variants
    for _ in range(3):
        assert game_history.tally(None).variants == game_history.tally(variant).variants == (variant,)
    assert counted == [("b", "a")] * 2  # all, and those of one variant
    game_history.delete(FIRST)
    game_history.tally(None)
    assert counted[2:] == [("b",)]


TABLE = PageState().assigned(Draft.of(Kingdom.parse("w1wC")), "Ann")


def test_game_is_saved_once_and_again_after_each_change() -> None:
    game_history = GameHistory()
    new = game_history.to_keep(TABLE)
    assert new and new.game == TABLE.game and new.key != getattr(game_history.to_keep(TABLE), "key", "")
    game_history.keep(replace(new, day=FIRST.day))
    kept = replace(TABLE, saved_game=new.key)
    assert game_history.to_keep(kept) is None
    changed = kept.with_draft(Draft.of(Kingdom.parse("w1w1C")))
    assert game_history.to_keep(changed) == SavedGame(new.key, FIRST.day, changed.game)


def test_game_after_switching_off_a_dynasty_is_saved_separately() -> None:
    ann = Slot("Ann", drafts=(Draft.of(Kingdom.parse("w1wC")), Draft.of(Kingdom.parse("f1fC"))))
    table, game_history = PageState((ann,), dynasty=True, saved_game="a"), GameHistory(known=True)
    game_history.keep(SavedGame("a", FIRST.day, table.game, settled=False))
    switched_off = table.playing(table.rules, dynasty=False)
    beside = game_history.to_keep(switched_off)
    assert beside and (beside.game, beside.day) == (switched_off.game, FIRST.day) and beside.key != "a"
    game_history.keep(beside)
    assert game_history.to_keep(replace(switched_off, saved_game=beside.key)) is None
    assert game_history.to_keep(table) is None, "the Dynasty is kept as it was"
    started = replace(table, slots=(replace(ann, drafts=ann.drafts[:1]),))
    game_history.keep(SavedGame("a", FIRST.day, started.game))
    corrected = game_history.to_keep(started.playing(started.rules, dynasty=False))
    assert corrected and corrected.key == "a", "with its first game alone nothing is lost"


def test_game_with_other_players_and_kingdoms_is_saved_as_a_new_game() -> None:
    ben = Draft.of(Kingdom.parse("f1fC"))
    table, game_history = replace(TABLE.assigned(ben, "Ben"), saved_game="a"), GameHistory(known=True)
    game_history.keep(SavedGame("a", FIRST.day, table.game))
    one_left = table.choose(0).without_draft().assigned(Draft.of(Kingdom.parse("l1lC")), "Cid")
    half = game_history.to_keep(one_left)
    assert half and half.key == "a", "Ben and his kingdom are still there"
    replaced = one_left.choose(0).without_draft().assigned(Draft.of(Kingdom.parse("g1gC")), "Dan")
    other = game_history.to_keep(replaced)
    assert other and other.game == replaced.game and other.key != "a" and other.day == date.today()
    renamed = replace(table, slots=tuple(replace(slot, name=slot.name * 2) for slot in table.slots))
    corrected = game_history.to_keep(renamed)
    assert corrected and corrected.key == "a", "the kingdoms are those of the evening"


def test_queendomino_game_is_saved_as_settled_once_all_is_entered() -> None:
    game_history = GameHistory(known=True)
    table = PageState().assigned(Draft.of(Kingdom.parse("tt1C")), "Ann").assigned(Draft.of(Kingdom.parse("tC")), "Ben")
    early = game_history.to_keep(table)
    assert early and not early.settled and early.winners == ()
    game_history.keep(early)
    table = replace(table, saved_game=early.key)
    assert game_history.to_keep(table) is None
    entered = table.with_all_entered().choose(0).with_all_entered()
    settled = game_history.to_keep(entered)
    assert settled and settled.settled and settled.winners == ("Ann",)
    game_history.keep(settled)
    assert game_history.to_keep(table_of(settled)) is None, "opened again it is still settled"
    assert game_history.to_keep(table_of(early)) == early


def test_saved_game_has_a_winner_once_a_cut_kingdom_is_complete() -> None:
    game_history, cut = GameHistory(known=True), replace(Draft.of(Kingdom.parse("wwC")), seen=Seen(cut="squares"))
    early = game_history.to_keep(TABLE.assigned(cut, "Ben"))
    assert early and (early.settled, early.winners) == (False, ())
    game_history.keep(early)
    for file in game_history.files():
        assert read_saved_games(file.encode() if isinstance(file, str) else file).find(early.key) == early
    opened = table_of(early).choose(1)
    assert opened.draft and opened.draft.cut == "squares"
    assert game_history.to_keep(opened) is None
    settled = game_history.to_keep(opened.with_draft(opened.draft.whole()))
    assert settled and (settled.settled, settled.winners) == (True, ("Ann",))


def test_opening_a_saved_game_keeps_its_missing_entries() -> None:
    table = PageState().assigned(Draft.of(Kingdom.parse("tt1C")), "Ann").assigned(Draft.of(Kingdom.parse("tC")), "Ben")
    of_earlier = SavedGame("a", FIRST.day, table.game)  # its file does not say that it is not settled
    assert table_of(of_earlier).game == of_earlier.game
    written = replace(of_earlier, game=Game(tuple(replace(one, untold=()) for one in of_earlier.game.players)))
    assert not table_of(written).game.pending


def test_game_without_a_key_that_is_saved_already_is_not_saved_again() -> None:
    """As behind the Back button, whose address does not name the saved game."""
    game_history, saved = GameHistory(), replace(FIRST, game=TABLE.game)
    game_history.keep(saved)
    assert game_history.to_keep(TABLE) == saved


def test_saved_game_is_not_saved_again_before_the_stored_games_arrive() -> None:
    game_history, kept = GameHistory(), replace(TABLE, saved_game=FIRST.key)
    assert game_history.to_keep(kept) is None
    game_history.take(json.dumps({"a": replace(FIRST, game=kept.game).to_text()}), "")
    assert game_history.to_keep(kept) is None
    forgotten = GameHistory(known=True).to_keep(kept)  # the browser has lost it meanwhile
    assert forgotten and forgotten.game == kept.game


def test_more_games_are_listed_by_a_tap() -> None:
    game_history = GameHistory()
    game_history.show_more()
    assert game_history.shown == 2 * SHOWN


def test_export_files_are_cached_until_games_change() -> None:
    game_history = GameHistory()
    game_history.keep(FIRST)
    first = game_history.files()
    assert game_history.files()[0] is first[0] and game_history.files()[1] is first[1]
    game_history.keep(SECOND)
    assert SECOND.key in {saved_game.key for saved_game in read_saved_games(game_history.files()[0].encode())}
    assert read_saved_games(game_history.files()[1]) == game_history.saved_games
    game_history.delete(SECOND)
    assert game_history.files() == first


def test_a_game_that_loses_its_photo_is_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = "data:image/jpeg;base64,/9j/" + "A" * 40
    monkeypatch.setattr(collection, "MAX_PHOTOS", len(photo) + 1)
    game_history = GameHistory()
    game_history.keep(replace(FIRST, photo=photo))
    game_history.take("", "1 ")
    game_history.keep(replace(SECOND, photo=photo))
    assert [bool(saved_game.photo) for saved_game in game_history.saved_games] == [True, False]
    written = {key: SavedGame.from_text(text) for key, text in game_history.changes["put"].items()}
    assert written == {"a": FIRST, "b": replace(SECOND, photo=photo)}


def test_games_from_another_tab_replace_all_but_the_shown_game() -> None:
    game_history = GameHistory()
    game_history.take(json.dumps({"a": FIRST.to_text(), "b": SECOND.to_text()}), "")
    moved = {key: replace(one, location="Lyon").to_text() for key, one in (("a", FIRST), ("b", SECOND))}
    assert game_history.take(json.dumps({**moved, "c": replace(FIRST, key="c").to_text()}), "", "b")
    assert {one.key: one.location for one in game_history.saved_games} == {"a": "Lyon", "b": "", "c": ""}
    assert game_history.take(json.dumps({}), "") and not list(game_history.saved_games)
    game_history.keep(SECOND)
    assert not game_history.take(json.dumps({"a": FIRST.to_text()}), ""), "a change of this tab is on its way"


def test_report_that_meets_waiting_changes_is_asked_for_again() -> None:
    game_history, theirs = GameHistory(), replace(FIRST, location="Lyon")
    game_history.take(json.dumps({"": "1", "a": FIRST.to_text()}), "")
    assert game_history.heard == {"number": "1", "missed": False, "shown": ""}
    game_history.keep(SECOND)
    early = json.dumps({"": "2", "a": theirs.to_text()})  # made before the browser wrote the second game
    assert not game_history.take(early, "")
    assert game_history.heard == {"number": "2", "missed": True, "shown": ""}
    assert game_history.take(early, "1 {}"), "the browser must learn that the report is missed"
    assert set(game_history.saved_games) == {FIRST, SECOND}, "the early report lacks the second game"
    assert game_history.take(json.dumps({"": "3", "a": theirs.to_text(), "b": SECOND.to_text()}), "1 {}", "b")
    assert game_history.heard == {"number": "3", "missed": False, "shown": "b"}
    assert set(game_history.saved_games) == {theirs, SECOND} and not game_history.skipped


def test_game_that_another_tab_overwrote_at_the_same_moment_is_saved_as_another_one() -> None:
    game_history, theirs, ours = GameHistory(), replace(FIRST, location="Lyon"), replace(FIRST, location="Nantes")
    game_history.take(json.dumps({"": "1", "a": FIRST.to_text()}), "")
    game_history.keep(ours)
    game_history.take("", "1 {}")
    report = {"a": theirs.to_text(), "b": SECOND.to_text()}
    assert game_history.take(json.dumps({"": "2 a", **report}), "1 {}", "a")
    (copy,) = [saved_game for saved_game in game_history.saved_games if saved_game.key not in ("a", "b")]
    assert set(game_history.saved_games) == {theirs, SECOND, replace(ours, key=copy.key)}
    assert game_history.changes["put"] == {copy.key: copy.to_text()} and game_history.notice
    game_history.take("", "2 {}")
    assert game_history.take(json.dumps({"": "3 a", **report, copy.key: copy.to_text()}), "2 {}", copy.key)
    assert len(tuple(game_history.saved_games)) == 3, "it is saved once"


def test_report_with_too_many_games_is_taken_without_the_one_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    game_history = GameHistory()
    game_history.take(json.dumps({"": "1", "a": FIRST.to_text()}), "")
    monkeypatch.setattr(collection, "MAX_SAVED_GAMES", 1)
    assert game_history.take(json.dumps({"": "2", "b": SECOND.to_text()}), "", "a")
    assert tuple(game_history.saved_games) == (SECOND,)


def test_game_deleted_before_the_stored_games_arrive_stays_deleted() -> None:
    game_history = GameHistory()
    game_history.keep(FIRST)
    game_history.delete(FIRST)
    assert game_history.take(json.dumps({"": "1", "a": FIRST.to_text()}), "")
    assert not tuple(game_history.saved_games)


def test_statistics_and_exports_leave_no_score_sheets_in_memory() -> None:
    """Those of 2,000 kingdoms are 45 MB, for each page."""
    game_history = GameHistory()
    game_history.keep(FIRST)
    game_history.tally(None)
    game_history.files()
    assert not any("standings" in vars(saved_game.game) for saved_game in game_history.saved_games)
