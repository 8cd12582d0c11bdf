"""Queendomino's building tiles."""

from scorer.rules.model.buildings import BUILDINGS, TILES, TILES_BY_POINTS


def test_the_known_kinds_make_up_the_32_tiles_of_the_box() -> None:
    counted = sum(building.copies for building in BUILDINGS.values() if building.copies is not None)
    assert counted + sum(TILES_BY_POINTS.values()) == TILES == 32


def test_every_kind_without_a_known_number_is_limited_by_its_points() -> None:
    assert {building.points for building in BUILDINGS.values() if building.copies is None} == set(TILES_BY_POINTS)
