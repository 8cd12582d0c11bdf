"""Is a kingdom legal, and what would make it so."""

from scorer.rules.checking import Check, check
from scorer.rules.construction import LaidDomino
from scorer.rules.corrections import Correction, corrections
from scorer.rules.findings import Finding

__all__ = ["Check", "Correction", "Finding", "LaidDomino", "check", "corrections"]
