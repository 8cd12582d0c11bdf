"""Export of a saved game to the app BG Stats: a link that opens its import dialog with the play.

BG Stats documents the format: “Push plays to BG Stats from other apps or websites”,
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites. It matches games and players by
their names.
"""

from __future__ import annotations

import json
from urllib.parse import quote

from scorer.rules.model.dominoes import Box
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import Variant

PAGE = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Kingdom scorer"
_GAMES = {Box.KINGDOMINO: "Kingdomino", Box.QUEENDOMINO: "Queendomino", Box.BOTH: "Kingdomino"}


def play_address(saved_game: SavedGame) -> str:
    """The link that sends a saved game to BG Stats.

    >>> from datetime import date
    >>> from scorer.sharing.game import Game
    >>> play_address(SavedGame("a", date(2026, 5, 2), Game())).startswith(PAGE + "?data=%7B%22sourceName%22")
    True
    """
    variant = Variant.of(saved_game)
    played = {"Age of Giants": variant.box.has_giants, "The Court": variant.court}
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": saved_game.key,
        "playDate": f"{saved_game.day.isoformat()} 12:00:00",
        "board": ", ".join(
            [f"{variant.size}×{variant.size}", *(name for name, is_played in played.items() if is_played)]
        ),
        "game": {
            "name": _GAMES[variant.box.base],
            "sourceGameId": variant.box.base.value,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": standing.name,
                "sourcePlayerId": standing.name,
                "rank": standing.place,
                "score": standing.total,
                "winner": standing.name in saved_game.winners,
                "startPlayer": False,
            }
            for standing in saved_game.standings
        ],
    }
    return f"{PAGE}?data={quote(json.dumps(play, ensure_ascii=False), safe='')}"
