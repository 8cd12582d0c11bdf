"""Could this kingdom have been built? Every rule that an end position can show to be broken, with its squares."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.rules.dominoes import Box, Domino
from scorer.rules.findings import (
    Finding,
    castle_faults,
    loose_pieces,
    queendomino_faults,
    too_large,
    unbalanced,
    wrong_faces,
)
from scorer.rules.kingdom import Kingdom, Position
from scorer.rules.messages import Message
from scorer.rules.sheet import box_of, size_of


@dataclass(frozen=True, slots=True)
class LaidDomino:
    """A domino of the box and the squares under its left and its right face."""

    domino: Domino
    squares: tuple[Position, Position]

    def to_dict(self) -> dict[str, object]:
        return {
            "box": str(self.domino.box),
            "number": self.domino.number,
            "squares": [list(square) for square in self.squares],
        }


@dataclass(frozen=True)
class Check:
    """The verdict on a kingdom.

    ``legal`` is ``None`` when it was not settled in time. ``dominoes`` stand in an order in which they can be laid.
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

    def to_dict(self) -> dict[str, object]:
        """Plain data, as ``check --json`` prints it, without corrections."""
        return {
            "notation": str(self.kingdom),
            "box": str(self.box),
            "size": self.size,
            "legal": self.legal,
            "findings": [finding.to_dict() for finding in self.findings],
            "dominoes": [laid.to_dict() for laid in self.dominoes],
            "tilings": self.tilings,
            "tilings_at_least": self.tilings_at_least,
        }


@dataclass(frozen=True, slots=True)
class Correction:
    """A kingdom close by that is legal, and what would have to be different."""

    kingdom: Kingdom
    message: Message
    changes: int

    def to_dict(self) -> dict[str, object]:
        return {"notation": str(self.kingdom), "change": str(self.message)}


def check(kingdom: Kingdom, *, size: int | None = None, box: Box | None = None) -> Check:
    """Judge a finished or unfinished kingdom.

    >>> [str(finding.message) for finding in check(Kingdom.parse("wwwwww/C....."), size=5).findings]
    ['6 wide and 2 high; at most 5×5 is allowed']
    """
    box, size = Box(box) if box else box_of(kingdom), size or size_of(kingdom)
    findings = (
        *too_large(kingdom, size),
        *castle_faults(kingdom),
        *loose_pieces(kingdom),
        *wrong_faces(kingdom, box),
        *unbalanced(kingdom),
        *queendomino_faults(kingdom, box),
    )
    return Check(kingdom, box, size, not findings, findings)


def corrections(
    kingdom: Kingdom, *, size: int | None = None, box: Box | None = None, most: int = 5
) -> tuple[Correction, ...]:
    """Nothing is proposed yet."""
    del kingdom, size, box, most
    return ()
