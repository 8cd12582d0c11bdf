"""``python -m scorer``."""

import sys


def _run() -> int:
    try:
        from scorer.cli import main

        return main()
    except KeyboardInterrupt:  # while the command line itself was being loaded
        sys.stderr.write("scorer: stopped\n")
        return 2


if __name__ == "__main__":  # the processes that read photos import this file again
    sys.exit(_run())
