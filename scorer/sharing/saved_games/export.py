"""All saved games as a file that can be imported without loss: JSON, or CSV with one row for each kingdom."""

from __future__ import annotations

import json
from collections.abc import Mapping

from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError
from scorer.sharing.files import COLUMNS, Row, game_of, rows_in, rows_of, text_of, written
from scorer.sharing.json_text import parse_json
from scorer.sharing.saved_games.collection import SavedGames, all_of
from scorer.sharing.saved_games.saved_game import SavedGame, checked_day, checked_key, effort_of_reading

FORMAT = "kingdom-scorer-evenings"
VERSION = 1
MAX_FILE_BYTES = 5_000_000
"""Maximum number of bytes; two thousand saved games of four players have two million."""


def to_json(saved_games: SavedGames) -> str:
    """Every saved game as JSON, with its kingdoms as in a link, and its winners."""
    plain = [saved_game.to_plain() for saved_game in saved_games]
    return json.dumps({"format": FORMAT, "version": VERSION, "evenings": plain}, ensure_ascii=False, indent=1)


def to_csv(saved_games: SavedGames) -> bytes:
    """Every saved game as CSV: one row for each kingdom, as in the CSV file of a single game.

    Key, day and “no” if not settled come first, location and notes last. Photos are only in the JSON file.
    """
    rows = (
        {
            "evening": saved_game.key,
            "day": saved_game.day.isoformat(),
            "settled": "" if saved_game.settled else "no",
            **row,
            "location": saved_game.location,
            "notes": saved_game.notes,
        }
        for saved_game in saved_games
        for row in rows_of(saved_game.game)
    )
    return written(("evening", "day", "settled", *COLUMNS, "location", "notes"), rows)


def read_saved_games(data: bytes) -> SavedGames:
    """Read the saved games of a JSON or CSV file; ``skipped`` reports the unreadable ones.

    Raises ``GameError`` naming the error and its place.
    """
    if len(data) > MAX_FILE_BYTES:
        raise GameError(Message("this file is too large to contain saved games; choose a file exported by this app"))
    text = text_of(data)
    return _from_json(text) if text.lstrip()[:1] in ("{", "[") else _from_csv(text)


def _from_json(text: str) -> SavedGames:
    try:
        data = parse_json(text)
    except ValueError as error:
        raise GameError(Message("this JSON file was not made by this app; choose another file")) from error
    if not isinstance(data, Mapping) or data.get("format") != FORMAT or not isinstance(data.get("evenings"), list):
        raise GameError(Message("this JSON file contains no saved games; choose a file exported by this app"))
    if data.get("version") != VERSION:
        raise GameError(
            Message("this file is from a newer version of the app; reload the page, then open the file again")
        )
    games = list(enumerate(data["evenings"], start=1))
    return all_of(games, _from_plain, lambda numbered: effort_of_reading(numbered[1]))


def _from_plain(numbered: tuple[int, object]) -> SavedGame:
    number, data = numbered
    try:
        return SavedGame.from_plain(data)
    except GameError as error:
        values = {"number": number, "problem": error.message}
        raise GameError(Message("game {number}: {problem}", values)) from error


def _from_csv(text: str) -> SavedGames:
    by_key: dict[str, list[Row]] = {}
    for line, row in rows_in(text, ("evening", "day", "player", "name", "notation"), ("settled", "location", "notes")):
        by_key.setdefault(row["evening"].strip(), []).append((line, row))
    return all_of(list(by_key.items()), _from_rows)


def _from_rows(of_one: tuple[str, list[Row]]) -> SavedGame:
    key, rows = of_one
    line, first = rows[0]
    try:
        is_settled = first.get("settled", "").strip() != "no"
        added = {name: first.get(name, "") for name in ("location", "notes")}
        return SavedGame(checked_key(key), checked_day(first["day"].strip()), game_of(rows), is_settled, **added)
    except GameError as error:
        values = {"row": line, "problem": error.message}
        raise GameError(Message("the game from row {row} on: {problem}", values)) from error
