"""Entries that a game still lacks. Until they are made, totals are provisional and nobody has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, listed
from scorer.rules.model.pieces import Piece, in_order, names_of, pieces_of
from scorer.rules.table.table import Table


@dataclass(frozen=True)
class Pending:
    """The entries that a game still lacks; true if anything is missing.

    ``pieces`` are not entered yet for ``players``. ``quests`` is whether open quests are missing. ``queen`` is whether
    her host is unknown: nobody has her although towers were built, or several players have her.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> ann = Player("Ann", kingdoms=(Kingdom.parse("tC"),), untold=(frozenset({Piece.COINS, Piece.TOWERS}),))
    >>> [str(message) for message in pending_at(Table((ann,))).messages()]
    ['Not entered yet for Ann: coins, towers. The total is provisional.']
    >>> bool(pending_at(Table((Player("Ann", kingdoms=(Kingdom.parse("tC"),)),))))
    False
    """

    players: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    quests: bool = False
    queen: bool = False

    def __bool__(self) -> bool:
        return bool(self.players) or self.quests or self.queen

    def messages(self) -> Iterator[Message]:
        """One sentence for each group of missing entries."""
        if self.players:
            values = {"names": listed(self.players), "pieces": names_of(self.pieces)}
            yield Message("Not entered yet for {names}: {pieces}. The total is provisional.", values)
        if self.quests:
            yield QUESTS_PENDING
        if self.queen:
            yield Message("Not entered yet: the player who hosts the Queen. The total is provisional.")


NOTHING_PENDING = Pending()

QUESTS_PENDING = Message("Not entered yet: the two quests of Age of Giants. The total is provisional.")
"""The message for a game with giants in which fewer quests are entered than every game has."""


def pending_at(table: Table) -> Pending:
    """The entries that the kingdoms and the rules of a game still lack."""
    rules = table.settled_rules
    played = pieces_of(rules)
    missing = {player.name: played.intersection(frozenset().union(*player.untold)) for player in table.players}
    pieces = in_order(piece for found in missing.values() for piece in found)
    queen = rules.box.has_queendomino and any(
        _lacks_queen(kingdoms, is_hosted_elsewhere=table.has_totals(game))
        for game, (_, kingdoms) in enumerate(table.games(), start=1)
    )
    return Pending(tuple(name for name, found in missing.items() if found), pieces, rules.lacks_quests, queen)


def _lacks_queen(kingdoms: Sequence[Kingdom], *, is_hosted_elsewhere: bool) -> bool:
    """Whether no single player of a game has the Queen although somebody has towers.

    ``is_hosted_elsewhere`` is whether she may be with a player of whom only the total is known.
    """
    hosts = sum(kingdom.queen for kingdom in kingdoms)
    return hosts > 1 or (not hosts and not is_hosted_elsewhere and any(kingdom.towers for kingdom in kingdoms))
