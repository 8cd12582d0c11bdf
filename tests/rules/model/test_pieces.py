"""The pieces that a game uses."""

import pytest

from scorer.rules.model.dominoes import Box
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.pieces import COURT_PIECES, GIANT_PIECES, QUEENDOMINO_PIECES, Piece, pieces_of
from scorer.rules.model.rules import Rules


@pytest.mark.parametrize(
    ("rules", "pieces"),
    [
        (Rules(), frozenset[Piece]()),
        (Rules(giants=True), GIANT_PIECES),
        (Rules(court=True), COURT_PIECES),
        (Rules(box=Box.QUEENDOMINO), QUEENDOMINO_PIECES),
        (Rules(box=Box.QUEENDOMINO, court=True), QUEENDOMINO_PIECES | COURT_PIECES),
    ],
)
def test_each_expansion_brings_its_own_pieces(rules: Rules, pieces: frozenset[Piece]) -> None:
    assert pieces_of(rules.settled(Kingdom.parse("wfC"))) == pieces
