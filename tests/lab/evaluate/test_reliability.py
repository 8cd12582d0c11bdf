"""Reliability by kind of picture: places are counted by their probability."""

from __future__ import annotations

from scorer.lab.evaluate.reliability import SeenPlace, bins_of, kinds, summary


def seen(probability: float, *, right: bool) -> SeenPlace:
    return SeenPlace(probability, right, None)


def test_places_are_counted_in_intervals_of_their_probability() -> None:
    some = [seen(0.4, right=False), seen(0.95, right=True), seen(0.96, right=False), seen(1.0, right=True)]
    bins = bins_of("small", some)
    assert [(one.low, one.high, one.places, one.right) for one in bins] == [
        (0.0, 0.5, 1, 0),
        (0.9, 0.97, 2, 1),
        (0.999, 1.0, 1, 1),
    ]
    assert abs(bins[1].probability - 0.955) < 1e-9


def test_summary_tells_flagged_errors_from_needless_flags() -> None:
    some = [seen(0.4, right=False), seen(0.98, right=False), seen(0.95, right=True), seen(1.0, right=True)]
    line = summary("small", bins_of("small", some))
    assert "wrong places flagged 1/2" in line and "right places flagged 1 of 2" in line


def test_every_kind_of_picture_has_a_name_of_its_own() -> None:
    assert {"from above", "mosaics, 12–24 px, corners given", "phone boards, 32 px, quality 30"} <= set(kinds())
