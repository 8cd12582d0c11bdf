"""Hard kinds of pictures: every kind is made from its seed, read, and summed up in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.lab.evaluate.hard_pictures import KINDS, rows_of, summary
from scorer.lab.metrics.flags import KingdomFlags
from scorer.vision.reader import default_reader

OFTEN = ("screenshot", "page of dominoes")
"""Kinds that are read in every run of the tests; the nightly run reads the others."""


def row(*, laid: bool = True, found: bool = True, errors: int = 0, flagged: int = 0, false: int = 0) -> KingdomFlags:
    return KingdomFlags("1", "kind", laid, found, False, 0.9, errors, flagged, false, 0)


@pytest.mark.slow
def test_a_summary_counts_kingdoms_errors_and_flags() -> None:
    rows = [row(false=2), row(errors=3, flagged=2), row(found=False), row(laid=False), row(laid=False, false=1)]
    assert summary("kind", rows) == (
        "kind: 2 of 3 found, 1 right; flagged errors 2/3 · 66.67 % (20.8–93.9); 2 false flags; "
        "2 false kingdoms, 1 of them without a flag"
    )


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [kind if kind in OFTEN else pytest.param(kind, marks=pytest.mark.nightly) for kind in KINDS]
)
def test_every_kind_is_read(data: Path, kind: str) -> None:
    rows = list(rows_of(data, kind, 1, 31, default_reader()))
    assert all(one.kind == kind for one in rows)
    assert rows or kind in {"page of dominoes", "castle out of sight"}
