"""The measurement of the live scan: what counts as exact, and what as a false ending."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.lab.evaluate.scans import Verdict, measure, summary, verdict, videos
from scorer.lab.metrics.views import ScanRow
from scorer.lab.render.pools import drawn_pool
from scorer.lab.render.render import Render
from scorer.lab.render.videos import NEVER_WHOLE, NO_KINGDOM, ONE, Video, render_video
from scorer.vision.reader import default_reader
from scorer.vision.reading import KingdomReading
from scorer.vision.scan.settings import ScanSettings

pytestmark = pytest.mark.slow


class LastFrames(Video):
    """The last frames of a video only."""

    def __len__(self) -> int:
        return 5

    def frame(self, index: int) -> Render:
        return super().frame(26 + index)


def video(kind: str) -> LastFrames:
    whole = render_video(5, [drawn_pool()], [], kind)
    return LastFrames(**vars(replace(whole, path=replace(whole.path, jerks=()))))


@pytest.fixture(scope="module")
def taken() -> Render:
    return video(ONE).frame(4)


@pytest.fixture(scope="module")
def reading(taken: Render) -> KingdomReading:
    return default_reader().read(taken.image).kingdoms[0]


@pytest.mark.thorough
def test_a_scan_that_ends_from_above_is_exact() -> None:
    row = measure(video(ONE), default_reader())
    assert (row.ended, row.exact, row.fault, row.unflagged) == (True, True, "", 0)
    assert row.seconds == ScanSettings().min_steady_seconds == (row.frames - 1) / 4
    assert row.singles == row.single_exact == row.frames and row.best_exact


@pytest.mark.nightly
def test_incomplete_kingdom_and_bare_table_do_not_end_a_scan() -> None:
    for kind in (NEVER_WHOLE, NO_KINGDOM):
        row = measure(video(kind), default_reader())
        assert (row.ended, row.exact, row.fault) == (False, True, ""), kind


def test_a_wrong_square_without_a_flag_is_counted(taken: Render, reading: KingdomReading) -> None:
    assert verdict(video(ONE), [(reading, taken)]) == Verdict()
    first = next(iter(reading.kingdom.squares()))
    other = next(iter({*reading.kingdom.squares().values()} - {reading.kingdom[first]}))
    wrong = replace(reading, kingdom=reading.kingdom.with_cell(first, other))
    assert verdict(video(ONE), [(wrong, taken)]) == Verdict("rules", 1, 1, 0)


def test_a_kingdom_too_many_or_too_few_is_a_fault(taken: Render, reading: KingdomReading) -> None:
    twice = [(reading, taken), (replace(reading, confidence=0.5), taken)]
    assert verdict(video(ONE), twice).fault == "extra"
    assert verdict(video(ONE), []).fault == "not found"
    assert verdict(video(NO_KINGDOM), [(reading, taken)]).fault == "extra"


def test_the_summary_counts_false_endings() -> None:
    row = ScanRow(1, ONE, True, 2.0, 9, 1, True, "", 0, 0, 0, 8, 6, True)
    text = summary([row, replace(row, exact=False, fault="squares", wrong=1, unflagged=1, seconds=3.0)])
    assert "exact 1/2" in text and "false endings 1/2" in text and "without a flag 1 of 1" in text
    assert "median after 2.50 s" in text and "one frame exact 12/16" in text


@pytest.mark.thorough
def test_each_ten_videos_are_followed_by_one_without_a_kingdom() -> None:
    kinds = [video.kind for video in videos(0, 10, [drawn_pool()], [])]
    assert len(kinds) == 11 and kinds[-1] == NO_KINGDOM and kinds.count(NEVER_WHOLE) == 3
