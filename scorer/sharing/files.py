"""A game as a file: JSON with all results, CSV for a spreadsheet; both can be read back without loss.

The results (totals, ranking, score sheets) are for people and other programs; reading a file computes them again.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message
from scorer.rules.model.pieces import in_order
from scorer.rules.model.terrain import Terrain
from scorer.rules.scoring.score import score
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.player import MAX_TOTAL, Player, distinct
from scorer.rules.table.ranking import rank
from scorer.sharing.codec import GameError, from_plain, has_totals, to_plain
from scorer.sharing.game import Game
from scorer.sharing.json_text import parse_json

MAX_NAMES_LENGTH = 60
"""Maximum number of characters of the players' names in a file name."""

FORMAT = "kingdom-scorer"
VERSION = 1
VERSION_WITH_TOTALS = 2
"""The version of a file with players of whom only the total is known, which version 1 does not support."""
MAX_FILE_BYTES = 1_000_000
"""Maximum number of bytes of text; a game of sixteen players with all score sheets has a fifth of that."""

_POINTS = (*(terrain.value for terrain in Terrain), *("coins", "queen", "buildings", "harmony", "middle_kingdom"))
_EXPANSION_POINTS = ("court", "quests")
COLUMNS = (
    *("player", "name", "colour", "game", "notation", "total"),
    *(f"{name}_points" for name in _POINTS),
    *("largest", "crowns", "edition", "harmony", "middle_kingdom", "box", "size", "dynasty", "members"),
    *(f"{name}_points" for name in _EXPANSION_POINTS),
    *("giants", "quests", "court"),
    *("untold", "partly_seen"),
)
"""Columns of the CSV file, which has one row for each kingdom. New columns are added at the end.

A reader needs only ``player``, ``name`` and ``notation``. The ``members`` of a team, the open quests and the entries
still missing are separated by line breaks in their cell; “none” means that nothing is missing. ``partly_seen`` is “yes”
if only a part of the kingdom is known. A row with a ``total`` and no ``notation`` is a game of which only the total is
known.
"""

_NOTHING_MISSING = "none"

MAX_ROWS = 20_000
"""Maximum number of rows of a CSV file; two thousand saved games of eight players have sixteen thousand."""

_RULES = ("edition", "harmony", "middle_kingdom", "box", "size", "dynasty", "giants", "quests", "court")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")
_YES_NO = {"yes": True, "no": False}

# Spreadsheets run a cell that starts like a formula, even after what they take for the end of a cell.
_FORMULA = re.compile("(?<!')'*[=+\\-@＝＋－＠]")
_GUARDED = re.compile("(?<!')''*[=+\\-@＝＋－＠]")
_BEFORE_THE_COLUMNS = re.compile(r"(?:[ \t]*\r?\n)*(?:\"?sep=.\"?[ \t]*\r?\n)?(?:[ \t]*\r?\n)*", re.IGNORECASE)


def game_from_file(data: bytes) -> Game:
    """The game in a card, a JSON or a CSV file. Raises ``GameError`` naming the error and its place."""
    if data.startswith(_PICTURES):
        from scorer.sharing.card import read_card  # what reads pictures is loaded only for one

        return read_card(data)
    if len(data) > MAX_FILE_BYTES:
        raise GameError(Message("this file is too large for a game; choose a file exported by this app"))
    text = text_of(data)
    if text.lstrip().startswith("<svg"):
        from scorer.sharing.card.svg import game_in_svg

        return game_in_svg(text)
    return from_json(text) if text.lstrip()[:1] in ("{", "[") else from_csv(text)


# -- JSON --------------------------------------------------------------------------------------------------------------


def to_json(game: Game) -> str:
    """The game, its ranking and every score sheet.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> game = Game((Player("Zoé", colour="pink", kingdoms=(Kingdom.parse("w1wC"),)),))
    >>> from_json(to_json(game)) == game, '"total": 2' in to_json(game), "Zoé" in to_json(game)
    (True, True, True)
    """
    table = game.table
    scores = [[score(kingdom, table.settled_rules).to_dict() for kingdom in player.kingdoms] for player in game.players]
    version = VERSION_WITH_TOTALS if has_totals(game) else VERSION
    file = {"format": FORMAT, "version": version, **to_plain(game), **rank(table).to_dict(), "scores": scores}
    return json.dumps(file, ensure_ascii=False, indent=1)


def from_json(text: str) -> Game:
    """The game that ``to_json`` wrote; its results are ignored. Raises ``GameError``."""
    try:
        data = parse_json(text)
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise GameError(Message("line {line}, column {column}: not valid JSON", where)) from error
    except ValueError as error:
        raise GameError(Message("this JSON file was not made by this app; choose another file")) from error
    if not isinstance(data, Mapping) or "players" not in data:
        raise GameError(Message("this JSON file has no “players”; choose a file exported by this app"))
    if data.get("format", FORMAT) != FORMAT:
        raise GameError(Message("this JSON file was not made by this app; choose another file"))
    if data.get("version", VERSION) not in (VERSION, VERSION_WITH_TOTALS):
        raise GameError(
            Message("this file is from a newer version of the app; reload the page, then open the file again")
        )
    return from_plain(data)


