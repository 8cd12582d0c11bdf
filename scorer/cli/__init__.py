"""The command line: ``python -m scorer read | score | check | rank | offline | evaluate | train``."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status, for any arguments."""
    try:
        from scorer.cli.run import run

        return run(argv)
    except KeyboardInterrupt:  # at any time, even during imports
        if sys.stderr is not None:
            sys.stderr.write("scorer: stopped\n")
        return 2


def command() -> int:
    """Run ``main`` as a process, which ends on SIGTERM as on Ctrl-C, together with its workers."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return main()
