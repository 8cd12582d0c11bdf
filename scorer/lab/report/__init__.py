"""Tables, charts and pictures of what was measured, for the README and docs/ACCURACY.md."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The clone, in which ``results/`` and ``docs/`` lie."""
