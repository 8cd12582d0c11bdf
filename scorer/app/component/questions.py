"""The questions to the player about a kingdom, the most useful one first."""

from __future__ import annotations

from scorer.app.state.draft import Draft
from scorer.i18n.formats import percent_words
from scorer.i18n.translator import Translator
from scorer.rules.model.kingdom import Position, neighbours, square_name
from scorer.rules.model.terrain import Place, Square
from scorer.rules.model.words import cell_words

MAX_NAMED = 5
"""More flagged squares than this are counted, not named."""

LIKELY = 0.1
"""Faces from this probability on count as possible."""


def asked(draft: Draft, provisional: bool, tr: Translator) -> str:
    """The questions in one line; without questions, how to change a square.

    ``provisional`` is whether pieces are still to be entered.
    """
    built = [p for p in draft.doubtful if p in draft.seen.built]
    hidden = [p for p in draft.doubtful if p in draft.seen.hidden]
    behind = [p for p in draft.doubtful if p not in (*built, *hidden) and _hides_a_crown(draft, p)]
    unknown = [p for p in draft.doubtful if draft.at(p) is Place.UNKNOWN and p not in hidden]
    others = [p for p in draft.doubtful if p not in (*built, *hidden, *behind, *unknown)]
    questions = [_about_the_edge(draft, tr)]
    if draft.cut == "squares":
        others = []  # missing squares come first
    if len(unknown) > MAX_NAMED:
        questions.append(tr("{count} squares are unknown. Tap each one to choose its tile.", count=len(unknown)))
    elif unknown:
        questions.append(
            tr("Which tile is at {squares}? Tap the square and choose it.", squares=_names(draft, unknown))
        )
    if built:
        questions.append(
            tr("Which building is at {squares}? Tap the square and choose it.", squares=_names(draft, built))
        )
    if hidden:
        questions.append(
            tr("The castle hides {squares}. Tap the square and choose what is there.", squares=_names(draft, hidden))
        )
    if behind:
        questions.append(
            tr(
                "Does the castle hide a crown at {squares}? If so, tap the square and add it.",
                squares=_names(draft, behind),
            )
        )
    if len(others) > MAX_NAMED:
        questions.append(tr("Check the squares marked “?”, and tap any that are wrong."))
    elif others:
        squares = _names(draft, others)
        questions.append(tr("Check {squares}, marked “?”, and tap any square that is wrong.", squares=squares))
    if provisional:
        questions.append(tr("The total is provisional: entries below are missing."))
    return " ".join(filter(None, questions)) or tr("Tap a square to change it.")


def note_of(draft: Draft, position: Position, tr: Translator) -> str:
    """The question about a square, since its sheet covers those of the page, and the reason for a reading that differs
    from its appearance; empty for other squares."""
    if position in draft.seen.hidden and position not in draft.corrected:
        return tr("Behind the castle: which tile is it?")
    look = draft.look_against(position)
    if look is not None:
        values = {"what": cell_words(look[0]), "chance": percent(look[1], tr)}
        return tr("Looks more like {what} ({chance}), but no domino fits.", **values)
    return _question_at(draft, position, tr) if position in draft.doubtful else ""


def _question_at(draft: Draft, position: Position, tr: Translator) -> str:
    if position in draft.seen.built:
        return tr("Which building is here? If there is none, choose “No building”.")
    if draft.at(position) is Place.UNKNOWN:
        return tr("Which tile is here?")
    if _hides_a_crown(draft, position):
        return tr("Does the castle hide a crown here? If so, choose the tile with the crown.")
    return tr("Tap what is here. If the framed tile is right, tap it to confirm.")


def percent(probability: float, tr: Translator) -> str:
    """A probability as a percentage in the page's language, never 100 %.

    >>> from scorer.i18n.translator import translator
    >>> [percent(probability, translator("en")) for probability in (0.724, 0.9999, 0.001)]
    ['72%', '99%', '1%']
    """
    return percent_words(min(0.99, max(0.01, probability)), tr)


def name_of(draft: Draft, position: Position) -> str:
    """A square's name on screen, counted from the kingdom's own first row and column; empty outside the kingdom.

    While squares are painted, it is counted from the grid's first row and column, so that no name changes.
    """
    top, left = draft.frame[:2] if draft.frame else draft.origin
    row, column = position[0] - top, position[1] - left
    return square_name((row, column)) if min(row, column) >= 0 else ""


def _names(draft: Draft, positions: list[Position]) -> str:
    return ", ".join(name_of(draft, position) for position in sorted(positions))


def _about_the_edge(draft: Draft, tr: Translator) -> str:
    if draft.cut == "squares" and not draft.is_from_photo:
        return tr("Only a part of this kingdom is known. Tap any missing squares, then “It’s complete”.")
    if draft.cut == "squares":
        return tr(
            "The photo cuts this kingdom off. Take another one, or tap any missing squares, then “It’s complete”."
        )
    if draft.cut == "beside":
        return tr("The kingdom may be cut off. Tap any missing squares, then “It’s complete”.")
    return ""


def _hides_a_crown(draft: Draft, position: Position) -> bool:
    """Whether the square is next to the castle, its terrain is certain, and only its crowns are uncertain."""
    cell = draft.at(position)
    beside = any(draft.at(neighbour) is Place.CASTLE for neighbour in neighbours(position))
    if not isinstance(cell, Square) or not beside or len(draft.kingdom.castles) != 1:
        return False
    likely = [face for face, probability in draft.seen.guesses.get(position, ()) if probability >= LIKELY]
    return cell.crowns is None or (
        len(likely) > 1 and all(isinstance(face, Square) and face.terrain is cell.terrain for face in likely)
    )
