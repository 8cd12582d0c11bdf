"""Readings as text for a terminal."""

from dataclasses import replace
from typing import Any

import numpy as np

from scorer.cli.reading_text import reading_text
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.service.readings import judge
from scorer.vision.reading import Reading
from tests.ui.drawn import reading


def text_of(looks: str, read: str, hidden: tuple[tuple[int, int], ...] = ()) -> str:
    """The report of a kingdom that looks like one thing and was read as another."""
    kingdom = replace(reading(Kingdom.parse(looks), doubtful=(0, 0)), kingdom=Kingdom.parse(read), hidden=hidden)
    return reading_text(judge(Reading("photo.jpg", 900, 1200, (kingdom,)), Rules()))


def test_square_changed_by_the_rules_is_explained() -> None:
    assert "A1 m1: looks more like s (60%), but no domino fits" in text_of("swC", "m1wC")
    assert "looks more like" not in text_of("swC", "swC")


def test_square_behind_the_castle_is_asked_for() -> None:
    text = text_of("swC", "?wC", hidden=((0, 0),))
    assert "A1 ? (60%, behind the castle: which tile is it?)" in text
    assert "looks more like" not in text


def test_legality_of_a_kingdom_cut_by_the_photo_is_not_printed() -> None:
    whole = replace(reading(Kingdom.parse("swwC")), cut=True)  # a square too many
    assert "not legal (" in reading_text(judge(Reading("photo.jpg", 900, 1200, (whole,)), Rules()))
    out_of_it = np.array([whole.quads[..., 0].min() + 1, 0], np.float32)
    cut = judge(Reading("photo.jpg", 900, 1200, (replace(whole, quads=whole.quads - out_of_it),)), Rules())
    text = reading_text(cut)
    assert "not settled (kingdomino, 5×5)\n  A1: the photo cuts the kingdom off here; take another one" in text
    data: dict[str, Any] = cut.to_dict()
    (judged,) = [kingdom["check"] for kingdom in data["kingdoms"]]
    assert judged["legal"] is None
    assert [finding["code"] for finding in judged["findings"]] == ["unsettled"]
    assert not judged["corrections"]
