"""One finished table that was kept."""

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
from scorer.rules.model.terrain import Square, is_hidden
from scorer.rules.table.outcome import why_open
from scorer.rules.table.player import Player
from scorer.rules.table.standing import Standing
from scorer.sharing.codec import GameError
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode, size

EACH_EVENING, EACH_PLAYER, EACH_KINGDOM = 6, 3, 8
"""What these cost to read, to count and to write before any square of them, in known squares: the unit of effort."""

EACH_QUEST = 6
"""What an open quest costs more in each kingdom, however small it is."""

IF_HIDDEN = 110
"""What a range of points costs more, for each kingdom that has one."""

IF_LADEN = 1
"""What a square costs more on which something lies."""

BYTES_READ = 8
"""So many bytes of a game that is refused in the end cost as much as a square (``effort_of_unreadable``)."""

LETTERS = 4
"""So many letters of names cost as much as a square."""

MAX_LOCATION, MAX_NOTES = 80, 500
"""Characters of where a game was played, and of what somebody wrote about it; more is cut off."""

MAX_PHOTO = 16_000
"""Characters of a photo's data URL: a JPEG of 12 kB, which shows a table at 320 × 240 pixels."""

ADDED = ("location", "notes", "photo")
"""The fields of ``Evening`` that somebody may add to a game."""

_KEY = re.compile("[0-9a-z]{1,32}")
_PHOTO = re.compile("data:image/jpeg;base64,/9j/[A-Za-z0-9+/]+={0,2}")
"""A JPEG's first three bytes are always the same."""


@dataclass(frozen=True)
class Evening:
    """A game with the day it was played on. ``key`` names it, so that it can be corrected, deleted and merged.

    ``settled`` is false where it was kept before all was told that its points come from. Evenings of earlier versions
    say nothing of that: see ``is_settled``. ``location``, ``notes`` (several lines) and ``photo``, a small JPEG as a
    data URL, are what somebody added; they are not part of a link.

    >>> from scorer.rules.table.player import Player
    >>> ann, ben = (Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "fC")))
    >>> evening = Evening("1a", date(2026, 5, 2), Game((ann, ben)))
    >>> evening.winners, Evening.from_text(evening.to_text()) == evening
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
        if len(self.photo) > MAX_PHOTO or not _PHOTO.fullmatch(self.photo):  # a game is worth more than its picture
            object.__setattr__(self, "photo", "")

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places of everybody who has a kingdom, best first."""
        return self.game.standings

    @property
    def is_settled(self) -> bool:
        """Whether it was kept as settled, and its game lacks nothing that its points come from."""
        return self.settled and self.game.is_settled

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; nobody where somebody played alone, where the evening is not settled, or where it is open who is
        first: squares decide it that are hidden or not known, or a tie of totals.
        """
        first = tuple(standing.name for standing in self.standings if standing.place == 1)
        return first if self.is_settled and len(self.standings) > 1 and not why_open(self.standings) else ()

    @cached_property
    def effort(self) -> int:
        """How much there is to count in this evening, in known squares; ``benchmarks.evenings`` measures it.

        >>> from scorer.rules.table.player import Player
        >>> ann, ben = (Player("", kingdoms=(Kingdom.parse(text),)) for text in ("w1wC", "w1?C"))
        >>> [Evening("1a", date(2026, 5, 2), Game((player,))).effort for player in (ann, ben)]
        [20, 130]
        """
        quests, letters = len(self.game.rules.quests), len(self.location) + len(self.notes)
        return EACH_EVENING + letters // LETTERS + sum(_effort(player, quests) for player in self.game.players)

    def to_plain(self) -> dict[str, object]:
        """The evening as JSON can hold it: its kingdoms as the link has them, and for people who won.

        Versions that know nothing of a location, notes and a photo pass them over.
        """
        places = [{"place": s.place, "name": s.name, "total": s.total} for s in self.standings]
        unsettled = {} if self.settled else {"settled": False}
        game = {"key": self.key, "day": self.day.isoformat(), "game": encode(self.game), "places": places, **unsettled}
        return game | {name: text for name in ADDED if (text := getattr(self, name))}

    def to_text(self) -> str:
        """One line of JSON, as the browser keeps it."""
        return json.dumps(self.to_plain(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> Evening:
        """What ``to_text`` wrote. Raises ``GameError`` for anything else."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise _unreadable() from error
        return cls.from_plain(data)

    @classmethod
    def from_plain(cls, data: object) -> Evening:
        """What ``to_plain`` made; the places are counted anew. Raises ``GameError`` for anything else."""
        if not isinstance(data, Mapping):
            raise _unreadable()
        key, day, game = (data.get(name) for name in ("key", "day", "game"))
        if not isinstance(game, str):
            raise _unreadable()
        added = {name: text for name in ADDED if isinstance(text := data.get(name), str)}
        return cls(checked_key(key), checked_day(day), decode(game), data.get("settled") is not False, **added)


def effort_of_unreadable(text: str) -> int:
    """What it cost at most to find that a text is no evening, in known squares.

    Nothing of it was counted, but its game may have been looked at almost to its end.

    >>> effort_of_unreadable("{}") == EACH_EVENING
    True
    """
    try:
        game = json.loads(text)["game"]
        return EACH_EVENING + (size(game) if isinstance(game, str) else 0) // BYTES_READ
    except (ValueError, RecursionError, LookupError, TypeError):
        return EACH_EVENING


def _effort(player: Player, quests: int) -> int:
    letters = sum(map(len, (player.name, *player.members)))
    kingdoms = sum(_kingdom_effort(kingdom, quests) for kingdom in player.kingdoms)
    return EACH_PLAYER + letters // LETTERS + kingdoms


def _kingdom_effort(kingdom: Kingdom, quests: int) -> int:
    cells = [cell for _, cell in kingdom.cells()]
    laden = sum(isinstance(cell, Square) and bool(cell.building or cell.resource or cell.giants) for cell in cells)
    hidden = IF_HIDDEN if any(map(is_hidden, cells)) else 0
    return EACH_KINGDOM + EACH_QUEST * quests + len(cells) + IF_LADEN * laden + hidden


def checked_key(key: object) -> str:
    """The key of an evening. Raises ``GameError`` for what is none."""
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise _unreadable()
    return key


def checked_day(day: object) -> date:
    """The day of an evening, written as 2026-05-02. Raises ``GameError`` for what is none."""
    try:
        return date.fromisoformat(str(day))
    except ValueError:
        shown = {"day": "".join(filter(str.isprintable, str(day)[:30]))}
        raise GameError(Message("“{day}” is no day; write it as 2026-05-02", shown)) from None


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else cut(text, length - 1)


def _unreadable() -> GameError:
    return GameError(Message("this is no evening that was kept here"))
