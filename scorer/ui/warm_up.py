"""Prepares what the first kingdom needs while its player chooses a photo."""

from __future__ import annotations

from functools import cache
from threading import Thread

from scorer.frontend.sprites import sprite_sheet
from scorer.ui import photos


@cache
def warm_up() -> None:
    """Start, once per process, the processes that read photos, and draw the squares of boards."""
    Thread(target=_make, daemon=True).start()


def _make() -> None:
    photos.workers()  # they start on their own while this process draws
    sprite_sheet()
