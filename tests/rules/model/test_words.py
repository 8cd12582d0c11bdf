"""Words for squares, tiles and quests."""

import pytest

from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.quests import Quest
from scorer.rules.model.terrain import Square, Terrain
from scorer.rules.model.words import building_words, cell_words, quest_words


@pytest.mark.parametrize(
    ("square", "words"),
    [
        (Square(Terrain.WHEAT, 1, resource=True), "wheat with 1 crown, with its resource"),
        (Square(Terrain.MINE, None), "mine, crowns hidden"),
        (Square(Terrain.MINE, 3, giants=2), "mine with 3 crowns, under 2 giants"),
        (Square(Terrain.TOWN, building="church"), "town with church"),
    ],
)
def test_square_is_described_by_its_face_and_the_pieces_on_it(square: Square, words: str) -> None:
    assert str(cell_words(square)).casefold() == words


def test_building_is_described_by_what_it_counts() -> None:
    counted = {kind: str(building_words(building)) for kind, building in BUILDINGS.items()}
    for kind, building in BUILDINGS.items():
        assert counted[kind].endswith("for each tower") == (building.per == "tower")
        assert counted[kind].endswith("for each knight") == (building.per == "knight")
        assert counted[kind].endswith(" territory") == (building.per == "territory")
        number = building.crowns if building.crowns and not building.per else building.points
        assert counted[kind].startswith(f"{number} ")


def test_quest_with_a_terrain_names_it() -> None:
    assert "lake" in str(quest_words(Quest.parse("local_business:lake"), 5))
