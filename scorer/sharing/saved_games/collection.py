"""The collection of all saved games, and changes to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scorer.rules.model.messages import Message, counted, listed
from scorer.sharing.codec import GameError
from scorer.sharing.json_text import parse_json
from scorer.sharing.saved_games.saved_game import SavedGame, effort_of_reading

MAX_SAVED_GAMES = 2000
"""Maximum number of saved games, more than anybody plays in ten years. A larger file is rejected."""

MAX_EFFORT = 80_000
"""Maximum effort of all saved games together, in known squares: 530 games of four players on 5×5.

It limits the time for which a file or the browser's storage can keep the page busy to three to four seconds
(``benchmarks.saved_games``).
"""

MAX_PHOTOS = 2_000_000
"""Maximum number of characters of all photos together. A browser stores about five million in all, and games have
priority: beyond the limit, older games lose their photos."""

MAX_SKIPPED = 20
"""Maximum number of unreadable saved games of a file. Each can cost as much to read as the largest, and each is
reported."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class SavedGames:
    """Saved games with distinct keys, the latest first.

    ``skipped`` are messages about games of a file that could not be read. They are not saved.

    >>> from datetime import date
    >>> from scorer.sharing.game import Game
    >>> first, second = (SavedGame(key, date(2026, 5, day), Game()) for key, day in (("a", 2), ("b", 9)))
    >>> [saved_game.key for saved_game in SavedGames().kept(first, second)]
    ['b', 'a']
    """

    saved_games: tuple[SavedGame, ...] = ()
    skipped: Message | None = field(default=None, compare=False)

    def __iter__(self) -> Iterator[SavedGame]:
        return iter(self.saved_games)

    def __len__(self) -> int:
        return len(self.saved_games)

    def find(self, key: str) -> SavedGame | None:
        """The saved game with this key."""
        return next((saved_game for saved_game in self.saved_games if saved_game.key == key), None)

    def kept(self, *saved_games: SavedGame) -> SavedGames:
        """The collection with these games added or replaced by key. Raises ``GameError`` for too many.

        Their results are not computed yet. If there are too many photos, those of the oldest games are dropped.
        """
        by_key = {saved_game.key: saved_game for saved_game in (*self.saved_games, *saved_games)}
        _check_number(len(by_key))
        _check_effort(sum(saved_game.effort for saved_game in by_key.values()))
        latest = sorted(by_key.values(), key=lambda saved_game: (saved_game.day, saved_game.key), reverse=True)
        return SavedGames(tuple(_with_photos_that_fit(latest)))

    def without(self, *keys: str) -> SavedGames:
        """The collection without the saved games of these keys."""
        return SavedGames(tuple(saved_game for saved_game in self.saved_games if saved_game.key not in keys))

    @property
    def names(self) -> tuple[str, ...]:
        """All players, the latest first."""
        return tuple(dict.fromkeys(player.name for saved in self.saved_games for player in saved.game.players))


def _with_photos_that_fit(latest: Sequence[SavedGame]) -> Iterator[SavedGame]:
    """The saved games, the latest first. Once the photos are too large in total, older games lose theirs."""
    room = MAX_PHOTOS
    for saved_game in latest:
        room -= len(saved_game.photo)
        yield saved_game if room >= 0 or not saved_game.photo else replace(saved_game, photo="")


def all_of(
    found: Sequence[Found], read: Callable[[Found], SavedGame], effort_of: Callable[[Found], int] = lambda _: 0
) -> SavedGames:
    """Read the saved games of a file one by one, up to the limit of the collection.

    ``effort_of`` is the effort of reading one of them, in known squares, if that can be more than that of scoring it.

    An unreadable game is skipped and reported; the others are kept. Raises ``GameError`` for too many games, and the
    first error of ``read`` if more than ``MAX_SKIPPED`` games, or all of them, are unreadable.
    """
    _check_number(len(found))
    saved_games: list[SavedGame] = []
    errors: list[GameError] = []
    effort = 0
    for one in found:
        try:
            saved_games.append(read(one))
        except GameError as error:
            errors.append(error)
            if len(errors) > MAX_SKIPPED:
                break
            continue
        effort += max(effort_of(one), saved_games[-1].effort)
        _check_effort(effort)
    if errors and (not saved_games or len(errors) > MAX_SKIPPED):
        raise errors[0]
    return replace(SavedGames().kept(*saved_games), skipped=_skipped(errors))


def _skipped(errors: Sequence[GameError]) -> Message | None:
    if not errors:
        return None
    return counted(
        "{count} game of the file cannot be read and was left out: {which}",
        "{count} games of the file cannot be read and were left out: {which}",
        len(errors),
        {"which": listed(error.message for error in errors)},
    )


@dataclass(frozen=True)
class Held:
    """The content of the browser's storage: readable ``saved_games``, errors of ``unreadable`` ones, and
    ``left_out``.

    ``left_out`` counts the games that were not read, because there are too many or they take too long to compute.
    """

    saved_games: SavedGames = field(default_factory=SavedGames)
    unreadable: tuple[Message, ...] = ()
    left_out: int = 0


def saved_games_from(texts: Sequence[str]) -> Held:
    """Read the saved games of the browser's storage, up to the limit of the collection.

    Unreadable games are skipped and reported, since nobody can repair them.
    """
    found: list[SavedGame] = []
    unreadable: list[Message] = []
    effort = 0
    for data in map(_parsed, texts[:MAX_SAVED_GAMES]):
        try:
            saved_game = SavedGame.from_plain(data)
        except GameError as error:
            saved_game = None
            unreadable.append(error.message)
        effort += max(effort_of_reading(data), saved_game.effort if saved_game else 0)
        if effort > MAX_EFFORT:
            break
        found += [saved_game] if saved_game else []
    return Held(SavedGames().kept(*found), tuple(unreadable), len(texts) - len(found) - len(unreadable))


def _parsed(text: str) -> object:
    """The plain data of a text; ``None``, which is no saved game, if it is not JSON."""
    try:
        return parse_json(text)
    except ValueError:
        return None


def _check_number(found: int) -> None:
    if found > MAX_SAVED_GAMES:
        raise GameError(Message("{found} games are too many; at most {most} can be saved",
                                {"found": found, "most": MAX_SAVED_GAMES}))  # fmt: skip


def _check_effort(effort: int) -> None:
    if effort > MAX_EFFORT:
        raise GameError(Message("scoring these games takes too long; save fewer, or fill in their unknown squares"))
