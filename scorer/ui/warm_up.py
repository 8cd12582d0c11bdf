"""What a first kingdom needs is made while its player still looks for a photo."""

from __future__ import annotations

from functools import cache
from threading import Thread

from scorer.frontend.sprites import sprite_sheet
from scorer.ui import photos


@cache
def warm_up() -> None:
    """Begin, once in a process, to start the processes that read photos and to draw the squares of boards."""
    Thread(target=_make, daemon=True).start()


def _make() -> None:
    photos.workers()  # they start by themselves while this process draws
    sprite_sheet()
