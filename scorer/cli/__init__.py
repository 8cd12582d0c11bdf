"""The command line: ``python -m scorer read | score | check | rank | offline | evaluate | train``."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status, whatever is wrong with the call."""
    try:
        from scorer.cli.run import run

        return run(argv)
    except KeyboardInterrupt:  # at any time, even while the rest is being loaded
        if sys.stderr is not None:
            sys.stderr.write("scorer: stopped\n")
        return 2


def command() -> int:
    """``main`` as a process of its own, which ends on SIGTERM as on Ctrl-C, with all that it has begun."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return main()
