"""The workers that all visitors of one server share."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from functools import cache
from threading import Lock

from scorer.samples import samples
from scorer.service.workers import Workers

_starting = Lock()


def workers() -> Executor:
    """The processes that read the photos of all visitors; the first call starts them."""
    with _starting:
        return _workers()


@cache
def _workers() -> Workers:
    # a tap is answered before a photo is read on
    started = Workers(yielding=True, rehearsal=samples()[0].path)
    started.warm_up()
    return started


def release_last() -> None:
    """Have the workers drop the last photo: a thread of theirs holds it until they get another task."""
    if _workers.cache_info().currsize:
        workers().submit(os.getpid)
