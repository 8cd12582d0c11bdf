"""The pieces that games add to dominoes and castles, and which of them are not entered yet.

A photo does not show tokens, and pieces on squares may be missed. Until all of them are entered, a total is
provisional. A notation is complete.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, listed
from scorer.rules.model.rules import SettledRules, has_court
from scorer.rules.model.terrain import Terrain


class Piece(StrEnum):
    """A kind of piece: a token, or a piece on a square. The members are in the order in which messages name them."""

    COINS = "coins"
    TOWERS = "towers"
    KNIGHTS = "knights"
    QUEEN = "queen"
    BUILDINGS = "buildings"
    GIANTS = "giants"
    RESOURCES = "resources"
    COURT_TILES = "court_tiles"


PIECE_NAMES: Mapping[Piece, Message] = MappingProxyType(
    {
        Piece.COINS: Message("coins"),
        Piece.TOWERS: Message("towers"),
        Piece.KNIGHTS: Message("knights"),
        Piece.QUEEN: Message("the Queen"),
        Piece.BUILDINGS: Message("buildings"),
        Piece.GIANTS: Message("giants"),
        Piece.RESOURCES: Message("resources"),
        Piece.COURT_TILES: Message("characters and buildings of The Court"),
    }
)
"""The names of the pieces in a sentence."""

QUEENDOMINO_PIECES: Final = frozenset((Piece.COINS, Piece.TOWERS, Piece.KNIGHTS, Piece.QUEEN, Piece.BUILDINGS))
GIANT_PIECES: Final = frozenset((Piece.GIANTS,))
COURT_PIECES: Final = frozenset((Piece.RESOURCES, Piece.COURT_TILES))


def pieces_of(rules: SettledRules) -> frozenset[Piece]:
    """The pieces that the rules use.

    >>> from scorer.rules.model.rules import Rules
    >>> [str(piece) for piece in in_order(pieces_of(Rules(giants=True, court=True).settled(Kingdom.parse("wfC"))))]
    ['giants', 'resources', 'court_tiles']
    """
    return (
        (QUEENDOMINO_PIECES if rules.box.has_queendomino else frozenset())
        | (GIANT_PIECES if rules.giants else frozenset())
        | (COURT_PIECES if rules.court else frozenset())
    )


def reported_by(kingdom: Kingdom) -> frozenset[Piece]:
    """The pieces that a kingdom in the notation reports: all those of a box or expansion if the kingdom shows any of
    them.

    If it shows none, they may be missing rather than zero.

    >>> [len(reported_by(Kingdom.parse(notation))) for notation in ("w1!C", "tC coins=3", "tC")]
    [1, 5, 0]
    """
    has_tokens = kingdom.coins or kingdom.towers or kingdom.knights or kingdom.queen
    has_giants = any(square.giants for square in kingdom.squares().values())
    return (
        (QUEENDOMINO_PIECES if has_tokens else frozenset())
        | (GIANT_PIECES if has_giants else frozenset())
        | (COURT_PIECES if has_court(kingdom) else frozenset())
    )


def pending_pieces(
    kingdoms: Sequence[Kingdom], reported: Sequence[Collection[Piece]], rules: SettledRules
) -> tuple[frozenset[Piece], ...]:
    """The pieces not entered yet, for each kingdom of one game.

    There is only one Queen: if one kingdom has her, she is entered for all. If every town has a building, all buildings
    are entered.

    >>> from scorer.rules.model.rules import Rules
    >>> kingdom = Kingdom.parse("tC coins=11")
    >>> str(names_of(in_order(*pending_pieces([kingdom], [[Piece.COINS]], Rules().settled(kingdom)))))
    'towers, knights, the Queen, buildings'
    """
    played = pieces_of(rules)
    if any(kingdom.queen for kingdom in kingdoms):
        played -= {Piece.QUEEN}
    return tuple(
        played.difference(known, () if _has_bare_towns(kingdom) else (Piece.BUILDINGS,))
        for kingdom, known in zip(kingdoms, reported, strict=True)
    )


def in_order(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces in the order in which messages name them."""
    found = set(pieces)
    return tuple(piece for piece in Piece if piece in found)


def names_of(pieces: Sequence[Piece]) -> Message:
    """Join the names of pieces with commas.

    >>> str(names_of((Piece.COINS, Piece.QUEEN)))
    'coins, the Queen'
    """
    return listed(PIECE_NAMES[piece] for piece in pieces)


def _has_bare_towns(kingdom: Kingdom) -> bool:
    return any(square.terrain is Terrain.TOWN and square.building is None for square in kingdom.squares().values())
