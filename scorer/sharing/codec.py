"""Converts a game to plain data (dicts, lists, strings, numbers) and back, with an error for every invalid value.

A link and a JSON file hold this data; a CSV file holds it in rows. All of it may come from strangers: only values
that the page could have made are accepted, and sizes are bounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.rules.model.dominoes import BASE_BOXES, Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.letters import is_control, one_line, visible
from scorer.rules.model.messages import Message
from scorer.rules.model.notation import NotationError
from scorer.rules.model.pieces import Piece, in_order
from scorer.rules.model.quests import Quest, QuestError
from scorer.rules.model.rules import EDITIONS, GRID_SIZES, Rules
from scorer.rules.table.player import COLOURS, DYNASTY_GAMES, MAX_TOTAL, Player
from scorer.sharing.game import Game

MAX_PLAYERS = 16
MAX_NAME_LENGTH = 80
MAX_NOTATION_LENGTH = 2000
MAX_SQUARES = 1200
"""Maximum number of squares of all kingdoms of a game, empty places included: eight players with three full 7×7
kingdoms each have 1,176. The page checks, scores and draws every one of them, so this bounds the time for any link."""
MAX_FACES = 96
"""Maximum number of different squares in one game. All boxes together, with every building and with hidden crowns,
have 42; Age of Giants' six giants and The Court's resources and 25 tiles make 77. A card draws each of them anew."""
MAX_NAME_BYTES = 3000
"""Maximum number of bytes of all names of a game, so that a link has room for them and the squares: sixteen names of
forty letters have at most 2,000 in any script."""
MAX_QUOTED = 30
"""Maximum number of characters of an invalid value that a message quotes."""


NO_GAME_IN_PICTURE = Message("this picture contains no game; open the card’s original file or a link")


class GameError(ValueError):
    """Data that are not a valid game. ``message`` gives the error, its place and the next step."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message

    def __reduce__(self) -> tuple[type[GameError], tuple[Message]]:
        """Make the error picklable, so that worker processes can raise it."""
        return type(self), (self.message,)


def to_plain(game: Game) -> dict[str, Any]:
    """The game as plain data for JSON.

    >>> ann = Player("Ann", colour="pink", kingdoms=(Kingdom.parse("wwC"),))
    >>> plain = to_plain(Game((ann,), Rules(harmony=True)))
    >>> plain["players"], plain["rules"]["harmony"], plain["rules"]["box"]
    ([{'name': 'Ann', 'colour': 'pink', 'kingdoms': ['wwC']}], True, None)
    """
    rules = game.rules
    return {
        "rules": {
            "edition": rules.edition,
            "harmony": rules.harmony,
            "middle_kingdom": rules.middle_kingdom,
            "box": rules.box and rules.box.value,
            "size": rules.size,
            **({"giants": True} if rules.giants else {}),
            **({"quests": [str(quest) for quest in rules.quests]} if rules.quests else {}),
            **({"court": True} if rules.court else {}),
        },
        "dynasty": game.dynasty,
        "players": [
            {
                "name": player.name,
                "colour": player.colour,
                "kingdoms": [str(kingdom) for kingdom in player.kingdoms],
                **({"members": list(player.members)} if player.members else {}),
                **({"untold": [list(in_order(pieces)) for pieces in player.untold]} if player.untold else {}),
                **({"partly_seen": sorted(player.partly_seen)} if player.partly_seen else {}),
                **({"totals": list(player.totals)} if player.totals else {}),
            }
            for player in game.players
        ],
    }


def has_totals(game: Game) -> bool:
    """Whether only the total of a player is known: earlier versions cannot read such a game.

    >>> has_totals(Game((Player("Ann", totals=(45,)),)))
    True
    """
    return any(player.has_totals for player in game.players)


def from_plain(data: object) -> Game:
    """The game that ``to_plain`` wrote. Missing fields have their defaults, unknown fields are ignored.

    Raises ``GameError`` naming the player, the kingdom and the square of the first error.

    >>> from_plain({"players": [{"name": "Ann", "colour": "mauve"}]})
    Traceback (most recent call last):
    scorer.sharing.codec.GameError: player 1: “mauve” is not a castle colour; use blue, green, pink, yellow
    """
    if not isinstance(data, Mapping):
        raise GameError(Message("the file or link contains no game"))
    players = _list(data, "players")
    if len(players) > MAX_PLAYERS:
        raise GameError(
            Message("{found} players are too many; at most {most} can be read", _over(players, MAX_PLAYERS))
        )
    game = Game(
        tuple(_player(player, number) for number, player in enumerate(players, start=1)),
        _rules(data.get("rules", {})),
        _flag(data, "dynasty"),
    )
    check_size(game)
    return game


def check_size(game: Game) -> None:
    """Raise ``GameError`` for a game beyond the limits of the page."""
    cells = [cell for player in game.players for kingdom in player.kingdoms for _, cell in kingdom.cells()]
    if len(cells) > MAX_SQUARES:
        values = {"found": len(cells), "most": MAX_SQUARES}
        raise GameError(Message("{found} squares are too many for one game; at most {most} can be read", values))
    if len(set(cells)) > MAX_FACES:
        raise GameError(Message("a game has at most {most} kinds of square", {"most": MAX_FACES}))
    names = (name for player in game.players for name in (player.name, *player.members))
    if sum(len(name.encode(errors="replace")) for name in names) > MAX_NAME_BYTES:
        raise GameError(Message("the names in this game are too long in total; shorten some"))


