"""The tiler against counts from outside and against a search that tries everything."""

from collections import Counter
from random import Random

import pytest

from scorer.rules.covering.tiling import Budget, Option, Outcome, adjacent_pairs, tile
from scorer.rules.model.dominoes import DominoKind
from scorer.rules.model.kingdom import Position
from scorer.rules.model.terrain import Square, Terrain


def _grid_without(size: int, castle: Position) -> list[Position]:
    return [(r, c) for r in range(size) for c in range(size) if (r, c) != castle]


def count_tilings(squares: list[Position]) -> int:
    """The number of ways in which dominoes of any faces cover exactly these squares."""
    options = [Option((a, b)) for a, b in adjacent_pairs(squares)]
    return tile(options, set(squares), {}, Budget(10_000_000)).count


@pytest.mark.parametrize(
    ("castle", "count"), [((2, 2), 196), ((0, 0), 192), ((0, 2), 192), ((2, 4), 192), ((1, 1), 112), ((3, 1), 112)]
)
def test_published_counts_for_5x5(castle: Position, count: int) -> None:
    assert count_tilings(_grid_without(5, castle)) == count


def test_no_tiling_with_the_castle_on_the_other_colour() -> None:
    for size in (5, 7):
        for castle in ((r, c) for r in range(size) for c in range(size) if (r + c) % 2):
            assert count_tilings(_grid_without(size, castle)) == 0


def test_published_counts_for_7x7() -> None:
    assert count_tilings(_grid_without(7, (3, 3))) == 75_272, "OEIS A270668"
    assert count_tilings(_grid_without(7, (0, 0))) == 100_352, "OEIS A189002"


def test_published_count_for_8x8() -> None:
    assert count_tilings([(row, column) for row in range(8) for column in range(8)]) == 12_988_816, "OEIS A004003"


def test_nothing_is_covered_in_one_way() -> None:
    assert count_tilings([]) == 1


def test_counts_and_coverings_agree_with_trying_everything() -> None:
    rng = Random(5)
    kinds: list[DominoKind] = [
        frozenset((frozenset((Square(t),)),)) for t in (Terrain.WHEAT, Terrain.LAKE, Terrain.MINE)
    ]
    outcomes: Counter[Outcome] = Counter()
    for _ in range(200):
        squares = [(r, c) for r in range(3) for c in range(4) if rng.random() < 0.9]
        options = [Option(pair, rng.choice(kinds)) for pair in adjacent_pairs(squares) if rng.random() < 0.9]
        options += [Option((square,)) for square in squares if rng.random() < 0.3]
        stock = {kind: rng.randrange(5) for kind in kinds}
        demand = frozenset(rng.sample(options, min(3, len(options))))
        expected = [c for c in _all_coverings(options, set(squares), stock) if demand & set(c)]
        result = tile(options, squares, stock, Budget(10**6), [demand])
        outcomes[result.outcome] += 1
        assert result.count == len(expected)
        assert (result.outcome is Outcome.TILED) == bool(expected)
        if expected:
            assert set(result.options) in [set(covering) for covering in expected]
    assert min(outcomes[Outcome.TILED], outcomes[Outcome.IMPOSSIBLE]) > 20, "both kinds were tried"


def _all_coverings(options: list[Option], left: set[Position], stock: dict[DominoKind, int]) -> list[list[Option]]:
    if not left:
        return [[]]
    first = min(left)
    found = []
    for option in options:
        if first in option.squares and left.issuperset(option.squares) and (not option.kind or stock[option.kind]):
            rest = {**stock, option.kind: stock[option.kind] - 1} if option.kind else stock
            found += [[option, *more] for more in _all_coverings(options, left - set(option.squares), rest)]
    return found


def test_spent_budget_gives_unsettled() -> None:
    squares = _grid_without(7, (3, 3))
    options = [Option(pair) for pair in adjacent_pairs(squares)]
    assert tile(options, squares, {}, Budget(100)).outcome is Outcome.UNSETTLED
