"""Default names of players: their numbers, in the language of the page."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from scorer.app.state.page_state import PageState, Slot
from scorer.i18n.translator import LANGUAGES, Translator, translator
from scorer.sharing.codec import MAX_PLAYERS


def default_name(number: int, tr: Translator) -> str:
    """The name of the player who was added as the first, the second and so on."""
    return tr("Player {number}", number=number)


@cache
def _default_names() -> frozenset[str]:
    return frozenset(
        default_name(number, translator(language)) for language in LANGUAGES for number in range(1, MAX_PLAYERS + 1)
    )


def is_default_name(name: str) -> bool:
    """Whether a name is a default name, in any language.

    >>> is_default_name("Joueur 3"), is_default_name("Ann")
    (True, False)
    """
    return name in _default_names()


def in_language(state: PageState, tr: Translator) -> PageState:
    """The state with all default names in another language, those of removed players included.

    >>> state = PageState().joined(["Player 1", "Ann", "Joueur 3"])
    >>> [slot.name for slot in in_language(state, translator("de")).slots]
    ['Spieler 1', 'Ann', 'Spieler 3']
    """
    names = {
        default_name(number, translator(language)): default_name(number, tr)
        for language in LANGUAGES
        for number in range(1, MAX_PLAYERS + 1)
    }

    def renamed(slot: Slot) -> Slot:
        return replace(slot, name=names.get(slot.name, slot.name))

    removed = tuple((index, game, renamed(slot)) for index, game, slot in state.removed)
    return replace(state, slots=tuple(map(renamed, state.slots)), removed=removed)
