"""The saved games of this browser while the page is open: the games it holds, and the changes still to be written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from time import time_ns
from uuid import uuid4

from scorer.app.component.data import HeardReport, SavedGameChanges
from scorer.app.standings import is_settled
from scorer.app.state.page_state import PageState, state_of
from scorer.app.state.undo import History
from scorer.rules.model.messages import Message, counted
from scorer.rules.model.pieces import pieces_of
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.json_text import parse_json
from scorer.sharing.saved_games.collection import SavedGames, saved_games_from
from scorer.sharing.saved_games.export import to_csv, to_json
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import Tally, Variant, tally

SHOWN = 10
"""Saved games that the page lists at first, and that each tap on “Show more” adds."""

MAX_KNOWN_NAMES = 8
"""Players of earlier games that are suggested for a slot."""


@dataclass
class GameHistory:
    """The saved games and the state of their storage in the browser.

    ``known`` is whether the browser has reported its saved games; ``heard`` is its last report.
    ``unstored`` are the keys of games whose last change the browser did not store. ``is_full`` is whether it has no
    room for the game on the page, ``is_blocked`` whether it blocks its storage. ``deleted`` are the games that were
    deleted last, ``deleted_keys`` the keys of all that the user knows to be deleted. ``shown`` is the number of games
    listed on the page. ``notice`` is a message about games that differ in another tab or a file, until the page shows
    it; ``copies`` maps the keys of those games to the keys of the copies that were saved here. ``skipped`` are messages
    about stored games that are not among ``saved_games``.
    """

    saved_games: SavedGames = field(default_factory=SavedGames)
    known: bool = False
    heard: HeardReport = field(default_factory=lambda: HeardReport(number="", missed=False, shown=""))
    unstored: set[str] = field(default_factory=set)
    is_full: bool = False
    is_blocked: bool = False
    deleted: tuple[SavedGame, ...] = ()
    deleted_keys: set[str] = field(default_factory=set)
    put: dict[str, str] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)
    number: int = 0
    shown: int = SHOWN
    notice: Message | None = None
    copies: dict[str, str] = field(default_factory=dict)
    skipped: tuple[Message, ...] = ()
    _report: str = ""
    _written: tuple[SavedGames, str, bytes] | None = None
    _tallies: tuple[SavedGames, dict[Variant | None, Tally]] | None = None

    @property
    def is_unsaved(self) -> bool:
        """Whether the browser holds less than the page shows."""
        return bool(self.unstored) or self.is_full

    def to_keep(self, state: PageState) -> SavedGame | None:
        """The game on the page to be saved, or the changes since it was saved; ``None`` if there are none.

        A game that was saved before waits for the browser's report, or it would be saved twice; an equal one without a
        key is returned as it was saved. A game that shares no player and no kingdom with the saved one, or that lacks
        its later games, becomes a saved game of its own.
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
        equal = None if state.saved_game else next((one for one in self.saved_games if one.game == game), None)
        return equal or SavedGame(_new_key(), date.today(), game, settled)

    def is_missing(self, state: PageState) -> bool:
        """Whether the game on the page was saved, and its saved game was deleted."""
        return bool(state.saved_game) and self.known and self.saved_games.find(state.saved_game) is None

    def known_names(self, state: PageState) -> list[str]:
        """Players of the latest saved games who are not in this game yet."""
        assigned = {slot.name for slot in state.slots}
        return [name for name in self.saved_games.names if name not in assigned][:MAX_KNOWN_NAMES]

    def followed(self, history: History) -> History:
        """The undo history of a visit, with the keys that its games were saved under here."""
        copies, self.copies = self.copies, {}
        return history.mapped(lambda state: replace(state, saved_game=copies.get(state.saved_game, state.saved_game)))

    def keep(self, *saved_games: SavedGame) -> None:
        """Save games, in place of others with the same keys. Raises ``GameError`` for too many.

        Older games that lose their photos in the process are written again.
        """
        before = {saved_game.key: saved_game for saved_game in self.saved_games}
        self.saved_games = self.saved_games.kept(*saved_games)
        new = {saved_game.key for saved_game in saved_games}
        changed = [one for one in self.saved_games if one.key in new or one.photo != before[one.key].photo]
        self.deleted = tuple(one for one in self.deleted if one not in saved_games)
        self.deleted_keys -= new
        self._change({saved_game.key: saved_game.to_text() for saved_game in changed}, ())

    def bring_in(self, saved_games: SavedGames) -> int:
        """Import the saved games of a file, each once, and return their number. A game that differs from the one with
        its key is saved as another one.

        Raises ``GameError`` for too many.
        """
        keys = {saved_game.key for saved_game in self.saved_games}
        held = {replace(saved_game, key="") for saved_game in self.saved_games}
        new = [saved_game for saved_game in saved_games if saved_game.key not in keys]
        same_key = [saved_game for saved_game in saved_games if saved_game.key in keys]
        known = [saved_game for saved_game in same_key if replace(saved_game, key="") not in held]
        self.keep(*new, *(replace(saved_game, key=_new_key()) for saved_game in known))
        if known:
            self.notice = counted(
                "{count} game in the file differs from the saved one. Both are saved: delete the wrong one.",
                "{count} games in the file differ from the saved ones. All are saved: delete the wrong ones.",
                len(known),
            )
        return len(new) + len(known)

    def delete(self, *saved_games: SavedGame) -> None:
        """Delete games; they can be restored while the page is open."""
        keys = [saved_game.key for saved_game in saved_games]
        self.saved_games, self.deleted = self.saved_games.without(*keys), saved_games
        self.deleted_keys.update(keys)
        self._change({}, keys)

    def _change(self, put: Mapping[str, str], remove: Sequence[str]) -> None:
        """Let the browser write games and remove others."""
        self.put = {key: text for key, text in {**self.put, **put}.items() if key not in remove}
        self.remove = [key for key in (*self.remove, *remove) if key not in self.put]
        self.unstored.difference_update(remove)
        self.number += 1

    def show_more(self) -> None:
        """List more games."""
        self.shown += SHOWN

    @property
    def changes(self) -> SavedGameChanges:
        """The changes that the browser still has to write; number 0 if there are none."""
        waiting = bool(self.put or self.remove)
        return {"number": self.number if waiting else 0, "put": dict(self.put), "remove": list(self.remove)}

    def take(self, saved_games: str, changed: str, shown: str = "") -> bool:
        """Take the browser's report; return whether it brought anything new.

        The browser reports again when another tab has changed games. Under the empty key are the number of the report
        and the keys of games that another tab has overwritten: their versions here become other games. The game
        ``shown``, by its key, stays as it is.
        """
        number, _, said = changed.partition(" ")
        if number == str(self.number) and (self.put or self.remove):
            was_unsaved = self.is_unsaved
            if said == "refused":
                self.unstored.update(self.put)
            else:
                self.unstored.difference_update(self.put)
            self.put, self.remove = {}, []
            for key, text in _texts(said).items():
                self._keep_both(key, text)
            if self.is_unsaved or was_unsaved or self.notice or self.heard["missed"]:
                return True
        if saved_games in ("", self._report):
            return False
        texts, self._report = _texts(saved_games), saved_games
        missed = self.known and bool(self.put or self.remove)
        self.heard = {"number": texts.pop("", ""), "missed": missed, "shown": shown}
        if missed:
            return False
        overwritten = set(self.heard["number"].split()[1:])
        for ours in self.saved_games:
            if ours.key in overwritten and texts.get(ours.key, "") not in ("", ours.to_text()):
                self._keep_both(ours.key, texts[ours.key])
        held = saved_games_from(tuple(texts.values()))
        # restored, they would replace what another tab has saved since
        self.deleted = tuple(one for one in self.deleted if held.saved_games.find(one.key) is None)
        if self.known:
            never_stored = [key for key in self.unstored if held.saved_games.find(key) is None]
            own = [game for key in {shown, *never_stored, *self.put} if (game := self.saved_games.find(key))]
            self.saved_games = held.saved_games
            for game in own:
                with suppress(GameError):  # too many
                    self.saved_games = self.saved_games.kept(game)
            return True
        self.known = True
        left_out = held.left_out
        try:
            self.saved_games = held.saved_games.without(*self.remove).kept(*self.saved_games)
        except GameError:  # too many in total
            left_out += sum(held.saved_games.find(saved_game.key) is None for saved_game in self.saved_games)
            self.saved_games = held.saved_games
        self.skipped = tuple(_skipped(held.unreadable, left_out))
        return True

    def _keep_both(self, key: str, text: str) -> None:
        """Handle a game that another tab has changed: keep its version, and save the version of this tab as another
        game. Without a text, the other tab deleted the game and the browser has saved this tab's version again."""
        if not text:
            self.notice = Message("This game was deleted in another tab. Your change here has saved it again.")
            return
        ours = self.saved_games.find(key)
        self.saved_games = self.saved_games.without(key)
        notice = Message("This game was changed in another tab, so it was not deleted.")
        # restored, it would replace the version of the other tab
        self.deleted = tuple(one for one in self.deleted if one.key != key)
        if ours:
            self.copies[key] = _new_key()
            self.keep(replace(ours, key=self.copies[key]))
            notice = Message(
                "This game was also changed in another tab. Both versions are saved: delete the wrong one."
            )
        with suppress(GameError):  # too many games, or not readable: the browser still has it
            self.saved_games = self.saved_games.kept(SavedGame.from_text(text))
        self.notice = notice

    def files(self) -> tuple[str, bytes]:
        """All saved games as JSON and as CSV; cached until they change."""
        if self._written is None or self._written[0] is not self.saved_games:
            copies = self._unscored()
            self._written = self.saved_games, to_json(copies), to_csv(copies)
        return self._written[1:]

    def tally(self, variant: Variant | None) -> Tally:
        """The statistics of all saved games, or of one variant; cached until the games change."""
        if self._tallies is None or self._tallies[0] is not self.saved_games:
            self._tallies = self.saved_games, {}
        tallies = self._tallies[1]
        if variant not in tallies:
            tallies[variant] = tally(self._unscored(), variant)
        return tallies[variant]

    def _unscored(self) -> SavedGames:
        """Copies of the saved games. Their score sheets, 20 kB a kingdom, are freed after use; those of the games
        themselves would be kept as long as the page."""
        copies = (replace(saved_game, game=replace(saved_game.game)) for saved_game in self.saved_games)
        return replace(self.saved_games, saved_games=tuple(copies))


