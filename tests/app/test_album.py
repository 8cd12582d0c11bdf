"""What the browser has still to write of the evenings, and what it tells."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from scorer.app.album import SHOWN, Album, table_of
from scorer.app.state.canvas import Canvas
from scorer.app.state.history import History
from scorer.app.state.page_state import PageState, Seat
from scorer.app.state.seen import Seen
from scorer.rules.model.kingdom import Kingdom
from scorer.sharing.codec import GameError
from scorer.sharing.evenings import history
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.files import read_evenings
from scorer.sharing.evenings.history import MOST_EVENINGS, Evenings
from scorer.sharing.evenings.statistics import Tally, Variant, tally
from scorer.sharing.game import Game

FIRST, SECOND = (Evening(key, date(2026, 5, day), Game()) for key, day in (("a", 2), ("b", 9)))


def test_changes_are_sent_until_the_browser_has_carried_them_out() -> None:
    album = Album()
    album.keep(FIRST)
    album.keep(SECOND)
    album.delete(FIRST)
    assert (list(album.changes["put"]), album.changes["remove"]) == (["b"], ["a"])
    album.take("", "2 ")  # only the first ones
    assert album.changes["number"] == 3
    album.take("", "3 ")
    assert album.changes == {"number": 0, "put": {}, "remove": []}
    album.keep(FIRST)
    assert album.changes["number"] == 4


def test_what_the_browser_holds_joins_what_was_kept_before_it_arrived() -> None:
    album = Album()
    album.keep(SECOND)
    assert album.take(json.dumps({"a": FIRST.to_text(), "c": "nonsense"}), "")
    assert [evening.key for evening in album.evenings] == ["b", "a"]
    assert not album.take(json.dumps({"a": FIRST.to_text()}), "")


def test_evenings_that_are_passed_over_are_told_of() -> None:
    album = Album()
    assert album.take(json.dumps({"a": FIRST.to_text(), "c": "nonsense", "d": "{}"}), "")
    said = "2 evenings in this browser cannot be read, and are left as they are. The first: "
    assert list(map(str, album.passed_over)) == [said + "this is no evening that was kept here"]
    assert album.changes["number"] == 0, "they stay where they are"


def test_evenings_that_are_too_many_together_are_told_of() -> None:
    kept = [replace(FIRST, key=f"{number:x}") for number in range(MOST_EVENINGS)]
    album = Album()
    album.keep(replace(SECOND, key="z1"), replace(SECOND, key="z2"))
    album.take(json.dumps({evening.key: evening.to_text() for evening in kept}), "")
    (said,) = map(str, album.passed_over)
    assert said.startswith("2 more evenings stay in this browser, but all together would take too long to count.")
    assert set(album.changes["put"]) == {"z1", "z2"}, "the browser keeps them"


def test_what_another_tab_has_changed_too_is_kept_twice() -> None:
    album = Album()
    theirs, mine = (replace(FIRST, game=TABLE.seated(Canvas.of(Kingdom.parse(text)), "").game) for text in ("fC", "lC"))
    album.keep(FIRST)
    album.take("", "1 {}")
    album.keep(mine)
    before = replace(TABLE, evening="a")
    history = History(before).then(replace(before, dynasty=True))
    assert album.take("", "2 " + json.dumps({"a": theirs.to_text()}))
    assert album.evenings.find("a") == theirs
    (copy,) = [evening for evening in album.evenings if evening.key != "a"]
    assert (copy.game, copy.day) == (mine.game, mine.day)
    assert album.changes == {"number": 3, "put": {copy.key: copy.to_text()}, "remove": []}
    assert album.told and "both are kept" in str(album.told)
    followed = album.followed(history)
    assert [state.evening for state in (followed.present, *followed.past)] == [copy.key] * 2
    album.take("", "3 {}")
    assert album.told, "it is read first"
    album.keep(SECOND)
    assert album.told is None


def test_what_another_tab_has_changed_is_not_deleted() -> None:
    album, theirs = Album(), replace(FIRST, day=SECOND.day)
    album.keep(FIRST)
    album.take("", "1 {}")
    album.delete(FIRST)
    assert album.take("", "2 " + json.dumps({"a": theirs.to_text()}))
    assert tuple(album.evenings) == (theirs,)
    assert not album.changes["number"] and album.told and "not deleted" in str(album.told)
    assert album.deleted is None, "brought back, it would take the place of the other tab's"


def test_a_deleted_evening_that_finds_no_room_can_be_brought_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    album = Album()
    album.keep(FIRST, SECOND)
    album.delete(FIRST)
    with monkeypatch.context() as full:
        full.setattr("scorer.sharing.evenings.history.MOST_EFFORT", SECOND.effort)
        with pytest.raises(GameError):
            album.keep(FIRST)
    assert album.deleted is FIRST
    album.keep(FIRST)
    assert album.deleted is None and album.evenings.find(FIRST.key) is FIRST


def test_a_browser_that_keeps_nothing_is_told_of() -> None:
    album = Album()
    album.keep(FIRST)
    assert album.take("", "1 refused")
    assert album.refused


def test_evenings_are_counted_once_and_again_when_they_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[tuple[str, ...]] = []

    def noted(evenings: Evenings, variant: Variant | None) -> Tally:
        counted.append(tuple(evening.key for evening in evenings))
        return tally(evenings, variant)

    monkeypatch.setattr("scorer.app.album.tally", noted)
    album = Album()
    album.keep(FIRST, SECOND)
    (variant,) = album.tally(None).variants
    for _ in range(3):
        assert album.tally(None).variants == album.tally(variant).variants == (variant,)
    assert counted == [("b", "a")] * 2  # all, and those of one variant
    album.delete(FIRST)
    album.tally(None)
    assert counted[2:] == [("b",)]


TABLE = PageState().seated(Canvas.of(Kingdom.parse("w1wC")), "Ann")


def test_a_table_is_to_be_kept_once_and_again_with_what_was_changed_on_it() -> None:
    album = Album()
    new = album.to_keep(TABLE)
    assert new and new.game == TABLE.game and new.key != getattr(album.to_keep(TABLE), "key", "")
    album.keep(replace(new, day=FIRST.day))
    kept = replace(TABLE, evening=new.key)
    assert album.to_keep(kept) is None
    changed = kept.with_canvas(Canvas.of(Kingdom.parse("w1w1C")))
    assert album.to_keep(changed) == Evening(new.key, FIRST.day, changed.game)


def test_a_dynasty_that_was_switched_off_is_kept_beside_what_was_kept_of_it() -> None:
    ann = Seat("Ann", canvases=(Canvas.of(Kingdom.parse("w1wC")), Canvas.of(Kingdom.parse("f1fC"))))
    table, album = PageState((ann,), dynasty=True, evening="a"), Album(known=True)
    album.keep(Evening("a", FIRST.day, table.game, settled=False))
    switched_off = table.playing(table.rules, dynasty=False)
    beside = album.to_keep(switched_off)
    assert beside and (beside.game, beside.day) == (switched_off.game, FIRST.day) and beside.key != "a"
    album.keep(beside)
    assert album.to_keep(replace(switched_off, evening=beside.key)) is None
    assert album.to_keep(table) is None, "the Dynasty is kept as it was"
    begun = replace(table, seats=(replace(ann, canvases=ann.canvases[:1]),))
    album.keep(Evening("a", FIRST.day, begun.game))
    corrected = album.to_keep(begun.playing(begun.rules, dynasty=False))
    assert corrected and corrected.key == "a", "with its first game alone nothing is lost"


def test_a_table_of_which_nothing_is_left_is_another_evening() -> None:
    ben = Canvas.of(Kingdom.parse("f1fC"))
    table, album = replace(TABLE.seated(ben, "Ben"), evening="a"), Album(known=True)
    album.keep(Evening("a", FIRST.day, table.game))
    one_left = table.choose(0).without_canvas().seated(Canvas.of(Kingdom.parse("l1lC")), "Cid")
    half = album.to_keep(one_left)
    assert half and half.key == "a", "Ben and his kingdom are still there"
    replaced = one_left.choose(0).without_canvas().seated(Canvas.of(Kingdom.parse("g1gC")), "Dan")
    other = album.to_keep(replaced)
    assert other and other.game == replaced.game and other.key != "a" and other.day == date.today()
    renamed = replace(table, seats=tuple(replace(seat, name=seat.name * 2) for seat in table.seats))
    corrected = album.to_keep(renamed)
    assert corrected and corrected.key == "a", "the kingdoms are those of the evening"


def test_a_queendomino_is_kept_as_settled_once_all_is_told() -> None:
    album = Album(known=True)
    table = PageState().seated(Canvas.of(Kingdom.parse("tt1C")), "Ann").seated(Canvas.of(Kingdom.parse("tC")), "Ben")
    early = album.to_keep(table)
    assert early and not early.settled and early.winners == ()
    album.keep(early)
    table = replace(table, evening=early.key)
    assert album.to_keep(table) is None
    told = table.told_all().choose(0).told_all()
    settled = album.to_keep(told)
    assert settled and settled.settled and settled.winners == ("Ann",)
    album.keep(settled)
    assert album.to_keep(table_of(settled)) is None, "opened again it is still settled"
    assert album.to_keep(table_of(early)) == early


def test_an_evening_with_a_kingdom_cut_off_is_won_once_nothing_is_missing() -> None:
    album, cut = Album(known=True), replace(Canvas.of(Kingdom.parse("wwC")), seen=Seen(cut="squares"))
    early = album.to_keep(TABLE.seated(cut, "Ben"))
    assert early and (early.settled, early.winners) == (False, ())
    album.keep(early)
    for file in album.files():
        assert read_evenings(file.encode() if isinstance(file, str) else file).find(early.key) == early
    opened = table_of(early).choose(1)
    assert opened.canvas and opened.canvas.cut == "squares"
    assert album.to_keep(opened) is None
    settled = album.to_keep(opened.with_canvas(opened.canvas.whole()))
    assert settled and (settled.settled, settled.winners) == (True, ("Ann",))


def test_of_an_evening_whose_game_lists_what_is_untold_nothing_is_told_by_opening_it() -> None:
    table = PageState().seated(Canvas.of(Kingdom.parse("tt1C")), "Ann").seated(Canvas.of(Kingdom.parse("tC")), "Ben")
    of_earlier = Evening("a", FIRST.day, table.game)  # its file does not say that it is not settled
    assert table_of(of_earlier).game == of_earlier.game
    written = replace(of_earlier, game=Game(tuple(replace(one, untold=()) for one in of_earlier.game.players)))
    assert not table_of(written).game.untold


def test_a_table_that_was_kept_before_waits_for_what_the_browser_holds() -> None:
    album, kept = Album(), replace(TABLE, evening=FIRST.key)
    assert album.to_keep(kept) is None
    album.take(json.dumps({"a": replace(FIRST, game=kept.game).to_text()}), "")
    assert album.to_keep(kept) is None
    forgotten = Album(known=True).to_keep(kept)  # the browser has lost it meanwhile
    assert forgotten and forgotten.game == kept.game


def test_more_evenings_are_shown_by_a_tap() -> None:
    album = Album()
    album.show_more()
    assert album.shown == 2 * SHOWN


def test_files_are_written_anew_only_when_the_evenings_have_changed() -> None:
    album = Album()
    album.keep(FIRST)
    first = album.files()
    assert album.files()[0] is first[0] and album.files()[1] is first[1]
    album.keep(SECOND)
    assert SECOND.key in {evening.key for evening in read_evenings(album.files()[0].encode())}
    assert read_evenings(album.files()[1]) == album.evenings
    album.delete(SECOND)
    assert album.files() == first


def test_a_game_that_loses_its_photo_is_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = "data:image/jpeg;base64,/9j/" + "A" * 40
    monkeypatch.setattr(history, "MAX_PHOTOS", len(photo) + 1)
    album = Album()
    album.keep(replace(FIRST, photo=photo))
    album.take("", "1 ")
    album.keep(replace(SECOND, photo=photo))
    assert [bool(evening.photo) for evening in album.evenings] == [True, False]
    written = {key: Evening.from_text(text) for key, text in album.changes["put"].items()}
    assert written == {"a": FIRST, "b": replace(SECOND, photo=photo)}
