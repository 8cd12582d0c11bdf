"""The command line: ``python -m scorer read | score | check | rank | pocket | evaluate | train``."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. Nothing but help and usage errors leaves by ``SystemExit``."""
    try:
        from scorer.cli.run import run

        return run(argv)
    except KeyboardInterrupt:  # at any time, even while the rest is being loaded
        if sys.stderr is not None:
            sys.stderr.write("scorer: stopped\n")
        return 2
