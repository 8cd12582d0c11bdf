"""One command from its arguments to its exit status, whatever happens on the way."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from scorer.cli.output import WELL, complain, described
from scorer.cli.parser import parser

UNWRITABLE: Final = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG)
"""What the system says when the result cannot be written where it was sent."""


def run(argv: Sequence[str] | None) -> int:
    """Run one command and return its exit status; ``KeyboardInterrupt`` goes through."""
    _set_encodings()
    if sys.stdout is None:
        raise SystemExit(complain("standard output is closed; there is nowhere to print to"))
    try:
        status = _carried_out(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # the reader has left: nobody is there to be told
        return WELL
    except Exception as error:  # whatever it is, a user gets one line
        if isinstance(error, OSError) and error.errno in UNWRITABLE:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would try again at its end
            return complain(f"the result cannot be written: {error.strerror}")
        return complain(f"unexpected error, please report it: {described(error)}")
    return status


def _carried_out(argv: Sequence[str] | None) -> int:
    """The status of the command, or of its help, which argparse prints and then ends everything."""
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as end:
        if end.code:
            raise
        return WELL
    status: int = arguments.run(arguments)
    return status


def _set_encodings() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8-sig" if stream is sys.stdin else "utf-8", errors="replace")
