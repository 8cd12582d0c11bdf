"""``python -m scorer``."""

import sys

from scorer.cli import command

if __name__ == "__main__":  # the processes that read photos import this file again
    sys.exit(command())
