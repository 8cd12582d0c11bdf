"""One saved game: a game with its day and optional details."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.letters import cut, one_line
from scorer.rules.model.messages import Message
from scorer.rules.model.terrain import Place, Square, is_hidden
from scorer.rules.scoring.bounds import max_choices
from scorer.rules.table.outcome import why_open
from scorer.rules.table.player import Player
from scorer.rules.table.standing import Standing
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.json_text import parse_json
from scorer.sharing.link import decode, encode, size

GAME_EFFORT, EACH_PLAYER, EACH_KINGDOM = 6, 3, 8
"""The fixed costs of reading, scoring and writing a game, a player and a kingdom, in known squares: the unit of
effort."""

EACH_QUEST = 6
"""The extra cost of a quest for each kingdom, whatever its size."""

IF_HIDDEN = 110
"""The extra cost of each kingdom whose points are a range …"""

EACH_CHOICE, EACH_CHOICE_AND_QUEST = 1, 2
"""… and of each choice of its unknown squares, if these are few enough to try all choices."""

IF_LADEN = 1
"""The extra cost of a square with a piece on it."""

BYTES_READ = 8
"""Bytes of a game that cost as much as a square (``effort_of_reading``)."""

LETTERS = 4
"""Letters of names that cost as much as a square."""

MAX_LOCATION, MAX_NOTES = 80, 500
"""Maximum number of characters of the location and of the notes; longer texts are truncated."""

MAX_PHOTO = 16_000
"""Maximum number of characters of a photo's data URL: a JPEG of 12 kB, about 320 × 240 pixels."""

ADDED = ("location", "notes", "photo")
"""The optional fields of ``SavedGame``."""

_KEY = re.compile("[0-9a-z]{1,32}")
_PHOTO = re.compile("data:image/jpeg;base64,/9j/[A-Za-z0-9+/]+={0,2}")
"""A JPEG's first three bytes are always the same."""


