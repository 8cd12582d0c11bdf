"""``python -m kingdom_scorer``: the command line."""

import sys

from scorer.cli import command

if __name__ == "__main__":  # worker processes import this module again
    sys.exit(command())
