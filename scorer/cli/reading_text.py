"""Readings of photos as text for a terminal."""

from __future__ import annotations

from scorer.cli.output import one_line
from scorer.cli.report import check_text, picture, score_text
from scorer.rules.model.kingdom import square_name
from scorer.service.readings import JudgedKingdom, JudgedReading


def reading_text(judged: JudgedReading) -> str:
    """Every kingdom of a photo: picture of letters, score, verdict, flagged squares."""
    parts = [_kingdom_text(kingdom) for kingdom in judged.kingdoms]
    if judged.reading.hint:
        parts.append(str(judged.reading.hint))
    return "\n\n".join([one_line(judged.reading.photo), *parts])


def _kingdom_text(judged: JudgedKingdom) -> str:
    reading = judged.reading
    doubtful = [
        f"{square_name(position)} {reading.kingdom[position]} ({reading.squares[position[0]][position[1]]:.0%}"
        + (", a building?" if position in reading.built_towns else "")
        + (", behind the castle: which tile is it?)" if position in reading.hidden else ")")
        for position in reading.doubtful
    ]
    against_looks = [
        f"{square_name(position)} {reading.kingdom[position]}: "
        f"looks more like {face} ({probability:.0%}), but no domino fits"
        for position, (face, probability) in reading.against_looks.items()
    ]
    return "\n".join(
        [
            str(reading.kingdom),
            picture(reading.kingdom),
            score_text(judged.sheet),
            check_text(judged.verdict.check, ()),
            f"doubtful: {', '.join(doubtful) or 'nothing'}",
            *against_looks,
        ]
    )
