"""The two boxes against the rulebooks' counts."""

from collections import Counter

import pytest

from scorer.rules.model.dominoes import Box, dominoes, dominoes_by_kind, faces, forms, kinds_by_pair
from scorer.rules.model.terrain import Square, Terrain


def test_kingdomino_has_the_squares_and_crowns_that_are_printed_on_its_box() -> None:
    squares = Counter(face.terrain for domino in dominoes(Box.KINGDOMINO) for face in (domino.a, domino.b))
    assert squares == {
        Terrain.WHEAT: 26,
        Terrain.FOREST: 22,
        Terrain.LAKE: 18,
        Terrain.GRASSLAND: 14,
        Terrain.SWAMP: 10,
        Terrain.MINE: 6,
    }
    crowns: Counter[Terrain] = Counter()
    for face, count in faces(Box.KINGDOMINO).items():
        crowns[face.terrain] += (face.crowns or 0) * count
    assert [crowns[terrain] for terrain in Terrain] == [5, 6, 6, 6, 6, 10, 0]


def test_every_box_numbers_its_dominoes_from_1_to_48() -> None:
    for box in (Box.KINGDOMINO, Box.QUEENDOMINO):
        assert [domino.number for domino in dominoes(box)] == list(range(1, 49))
        assert {domino.box for domino in dominoes(box)} == {box}


def test_no_town_is_printed_with_a_crown_and_kingdomino_has_none() -> None:
    assert {face for face in faces(Box.QUEENDOMINO) if face.terrain is Terrain.TOWN} == {Square(Terrain.TOWN)}
    assert Square(Terrain.TOWN) not in faces(Box.KINGDOMINO)


def test_look_alikes_are_counted() -> None:
    wheat, forest, lake = Square(Terrain.WHEAT), Square(Terrain.FOREST), Square(Terrain.LAKE)
    by_kind, kinds = dominoes_by_kind(Box.KINGDOMINO), kinds_by_pair(Box.KINGDOMINO)
    assert [len(by_kind[kinds[frozenset((face,))]]) for face in (wheat, forest, lake)] == [2, 4, 3]


@pytest.mark.parametrize("box", Box)
def test_every_domino_and_every_pair_of_faces_has_one_kind(box: Box) -> None:
    by_kind = dominoes_by_kind(box)
    assert sum(map(len, by_kind.values())) == len(dominoes(box))
    assert sum(map(len, by_kind)) == len(kinds_by_pair(box)), "or two kinds would have to share their dominoes"


def test_two_dominoes_of_queendomino_may_show_a_town_or_forest() -> None:
    several = [same for kind, same in dominoes_by_kind(Box.BOTH_GIANTS).items() if len(kind) > 1]
    assert [[str(form) for form in forms(domino)] for (domino,) in several] == [["g1-t", "g1-f"], ["s1-t", "s1-f"]]
    assert [domino.number for (domino,) in several] == [37, 38]
