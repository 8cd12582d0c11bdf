"""The evenings of this visitor's browser while the page is open: what it holds, and what it has still to write."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from uuid import uuid4

from scorer.app.component.data import SavedGameChanges
from scorer.app.standings import is_settled
from scorer.app.state.page_state import PageState, state_of
from scorer.app.state.undo import History
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.pieces import pieces_of
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.saved_games.collection import SavedGames, saved_games_from
from scorer.sharing.saved_games.export import to_csv, to_json
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import Tally, Variant, tally

SHOWN = 10
"""Evenings of the history that are on the page at once; more by a tap."""

MOST_KNOWN = 8
"""Players of earlier evenings that are offered for a seat."""


@dataclass
class GameHistory:
    """``refused`` is whether the browser did not keep the last changes, ``is_blocked`` whether it blocks its storage.
    ``deleted`` are the games that were deleted last.

    ``shown`` is how many evenings of the history are on the page. ``told`` is said of evenings that another tab or a
    file has otherwise; ``parted`` has the keys of those, with the keys under which they are kept as they were here.
    ``passed_over`` is said of evenings that the browser holds and that are not among ``saved_games``.
    """

    saved_games: SavedGames = field(default_factory=SavedGames)
    known: bool = False
    refused: bool = False
    is_blocked: bool = False
    deleted: tuple[SavedGame, ...] = ()
    put: dict[str, str] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)
    number: int = 0
    shown: int = SHOWN
    told: Message | None = None
    parted: dict[str, str] = field(default_factory=dict)
    passed_over: tuple[Message, ...] = ()
    _written: tuple[SavedGames, str, bytes] | None = None
    _tallies: tuple[SavedGames, dict[Variant | None, Tally]] | None = None

    def to_keep(self, state: PageState) -> SavedGame | None:
        """What is to be kept of the table on the page: the whole of it, or what was changed on it since it was kept.

        ``None`` where it is kept as it is. A table that was kept before waits until the browser has told what it
        holds, or it would be kept twice. What would take more from the evening than it corrects is one of its own.
        """
        kept, game = self.saved_games.find(state.saved_game), state.game
        settled = is_settled(state)
        if kept and _loses_games(kept.game, game):
            return SavedGame(_new_key(), kept.day, game, settled)
        if kept and not _is_another(kept.game, game):
            changed = replace(kept, game=game, settled=settled)
            return changed if changed != kept else None
        if state.saved_game and not self.known and not kept:
            return None
        return SavedGame(_new_key(), date.today(), game, settled)

    def known_names(self, state: PageState) -> list[str]:
        """Players of the latest evenings who do not sit at the table yet."""
        assigned = {slot.name for slot in state.slots}
        return [name for name in self.saved_games.names if name not in assigned][:MOST_KNOWN]

    def followed(self, history: History) -> History:
        """The steps of a visit, whose tables belong to the evenings as they were kept here."""
        parted, self.parted = self.parted, {}
        return history.mapped(lambda state: replace(state, saved_game=parted.get(state.saved_game, state.saved_game)))

    def keep(self, *saved_games: SavedGame) -> None:
        """Keep evenings, also in the place of others with the same keys. Raises ``GameError`` for too many.

        Older ones that lose their photos by it are written again.
        """
        before = {saved_game.key: saved_game for saved_game in self.saved_games}
        self.saved_games, self.told = self.saved_games.kept(*saved_games), None
        new = {saved_game.key for saved_game in saved_games}
        changed = [one for one in self.saved_games if one.key in new or one.photo != before[one.key].photo]
        self.put.update({saved_game.key: saved_game.to_text() for saved_game in changed})
        self.remove = [key for key in self.remove if key not in self.put]
        self.deleted = tuple(one for one in self.deleted if one not in saved_games)
        self.number += 1

    def bring_in(self, saved_games: SavedGames) -> None:
        """Keep the evenings of a file, each once; one that differs from the one here with its key is kept beside it.

        Raises ``GameError`` for too many.
        """
        keys = {saved_game.key for saved_game in self.saved_games}
        held = {replace(saved_game, key="") for saved_game in self.saved_games}
        new = [saved_game for saved_game in saved_games if saved_game.key not in keys]
        same_key = [saved_game for saved_game in saved_games if saved_game.key in keys]
        known = [saved_game for saved_game in same_key if replace(saved_game, key="") not in held]
        self.keep(*new, *(replace(saved_game, key=_new_key()) for saved_game in known))
        if known:
            self.told = counted(
                "{count} game of the file differs from the one here: both are kept. Delete the one that is wrong.",
                "{count} games of the file differ from those here: all are kept. Delete those that are wrong.",
                len(known),
            )

    def delete(self, *saved_games: SavedGame) -> None:
        """Delete games; they can be kept again as long as the page is open."""
        keys = [saved_game.key for saved_game in saved_games]
        self.saved_games, self.deleted, self.told = self.saved_games.without(*keys), saved_games, None
        for key in keys:
            self.put.pop(key, None)
        self.remove += keys
        self.number += 1

    def show_more(self) -> None:
        """Show more evenings of the history."""
        self.shown += SHOWN

    @property
    def changes(self) -> SavedGameChanges:
        """What the browser has still to write; number 0 where there is nothing."""
        waiting = bool(self.put or self.remove)
        return {"number": self.number if waiting else 0, "put": dict(self.put), "remove": list(self.remove)}

    def take(self, saved_games: str, changed: str) -> bool:
        """What the browser tells; whether something is known now that was not."""
        number, _, said = changed.partition(" ")
        if number == str(self.number) and (self.put or self.remove):
            self.put, self.remove, self.refused = {}, [], said == "refused"
            for key, text in _texts(said).items():
                self._keep_both(key, text)
            if self.refused or self.told:
                return True
        if self.known or not saved_games:
            return False
        self.known = True
        held = saved_games_from(tuple(_texts(saved_games).values()))
        left_out = held.left_out
        try:
            self.saved_games = held.saved_games.kept(*self.saved_games)
        except GameError:  # too many together
            left_out += sum(held.saved_games.find(saved_game.key) is None for saved_game in self.saved_games)
            self.saved_games = held.saved_games
        self.passed_over = tuple(_passed_over(held.unreadable, left_out))
        return True

    def _keep_both(self, key: str, text: str) -> None:
        """Another tab has changed an evening: that is kept as it is, and what was kept here becomes another one."""
        ours = self.saved_games.find(key)
        self.saved_games = self.saved_games.without(key)
        told = Message("Another tab has changed this game: it was not deleted.")
        # brought back, it would take the place of the other tab's
        self.deleted = tuple(one for one in self.deleted if one.key != key)
        if ours:
            self.parted[key] = _new_key()
            self.keep(replace(ours, key=self.parted[key]))
            told = Message("Another tab has changed this game too: both are kept. Delete the one that is wrong.")
        with suppress(GameError):  # too many, or none of ours: the browser still has it
            self.saved_games = self.saved_games.kept(SavedGame.from_text(text))
        self.told = told

    def files(self) -> tuple[str, bytes]:
        """All evenings as JSON and as CSV, written anew only when they have changed."""
        if self._written is None or self._written[0] is not self.saved_games:
            self._written = self.saved_games, to_json(self.saved_games), to_csv(self.saved_games)
        return self._written[1:]

    def tally(self, variant: Variant | None) -> Tally:
        """What the evenings come to, of one variant or all; counted anew only when they have changed."""
        if self._tallies is None or self._tallies[0] is not self.saved_games:
            self._tallies = self.saved_games, {}
        tallies = self._tallies[1]
        if variant not in tallies:
            tallies[variant] = tally(self.saved_games, variant)
        return tallies[variant]


def table_of(saved_game: SavedGame) -> PageState:
    """An evening on the page again: of one that is settled all was told, unless its game lists what was not."""
    state = replace(state_of(saved_game.game), saved_game=saved_game.key)
    if saved_game.settled and not saved_game.game.untold.players:
        played = pieces_of(state.settled_rules)
        told = [replace(slot, drafts=tuple(c.telling(played) for c in slot.drafts)) for slot in state.slots]
        state = replace(state, slots=tuple(told))
    return state


def _loses_games(kept: Game, game: Game) -> bool:
    """Whether a Dynasty was switched off, so that its later games are not there any more."""
    return kept.dynasty and not game.dynasty and any(len(player.games) > 1 for player in kept.players)


def _is_another(kept: Game, game: Game) -> bool:
    """Whether nothing is left of what was kept: no player, by name, and no kingdom."""
    (names, kingdoms), (names_now, kingdoms_now) = (
        ({player.name for player in one.players}, {kingdom for player in one.players for kingdom in player.kingdoms})
        for one in (kept, game)
    )
    return names.isdisjoint(names_now) and kingdoms.isdisjoint(kingdoms_now)


def _passed_over(unreadable: Sequence[Message], left_out: int) -> Iterator[Message]:
    """What is told of evenings that cannot be read, and of those that are too many."""
    if unreadable:
        yield counted(
            "{count} game in this browser cannot be read, and is left as it is: {problem}",
            "{count} games in this browser cannot be read, and are left as they are. The first: {problem}",
            len(unreadable),
            {"problem": unreadable[0]},
        )
    if left_out:
        yield counted(
            "{count} more game stays in this browser, but all together would take too long to count. "
            "Delete some and load the page again to see it.",
            "{count} more games stay in this browser, but all together would take too long to count. "
            "Delete some and load the page again to see them.",
            left_out,
        )


def _new_key() -> str:
    """A key that no other evening has."""
    return uuid4().hex


def _texts(text: str) -> dict[str, str]:
    """The evenings as a browser sent them, by their keys; it may send anything.

    >>> _texts('{"a": "{}", "b": 7}'), _texts("no")
    ({'a': '{}'}, {})
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {key: text for key, text in found.items() if isinstance(text, str)} if isinstance(found, dict) else {}
