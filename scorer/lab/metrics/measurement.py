"""The row that every evaluation writes for one picture, and totals of many rows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from scorer.lab.metrics.comparison import RULES, SQUARES, Comparison
from scorer.lab.metrics.statistics import Share
from scorer.vision.reading import Reading

SEARCH, CORNERS = "search", "corners"
"""The two ways to read a picture: search for kingdoms, or use given corners."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Measurement:
    """One reading of one picture. Figures of several kingdoms are sums, or those of the worst."""

    picture: str
    """Name of the labelled file, or seed of the rendered photo."""
    kind: str
    """The source of a labelled picture, or the scenario of a rendered one."""
    way: str
    """``SEARCH`` or ``CORNERS``."""
    kingdoms: int
    """True kingdoms that are completely in the picture."""
    found: int
    """Number of them that were read on the right grid."""
    extra: int
    """Kingdoms read where there is none; counted in rendered photos only."""
    corner_error: float | None
    """Error of the worst corner, in squares; ``None`` unless known for every kingdom."""
    squares: int
    """Squares compared; those with an unknown label are not."""
    seen_right: int
    """Squares read right by their appearance alone, before the rules are applied."""
    read_right: int
    """Squares read right in the final reading."""
    castle_right: bool | None
    """Whether every castle was read as one; ``None`` where there is none to compare."""
    exact: bool
    """Whether there is no error."""
    fault: str
    """The first fault: one of ``comparison``, or of the picture as a whole; empty if there is none."""
    score_right: bool | None
    """Whether the total equals the labelled one; ``None`` without a label."""
    confidence: float
    """The lowest confidence of the kingdoms that were compared, 0…1."""
    doubtful: int
    """Flagged squares."""
    wrong_doubtful: int
    """Flagged squares that are wrong."""
    seconds: float
    """Time of the whole reading."""
    truth: str
    """Notations of the true kingdoms, joined by ``+``."""
    read: str
    """Notations of the kingdoms read, joined by ``+``."""

    @property
    def wrong(self) -> int:
        """Squares read wrong."""
        return self.squares - self.read_right

    @property
    def exact_or_flagged(self) -> bool:
        """Whether the grid is right and every wrong square is flagged."""
        return self.exact or (self.fault in {RULES, SQUARES} and 0 < self.wrong == self.wrong_doubtful)


@dataclass(frozen=True)
class Picture:
    """A picture, and the way it was read."""

    name: str
    kind: str
    way: str = SEARCH


def measured(
    picture: Picture,
    reading: Reading,
    whole: Sequence[Comparison],
    *,
    truth: str,
    read: str,
    cut: Sequence[Comparison] = (),
    other_faults: Sequence[str] = (),
    extra: int = 0,
    score_right: bool | None = None,
) -> Measurement:
    """The sum of a picture's comparisons.

    ``whole`` are those of the complete kingdoms, ``cut`` those of kingdoms that the edge cuts: these count for the
    squares, not for the kingdoms. ``other_faults`` are those of the picture as a whole.
    """
    every = (*whole, *cut)
    faults = [one.fault for one in every if one.fault] + list(other_faults)
    errors = [one.corner_error for one in whole if one.corner_error is not None]
    castles = [one.castle_right for one in every if one.castle_right is not None]
    compared = [one.reading for one in every if one.reading is not None]
    return Measurement(
        picture=picture.name,
        kind=picture.kind,
        way=picture.way,
        kingdoms=len(whole),
        found=sum(one.found for one in whole),
        extra=extra,
        corner_error=max(errors) if errors and len(errors) == len(whole) else None,
        squares=sum(one.squares for one in every),
        seen_right=sum(one.seen_right for one in every),
        read_right=sum(one.squares - one.wrong for one in every),
        castle_right=all(castles) if castles else None,
        exact=not faults,
        fault=faults[0] if faults else "",
        score_right=score_right,
        confidence=min((one.confidence for one in compared), default=0.0),
        doubtful=sum(len(one.doubtful) for one in compared),
        wrong_doubtful=sum(one.wrong_doubtful for one in every),
        seconds=reading.seconds["total"],
        truth=truth,
        read=read,
    )


@dataclass(frozen=True)
class Totals:
    """The sums over some pictures."""

    exact: Share
    """Pictures without an error."""
    exact_or_flagged: Share
    """Pictures on the right grid with every wrong square flagged."""
    found: Share
    """Kingdoms on the right grid."""
    seen: Share
    """Squares right by their appearance alone."""
    read: Share
    """Squares right in the final reading."""
    scores: Share
    """Right totals, where they are labelled."""
    seconds: float
    """Median time of a reading."""


def totals(rows: Sequence[Measurement]) -> Totals:
    """The sums over some pictures; without pictures, all shares are empty."""
    squares = sum(row.squares for row in rows)
    scores = [row.score_right for row in rows if row.score_right is not None]
    return Totals(
        exact=Share(sum(row.exact for row in rows), len(rows)),
        exact_or_flagged=Share(sum(row.exact_or_flagged for row in rows), len(rows)),
        found=Share(sum(row.found for row in rows), sum(row.kingdoms for row in rows)),
        seen=Share(sum(row.seen_right for row in rows), squares),
        read=Share(sum(row.read_right for row in rows), squares),
        scores=Share(sum(scores), len(scores)),
        seconds=median(row.seconds for row in rows) if rows else 0.0,
    )


def grouped(rows: Iterable[Measurement], key: Callable[[Measurement], Key]) -> dict[Key, list[Measurement]]:
    """The rows by ``key``, in the order of the first row of each."""
    groups: dict[Key, list[Measurement]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def with_progress(rows: Iterable[Measurement]) -> Iterator[Measurement]:
    """The same rows; at a terminal, each is printed as progress."""
    for number, row in enumerate(rows, start=1):
        if sys.stderr.isatty():
            print(f"\r{number} {f'{row.kind}, {row.picture}':<60}", end="", file=sys.stderr)
        yield row
