"""Output of ``score``, ``check`` and ``rank`` for the stored inputs, run in this process."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout

from benchmarks.guard.baselines import Entry, stored
from benchmarks.guard.project import main

PART = "json"


def printed(arguments: Sequence[str]) -> dict[str, object]:
    """The exit status, the JSON objects on standard output, and standard error of one command.

    >>> printed(["score", "wC", "--json"])["status"]
    0
    """
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status: object = main(arguments)
        except SystemExit as end:
            status = end.code
    return {"status": status, "out": list(map(json.loads, out.getvalue().splitlines())), "err": err.getvalue()}


def printed_now() -> Iterator[Entry]:
    """Every stored input again: the arguments stand in its key."""
    for key in stored(PART):
        yield {"key": key, "value": printed(json.loads(key))}
