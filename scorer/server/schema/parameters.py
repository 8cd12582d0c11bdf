"""Parameters of a request, from its JSON body or its query. An invalid value gives a one-line error.

The names are those of the command line's options: ``box``, ``size``, ``giants``, ``quests``, ``court``, ``edition``,
``harmony``, ``middle_kingdom``.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from typing import Any, Final

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from scorer.rules.model.dominoes import BASE_BOXES
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.letters import is_control, visible
from scorer.rules.model.notation import NotationError
from scorer.rules.model.quests import OPEN_QUESTS, QUEST_FORMS, Quest, QuestError
from scorer.rules.model.rules import EDITIONS, GRID_SIZES, Rules
from scorer.rules.table.player import MAX_TOTAL, Player, distinct
from scorer.rules.table.table import Table
from scorer.server.connections.transport import Pace
from scorer.server.errors import RequestError

BOX = ("box", "size", "giants")
RULES = (*BOX, "quests", "court", "edition", "harmony", "middle_kingdom")
MAX_PLAYERS = 12
MAX_KINGDOMS = 3
MAX_SQUARES = 1200
"""Maximum number of places of all kingdoms of a game, as in a link: twelve players with two 7×7 kingdoms each have
1,176. The time limits apply only to the checks, so this bounds the rest."""
MAX_NOTATION_LENGTH = 1000
MAX_NAME_LENGTH = 100
MAX_VIEWS: Final = 4
"""Photos of the same kingdoms in one request."""
PIECE: Final = 2**16
"""Bytes of a form that are parsed at a time, since the parser copies them."""
SECONDS_TO_PARSE: Final = 2.0
"""Processor time for a form. That of photos takes milliseconds."""

Fields = Mapping[str, Any]


def bad(message: object, code: str = "request") -> RequestError:
    """An error about a parameter."""
    return RequestError(422, code, message)


def fields(data: bytes, known: tuple[str, ...]) -> Fields:
    """The JSON object in a request's body; unknown fields are an error."""
    try:
        found = json.loads(data)
        json.dumps(
            found, ensure_ascii=False
        ).encode()  # half a surrogate pair, such as "\\ud800", could not be encoded in the answer
    except (ValueError, RecursionError) as error:
        raise RequestError(400, "json", "the body is not valid JSON; send one JSON object, see /api") from error
    return only(found, known, "the body")


def only(found: object, known: tuple[str, ...], what: str) -> Fields:
    """The object, if it is one and has no other fields."""
    if not isinstance(found, dict):
        raise bad(f"{what} must be a JSON object; its fields are {', '.join(known)}")
    strange = next((name for name in found if name not in known), None)
    if strange is not None:
        raise bad(f"{what} has an unknown field {strange[:40]!r}; its fields are {', '.join(known)}")
    return found


def rules(given: Fields) -> Rules:
    """The rules in play.

    >>> rules({"box": "queendomino", "size": 7}).box
    <Box.QUEENDOMINO: 'queendomino'>
    """
    try:
        return Rules(
            edition=_one_of(given, "edition", EDITIONS) or EDITIONS[0],
            harmony=_switch(given, "harmony"),
            middle_kingdom=_switch(given, "middle_kingdom"),
            box=_one_of(given, "box", BASE_BOXES),
            size=_one_of(given, "size", GRID_SIZES),
            giants=_switch(given, "giants"),
            quests=_quests(given),
            court=_switch(given, "court"),
        )
    except QuestError as error:
        raise bad(error.message) from error


def from_query(query: Mapping[str, str]) -> Fields:
    """A photo's query as fields: numbers and switches are parsed, quests are comma-separated."""
    known = ("name", *RULES)
    given = dict(only(dict(query), known, "the query"))
    written = {"true": True, "false": False}
    sizes = {str(size): size for size in GRID_SIZES}
    quests = {"quests": given.pop("quests").split(",")} if "quests" in given else {}
    return quests | {name: (sizes if name == "size" else written).get(value, value) for name, value in given.items()}


def is_form(headers: Headers) -> bool:
    """Whether a request's body is a form with photos."""
    return headers.get("content-type", "").startswith("multipart/")


async def photos(headers: Headers, data: bytes) -> list[tuple[bytes, str]]:
    """The photos in a form (``multipart/form-data``), each as bytes and file name, in order; nothing touches the disk.

    Raises ``RequestError`` for a form without photos, with more than ``MAX_VIEWS``, or with anything else in it.
    """

    class InMemory(MultiPartParser):
        spool_max_size = len(data) + 1  # a larger part would go to a temporary file

    async def stream() -> AsyncGenerator[bytes, None]:
        pace, total = Pace(), 0.0
        for start in range(0, len(data), PIECE):
            before = time.thread_time()
            yield data[start : start + PIECE]
            seconds = time.thread_time() - before
            total += seconds
            if total > SECONDS_TO_PARSE:
                raise ValueError("too many parts that look like boundaries")
            await asyncio.sleep(pace.wait("", seconds, time.monotonic()))

    try:
        form = await InMemory(headers, stream(), max_files=MAX_VIEWS, max_fields=0).parse()
    except (MultiPartException, KeyError, ValueError) as error:  # KeyError: the header names no boundary
        message = f"the form must contain 1 to {MAX_VIEWS} photos of the same kingdoms as files, and nothing else"
        raise bad(message, "form") from error
    files = [part for _, part in form.multi_items() if isinstance(part, UploadFile)]
    if not files:
        raise bad("the form contains no photo; send each photo as a file", "empty")
    named = [(file, file.filename or f"photo {number}") for number, file in enumerate(files, start=1)]
    return [(await file.read(), text({"name": name}, "name", MAX_NAME_LENGTH)) for file, name in named]


