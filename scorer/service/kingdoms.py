"""Score, check and rank, one call each. Each result has ``to_dict``, the shape of ``--json`` and of the server's
answers.

This module itself needs only the standard library; each call loads the rules that it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol

if TYPE_CHECKING:
    from scorer.rules.legality import Check, Correction
    from scorer.rules.model.kingdom import Kingdom
    from scorer.rules.model.rules import Rules
    from scorer.rules.scoring.sheet import ScoreSheet
    from scorer.rules.table.ranking import Ranking
    from scorer.rules.table.table import Table

P = ParamSpec("P")


class Shaped(Protocol):
    """A result that has a JSON shape."""

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        ...


@dataclass(frozen=True)
class Verdict:
    """The check of one kingdom, and corrections that would make it legal."""

    check: Check
    corrections: tuple[Correction, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The verdict as ``check --json`` prints it: ``Check.to_dict`` with ``corrections``."""
        return {**self.check.to_dict(), "corrections": [correction.to_dict() for correction in self.corrections]}


def score_kingdom(kingdom: Kingdom, rules: Rules) -> ScoreSheet:
    """The score of a kingdom, line by line.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.model.rules import Rules
    >>> score_kingdom(Kingdom.parse("w1wC"), Rules()).total
    2
    """
    from scorer.rules.scoring.score import score

    return score(kingdom, rules)


def check_kingdom(kingdom: Kingdom, rules: Rules) -> Verdict:
    """The legality check in the rules' box and grid, with corrections for an illegal or undecided kingdom.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.model.rules import Rules
    >>> check_kingdom(Kingdom.parse("wwC"), Rules()).check.legal
    True
    """
    from scorer.rules.legality import check, corrections

    settled = rules.settled(kingdom)
    found = check(kingdom, size=settled.size, box=settled.box)
    proposed = () if found.legal else corrections(kingdom, size=settled.size, box=settled.box)
    return Verdict(found, tuple(proposed))


def rank_table(table: Table) -> Ranking:
    """The ranking of all players of a game."""
    from scorer.rules.table.ranking import rank

    return rank(table)


def as_data(call: Callable[P, Shaped], *args: P.args, **kwargs: P.kwargs) -> dict[str, Any]:
    """The JSON shape of a call's result. Run it in a worker process, so that only plain data is sent back."""
    return call(*args, **kwargs).to_dict()