# -- CSV ---------------------------------------------------------------------------------------------------------------


def to_csv(game: Game) -> bytes:
    """A row for each kingdom with its points as on the scoring pad, in UTF-8 with the mark that spreadsheets expect.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> game = Game((Player("=1+1", colour="pink", kingdoms=(Kingdom.parse("w1wC"),)),))
    >>> to_csv(game).decode("utf-8-sig").splitlines()[1].startswith("1,'=1+1,pink,1,w1wC,2,2,0")
    True
    >>> from_csv(to_csv(game).decode("utf-8-sig")) == game
    True
    """
    return written(COLUMNS, rows_of(game))


def from_csv(text: str) -> Game:
    """The game that ``to_csv`` wrote, even after a spreadsheet has changed its separators or sorted its rows.

    Raises ``GameError`` naming the row and column of the first error.
    """
    return game_of(rows_in(text, ("player", "name", "notation")))


Row = tuple[int, dict[str, str]]
"""A row of a CSV file by its columns, with the number of its line."""


def written(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> bytes:
    """A CSV file in UTF-8 with the mark that spreadsheets expect; no cell is a formula."""
    file = io.StringIO()
    writer = csv.DictWriter(file, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _guarded(str(value)) for name, value in row.items()})
    return file.getvalue().encode("utf-8-sig")


def rows_in(text: str, needed: Sequence[str], others: Sequence[str] = ()) -> list[Row]:
    """The rows of a CSV file with any separator, also one that its first line declares (``sep=;``).

    Only the columns in ``needed``, in ``COLUMNS`` or in ``others`` are read. Raises ``GameError`` for a missing
    needed column, and for too many rows.
    """
    start = _BEFORE_THE_COLUMNS.match(text)
    above = start.group() if start else ""
    lines = text[len(above) :].splitlines()
    separator = max(",;\t", key=(lines[0] if lines else "").count)
    reader = csv.DictReader(io.StringIO(text[len(above) :], newline=""), delimiter=separator)
    passed = len(above.splitlines())
    try:
        missing = [name for name in needed if name not in (reader.fieldnames or ())]
        if missing:
            raise GameError(
                Message(
                    "the first row has no column “{column}”; choose a file exported by this app", {"column": missing[0]}
                )
            )
        columns = [name for name in reader.fieldnames or () if name in {*needed, *others, *COLUMNS}]
        rows = [
            (passed + reader.line_num, {name: _cell(row[name]) for name in columns}) for row in islice(reader, MAX_ROWS)
        ]
        if next(reader, None) is not None:
            raise GameError(
                Message("the file has more than {most} rows; choose a file exported by this app", {"most": MAX_ROWS})
            )
        return rows
    except csv.Error as error:
        raise GameError(Message("row {row} cannot be read", {"row": passed + reader.line_num + 1})) from error


def game_of(rows: list[Row]) -> Game:
    """The game that ``rows_of`` wrote. Raises ``GameError`` naming the row and column of the first error."""
    return from_plain({"players": list(_players(rows)), **_rules(rows)})


def rows_of(game: Game) -> Iterator[dict[str, object]]:
    """A row for each game, by ``COLUMNS``; one row for a player without any."""
    plain = to_plain(game)
    rules = {name: _written(value) for name, value in {**plain["rules"], "dynasty": plain["dynasty"]}.items()}
    played = {standing.name: standing.games for standing in game.standings}
    names = distinct(player.name for player in game.players)
    if not game.players:
        yield rules
    for number, (player, name) in enumerate(zip(game.players, names, strict=True), start=1):
        members = "\n".join(player.members)
        who = {"player": number, "name": player.name, "colour": player.colour, "members": members, **rules}
        if not player.games:
            yield who
        for number_of_game, counted in enumerate(played.get(name, ()), start=1):
            nth = player.kingdom_number(number_of_game)
            yield {**who, "game": number_of_game, **_counted(counted), **_left_open(player, nth)}


def _left_open(player: Player, nth: int | None) -> dict[str, str]:
    """The entries that a player's kingdom of this number still lacks; empty if only the total is known."""
    if nth is None:
        return {}
    missing = "\n".join(in_order(player.untold[nth - 1])) or _NOTHING_MISSING if player.untold else ""
    return {"untold": missing, "partly_seen": "yes" if nth in player.partly_seen else ""}


def _counted(sheet: ScoreSheet | int) -> dict[str, object]:
    """The points of a game by column: all sections, or only the total."""
    if isinstance(sheet, int):
        return {"total": sheet}
    points = dict.fromkeys((*_POINTS, *_EXPANSION_POINTS), 0)
    for territory in sheet.territories:
        points[territory.terrain.value] += territory.points
    for line in sheet.lines:
        if line.section != "territories":
            points[line.section] += line.points
    counted = {f"{name}_points": value for name, value in points.items()}
    return {
        "notation": sheet.kingdom,
        "total": sheet.total,
        **counted,
        "largest": sheet.largest,
        "crowns": sheet.crowns,
    }


