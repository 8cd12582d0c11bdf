"""The measurement on pairs of photos: what is counted, and what the rendered pairs show."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from scorer.lab.evaluate.pairs import EXCHANGED, ReaderOfPairs, board_pairs, measure, pairs_of, summary
from scorer.lab.metrics.views import NEAR, NEARLY_SAME, OPPOSITE, OTHER, PairRow
from scorer.lab.render.benchmark_set.pairs import SamplePair
from scorer.lab.render.pools import drawn_pool
from scorer.rules.model.messages import Message
from scorer.vision.models import Models
from scorer.vision.photo.errors import PhotoError
from scorer.vision.reading import Reading

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pairs() -> dict[str, SamplePair]:
    return dict(pairs_of(7, [drawn_pool()], []))


@pytest.mark.nightly
def test_pairs_show_the_kingdoms_that_their_kinds_name(pairs: dict[str, SamplePair]) -> None:
    expected = {OPPOSITE: 0, NEAR: 0, NEARLY_SAME: 2 * EXCHANGED}
    assert {*pairs} == {*expected, OTHER}
    cells = {
        kind: [dict(photo.render.kingdoms[0].layout.cells) for photo in pair.photos] for kind, pair in pairs.items()
    }
    for kind, (first, second) in cells.items():
        differing = sum(first.get(position) != cell for position, cell in second.items())
        assert differing > 2 * EXCHANGED if kind == OTHER else differing == expected[kind]
    assert pairs[OPPOSITE].apart >= 90 > pairs[NEAR].apart


@pytest.mark.nightly
def test_the_same_seed_gives_the_same_photos(pairs: dict[str, SamplePair]) -> None:
    again = dict(pairs_of(7, [drawn_pool()], []))
    for kind, pair in pairs.items():
        for one, other in zip(pair.photos, again[kind].photos, strict=True):
            assert np.array_equal(one.render.image, other.render.image)


@pytest.mark.nightly
def test_photos_that_are_refused_count_as_not_merged(pairs: dict[str, SamplePair]) -> None:
    empty = Reading("", 100, 100, ())
    reader = Mock(read=Mock(return_value=empty), read_views=Mock(side_effect=PhotoError(Message("no"), "no_kingdom")))
    row = measure(pairs[OPPOSITE], OPPOSITE, reader)
    assert (row.merged, row.fault, row.first, row.second) == (False, "refused", "not found", "not found")


@pytest.mark.nightly
def test_a_photo_too_dark_to_be_read_alone_is_searched_again_for_a_pair(pairs: dict[str, SamplePair]) -> None:
    first, second = (photo.render.image for photo in pairs[OPPOSITE].photos)
    dark = second // 30
    reader = ReaderOfPairs(Models.shipped())
    assert [len(reader.read(image).kingdoms) for image in (first, dark)] == [1, 0]
    (kingdom,) = reader.read_views([first, dark]).kingdoms
    assert len(kingdom.views) == 2


def row(kind: str, *, merged: bool = True, fault: str = "", wrong: int = 0, flagged: int = 0) -> PairRow:
    return PairRow(1, kind, 120, "squares", "", merged, fault, 25, wrong, flagged, flagged, 4, 0.5, 0.5)


def test_the_summary_counts_exact_pairs_and_errors_without_a_flag() -> None:
    said = summary([row(OPPOSITE), row(OPPOSITE, fault="squares", wrong=3, flagged=1), row(NEARLY_SAME, merged=False)])
    assert "exact 1/2" in said and "one photo exact 2/4" in said and "without a flag 2 of 3 wrong" in said
    assert f"{NEARLY_SAME}: read as one kingdom 0/1" in said


def test_boards_of_one_kingdom_are_paired_in_any_orientation(tmp_path: Path) -> None:
    boards = [("a.jpg", "wss/gCf"), ("b.jpg", "gw/Cs/fs"), ("c.jpg", "wss/gCl"), ("d.jpg", "wss/gCf")]
    entries = [
        {"file": file, "notation": notation, "size": 5, "source": "aau" if file < "d" else "phone", "score": None}
        for file, notation in boards
    ]
    (tmp_path / "boards.json").write_text(json.dumps(entries))
    assert [(one.name, other.name) for one, other, _ in board_pairs(tmp_path)] == [("a.jpg", "b.jpg")]
