"""Names to choose with one tap: players of earlier games, those with the castle seen in the photo first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scorer.app.players.default_names import is_default_name
from scorer.app.state.page_state import PageState
from scorer.sharing.saved_games.saved_game import SavedGame

MAX_SUGGESTIONS = 8
"""Names that are offered at once."""


@dataclass(frozen=True)
class KnownPlayer:
    """A player of earlier games. ``colour`` is the castle played with most often, empty if unknown."""

    name: str
    colour: str
    games: int


def known_players(saved_games: Iterable[SavedGame]) -> tuple[KnownPlayer, ...]:
    """All players of saved games with a name of their own, the latest first.

    >>> known_players([])
    ()
    """
    colours: defaultdict[str, Counter[str]] = defaultdict(Counter)
    games: Counter[str] = Counter()
    for saved_game in sorted(saved_games, key=lambda saved_game: (saved_game.day, saved_game.key), reverse=True):
        for player in saved_game.game.players:
            games[player.name] += 1
            colours[player.name].update([player.colour] if player.colour else [])
    return tuple(
        KnownPlayer(name, next((colour for colour, _ in colours[name].most_common(1)), ""), count)
        for name, count in games.items()
        if name.strip() and not is_default_name(name)
    )


def suggested_players(known: Iterable[KnownPlayer], state: PageState, slot: int) -> tuple[KnownPlayer, ...]:
    """Suggestions for the player of a slot: players without a slot, those with the slot's castle first.

    The castle's colour comes from the photo, if it was clear.
    """
    elsewhere = {other.name for index, other in enumerate(state.slots) if index != slot}
    colour = state.slots[slot].colour
    free = [player for player in known if player.name not in elsewhere]
    return tuple(sorted(free, key=lambda player: not colour or player.colour != colour)[:MAX_SUGGESTIONS])