def _written(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "\n".join(map(str, value))
    return "" if value is None else value


def _guarded(text: str) -> str:
    return _FORMULA.sub(lambda found: f"'{found[0]}" if _begins_a_cell(found) else found[0], text)


def _cell(value: object) -> str:
    if not isinstance(value, str):
        return ""
    return _GUARDED.sub(lambda found: found[0][1:] if _begins_a_cell(found) else found[0], value)


def _begins_a_cell(found: re.Match[str]) -> bool:
    """Whether only spaces separate the match from the start of the text or of a cell. A regular expression for this
    would take quadratic time on long runs of tabs."""
    text, at = found.string, found.start()
    while at and text[at - 1].isspace():
        at -= 1
        if text[at] == "\t":
            return True
    return not at or text[at - 1] in ';,|"'


def _players(rows: list[Row]) -> Iterator[dict[str, Any]]:
    """The players by number, each with the kingdoms and the totals of their games."""
    found: dict[int, tuple[dict[str, Any], dict[int, Row]]] = {}
    for line, row in rows:
        if not row["player"].strip():
            continue
        number = _number(row["player"], "player", line)
        members = row.get("members", "")
        player = {
            "name": row["name"],
            "colour": row.get("colour", "").strip(),
            "members": members.split("\n") if members else [],
        }
        known, games = found.setdefault(number, (player, {}))
        if known != player:
            raise GameError(
                Message(
                    "row {row}: player {player} has another name or colour in an earlier row",
                    {"row": line, "player": number},
                )
            )
        if row["notation"].strip() or row.get("total", "").strip():
            game = _number(row.get("game") or str(len(games) + 1), "game", line)
            if game in games:
                raise GameError(
                    Message("row {row}: player {player} has game {game} twice",
                            {"row": line, "player": number, "game": game})
                )  # fmt: skip
            games[game] = line, row
    for number, (player, games) in sorted(found.items()):
        absent = sorted({*range(1, len(games) + 1)} - games.keys())
        if absent:
            about = {"player": number, "game": max(games), "missing": absent[0]}
            raise GameError(Message("player {player} has game {game}, but no game {missing}", about))
        in_order_of_games = [row for _, row in sorted(games.items())]
        totals = [None if row["notation"].strip() else _total(row["total"], line) for line, row in in_order_of_games]
        in_turn = [row for _, row in in_order_of_games if row["notation"].strip()]
        missing = [
            cell.split("\n") if cell != _NOTHING_MISSING else [] for row in in_turn if (cell := row.get("untold", ""))
        ]
        cut = [nth for nth, row in enumerate(in_turn, start=1) if row.get("partly_seen", "").strip() == "yes"]
        notations = [row["notation"] for row in in_turn]
        yield {**player, "kingdoms": notations, "untold": missing, "partly_seen": cut, "totals": totals}


def _rules(rows: list[Row]) -> dict[str, Any]:
    """The rules, which every row repeats."""
    said: dict[str, str] = {}
    for line, row in rows:
        stated = {name: row[name].strip() for name in _RULES if row.get(name, "").strip()}
        said = said or stated
        if stated != said:
            raise GameError(Message("row {row}: the rules differ from the first row", {"row": line}))
    rules: dict[str, Any] = {name: _YES_NO.get(value, value) for name, value in said.items()}
    if "size" in said:
        rules["size"] = int(said["size"]) if re.fullmatch("[0-9]{1,9}", said["size"]) else said["size"]
    if "quests" in said:
        rules["quests"] = said["quests"].split("\n")
    return {"dynasty": rules.pop("dynasty", False), "rules": rules}


def _number(text: str, column: str, line: int) -> int:
    if not re.fullmatch(r"\s*[1-9][0-9]?\s*", text):
        raise GameError(
            Message("row {row}: “{column}” must be a number from 1, not “{text}”",
                    {"row": line, "column": column, "text": text[:30]})
        )  # fmt: skip
    return int(text.strip())


def _total(text: str, line: int) -> int:
    if not re.fullmatch(r"\s*[0-9]{1,3}\s*", text):
        raise GameError(
            Message("row {row}: “total” must be a number from 0 to {most} where there is no notation, not “{text}”",
                    {"row": line, "most": MAX_TOTAL, "text": text[:30]})
        )  # fmt: skip
    return int(text.strip())


def text_of(data: bytes) -> str:
    """The text of UTF-8 bytes, or of a spreadsheet's export on Western Windows (also UTF-16), without hidden
    characters."""
    try:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return visible(data.decode("utf-16"))
        return visible(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return visible(data.decode("cp1252", errors="replace"))


def file_name(game: Game, ending: str, day: date | None = None) -> str:
    """A file name that identifies a saved game by its day and its players.

    >>> from scorer.rules.table.player import Player
    >>> file_name(Game((Player("Ann"), Player("Zoé / Bob"))), "csv", date(2026, 5, 2))
    'kingdoms-2026-05-02-Ann-Zoé-Bob.csv'
    """
    names = "-".join("-".join(re.findall(r"\w+", player.name)) for player in game.players)
    return f"{'-'.join(filter(None, ['kingdoms', str(day or date.today()), names[:MAX_NAMES_LENGTH]]))}.{ending}"
