"""What nobody has told yet at a table: until then its totals are provisional and nobody has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.messages import Message, listed
from scorer.rules.model.pieces import Piece, in_order, names_of, pieces_of
from scorer.rules.table.table import Table


@dataclass(frozen=True)
class Untold:
    """Of which ``players`` which ``pieces`` have not been told, whether the open ``quests`` have not, and
    whether it is open with whom the ``queen`` is: with nobody though towers were built, or with several.

    It is true where anything is missing.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> ann = Player("Ann", kingdoms=(Kingdom.parse("tC"),), untold=(frozenset({Piece.COINS, Piece.TOWERS}),))
    >>> [str(message) for message in untold_at(Table((ann,))).messages()]
    ['Not told yet of Ann: coins, towers. The total is provisional.']
    >>> bool(untold_at(Table((Player("Ann", kingdoms=(Kingdom.parse("tC"),)),))))
    False
    """

    players: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    quests: bool = False
    queen: bool = False

    def __bool__(self) -> bool:
        return bool(self.players) or self.quests or self.queen

    def messages(self) -> Iterator[Message]:
        """What is said of it, in sentences."""
        if self.players:
            values = {"names": listed(self.players), "pieces": names_of(self.pieces)}
            yield Message("Not told yet of {names}: {pieces}. The total is provisional.", values)
        if self.quests:
            yield NO_QUESTS
        if self.queen:
            yield Message("Not told yet: with which one player the Queen is. The total is provisional.")


NOTHING_UNTOLD = Untold()

NO_QUESTS = Message("Not told yet: the two open quests of Age of Giants. The total is provisional.")
"""What is said where giants are played with, and fewer quests are known than are open at every table."""


def untold_at(table: Table) -> Untold:
    """What is not told yet of the kingdoms at a table and of its rules."""
    rules = table.settled_rules
    played = pieces_of(rules)
    missing = {player.name: played.intersection(frozenset().union(*player.untold)) for player in table.players}
    pieces = in_order(piece for found in missing.values() for piece in found)
    queen = rules.box.has_queendomino and any(
        _lacks_queen(kingdoms, is_hosted_elsewhere=table.has_totals(game))
        for game, (_, kingdoms) in enumerate(table.games(), start=1)
    )
    return Untold(tuple(name for name, found in missing.items() if found), pieces, rules.lacks_quests, queen)


def _lacks_queen(kingdoms: Sequence[Kingdom], *, is_hosted_elsewhere: bool) -> bool:
    """Whether not one player of a game has the Queen, though somebody has towers.

    ``is_hosted_elsewhere`` is whether she may be with somebody of whom only the total is known.
    """
    hosts = sum(kingdom.queen for kingdom in kingdoms)
    return hosts > 1 or (not hosts and not is_hosted_elsewhere and any(kingdom.towers for kingdom in kingdoms))
