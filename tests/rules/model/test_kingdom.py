"""Kingdoms made from places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Place, Square, Terrain

POSITIONS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


@pytest.mark.slow
@given(st.sets(POSITIONS, min_size=1), st.sets(POSITIONS))
def test_kingdom_of_cells_is_the_smallest_rectangle_that_holds_them(
    occupied: set[tuple[int, int]], empty: set[tuple[int, int]]
) -> None:
    square = Square(Terrain.LAKE, 1)
    kingdom = Kingdom.from_cells({**dict.fromkeys(empty, Place.EMPTY), **dict.fromkeys(occupied, square)})
    top, left = min(r for r, _ in occupied), min(c for _, c in occupied)
    assert kingdom.height == max(r for r, _ in occupied) - top + 1
    assert kingdom.width == max(c for _, c in occupied) - left + 1
    assert {(r + top, c + left) for r, c in kingdom.squares()} == occupied
