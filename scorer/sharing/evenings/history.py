"""All evenings that were kept, and the changes to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scorer.rules.model.messages import Message, counted, listed
from scorer.sharing.codec import GameError
from scorer.sharing.evenings.evening import Evening, effort_of_unreadable

MOST_EVENINGS = 2000
"""More than anybody plays in ten years; a file with more is none of ours."""

MOST_EFFORT = 80_000
"""What all evenings together may cost, in known squares: 530 evenings of four on 5×5. It bounds how long a file, or
what a browser tells, can make the page work: three to four seconds (``benchmarks.evenings``)."""

MAX_PHOTOS = 2_000_000
"""Characters of all photos together. A browser stores about five million in all, and the games come first: of older
games than those whose photos fit, the photos are dropped."""

MOST_PASSED_OVER = 20
"""Evenings of a file that may be none: each may cost as much to read as the largest, and all of them are told of."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Evenings:
    """Evenings, the latest first; no two have one key.

    ``passed_over`` is said of those of a file that could not be read. It is no part of what is kept.

    >>> from datetime import date
    >>> from scorer.sharing.game import Game
    >>> first, second = (Evening(key, date(2026, 5, day), Game()) for key, day in (("a", 2), ("b", 9)))
    >>> [evening.key for evening in Evenings().kept(first, second)]
    ['b', 'a']
    """

    evenings: tuple[Evening, ...] = ()
    passed_over: Message | None = field(default=None, compare=False)

    def __iter__(self) -> Iterator[Evening]:
        return iter(self.evenings)

    def __len__(self) -> int:
        return len(self.evenings)

    def find(self, key: str) -> Evening | None:
        """The evening of that key."""
        return next((evening for evening in self.evenings if evening.key == key), None)

    def kept(self, *evenings: Evening) -> Evenings:
        """With these too; one of a known key takes the place of the old one. Raises ``GameError`` for too many.

        What they come to is not counted yet. Photos that are too many are dropped, those of the oldest games first.
        """
        by_key = {evening.key: evening for evening in (*self.evenings, *evenings)}
        _check_number(len(by_key))
        _check_effort(sum(evening.effort for evening in by_key.values()))
        latest = sorted(by_key.values(), key=lambda evening: (evening.day, evening.key), reverse=True)
        return Evenings(tuple(_with_photos_that_fit(latest)))

    def without(self, key: str) -> Evenings:
        """With that evening deleted."""
        return Evenings(tuple(evening for evening in self.evenings if evening.key != key))

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who ever played, who played last first."""
        return tuple(dict.fromkeys(player.name for evening in self.evenings for player in evening.game.players))


def _with_photos_that_fit(latest: Sequence[Evening]) -> Iterator[Evening]:
    """The evenings, the latest first, without the photos from the one on that is too much."""
    room = MAX_PHOTOS
    for evening in latest:
        room -= len(evening.photo)
        yield evening if room >= 0 or not evening.photo else replace(evening, photo="")


def all_of(found: Sequence[Found], read: Callable[[Found], Evening]) -> Evenings:
    """The evenings of a file. They are read one by one, and no more of them than can be kept.

    One that cannot be read takes no other with it: it is passed over and told of. Raises ``GameError`` for too many,
    and the first that ``read`` raises where there are more than ``MOST_PASSED_OVER`` of them, or nothing else.
    """
    _check_number(len(found))
    evenings: list[Evening] = []
    errors: list[GameError] = []
    effort = 0
    for one in found:
        try:
            evenings.append(read(one))
        except GameError as error:
            errors.append(error)
            if len(errors) > MOST_PASSED_OVER:
                break
            continue
        effort += evenings[-1].effort
        _check_effort(effort)
    if errors and (not evenings or len(errors) > MOST_PASSED_OVER):
        raise errors[0]
    return replace(Evenings().kept(*evenings), passed_over=_passed_over(errors))


def _passed_over(errors: Sequence[GameError]) -> Message | None:
    if not errors:
        return None
    return counted(
        "{count} evening of the file cannot be read and was passed over: {which}",
        "{count} evenings of the file cannot be read and were passed over: {which}",
        len(errors),
        {"which": listed(error.message for error in errors)},
    )


@dataclass(frozen=True)
class Held:
    """What a browser holds: the ``evenings`` that can be counted, why others are ``unreadable``, and how many are left.

    Those ``left_out`` would be too many, or take too long to count; they were not looked at.
    """

    evenings: Evenings = field(default_factory=Evenings)
    unreadable: tuple[Message, ...] = ()
    left_out: int = 0


def evenings_from(texts: Sequence[str]) -> Held:
    """The evenings that a browser kept, as many as can be kept.

    What cannot be read is passed over and told of, for nobody is there to mend it.
    """
    found: list[Evening] = []
    unreadable: list[Message] = []
    effort = 0
    for text in texts[:MOST_EVENINGS]:
        try:
            evening = Evening.from_text(text)
            effort += evening.effort
        except GameError as error:
            evening = None
            effort += effort_of_unreadable(text)
            unreadable.append(error.message)
        if effort > MOST_EFFORT:
            break
        found += [evening] if evening else []
    return Held(Evenings().kept(*found), tuple(unreadable), len(texts) - len(found) - len(unreadable))


def _check_number(found: int) -> None:
    if found > MOST_EVENINGS:
        raise GameError(Message("{found} evenings are too many; at most {most} can be kept",
                                {"found": found, "most": MOST_EVENINGS}))  # fmt: skip


def _check_effort(effort: int) -> None:
    if effort > MOST_EFFORT:
        raise GameError(
            Message("these evenings take too long to count; keep fewer, or fill in the unknown squares in them")
        )
