"""Readings of photos as text for a terminal and as plain data for ``--json``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorer.cli.report import check_data, check_text, picture, score_text
from scorer.rules.legality import Check, Correction, Finding, FindingCode, check, corrections
from scorer.rules.model.kingdom import Position, square_name, square_names
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet

if TYPE_CHECKING:
    from scorer.vision.reading import KingdomReading, Reading


def reading_text(reading: Reading, rules: Rules) -> str:
    """Every kingdom of a photo: picture of letters, score, verdict, doubtful squares."""
    pixels = reading.width, reading.height
    parts = [_kingdom_text(kingdom, pixels, rules) for kingdom in reading.kingdoms]
    if reading.hint:
        parts.append(str(reading.hint))
    return "\n\n".join([reading.photo, *parts])


def reading_data(reading: Reading, rules: Rules) -> dict[str, object]:
    """The reading of a photo as ``read --json`` prints it: its kingdoms, the hint if there is one, seconds by stage."""
    pixels = reading.width, reading.height
    return {
        "photo": reading.photo,
        "kingdoms": [_kingdom_data(kingdom, pixels, rules) for kingdom in reading.kingdoms],
        "hint": str(reading.hint) if reading.hint else None,
        "seconds": dict(reading.seconds),
    }


def _kingdom_text(reading: KingdomReading, pixels: tuple[int, int], rules: Rules) -> str:
    sheet, result, _ = _judged(reading, pixels, rules, propose=False)
    doubtful = [
        f"{square_name(position)} {reading.kingdom[position]} ({reading.squares[position[0]][position[1]]:.0%}"
        + (", a building?" if position in reading.built_towns else "")
        + (", behind the castle: what is it?)" if position in reading.hidden else ")")
        for position in reading.doubtful
    ]
    against_looks = [
        f"{square_name(position)} {reading.kingdom[position]}: {face} looks likelier ({chance:.0%}), but no domino fits"
        for position, (face, chance) in reading.against_looks.items()
    ]
    return "\n".join(
        [
            str(reading.kingdom),
            picture(reading.kingdom),
            score_text(sheet),
            check_text(result, ()),
            f"doubtful: {', '.join(doubtful) or 'nothing'}",
            *against_looks,
        ]
    )


def _kingdom_data(reading: KingdomReading, pixels: tuple[int, int], rules: Rules) -> dict[str, object]:
    sheet, result, proposed = _judged(reading, pixels, rules, propose=True)
    return {
        "notation": str(reading.kingdom),
        "seen": "/".join("".join(map(str, row)) for row in reading.seen),
        "size": reading.size,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.corners],
        "confidence": round(float(reading.confidence), 4),
        "squares": [[round(float(p), 4) for p in row] for row in reading.squares],
        "doubtful": [list(position) for position in reading.doubtful],
        "score": sheet.to_dict(),
        "check": check_data(result, proposed),
    }


def _judged(
    reading: KingdomReading, pixels: tuple[int, int], rules: Rules, *, propose: bool
) -> tuple[ScoreSheet, Check, Sequence[Correction]]:
    """Score, check and corrections of a kingdom in a photo of so many pixels' width and height."""
    sheet = score(reading.kingdom, replace(rules, size=rules.size or reading.size))
    size, box = sheet.rules.size, sheet.rules.box
    cut = reading.cut_squares(*pixels)
    if cut:
        return sheet, Check(reading.kingdom, box, size, None, (_cut_off(cut),), tilings_at_least=True), ()
    result = check(reading.kingdom, size=size, box=box)
    proposed = corrections(reading.kingdom, size=size, box=box) if propose and result.legal is False else ()
    return sheet, result, proposed


def _cut_off(squares: Sequence[Position]) -> Finding:
    """Nothing can be said of what is not in the picture."""
    message = Message(
        "{squares}: the photo cuts the kingdom off here; take another one", {"squares": square_names(squares)}
    )
    return Finding(FindingCode.UNSETTLED, message, tuple(squares))
