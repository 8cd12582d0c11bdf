"""What the browser has still to write of the evenings, and what it tells."""

from __future__ import annotations

import json
from datetime import date

from scorer.sharing.evenings.evening import Evening
from scorer.sharing.game import Game
from scorer.ui.album import Album

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
    assert album.take(json.dumps([FIRST.to_text(), "nonsense"]), "")
    assert [evening.key for evening in album.evenings] == ["b", "a"]
    assert not album.take(json.dumps([FIRST.to_text()]), "")


def test_a_browser_that_keeps_nothing_is_told_of() -> None:
    album = Album()
    album.keep(FIRST)
    assert album.take("", "1 refused")
    assert album.refused
