"""Is a kingdom legal, and what would make it so."""

from scorer.rules.legality.checking import Check, check
from scorer.rules.legality.construction import LaidDomino
from scorer.rules.legality.corrections import Correction, corrections
from scorer.rules.legality.finding import Finding, FindingCode

__all__ = ["Check", "Correction", "Finding", "FindingCode", "LaidDomino", "check", "corrections"]
