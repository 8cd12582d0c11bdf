"""All evenings as a file, and back without loss: JSON, or CSV with a row for each kingdom."""

from __future__ import annotations

import json
from collections.abc import Mapping

from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError
from scorer.sharing.evenings.evening import Evening, checked_day, checked_key
from scorer.sharing.evenings.history import Evenings, all_of
from scorer.sharing.files import COLUMNS, Row, game_of, rows_in, rows_of, text_of, written

FORMAT = "kingdom-scorer-evenings"
VERSION = 1
LARGEST_FILE = 5_000_000
"""Bytes; two thousand evenings of four are two million."""


def to_json(evenings: Evenings) -> str:
    """Every evening with its kingdoms as the link has them, and who won."""
    plain = [evening.to_plain() for evening in evenings]
    return json.dumps({"format": FORMAT, "version": VERSION, "evenings": plain}, ensure_ascii=False, indent=1)


def to_csv(evenings: Evenings) -> bytes:
    """A row for each game played, as in a game's own CSV file, behind the evening, its day, and “no” if not settled.

    Location and notes stand in the last columns; photos are in the JSON file only.
    """
    rows = (
        {
            "evening": evening.key,
            "day": evening.day.isoformat(),
            "settled": "" if evening.settled else "no",
            **row,
            "location": evening.location,
            "notes": evening.notes,
        }
        for evening in evenings
        for row in rows_of(evening.game)
    )
    return written(("evening", "day", "settled", *COLUMNS, "location", "notes"), rows)


def read_evenings(data: bytes) -> Evenings:
    """The evenings in a JSON or a CSV file, whichever it is; ``passed_over`` tells of those that cannot be read.

    Raises ``GameError`` saying what is wrong where.
    """
    if len(data) > LARGEST_FILE:
        raise GameError(Message("this file is too large to hold evenings of ours"))
    text = text_of(data)
    return _from_json(text) if text.lstrip()[:1] in ("{", "[") else _from_csv(text)


def _from_json(text: str) -> Evenings:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GameError(Message("this JSON file is none of ours")) from error
    if not isinstance(data, Mapping) or data.get("format") != FORMAT or not isinstance(data.get("evenings"), list):
        raise GameError(Message("this JSON file holds no evenings; it is none of ours"))
    if data.get("version") != VERSION:
        raise GameError(Message("this file is from a newer version of the page; open it there"))
    return all_of(list(enumerate(data["evenings"], start=1)), _from_plain)


def _from_plain(numbered: tuple[int, object]) -> Evening:
    number, data = numbered
    try:
        return Evening.from_plain(data)
    except GameError as error:
        values = {"number": number, "problem": error.message}
        raise GameError(Message("evening {number}: {problem}", values)) from error


def _from_csv(text: str) -> Evenings:
    by_key: dict[str, list[Row]] = {}
    for line, row in rows_in(text, ("evening", "day", "player", "name", "notation"), ("settled", "location", "notes")):
        by_key.setdefault(row["evening"].strip(), []).append((line, row))
    return all_of(list(by_key.items()), _from_rows)


def _from_rows(of_one: tuple[str, list[Row]]) -> Evening:
    key, rows = of_one
    line, first = rows[0]
    try:
        is_settled = first.get("settled", "").strip() != "no"
        added = {name: first.get(name, "") for name in ("location", "notes")}
        return Evening(checked_key(key), checked_day(first["day"].strip()), game_of(rows), is_settled, **added)
    except GameError as error:
        values = {"row": line, "problem": error.message}
        raise GameError(Message("the evening from row {row} on: {problem}", values)) from error
