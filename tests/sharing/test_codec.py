"""What is said of something that is no game."""

from __future__ import annotations

import pickle

from scorer.rules.model.messages import Message
from scorer.sharing.codec import GameError


def test_a_refusal_comes_back_whole_from_another_process() -> None:
    message = Message("line {line}, column {column}: this is not how JSON goes on", {"line": 1, "column": 2})
    again = pickle.loads(pickle.dumps(GameError(message)))
    assert isinstance(again, GameError)
    assert (again.message, str(again)) == (message, str(message))
