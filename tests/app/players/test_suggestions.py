"""Names that are offered for a player."""

from datetime import date

from scorer.app.players.suggestions import MAX_SUGGESTIONS, known_players, suggested_players
from scorer.app.state.page_state import PageState, Slot
from scorer.rules.table.player import Player
from scorer.sharing.game import Game
from scorer.sharing.saved_games.saved_game import SavedGame


def _saved_game(key: str, day: int, **colours: str) -> SavedGame:
    players = tuple(Player(name, colour=colour, totals=(1,)) for name, colour in colours.items())
    return SavedGame(key, date(2026, 5, day), Game(players))


PLAYED = [
    _saved_game("a", 1, Ann="pink", Ben="blue"),
    _saved_game("b", 2, Ann="blue", Cid=""),
    _saved_game("c", 3, Ann="pink", Joueur="green"),
]


def test_players_are_known_by_when_they_played_last_and_by_their_usual_castle() -> None:
    found = [(player.name, player.colour, player.games) for player in known_players(PLAYED)]
    assert found == [("Ann", "pink", 3), ("Joueur", "green", 1), ("Cid", "", 1), ("Ben", "blue", 1)]


def test_default_names_are_not_suggested() -> None:
    numbered = SavedGame("a", date(2026, 5, 1), Game((Player("Spieler 2"), Player(" "), Player("Player 17"))))
    assert [player.name for player in known_players([numbered])] == ["Player 17"]


def test_players_with_the_castle_in_the_photo_are_suggested_first() -> None:
    known = known_players(PLAYED)
    state = PageState((Slot("Player 1", "blue"), Slot("Ann")))
    assert [player.name for player in suggested_players(known, state, 0)] == ["Ben", "Joueur", "Cid"]
    assert suggested_players(known, PageState((Slot("Player 1"),)), 0)[0].name == "Ann"


def test_no_more_names_are_offered_than_fit() -> None:
    many = [_saved_game("a", 1, **{f"Guest{number}": "" for number in range(12)})]
    assert len(suggested_players(known_players(many), PageState((Slot("Player 1"),)), 0)) == MAX_SUGGESTIONS