def table_of(saved_game: SavedGame) -> PageState:
    """A saved game as the state of the page. In a finished game everything counts as entered, unless its ``pending``
    says otherwise."""
    state = replace(state_of(saved_game.game), saved_game=saved_game.key)
    if saved_game.settled and not saved_game.game.pending.players:
        played = pieces_of(state.settled_rules)
        slots = [replace(slot, drafts=tuple(c.with_entered(played) for c in slot.drafts)) for slot in state.slots]
        state = replace(state, slots=tuple(slots))
    return state


def _loses_games(kept: Game, game: Game) -> bool:
    """Whether a Dynasty was switched off, so that its later games are missing."""
    return kept.dynasty and not game.dynasty and any(len(player.games) > 1 for player in kept.players)


def _is_another(kept: Game, game: Game) -> bool:
    """Whether a game has no player, by name, and no kingdom in common with the saved one."""
    (names, kingdoms), (names_now, kingdoms_now) = (
        ({player.name for player in one.players}, {kingdom for player in one.players for kingdom in player.kingdoms})
        for one in (kept, game)
    )
    return names.isdisjoint(names_now) and kingdoms.isdisjoint(kingdoms_now)


def _skipped(unreadable: Sequence[Message], left_out: int) -> Iterator[Message]:
    """Messages about games that cannot be read, and about games beyond the limit."""
    if unreadable:
        yield counted(
            "{count} game in this browser cannot be read, and is left as it is: {problem}",
            "{count} games in this browser cannot be read, and are left as they are. The first: {problem}",
            len(unreadable),
            {"problem": unreadable[0]},
        )
    if left_out:
        yield counted(
            "{count} more game is saved in this browser, but there are too many to load. Delete some and reload "
            "the page to see it.",
            "{count} more games are saved in this browser, but there are too many to load. Delete some and reload "
            "the page to see them.",
            left_out,
        )


def _new_key() -> str:
    """A key that no other saved game has. Later keys are greater, so that the games of one day stay in order.

    The letter makes them greater than the random hexadecimal keys of earlier versions.
    """
    return f"t{time_ns():016x}{uuid4().hex[:15]}"


def _texts(text: str) -> dict[str, str]:
    """The saved games by their keys, as a browser sent them; ``text`` may hold anything.

    >>> _texts('{"a": "{}", "b": 7}'), _texts("no")
    ({'a': '{}'}, {})
    """
    try:
        found = parse_json(text)
    except ValueError:
        return {}
    return {key: text for key, text in found.items() if isinstance(text, str)} if isinstance(found, dict) else {}