def _player(data: object, number: int) -> Player:
    where = {"player": number}
    if not isinstance(data, Mapping):
        raise GameError(Message("player {player} cannot be read", where))
    name, colour = _name(data.get("name", "")), data.get("colour", "")
    members = [_name(member) for member in _list(data, "members")]
    if len(members) > MAX_PLAYERS or not all(members) or not all(map(_is_name, (name, *members))):
        raise GameError(
            Message(
                "player {player}: a name must be one line of at most {most} letters", {**where, "most": MAX_NAME_LENGTH}
            )
        )
    if colour not in ("", *COLOURS):
        raise GameError(
            Message("player {player}: “{colour}” is not a castle colour; use {colours}",
                    {**where, "colour": _short(colour), "colours": ", ".join(COLOURS)})
        )  # fmt: skip
    kingdoms = _list(data, "kingdoms")
    totals = _totals(data, number, len(kingdoms))
    games = [*kingdoms, *(total for total in totals if total is not None)]
    if len(games) > DYNASTY_GAMES:
        raise GameError(
            Message("player {player} has {found} kingdoms; a Dynasty has {most} games",
                    {**where, **_over(games, DYNASTY_GAMES)})
        )  # fmt: skip
    return Player(
        str(name),
        members=tuple(map(str, members)),
        colour=colour,
        kingdoms=tuple(_kingdom(text, number, nth) for nth, text in enumerate(kingdoms, start=1)),
        untold=_missing_of(data, number, len(kingdoms)),
        partly_seen=_partly_seen(data, number, len(kingdoms)),
        totals=totals,
    )


def _totals(data: Mapping[Any, Any], player: int, kingdoms: int) -> tuple[int | None, ...]:
    """The totals of games of which only these are known; empty if the data have none."""
    found = _list(data, "totals")
    totals = tuple(one for one in found if one is None or (type(one) is int and 0 <= one <= MAX_TOTAL))
    if len(totals) != len(found) or totals.count(None) > kingdoms:
        raise GameError(
            Message(
                "player {player}: “totals” must list for each game its points, at most {most}, or null for a kingdom",
                {"player": player, "most": MAX_TOTAL},
            )
        )
    return totals


def _missing_of(data: Mapping[Any, Any], player: int, kingdoms: int) -> tuple[frozenset[Piece], ...]:
    """The pieces not entered yet, for each kingdom; empty if the data do not list them."""
    found = _list(data, "untold")
    pieces = [one for one in found if isinstance(one, list) and all(piece in list(Piece) for piece in one)]
    if len(found) not in (0, kingdoms) or len(pieces) != len(found):
        raise GameError(
            Message("player {player}: “untold” must list for each kingdom its missing entries: {pieces}",
                    {"player": player, "pieces": ", ".join(Piece)})
        )  # fmt: skip
    return tuple(frozenset(map(Piece, one)) for one in pieces)


def _partly_seen(data: Mapping[Any, Any], player: int, kingdoms: int) -> frozenset[int]:
    """The numbers of the kingdoms that are partly known; empty if the data do not list them."""
    found = _list(data, "partly_seen")
    numbers = frozenset(one for one in found if type(one) is int and 1 <= one <= kingdoms)
    if len(numbers) != len(found):
        raise GameError(
            Message("player {player}: “partly_seen” must list the numbers, from 1, of kingdoms that are partly known",
                    {"player": player})
        )  # fmt: skip
    return numbers


def _kingdom(text: object, player: int, nth: int) -> Kingdom:
    where = {"player": player, "kingdom": nth}
    if not isinstance(text, str) or len(text) > MAX_NOTATION_LENGTH:
        raise GameError(Message("player {player}, kingdom {kingdom}: not a valid notation", where))
    try:
        return Kingdom.parse(text)
    except NotationError as error:
        raise GameError(
            Message("player {player}, kingdom {kingdom}: {problem}", {**where, "problem": error.message})
        ) from error


def _rules(data: object) -> Rules:
    if not isinstance(data, Mapping):
        raise GameError(Message("the rules cannot be read"))
    default = Rules()
    edition, box, size = data.get("edition", default.edition), data.get("box"), data.get("size")
    if edition not in EDITIONS:
        raise GameError(
            Message("“{edition}” is not an edition of the rules; use us or older", {"edition": _short(edition)})
        )
    if box not in (None, *BASE_BOXES):
        raise GameError(Message("“{box}” is not a box; use kingdomino, queendomino or both", {"box": _short(box)}))
    if size not in (None, *GRID_SIZES) or isinstance(size, bool | float):
        raise GameError(Message("a grid’s size is 5 or 7, not “{size}”", {"size": _short(size)}))
    try:
        return Rules(
            edition,
            _flag(data, "harmony"),
            _flag(data, "middle_kingdom"),
            Box(box) if box else None,
            size,
            _flag(data, "giants"),
            tuple(Quest.parse(_short(name)) for name in _list(data, "quests")),
            _flag(data, "court"),
        )
    except QuestError as error:
        raise GameError(error.message) from error


def _flag(data: Mapping[Any, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise GameError(Message("{name} is true or false, not “{value}”", {"name": name, "value": _short(value)}))
    return value


def _list(data: Mapping[Any, Any], name: str) -> list[object]:
    value = data.get(name, [])
    if not isinstance(value, list):
        raise GameError(Message("“{name}” must be a list", {"name": name}))
    return value


def _over(found: list[object], limit: int) -> dict[str, object]:
    return {"found": len(found), "most": limit}


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_NAME_LENGTH


def _name(value: object) -> object:
    return one_line(value) if isinstance(value, str) else value


def _short(value: object) -> str:
    text = "".join(character for character in visible(str(value)[:MAX_QUOTED]) if not is_control(character))
    return text if len(str(value)) <= MAX_QUOTED else f"{text}…"