@dataclass(frozen=True)
class SavedGame:
    """A game with the day it was played on. ``key`` identifies it for correction, deletion and merging.

    ``settled`` is false if the game was saved before all its points were entered. Earlier versions did not store it:
    see ``is_settled``. ``location``, ``notes`` (several lines) and ``photo``, a small JPEG as a data URL, are optional
    and not part of a link.

    >>> from scorer.rules.table.player import Player
    >>> ann, ben = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    >>> saved_game = SavedGame("1a", date(2026, 5, 2), Game((ann, ben)))
    >>> saved_game.winners, SavedGame.from_text(saved_game.to_text()) == saved_game
    (('Ann',), True)
    """

    key: str
    day: date
    game: Game
    settled: bool = True
    location: str = ""
    notes: str = ""
    photo: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "location", _shortened(one_line(self.location).strip(), MAX_LOCATION))
        object.__setattr__(
            self, "notes", _shortened("\n".join(map(one_line, self.notes.splitlines())).strip(), MAX_NOTES)
        )
        if len(self.photo) > MAX_PHOTO or not _PHOTO.fullmatch(self.photo):  # a game is worth more than its photo
            object.__setattr__(self, "photo", "")

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places of all players with a kingdom, best first."""
        return self.game.standings

    @property
    def is_settled(self) -> bool:
        """Whether it was saved as final, and no entry is missing that gives points."""
        return self.settled and self.game.is_settled

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; empty for a single player, a game that is not settled, or an open first place.

        First place is open if hidden or unknown squares decide it, or if totals are tied.
        """
        first = tuple(standing.name for standing in self.standings if standing.place == 1)
        return first if self.is_settled and len(self.standings) > 1 and not why_open(self.standings) else ()

    @cached_property
    def effort(self) -> int:
        """The effort of scoring this saved game, in known squares; ``benchmarks.saved_games`` measures it.

        >>> from scorer.rules.table.player import Player
        >>> ann, ben = (Player("", kingdoms=(Kingdom.parse(text),)) for text in ("w1wC", "w1?C"))
        >>> [SavedGame("1a", date(2026, 5, 2), Game((player,))).effort for player in (ann, ben)]
        [20, 138]
        """
        quests, letters = len(self.game.rules.quests), len(self.location) + len(self.notes)
        return GAME_EFFORT + letters // LETTERS + sum(_effort(player, quests) for player in self.game.players)

    def to_plain(self) -> dict[str, object]:
        """The saved game as plain data for a JSON file: its kingdoms as in a link, and the places for other programs.

        Versions without location, notes and photo ignore those fields.
        """
        places = [{"place": s.place, "name": s.name, "total": s.total} for s in self.standings]
        return {**self._plain(), "places": places}

    def _plain(self) -> dict[str, object]:
        """The fields that ``from_plain`` reads."""
        unsettled = {} if self.settled else {"settled": False}
        game = {"key": self.key, "day": self.day.isoformat(), "game": encode(self.game), **unsettled}
        return game | {name: text for name in ADDED if (text := getattr(self, name))}

    def to_text(self) -> str:
        """One line of JSON, as the browser stores it, without places: counting them takes the longest."""
        return json.dumps(self._plain(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> SavedGame:
        """Parse the result of ``to_text``. Raises ``GameError`` for any other text."""
        try:
            data = parse_json(text)
        except ValueError as error:
            raise _unreadable() from error
        return cls.from_plain(data)

    @classmethod
    def from_plain(cls, data: object) -> SavedGame:
        """Parse the result of ``to_plain``; places are computed again. Raises ``GameError`` for any other data."""
        if not isinstance(data, Mapping):
            raise _unreadable()
        key, day, game = (data.get(name) for name in ("key", "day", "game"))
        if not isinstance(game, str):
            raise _unreadable()
        added = {name: text for name in ADDED if isinstance(text := data.get(name), str)}
        return cls(checked_key(key), checked_day(day), decode(game), data.get("settled") is not False, **added)


def effort_of_reading(data: object) -> int:
    """The maximum effort of parsing plain data as a saved game, without scoring it, in known squares.

    Most of the game may be parsed and then rejected or ignored.

    >>> effort_of_reading({}) == effort_of_reading("text") == GAME_EFFORT
    True
    """
    game = data.get("game") if isinstance(data, Mapping) else None
    return GAME_EFFORT + (size(game) if isinstance(game, str) else 0) // BYTES_READ


def _effort(player: Player, quests: int) -> int:
    letters = sum(map(len, (player.name, *player.members)))
    kingdoms = sum(_kingdom_effort(kingdom, quests) for kingdom in player.kingdoms)
    return EACH_PLAYER + letters // LETTERS + kingdoms


def _kingdom_effort(kingdom: Kingdom, quests: int) -> int:
    cells = [cell for _, cell in kingdom.cells()]
    laden = sum(isinstance(cell, Square) and bool(cell.building or cell.resource or cell.giants) for cell in cells)
    fixed = EACH_KINGDOM + EACH_QUEST * quests + len(cells) + IF_LADEN * laden
    if not any(map(is_hidden, cells)):
        return fixed
    choices = max_choices(cells.count(Place.UNKNOWN))
    return fixed + IF_HIDDEN + choices * (EACH_CHOICE + EACH_CHOICE_AND_QUEST * quests)


def checked_key(key: object) -> str:
    """Parse the key of a saved game. Raises ``GameError`` for any other text."""
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise _unreadable()
    return key


def checked_day(day: object) -> date:
    """Parse the day of a saved game, such as 2026-05-02. Raises ``GameError`` for any other text."""
    try:
        return date.fromisoformat(str(day))
    except ValueError:
        shown = {"day": "".join(filter(str.isprintable, str(day)[:30]))}
        raise GameError(Message("“{day}” is not a date; write it as 2026-05-02", shown)) from None


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else cut(text, length - 1)


def _unreadable() -> GameError:
    return GameError(Message("this is not a saved game"))
