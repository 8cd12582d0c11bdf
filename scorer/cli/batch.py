"""Photos of the command line: the list of files, and the progress of reading them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TextIO

from scorer.cli.interrupts import was_interrupted
from scorer.service.batch import in_order
from scorer.service.failures import result
from scorer.service.readings import JudgedReading, ReadOptions
from scorer.vision.photo.files import is_folder, photos_in


def all_photos(given: Iterable[str]) -> list[str]:
    """List the given files, with each folder replaced by the photos in it and in its subfolders, by name.

    A folder without photos stays in the list, so that it is reported.
    """
    found: list[str] = []
    for name in given:
        path = Path(name)
        found += [str(photo) for photo in photos_in(path)] or [name] if is_folder(path) else [name]
    return found


def reports(
    readers: Executor, width: int, photos: Sequence[str], options: ReadOptions
) -> Iterator[JudgedReading | Exception]:
    """Yield the result or the error of each photo, in order, and show the progress on a terminal."""
    progress = Progress(len(photos))
    for photo, future in zip(photos, in_order(readers, width, photos, options), strict=True):
        progress.show()
        try:
            made: JudgedReading | Exception = result(future, photo)
        except Exception as error:
            if was_interrupted(error):
                raise
            made = error
        progress.one_more()
        yield made


class Progress:
    """A progress line on standard error; none without a terminal, or for a single photo."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._stream, self._total, self._done = stream or sys.stderr, total, 0
        self._shown = total > 1 and self._stream.isatty()
        self._started = time.monotonic()

    def show(self) -> None:
        """Write the line."""
        if self._shown:
            self._stream.write(f"\r\x1b[K{self.line(time.monotonic() - self._started)}")
            self._stream.flush()

    def one_more(self) -> None:
        """Count one more, and erase the line, so that its result can be printed."""
        self._done += 1
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def line(self, seconds: float) -> str:
        """The progress message after so many seconds.

        >>> progress = Progress(50)
        >>> progress.line(0)
        '0 of 50 photos'
        >>> for _ in range(20):
        ...     progress.one_more()
        >>> progress.line(8)
        '20 of 50 photos, 2.5 a second, 12 s left'
        """
        said = f"{self._done} of {self._total} photos"
        if not self._done or not seconds:
            return said
        rate = self._done / seconds
        return f"{said}, {rate:.1f} a second, {(self._total - self._done) / rate:.0f} s left"