def text(given: Fields, name: str, longest: int, default: str | None = None) -> str:
    """A non-empty text in one line, of at most ``longest`` characters, without invisible ones."""
    found = given.get(name, default)
    shown = visible(found) if isinstance(found, str) else ""
    if not shown.strip() or len(shown) > longest or any(map(is_control, shown)):
        raise bad(f"{name} must be a string of 1 to {longest} characters without line breaks")
    return shown


def kingdom(notation: object) -> Kingdom:
    """A kingdom given in notation."""
    if not isinstance(notation, str) or len(notation) > MAX_NOTATION_LENGTH:
        raise bad(f"notation must be a string of 1 to {MAX_NOTATION_LENGTH:,} characters", "notation")
    try:
        return Kingdom.parse(notation)
    except NotationError as error:
        raise bad(error.message, "notation") from error


def table(given: Fields) -> Table:
    """All players of a game with their kingdoms: one each, or those of a Dynasty.

    Duplicate names get a number, as on the page.
    """
    players = given.get("players")
    if not isinstance(players, list) or not 1 <= len(players) <= MAX_PLAYERS:
        raise bad(f"players must be a list of 1 to {MAX_PLAYERS} objects with name and kingdoms")
    given_players = tuple(map(_player, players))
    squares = sum(len(list(kingdom.cells())) for player in given_players for kingdom in player.kingdoms)
    if squares > MAX_SQUARES:
        raise bad(f"all kingdoms together have {squares:,} squares; at most {MAX_SQUARES:,} can be ranked at once")
    names = distinct(player.name for player in given_players)
    assigned = tuple(replace(player, name=name) for player, name in zip(given_players, names, strict=True))
    present = sum(player.people for player in assigned)
    people = given.get("people", present)
    if not isinstance(people, int) or isinstance(people, bool) or not present <= people <= max(present, MAX_PLAYERS):
        raise bad(f"people must be a number from {present}, the people in players, to {MAX_PLAYERS}")
    return Table(assigned, rules(given), people)


def _player(given: object) -> Player:
    found = only(given, ("name", "members", "kingdoms", "totals"), "a player")
    totals, members = found.get("totals", []), found.get("members", [])
    kingdoms = found.get("kingdoms", [] if totals else None)
    if not isinstance(kingdoms, list) or not 1 <= len(kingdoms) + _entered(totals) <= MAX_KINGDOMS:
        raise bad(f"kingdoms must be a list of 1 to {MAX_KINGDOMS} notations")
    if not isinstance(members, list) or len(members) > MAX_PLAYERS:
        raise bad(f"members must be a list of at most {MAX_PLAYERS} names")
    team = tuple(text({"member": member}, "member", MAX_NAME_LENGTH) for member in members)
    name = text(found, "name", MAX_NAME_LENGTH)
    try:
        return Player(name, members=team, kingdoms=tuple(map(kingdom, kingdoms)), totals=tuple(totals))
    except RequestError as error:
        raise bad(f"{name}: {error}", error.code) from error
    except ValueError as error:
        raise bad(f"{name}: totals: {error}", "total") from error


def _entered(totals: object) -> int:
    """The number of games of which only the total is known."""
    if not isinstance(totals, list) or not all(total is None or type(total) is int for total in totals):
        raise bad(f"totals must be a list of numbers from 0 to {MAX_TOTAL}, and null for each game with a kingdom")
    return len(totals) - totals.count(None)


def _one_of(given: Fields, name: str, values: tuple[Any, ...]) -> Any:
    found = given.get(name)
    if found is None or (found in values and not isinstance(found, bool | float)):
        return next((value for value in values if value == found), None)
    *others, last = map(str, values)
    raise bad(f"{name} must be {', '.join(others)} or {last}")


def _quests(given: Fields) -> tuple[Quest, ...]:
    found = given.get("quests", [])
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise bad(f"quests must be a list of at most {OPEN_QUESTS} of {', '.join(QUEST_FORMS)}")
    return tuple(map(Quest.parse, found))


def _switch(given: Fields, name: str) -> bool:
    found = given.get(name, False)
    if not isinstance(found, bool):
        raise bad(f"{name} must be true or false")
    return found
