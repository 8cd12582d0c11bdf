"""Tables, charts and pictures of stored results, for README.md, docs/explanation/accuracy.md and results/accuracy."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The root of the clone, with ``results/`` and ``docs/``."""
