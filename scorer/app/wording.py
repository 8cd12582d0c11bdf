"""Texts about missing entries, rules and photos, for both hosts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scorer.app.choices import AUTO
from scorer.app.players.assignment import OutOfTurn
from scorer.app.players.same_kingdom import may_be_same
from scorer.app.state.page_state import PageState
from scorer.i18n.translator import NAMES, Translator
from scorer.rules.model.messages import Message
from scorer.rules.model.pieces import COURT_PIECES, Piece, names_of
from scorer.rules.table.pending import QUESTS_PENDING

HOW_TO_ENTER = {
    Piece.BUILDINGS: Message("Tap each town and choose its building, if it has one."),
    Piece.GIANTS: Message("Tap every square with giants, and choose how many."),
}
OF_THE_COURT = Message("Tap every square with a resource, a character or a building, and choose it.")

STILL_READING = Message(
    "The photos of this game are still being read. Wait until they are done before you open another game."
)
"""The refusal to open another game: photos are added to the game on the page."""


STORAGE_BLOCKED = Message(
    "This browser blocks its storage, so no game can be saved. "
    "Allow cookies for this page, or share the game as a link or a file before you leave."
)


@dataclass(frozen=True)
class Note:
    """A message about a photo or a file that could not be used; ``photo`` if its grid can be placed by hand.

    ``table`` is the ``table_id`` of the game that it belongs to; ``None`` for any game.
    """

    message: Message
    photo: str | None = None
    table: object = None
    out_of_turn: OutOfTurn | None = None
    """A kingdom that can be given to the player whose turn it was."""
    again: str = ""
    """The key of a photo that is in the game already, and can be added again."""
    twins: tuple[str, str] | None = None
    """The keys of two photos that seem to show the same kingdom, in the order of reading."""
    is_across_games: bool = False
    """Whether these two are in different games of a Dynasty."""


def question_about(state: PageState, first: str, second: str) -> Note | None:
    """The question whether two photos, by their keys, show one kingdom; ``None`` if they show no two kingdoms that seem
    to be the same, or more than two: the answer could not say which of them is meant."""
    shown = [
        (slot.name, game, draft.kingdom)
        for slot in state.slots
        for game, draft in enumerate(slot.drafts, start=1)
        if draft.photo in (first, second)
    ]
    if len(shown) != len((first, second)):
        return None
    (name, game, kingdom), (other_name, later, other) = shown
    if not may_be_same(kingdom, other):
        return None
    values = {"name": name, "game": game, "other": other_name, "later": later}
    said = Message("{name} and {other} seem to have the same kingdom. Is this one player or two?", values)
    if game != later:
        said = Message(
            "{name} in game {game} and {other} in game {later} seem to have the same kingdom. Was it added twice?",
            values,
        )
    return Note(said, table=state.table_id, twins=(first, second), is_across_games=game != later)


def choice_words(name: str, option: Any, label: str, state: PageState, tr: Translator) -> str:
    """The label of an option of the rule ``name``, box or size; “Automatic” also names the value that the kingdoms
    imply.

    >>> from scorer.i18n.translator import translator
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.app.state.draft import Draft
    >>> state = PageState().assigned(Draft.of(Kingdom.parse("tC")), "Ann")
    >>> choice_words("box", AUTO, "Automatic", state, translator("en"))
    'Automatic (Queendomino)'
    >>> choice_words("size", 7, "7×7 (Mighty Duel)", state, translator("en"))
    '7×7 (Mighty Duel)'
    """
    if option != AUTO or not state.kingdoms:
        return tr(label)
    free: dict[str, Any] = {name: None}
    shown = replace(state, rules=replace(state.rules, **free)).settled_rules
    return f"{tr(label)} ({tr(NAMES[shown.box.base]) if name == 'box' else f'{shown.size}×{shown.size}'})"


def missing_words(state: PageState, tr: Translator) -> str:
    """The entries that the shown kingdom is missing, and how to make them; empty if its total is final.

    >>> from scorer.i18n.translator import translator
    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.app.state.draft import Draft
    >>> state = PageState().assigned(Draft.of(Kingdom.parse("tC")).with_tokens(coins=11, towers=0, knights=1), "Ann")
    >>> missing_words(state, translator("en"))
    'Not entered yet: the Queen, buildings. The total is provisional. Tap each town and choose its building, if it has \
one.'
    """
    said = []
    if missing := state.missing_pieces:
        said.append(Message("Not entered yet: {pieces}. The total is provisional.", {"pieces": names_of(missing)}))
        said += [how for piece, how in HOW_TO_ENTER.items() if piece in missing]
        said += [OF_THE_COURT] if COURT_PIECES.intersection(missing) else []
    if state.settled_rules.lacks_quests:
        said += [QUESTS_PENDING, Message("Choose them on the Rules page.")]
    return " ".join(map(tr, said))
