"""The offline app draws the result card itself, and opens what it has drawn."""

from __future__ import annotations

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.offline.host import OfflineHost
from scorer.offline.program import OfflineProgram
from scorer.sharing.files import game_from_file
from tests.app.asking import done
from tests.sharing.some_games import FOUR


def test_the_card_is_a_drawing_that_opens_its_game_again() -> None:
    host = OfflineHost(SpriteSheet(b"", 1, 1, {}), "https://scorer.example/")
    card = host.card(FOUR, "fr", is_settled=True)
    assert (card.mime, card.ending, card.unwritten) == ("image/svg+xml", "svg", None)
    assert card.picture.startswith(b"<svg") and b"Charlotte gagne" in card.picture
    assert host.opened(game_from_file, card.picture, "card.svg") == FOUR
    assert card.ending in host.card_endings


def test_drawing_without_a_game_that_is_chosen_as_a_photo_is_reported_there(program: OfflineProgram) -> None:
    done(program, "card", value="<svg/>", name="drawing.svg")
    assert program.problem is None and "contains no game" in str(program.notes[0].message)


def test_result_card_that_is_chosen_as_a_photo_opens_its_game(program: OfflineProgram) -> None:
    card = program.host.card(FOUR, "fr", is_settled=True)
    done(program, "card", value=card.picture.decode(), name="card.svg")
    assert program.state.game == FOUR and not program.notes
