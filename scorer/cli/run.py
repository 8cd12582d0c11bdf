"""Runs one command from its arguments to its exit status, with every error handled."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from scorer.cli.interrupts import was_interrupted
from scorer.cli.output import WELL, CallError, complain, described, error_data, print_json
from scorer.cli.parser import parser

UNWRITABLE: Final = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EPIPE)
"""The error numbers of a destination that cannot be written to."""


EXTRAS: Final = {
    "app": ("segno", "starlette", "streamlit", "uvicorn", "zxingcpp"),
    "cluster": ("dask", "distributed"),
    "lab": ("matplotlib", "onnx", "safetensors", "scipy", "sklearn", "tomli_w", "torch"),
}
"""The optional dependencies of each extra in pyproject.toml, by their import names."""


def run(argv: Sequence[str] | None) -> int:
    """Run one command and return its exit status; ``KeyboardInterrupt`` goes through."""
    _set_encodings()
    if sys.stdout is None:
        return complain("standard output is closed; there is nowhere to print to")
    try:
        status = _reported(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # the reading end of a pipe is closed, so there is no one to report to
        return WELL
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # otherwise Python would try again at its end
        return complain(f"the result cannot be written: {error.strerror}")
    return status


def _reported(argv: Sequence[str]) -> int:
    """The status of the command. An error of the call is one line on standard error, and one object with ``--json``."""
    try:
        return _carried_out(argv)
    except Exception as error:  # every error gives one line
        if was_interrupted(error):
            raise KeyboardInterrupt from error
        if isinstance(error, OSError) and error.errno in UNWRITABLE:
            raise
        known = missing_extra(error) if isinstance(error, ModuleNotFoundError) else error
        message = known if isinstance(known, CallError) else f"unexpected error, please report it: {described(error)}"
        if _is_json_wanted(argv):  # argparse has failed before it could set this
            print_json(error_data(known.code if isinstance(known, CallError) else "unexpected", message))
        return complain(message)


def missing_extra(error: ModuleNotFoundError) -> CallError | None:
    """The error that names the package to install, if the missing module belongs to the lab or to an extra.

    >>> str(missing_extra(ModuleNotFoundError(name="scipy.stats")))
    "this command needs scipy; install it with pip install 'kingdom-scorer[lab]'"
    >>> str(missing_extra(ModuleNotFoundError(name="scorer.lab")))
    'this command needs scorer.lab, which the installed package omits; run it in a clone or the sdist'
    """
    if (error.name or "").startswith("scorer.lab"):
        message = "this command needs scorer.lab, which the installed package omits; run it in a clone or the sdist"
        return CallError("lab", message)
    library = (error.name or "").partition(".")[0]
    extra = next((extra for extra, libraries in EXTRAS.items() if library in libraries), None)
    if extra is None:
        return None
    return CallError(
        "libraries", f"this command needs {library}; install it with pip install 'kingdom-scorer[{extra}]'"
    )


def _carried_out(argv: Sequence[str]) -> int:
    """The status of the command, or of its help, after which argparse raises ``SystemExit``."""
    try:
        arguments = parser().parse_args(argv)
    except SystemExit:
        return WELL
    status: int = arguments.run(arguments)
    return status


def _is_json_wanted(argv: Sequence[str]) -> bool:
    """Whether ``--json`` is among the options, shortened as argparse allows.

    >>> _is_json_wanted(["score", "wC", "--js"]), _is_json_wanted(["score", "--", "--json"])
    (True, False)
    """
    return any(option.startswith("--j") and "--json".startswith(option) for option in takewhile("--".__ne__, argv))


def _set_encodings() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8-sig" if stream is sys.stdin else "utf-8", errors="replace")
