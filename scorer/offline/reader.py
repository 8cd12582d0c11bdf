"""Photos on the page, which another worker reads, so that taps are handled in the meantime.

If a requested reading is missing, ``ReadingMissing`` is raised: then ``PhotoReader`` restores the program's state,
and the request is repeated as soon as the other worker (``photo_worker.py``) has finished that reading.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from scorer.offline.opencv import Plane
from scorer.offline.wording import unreadable
from scorer.rules.model.rules import Rules, size_for
from scorer.vision.photo.errors import PhotoError

if TYPE_CHECKING:
    from scorer.rules.model.dominoes import Box
    from scorer.vision.reader import Corners
    from scorer.vision.reading import Reading


@dataclass(frozen=True)
class PhotoSize:
    """A photo's name, and its width and height in pixels, upright."""

    name: str
    width: int
    height: int


@dataclass(frozen=True)
class Question:
    """A request for a reading: the photos with their names and sizes in pixels, and the arguments of ``Reader.read``.

    Several photos show the same kingdoms.
    """

    photos: tuple[PhotoSize, ...]
    size: int | None
    box: Box | None
    giants: bool
    corners: Corners | None = None
    grid: tuple[int, int] | None = None

    def packed(self) -> bytes:
        """The question as bytes; equal questions give equal bytes."""
        return pickle.dumps(self)


class ReadingMissing(Exception):  # noqa: N818 (no error: a message to the worker)
    """The reading of ``files`` for a packed ``question`` is missing."""

    def __init__(self, files: Sequence[Any], question: bytes) -> None:
        super().__init__("this reading has not been made")
        self.files, self.question = files, question


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A photo on the page.

    ``href`` is the address of a smaller picture of it, ``thumbnail`` a data URL of a still smaller one; ``width`` and
    ``height`` are the upright photo's own, in pixels; ``file`` is the browser's.
    """

    key: str
    name: str
    href: str
    width: int
    height: int
    file: Any
    reader: PhotoReader
    thumbnail: str = ""

    def read(self, rules: Rules) -> Reading:
        """Its kingdoms, read under the rules in play."""
        return self.read_with((), rules)

    def read_with(self, others: Sequence[Snapshot], rules: Rules) -> Reading:
        """Its kingdoms, read together with other photos of them; positions are in pixels of this one."""
        photos = (self, *others)
        question = Question(tuple(photo.about for photo in photos), rules.size, rules.box, rules.giants)
        return self.reader.reading([photo.file for photo in photos], question)

    def read_again(self, corners: Corners, grid: tuple[int, int], rules: Rules) -> Reading:
        """The one kingdom in a grid that was placed by hand. Raises ``ValueError`` for corners that make no grid."""
        size = size_for(max(grid))
        question = Question((self.about,), size, rules.box, rules.giants, tuple(corners), grid)
        return self.reader.reading([self.file], question)

    @property
    def about(self) -> PhotoSize:
        """Its name, width and height."""
        return PhotoSize(self.name, self.width, self.height)


class ReadsPhotos(Protocol):
    """A program that hands its photos to a reader."""

    reader: PhotoReader | None


@dataclass(eq=False)
class PhotoReader:
    """The photos of a visit and their readings, which the worker delivers as answers to questions."""

    program: ReadsPhotos
    _answers: dict[bytes, bytes | None] = field(default_factory=dict)

    def snapshot(self, key: str, file: Any, details: dict[str, Any]) -> Snapshot:
        """The snapshot of a file. ``details`` has its name, href, width, height and, if known, its thumbnail."""
        name, href, width, height = (details[field] for field in ("name", "href", "width", "height"))
        return Snapshot(key, name, href, width, height, file, self, details.get("thumbnail", ""))

    def reading(self, files: Sequence[Any], question: Question) -> Reading:
        """The finished reading. Raises ``ReadingMissing`` if there is none, ``PhotoError`` or ``ValueError`` as a
        reader."""
        packed = question.packed()
        if packed not in self._answers:
            raise ReadingMissing(files, packed)
        answer = self._answers.pop(packed)
        made: Reading | ValueError = (
            pickle.loads(answer) if answer else PhotoError(unreadable(question.photos[-1].name), "broken")
        )
        if isinstance(made, ValueError):
            raise made
        return made

    def attempt(self, method: str, *given: Any) -> str | ReadingMissing:
        """The result of a method of the program. If it needs a missing reading: that question, with the program's
        state restored."""
        before = dict(vars(self.program))
        try:
            shown: str = getattr(self.program, method)(*given)
        except ReadingMissing as missing:
            vars(self.program).update(before)
            return missing
        return shown

    def keep(self, question: bytes | memoryview, answer: bytes | memoryview | None) -> None:
        """Store the answer of ``photo_worker.PhotoWorker`` until it is requested; ``None`` if the worker failed."""
        self._answers[bytes(question)] = bytes(answer) if answer else None


def start_reader(program: ReadsPhotos) -> PhotoReader:
    """The photos of a visit, once numpy is loaded; from now on the program accepts photos."""
    sys.modules["cv2"] = Plane()  # type: ignore[assignment]
    program.reader = reader = PhotoReader(program)
    return reader
