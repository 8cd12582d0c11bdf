"""Could this kingdom have been built? Every rule that an end position can show to be broken, with its squares."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.rules.covering.tiling import Budget
from scorer.rules.legality.construction import LaidDomino, construct
from scorer.rules.legality.expansions import court_faults, giant_faults
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.legality.findings import (
    castle_faults,
    loose_pieces,
    queendomino_faults,
    too_large,
    unbalanced,
    wrong_faces,
)
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.rules import LARGE_GRID, Rules
from scorer.rules.model.terrain import Place

STEPS = 400_000
"""Steps of counting coverings before a check looks for one only: well under a second."""

SECONDS = 2.0
"""After this a check says that it is not settled."""


@dataclass(frozen=True)
class Check:
    """The verdict on a kingdom.

    ``legal`` is ``None`` when it was not settled in time. Where squares are not known, a legal kingdom is one that they
    can make legal, and ``condition`` says so. ``dominoes`` stand in an order in which they can be laid.
    ``tilings`` counts the ways to make the kingdom of the box's dominoes, look-alikes not told apart;
    ``tilings_at_least`` says that there may be more than were counted.
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
        """What a legal kingdom rests on that is not known; ``None`` where all is.

        >>> str(check(Kingdom.parse("C?")).condition), check(Kingdom.parse("wwC")).condition
        ('can be legal: 1 square is not known', None)
        """
        unknown = sum(cell is Place.UNKNOWN for _, cell in self.kingdom.cells())
        if not self.legal or not unknown:
            return None
        return counted(
            "can be legal: {count} square is not known", "can be legal: {count} squares are not known", unknown
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
    """Judge a finished or unfinished kingdom, in so many seconds at most.

    >>> result = check(Kingdom.parse("Cw1f./..ll"))
    >>> result.legal, result.tilings, [str(laid.domino) for laid in result.dominoes]
    (False, 1, ['w1-f'])
    >>> [str(finding.message) for finding in result.findings]
    ['C2, D2: dominoes here touch neither the castle nor an equal square of another domino']
    """
    rules = Rules(box=box, size=size).settled(kingdom)
    box, size = rules.box, rules.size
    findings = (
        *outline_findings(kingdom, size, box),
        *queendomino_faults(kingdom, box),
        *giant_faults(kingdom, box),
        *court_faults(kingdom),
    )
    too_wide = any(finding.code is FindingCode.SIZE for finding in findings)
    if too_wide and max(kingdom.height, kingdom.width) > LARGE_GRID:
        return Check(kingdom, box, size, False, findings)
    built = construct(kingdom, rules, findings, Budget(STEPS, seconds))
    findings += built.findings
    legal = False if findings else built.laid
    return Check(kingdom, box, size, legal, findings, built.dominoes, built.tilings, built.tilings_at_least)


def outline_findings(kingdom: Kingdom, size: int, box: Box) -> tuple[Finding, ...]:
    """What the outline and the counts show to be wrong, before any domino is looked for."""
    return (
        *too_large(kingdom, size),
        *castle_faults(kingdom),
        *loose_pieces(kingdom),
        *wrong_faces(kingdom, box),
        *unbalanced(kingdom),
    )
