"""What is said of something that is no game."""

from __future__ import annotations

import pickle
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorer.rules.model.letters import JOINERS
from scorer.rules.model.messages import Message
from scorer.rules.table.player import Player
from scorer.sharing.codec import GameError, from_plain
from scorer.sharing.files import game_from_file, to_csv
from scorer.sharing.game import Game
from scorer.sharing.link import decode, encode


def test_game_error_survives_the_process_boundary() -> None:
    message = Message("line {line}, column {column}: not valid JSON", {"line": 1, "column": 2})
    again = pickle.loads(pickle.dumps(GameError(message)))
    assert isinstance(again, GameError)
    assert (again.message, str(again)) == (message, str(message))


hidden = st.characters(categories=["Cf"])
seen = st.characters(exclude_categories=["Cc", "Cf", "Cs"], include_characters=JOINERS)


def turns(text: str) -> bool:
    """Whether a format character is in it that changes how the words after it are shown, or no character at all."""
    return any((unicodedata.category(one) == "Cf" and one not in JOINERS) or one in "\ufffe\uffff" for one in text)


@pytest.mark.slow
@given(st.text(st.one_of(hidden, seen), max_size=80))
@example("Ann \u202e")
@example("Ann\uffff")
@example("\U0001f469\u200d\U0001f467 \u2066\u2068\u200f\ufeff")
def test_names_lose_only_invisible_characters(name: str) -> None:
    kept = "".join(one for one in name if not turns(one))
    player = Player(name, members=(name,) if kept else ())
    taken = (decode(encode(Game((player,)))), game_from_file(to_csv(Game((Player(name),)))))
    assert [game.players[0].name for game in taken] == [kept, kept]
    assert not any(turns(member) for member in taken[0].players[0].members)


@pytest.mark.parametrize("name", ["Ann\tSmith", "Ann\nSmith", "Ann\x00Smith\ud83d"])
def test_a_name_pasted_from_anywhere_can_be_kept(name: str) -> None:
    (player,) = from_plain({"players": [{"name": name, "members": [name, "Ben"]}]}).players
    assert (player.name, player.members) == ("Ann Smith", ("Ann Smith", "Ben"))


@pytest.mark.parametrize(
    "game",
    [
        {"players": [{"name": "Ann", "colour": "\u202epink"}]},
        {"players": [{"name": "Ann", "kingdoms": ["w\u202e"]}]},
        {"players": [{"name": "Ann", "kingdoms": ["wC \u2066coins"]}]},
        {"rules": {"edition": "\u202eus"}},
    ],
)
def test_error_quotes_no_direction_marks(game: object) -> None:
    with pytest.raises(GameError) as refused:
        from_plain(game)
    assert not turns(str(refused.value))


@pytest.mark.parametrize("numbers", [[0], [2], [-1], [True], ["1"], [1.0], [[1]], [1, 1], "1", {"1": 1}, None])
def test_only_existing_kingdoms_can_be_cut_off(numbers: object) -> None:
    with pytest.raises(GameError, match="partly_seen"):
        from_plain({"players": [{"name": "Ann", "kingdoms": ["wC"], "partly_seen": numbers}]})
