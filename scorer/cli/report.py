"""Scores, checks and rankings as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.rules.model.kingdom import Kingdom, column_name, square_names
from scorer.rules.model.letters import isolated
from scorer.rules.scoring.sheet import ScoreSheet

if TYPE_CHECKING:  # neither is needed to score a kingdom, and both take longer to import
    from scorer.rules.legality import Check, Correction
    from scorer.rules.table.ranking import Ranking


def picture(kingdom: Kingdom) -> str:
    """The kingdom as a small picture of letters under its columns' names.

    >>> print(picture(Kingdom.parse("w1C/m?.")))
        A  B
     1  w1 C
     2  m? .
    """
    wide = max(len(str(cell)) for _, cell in kingdom.cells())
    header = " ".join(column_name(column).ljust(wide) for column in range(kingdom.width))
    lines = [f"    {header}"]
    for number, row in enumerate(kingdom.rows, start=1):
        lines.append(f"{number:2}  " + " ".join(str(cell).ljust(wide) for cell in row))
    return "\n".join(line.rstrip() for line in lines)


def score_text(sheet: ScoreSheet) -> str:
    """Every line of the sheet, adding up to the total.

    >>> from scorer.rules.scoring.score import score
    >>> print(score_text(score(Kingdom.parse("w1wC"))))
       2  wheat: 2 squares × 1 crown (A1, B1)
       2  points (us edition, kingdomino)
    >>> print(score_text(score(Kingdom.parse("w1C"))).splitlines()[-1])
       1  point (us edition, kingdomino)
    """
    lines = []
    for line in sheet.lines:
        squares = f" ({square_names(line.cells)})" if line.cells else ""
        lines.append(f"{line.points:4}  {line.message}{squares}")
    points = "point" if sheet.total == 1 else "points"
    lines.append(
        f"{sheet.total:4}  {points}{_spread(sheet.total_range)} ({sheet.rules.edition} edition, {sheet.rules.box})"
    )
    return "\n".join(lines)


def check_text(result: Check, proposed: Sequence[Correction]) -> str:
    """The verdict, the findings, and corrections that would make the kingdom legal.

    >>> from scorer.rules.legality import check
    >>> print(check_text(check(Kingdom.parse("wwC")), ()))
    legal (kingdomino, 5×5, 1 tiling)
    >>> print(check_text(check(Kingdom.parse("??")), ()))
    may follow the rules: 2 squares are unknown (kingdomino, 5×5, 1 tiling)
    """
    unsettled = "not settled" if result.findings else "not settled in time"
    verdict = {True: "legal", False: "not legal", None: unsettled}[result.legal]
    ways = f"{'at least ' if result.tilings_at_least else ''}{result.tilings}"
    tilings = f", {ways} tiling{'' if result.tilings == 1 else 's'}" if result.tilings else ""
    lines = [f"{result.condition or verdict} ({result.box}, {result.size}×{result.size}{tilings})"]
    lines += [f"  {finding.message}" for finding in result.findings]
    lines += [f"  to make it legal, {correction.message}" for correction in proposed]
    return "\n".join(lines)


def ranking_text(ranking: Ranking) -> str:
    """A line for each player, best first, then the findings and hints.

    >>> from scorer.rules.table.player import Player
    >>> from scorer.rules.table.ranking import rank
    >>> from scorer.rules.table.table import Table
    >>> ann, bob = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "f1wC"), ("Bob", "wwC")))
    >>> print(ranking_text(rank(Table((ann, bob)))))
     1. Ann: 1  (points)
     2. Bob: 0  (points)
      (the finished kingdoms don’t show whether a discarded domino would have fitted when it was drawn)
    """
    lines = []
    for standing in ranking.standings:
        is_decided = len(ranking.standings) > 1 and ranking.is_settled
        decided = f"  ({standing.decision})" if is_decided else ""
        total = f"{standing.total}{_spread(standing.total_range)}"
        lines.append(f"{standing.place:2}. {isolated(standing.name)}: {total}{decided}")
    lines += [f"  {finding.message}" for finding in ranking.findings]
    lines += [f"  ({note})" for note in ranking.notes]
    if ranking.doubt and ranking.is_settled:
        lines.append(f"  (please check: {ranking.doubt})")
    return "\n".join(lines)


def _spread(total_range: tuple[int, int]) -> str:
    """The suffix of a total that may still change."""
    low, high = total_range
    return f", {low} to {high} with what is hidden" if low != high else ""
