"""What the player is asked about a kingdom, the most useful thing first."""

from __future__ import annotations

from scorer.app.state.canvas import Canvas
from scorer.i18n.translator import Translator
from scorer.rules.model.kingdom import Position, neighbours, square_name
from scorer.rules.model.terrain import Place, Square
from scorer.rules.model.words import cell_words

MOST_NAMED = 5
"""More squares than this are not named one by one."""

LIKELY = 0.1
"""The probability from which on a face is held for possible."""


def asked(canvas: Canvas, provisional: bool, tr: Translator) -> str:
    """The questions in one line; how to change a square where there are none.

    ``provisional`` is whether there are pieces of which has still to be told.
    """
    built = [p for p in canvas.doubtful if p in canvas.seen.built]
    hidden = [p for p in canvas.doubtful if p in canvas.seen.hidden]
    behind = [p for p in canvas.doubtful if p not in (*built, *hidden) and _hides_a_crown(canvas, p)]
    unknown = [p for p in canvas.doubtful if canvas.at(p) is Place.UNKNOWN and p not in hidden]
    others = [p for p in canvas.doubtful if p not in (*built, *hidden, *behind, *unknown)]
    questions = [_about_the_edge(canvas, tr)]
    if canvas.cut == "squares":
        others = []  # what is missing comes first
    if len(unknown) > MOST_NAMED:
        questions.append(tr("What lies on the {count} squares that are not known? Tap each one.", count=len(unknown)))
    elif unknown:
        questions.append(tr("What lies at {squares}? Tap there.", squares=_names(canvas, unknown)))
    if built:
        questions.append(tr("Which building stands at {squares}?", squares=_names(canvas, built)))
    if hidden:
        questions.append(tr("The castle hides {squares}: what is there?", squares=_names(canvas, hidden)))
    if behind:
        questions.append(tr("Does the castle hide a crown at {squares}?", squares=_names(canvas, behind)))
    if len(others) > MOST_NAMED:
        questions.append(tr("Please look at the squares marked “?”, and tap what is not right."))
    elif others:
        squares = _names(canvas, others)
        questions.append(tr("Please look at {squares}, marked “?”, and tap what is not right.", squares=squares))
    if provisional:
        questions.append(tr("Tell below what stands on and beside the kingdom; until then the total is provisional."))
    return " ".join(filter(None, questions)) or tr("Tap a square to change it.")


def note_of(canvas: Canvas, position: Position, tr: Translator) -> str:
    """Why a square was read as it was, where its looks alone would mislead; empty for the others."""
    if position in canvas.seen.hidden and position not in canvas.corrected:
        return tr("Behind the castle: what is it?")
    look = canvas.look_against(position)
    if look is None:
        return ""
    return tr(
        "{what} looks likelier ({chance}), but no domino fits.", what=cell_words(look[0]), chance=percent(look[1])
    )


def percent(chance: float) -> str:
    """A probability as people say it; never quite sure.

    >>> percent(0.724), percent(0.9999), percent(0.001)
    ('72 %', '99 %', '1 %')
    """
    return f"{min(99, max(1, round(100 * chance)))} %"


def name_of(canvas: Canvas, position: Position) -> str:
    """A square's name on screen, counted from the kingdom's own first row and column."""
    return square_name((position[0] - canvas.origin[0], position[1] - canvas.origin[1]))


def _names(canvas: Canvas, positions: list[Position]) -> str:
    return ", ".join(name_of(canvas, position) for position in sorted(positions))


def _about_the_edge(canvas: Canvas, tr: Translator) -> str:
    if canvas.cut == "squares" and not canvas.is_from_photo:
        return tr("Only a part of this kingdom is here. Tap all places that are missing, then “Nothing is missing”.")
    if canvas.cut == "squares":
        return tr(
            "The photo cuts this kingdom off. Take another one, or tap all places that are missing, "
            "then “Nothing is missing”."
        )
    if canvas.cut == "beside":
        return tr(
            "The photo ends close to this kingdom. If it goes on there, tap all places that are missing; "
            "then, or if it ends there, tap “Nothing is missing”."
        )
    return ""


def _hides_a_crown(canvas: Canvas, position: Position) -> bool:
    """Beside the castle, with the terrain sure and only the crowns in doubt."""
    cell = canvas.at(position)
    beside = any(canvas.at(neighbour) is Place.CASTLE for neighbour in neighbours(position))
    if not isinstance(cell, Square) or not beside or len(canvas.kingdom.castles) != 1:
        return False
    likely = [face for face, chance in canvas.seen.guesses.get(position, ()) if chance >= LIKELY]
    return cell.crowns is None or (
        len(likely) > 1 and all(isinstance(face, Square) and face.terrain is cell.terrain for face in likely)
    )
