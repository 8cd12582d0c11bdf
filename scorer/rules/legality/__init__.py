"""The legality of a kingdom, and corrections that make it legal."""

from scorer.rules.legality.checking import Check, check
from scorer.rules.legality.construction import LaidDomino
from scorer.rules.legality.corrections import Correction, corrections
from scorer.rules.legality.finding import Finding, FindingCode

__all__ = ["Check", "Correction", "Finding", "FindingCode", "LaidDomino", "check", "corrections"]
