"""Read a photo in one call: every kingdom with its score and its check, and their JSON shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from scorer.rules.legality import Check, Finding, FindingCode, check, corrections
from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Position, square_names
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.service.kingdoms import Verdict

if TYPE_CHECKING:
    from scorer.vision.reading import KingdomReading, KingdomView, Reading


@dataclass(frozen=True)
class ReadOptions:
    """The options of a reading.

    ``corners`` are the four corners, in pixels of the upright photo, of a grid of ``grid`` rows and columns.
    ``tokens`` are fields of ``Kingdom`` for the first kingdom. ``debug`` is the file type of a picture of the
    reading, such as ".png"; none is drawn if it is empty.
    """

    rules: Rules
    size: int | None = None
    box: Box | None = None
    giants: bool = False
    corners: Sequence[tuple[float, float]] | None = None
    grid: tuple[int, int] | None = None
    tokens: Mapping[str, int | bool] = field(default_factory=dict)
    debug: str = ""


@dataclass(frozen=True)
class JudgedKingdom:
    """One kingdom of a photo with its score and its check."""

    reading: KingdomReading
    sheet: ScoreSheet
    verdict: Verdict

    def to_dict(self) -> dict[str, Any]:
        """The kingdom as an element of ``kingdoms`` in ``read --json``."""
        reading = self.reading
        return {
            "notation": str(reading.kingdom),
            "seen": "/".join("".join(map(str, row)) for row in reading.seen),
            "size": reading.size,
            "corners": _rounded(reading.corners),
            **({"views": [_view(view) for view in reading.views]} if reading.views else {}),
            "confidence": round(float(reading.confidence), 4),
            "squares": [[round(float(p), 4) for p in row] for row in reading.squares],
            "doubtful": [list(position) for position in reading.doubtful],
            "score": self.sheet.to_dict(),
            "check": self.verdict.to_dict(),
        }


@dataclass(frozen=True)
class JudgedReading:
    """The reading of a photo with every kingdom's score and check, and its picture file, if requested."""

    reading: Reading
    kingdoms: tuple[JudgedKingdom, ...]
    picture: bytes = b""

    def to_dict(self) -> dict[str, Any]:
        """The reading as ``read --json`` prints it: its kingdoms, the hint if there is one, seconds by stage."""
        return {
            "photo": self.reading.photo,
            **({"photos": list(self.reading.photos)} if self.reading.photos else {}),
            "kingdoms": [kingdom.to_dict() for kingdom in self.kingdoms],
            "hint": str(self.reading.hint) if self.reading.hint else None,
            "seconds": dict(self.reading.seconds),
        }


def read(data: bytes, name: str, options: ReadOptions) -> JudgedReading:
    """Read a photo from a file's bytes, and score and check its kingdoms. Raises as
    ``scorer.vision.reader.read_photo`` does."""
    from scorer.vision.reader import read_photo

    reading = read_photo(
        data,
        name=name,
        size=options.size,
        corners=options.corners,
        grid=options.grid,
        box=options.box,
        giants=options.giants,
    )
    return _finished(reading, data, options)


def read_together(photos: Sequence[tuple[bytes, str]], options: ReadOptions) -> JudgedReading:
    """Read several photos of the same kingdoms, given as bytes and names, and score and check the kingdoms.

    Raises as ``scorer.vision.reader.read_photos`` does.
    """
    from scorer.vision.reader import read_photos

    data, names = zip(*photos, strict=True)
    reading = read_photos(data, names=names, size=options.size, box=options.box, giants=options.giants)
    return _finished(reading, data[0], options)


def _finished(reading: Reading, data: bytes, options: ReadOptions) -> JudgedReading:
    """A reading with scores and checks, the given tokens, and its picture if requested."""
    if reading.kingdoms and options.tokens:
        first = reading.kingdoms[0]
        reported = replace(first, kingdom=replace(first.kingdom, **options.tokens))  # type: ignore[arg-type]
        reading = replace(reading, kingdoms=(reported, *reading.kingdoms[1:]))
    judged = judge(reading, options.rules)
    return replace(judged, picture=_drawn(data, reading, options.debug)) if options.debug else judged


def _rounded(corners: Sequence[tuple[float, float]]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def _view(view: KingdomView) -> dict[str, Any]:
    """One of several photos of a kingdom as an element of ``views`` in ``read --together --json``."""
    return {"photo": view.photo, "corners": _rounded(view.corners)}


def judge(reading: Reading, rules: Rules) -> JudgedReading:
    """A reading with the score and the check of each of its kingdoms."""
    pixels = reading.width, reading.height
    return JudgedReading(reading, tuple(_judged(kingdom, pixels, rules) for kingdom in reading.kingdoms))


def _judged(reading: KingdomReading, pixels: tuple[int, int], rules: Rules) -> JudgedKingdom:
    """A kingdom in a photo of ``pixels`` width and height."""
    sheet = score(reading.kingdom, replace(rules, size=rules.size or reading.size))
    size, box = sheet.rules.size, sheet.rules.box
    cut = reading.cut_squares(*pixels)
    if cut:
        unsettled = Check(reading.kingdom, box, size, None, (_cut_off(cut),), tilings_at_least=True)
        return JudgedKingdom(reading, sheet, Verdict(unsettled))
    found = check(reading.kingdom, size=size, box=box)
    proposed = corrections(reading.kingdom, size=size, box=box) if found.legal is False else ()
    return JudgedKingdom(reading, sheet, Verdict(found, tuple(proposed)))


def _cut_off(squares: Sequence[Position]) -> Finding:
    """A finding that the photo does not show the whole kingdom."""
    message = Message(
        "{squares}: the photo cuts the kingdom off here; take another one", {"squares": square_names(squares)}
    )
    return Finding(FindingCode.UNSETTLED, message, tuple(squares))


def _drawn(data: bytes, reading: Reading, kind: str) -> bytes:
    """A picture file of this kind: the photo with the reading drawn on it."""
    import cv2

    from scorer.vision.overlay import draw_reading
    from scorer.vision.photo.decode import decode

    return cv2.imencode(kind, draw_reading(decode(data, reading.photo).image, reading))[1].tobytes()
