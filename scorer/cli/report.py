"""Results as text for a terminal and as plain data for ``--json``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorer.rules.legality import Check, Correction, Finding, FindingCode, check, corrections
from scorer.rules.legality.finding import names
from scorer.rules.model.kingdom import Kingdom, Position, column_name
from scorer.rules.model.messages import Message
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.ranking import Ranking

if TYPE_CHECKING:
    from scorer.vision.reading import KingdomReading, Reading


def picture(kingdom: Kingdom) -> str:
    """The kingdom as a small picture of letters under its columns' names.

    >>> print(picture(Kingdom.parse("w1C/m?.")))
        A  B
     1  w1 C
     2  m? .
    """
    wide = max(len(str(cell)) for _, cell in kingdom.cells())
    header = " ".join(column_name(column).ljust(wide) for column in range(kingdom.width))
    lines = [f"    {header}"]
    for number, row in enumerate(kingdom.rows, start=1):
        lines.append(f"{number:2}  " + " ".join(str(cell).ljust(wide) for cell in row))
    return "\n".join(line.rstrip() for line in lines)


def score_text(sheet: ScoreSheet) -> str:
    """Every line of the sheet, adding up to the total.

    >>> from scorer.rules.scoring.score import score
    >>> print(score_text(score(Kingdom.parse("w1wC"))))
       2  wheat: 2 squares × 1 crown (A1, B1)
       2  points (us edition, kingdomino)
    """
    lines = []
    for line in sheet.lines:
        squares = f" ({names(line.cells)})" if line.cells else ""
        lines.append(f"{line.points:4}  {line.message}{squares}")
    lines.append(
        f"{sheet.total:4}  points{_spread(sheet.total_range)} ({sheet.rules.edition} edition, {sheet.rules.box})"
    )
    return "\n".join(lines)


def check_text(result: Check, proposed: Sequence[Correction]) -> str:
    """The verdict, what was found, and what would make the kingdom legal."""
    unsettled = "not settled" if result.findings else "not settled in time"
    verdict = {True: "legal", False: "not legal", None: unsettled}[result.legal]
    ways = f"{'at least ' if result.tilings_at_least else ''}{result.tilings}"
    tilings = f", {ways} tiling{'' if result.tilings == 1 else 's'}" if result.tilings else ""
    lines = [f"{verdict} ({result.box}, {result.size}×{result.size}{tilings})"]
    lines += [f"  {finding.message}" for finding in result.findings]
    lines += [f"  legal {correction.message}" for correction in proposed]
    return "\n".join(lines)


def check_data(result: Check, proposed: Sequence[Correction]) -> dict[str, object]:
    """The check as ``check --json`` prints it: ``Check.to_dict`` with the proposed ``corrections``."""
    return {**result.to_dict(), "corrections": [correction.to_dict() for correction in proposed]}


def ranking_text(ranking: Ranking) -> str:
    """A line for each player, best first, then what is wrong with the table and what it cannot show.

    >>> from scorer.rules.table.player import Player
    >>> from scorer.rules.table.ranking import rank
    >>> from scorer.rules.table.table import Table
    >>> ann, bob = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "f1wC"), ("Bob", "wwC")))
    >>> print(ranking_text(rank(Table((ann, bob)))))
     1. Ann: 1  (points)
     2. Bob: 0  (points)
      (whether a discarded domino would have fitted when it was drawn cannot be seen at the end)
    """
    lines = []
    for standing in ranking.standings:
        is_decided = len(ranking.standings) > 1 and not ranking.undecided
        decided = f"  ({standing.decision})" if is_decided else ""
        total = f"{standing.total}{_spread(standing.total_range)}"
        lines.append(f"{standing.place:2}. {standing.name}: {total}{decided}")
    lines += [f"  {finding.message}" for finding in ranking.findings]
    lines += [f"  ({note})" for note in ranking.notes]
    return "\n".join(lines)


def _spread(total_range: tuple[int, int]) -> str:
    """What stands behind a total that may become another one."""
    low, high = total_range
    return f", {low} to {high} with what is hidden" if low != high else ""


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
        f"{names([position])} {reading.kingdom[position]} ({reading.squares[position[0]][position[1]]:.0%}"
        + (", a building?" if position in reading.built_towns else "")
        + (", behind the castle: what is it?)" if position in reading.hidden else ")")
        for position in reading.doubtful
    ]
    against_looks = [
        f"{names([position])} {reading.kingdom[position]}: {face} looks likelier ({chance:.0%}), but no domino fits"
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
    message = Message("{squares}: the photo cuts the kingdom off here; take another one", {"squares": names(squares)})
    return Finding(FindingCode.UNSETTLED, message, tuple(squares))
