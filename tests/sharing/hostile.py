"""Games that keep a page as busy as a link can: what the card and the table must do in a bounded time."""

from __future__ import annotations

from itertools import cycle
from random import Random

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import Quest
from scorer.rules.model.rules import Rules
from scorer.rules.model.terrain import Place
from scorer.rules.play import random_game
from scorer.rules.table.player import DYNASTY_GAMES, Player
from scorer.sharing.codec import MAX_NAME_BYTES, MAX_NAME_LENGTH, MAX_PLAYERS, MAX_SQUARES
from scorer.sharing.game import Game


def hostile_games() -> dict[str, Game]:
    """Games that are as much work as a link can ask for, by what there is much of in them."""
    rng = Random(1)
    played = [random_game(rng, 2, 7)[0].kingdom for _ in range(24)]
    sevens = [_swapped(rng, kingdom) for kingdom in played]
    alone = Kingdom.parse("wfC")
    each = MAX_NAME_BYTES // (MAX_PLAYERS * (1 + MAX_PLAYERS))  # letters, where a team and all its members have as many
    faces = [f"{terrain}{crowns}" for terrain in "wflgsmt" for crowns in ("", *range(1, 9))]
    return {
        "unknown squares": _game(grid("?", 15, 15), count=5),
        "unknown squares in a 7×9": _game(grid("?", 7, 9), count=16),
        "unknown crowns": _game(grid(["w?", "f?", "t?"], 7, 7), count=24),
        "kingdoms with unknown squares": _assigned([_hidden(rng, kingdom) for kingdom in played]),
        "the same with two squares swapped": _assigned([_hidden(rng, kingdom) for kingdom in sevens]),
        "swapped squares": _assigned(sevens),
        "both boxes, swapped squares": _assigned(sevens, Rules(box=Box.BOTH)),
        "one kingdom again and again": _game(played[0], count=24),
        "stripes": _game(grid("wf", 15, 15), count=5),
        "every face": _game(grid(faces, 15, 15), count=5),
        "wheat alone": _game(grid("w", 15, 15), count=5),
        "castles alone": _game(grid("C", 15, 15), count=5),
        "a chessboard of holes": _game(grid("w.", 15, 15), count=5),
        "towns with every building": _game(grid(["t[church]", "t[bakery]", "t[statue]", "t"], 9, 9), count=14),
        "giants": _game(grid(["w1!", "f2!", "m3"], 9, 9), Rules(giants=True), count=14),
        "tiles of The Court": _game(grid(["f[lumberjack]", "w*", "g"], 9, 9), Rules(court=True), count=14),
        "long names": _table_of(Player("W" * MAX_NAME_LENGTH, kingdoms=(alone,))),
        "large teams": _table_of(Player("W" * each, members=("M" * each,) * MAX_PLAYERS, kingdoms=(alone,))),
    }


def hostile_saved_games() -> dict[str, Game]:
    """Evenings of which a file may hold many: small ones that cost more than their squares, and the largest ones."""
    quests = tuple(map(Quest.parse, ("folie_des_grandeurs", "four_corners:mine")))
    rules = {
        "": Rules(),
        ", both bonuses": Rules(harmony=True, middle_kingdom=True, size=7),
        ", two quests": Rules(giants=True, quests=quests),
        ", both boxes": Rules(box=Box.BOTH),
    }
    kingdoms = {
        text: Kingdom.parse(text)
        for text in ("C", "?", "??", "C?", "C??", "C???", "m?C", "Cw?/t[church]?", "Ct?t[bakery]")
    }
    played = random_game(Random(1), 2, 5)[0].kingdom
    kingdoms |= {"5×5": played, **{f"5×5 with {n} “?”": _hidden(Random(1), played, n) for n in (2, 3)}}
    small = {
        f"16 players, 3 × {name}{more}": _assigned([kingdom] * MAX_PLAYERS * DYNASTY_GAMES, chosen)
        for name, kingdom in kingdoms.items()
        for more, chosen in rules.items()
        if len(list(kingdom.cells())) * MAX_PLAYERS * DYNASTY_GAMES <= MAX_SQUARES
    }
    four = {f"4 players, {name}": _game(kingdom, count=4) for name, kingdom in kingdoms.items()}
    return {"nobody": Game(), "one player": _game(kingdoms["C"], count=1), **small, **four, **hostile_games()}


def grid(faces: str | list[str], rows: int, columns: int) -> Kingdom:
    """The faces again and again, around a castle."""
    face = cycle(faces)
    squares = [[next(face) for _ in range(columns)] for _ in range(rows)]
    if "C" not in faces:
        squares[rows // 2][columns // 2] = "C"
    return Kingdom.parse("/".join(map("".join, squares)))


def _table_of(player: Player) -> Game:
    return Game((player,) * MAX_PLAYERS)


def _game(kingdom: Kingdom, rules: Rules | None = None, *, count: int) -> Game:
    return _assigned([kingdom] * count, rules)


def _assigned(kingdoms: list[Kingdom], rules: Rules | None = None) -> Game:
    """Sixteen players at most, with kingdoms of a Dynasty where there are more."""
    each = 1 if len(kingdoms) <= MAX_PLAYERS else DYNASTY_GAMES
    slots = [kingdoms[start : start + each] for start in range(0, len(kingdoms), each)]
    players = (Player(f"P{number}", kingdoms=tuple(held)) for number, held in enumerate(slots))
    return Game(tuple(players), rules or Rules(), dynasty=each > 1)


def _hidden(rng: Random, kingdom: Kingdom, count: int = 10) -> Kingdom:
    places = rng.sample(sorted(kingdom.squares()), count)
    return Kingdom.from_cells({**dict(kingdom.cells()), **dict.fromkeys(places, Place.UNKNOWN)})


def _swapped(rng: Random, kingdom: Kingdom) -> Kingdom:
    cells = dict(kingdom.cells())
    one, other = rng.sample(sorted(kingdom.squares()), 2)
    cells[one], cells[other] = cells[other], cells[one]
    return Kingdom.from_cells(cells)
