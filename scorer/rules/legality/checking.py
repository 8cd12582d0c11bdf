"""The legality check: every broken rule that a final kingdom can show, with its squares."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.rules.covering.tiling import Budget
from scorer.rules.legality.construction import LaidDomino, construct
from scorer.rules.legality.direct_findings import (
    balance_findings,
    castle_findings,
    disconnected_findings,
    face_findings,
    queendomino_findings,
    size_findings,
)
from scorer.rules.legality.expansions import court_findings, giant_findings
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.rules import LARGE_GRID, Rules
from scorer.rules.model.terrain import Place

STEPS = 400_000
"""Maximum number of steps to count coverings, well under a second; beyond it the check looks for one covering only."""

SECONDS = 2.0
"""Time limit of a check, after which the verdict is not settled."""


@dataclass(frozen=True)
class Check:
    """The verdict on a kingdom.

    ``legal`` is ``None`` if the time ran out. A kingdom with unknown squares is legal if they can make it legal;
    ``condition`` then says so. ``dominoes`` are in an order in which they can be placed. ``tilings`` is the number of
    ways to build the kingdom from the box; dominoes that look alike count as one. ``tilings_at_least`` is true if the
    count was stopped early.
    """

    kingdom: Kingdom
    box: Box
    size: int
    legal: bool | None
    findings: tuple[Finding, ...] = ()
    dominoes: tuple[LaidDomino, ...] = ()
    tilings: int = 0
    tilings_at_least: bool = False

    @property
    def condition(self) -> Message | None:
        """The unknown squares that a legal verdict depends on; ``None`` if all squares are known.

        >>> str(check(Kingdom.parse("C?")).condition), check(Kingdom.parse("wwC")).condition
        ('may follow the rules: 1 square is unknown', None)
        """
        unknown = sum(cell is Place.UNKNOWN for _, cell in self.kingdom.cells())
        if not self.legal or not unknown:
            return None
        return counted(
            "may follow the rules: {count} square is unknown",
            "may follow the rules: {count} squares are unknown",
            unknown,
        )

    def to_dict(self) -> dict[str, object]:
        """Plain data, as ``check --json`` prints it, without corrections."""
        return {
            "notation": str(self.kingdom),
            "box": str(self.box.base),
            "giants": self.box.has_giants,
            "size": self.size,
            "legal": self.legal,
            "condition": None if self.condition is None else str(self.condition),
            "findings": [finding.to_dict() for finding in self.findings],
            "dominoes": [laid.to_dict() for laid in self.dominoes],
            "tilings": self.tilings,
            "tilings_at_least": self.tilings_at_least,
        }


def check(kingdom: Kingdom, *, size: int | None = None, box: Box | None = None, seconds: float = SECONDS) -> Check:
    """The verdict on a finished or unfinished kingdom, found within ``seconds``.

    >>> result = check(Kingdom.parse("Cw1f./..ll"))
    >>> result.legal, result.tilings, [str(laid.domino) for laid in result.dominoes]
    (False, 1, ['w1-f'])
    >>> [str(finding.message) for finding in result.findings]
    ['C2, D2: this domino touches neither the castle nor a square of the same terrain on another domino']
    """
    rules = Rules(box=box, size=size).settled(kingdom)
    box, size = rules.box, rules.size
    findings = (
        *outline_findings(kingdom, size, box),
        *queendomino_findings(kingdom, box),
        *giant_findings(kingdom, box),
        *court_findings(kingdom),
    )
    too_wide = any(finding.code is FindingCode.SIZE for finding in findings)
    if too_wide and max(kingdom.height, kingdom.width) > LARGE_GRID:
        return Check(kingdom, box, size, False, findings)
    built = construct(kingdom, rules, findings, Budget(STEPS, seconds))
    findings += built.findings
    legal = False if findings else built.laid
    return Check(kingdom, box, size, legal, findings, built.dominoes, built.tilings, built.tilings_at_least)


def outline_findings(kingdom: Kingdom, size: int, box: Box) -> tuple[Finding, ...]:
    """The findings from outline and counts, without a search for dominoes."""
    return (
        *size_findings(kingdom, size),
        *castle_findings(kingdom),
        *disconnected_findings(kingdom),
        *face_findings(kingdom, box),
        *balance_findings(kingdom),
    )
