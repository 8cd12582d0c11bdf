"""An evening for the app BG Stats: an address that opens its import dialog with the play.

The form is the one that BG Stats documents for other apps: “Push plays to BG Stats from other apps or websites”,
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites. Games and players are matched
there by their names.
"""

from __future__ import annotations

import json
from urllib.parse import quote

from scorer.rules.model.dominoes import Box
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.statistics import Variant

PAGE = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Kingdom scorer"
_GAMES = {Box.KINGDOMINO: "Kingdomino", Box.QUEENDOMINO: "Queendomino", Box.BOTH: "Kingdomino"}


def play_address(evening: Evening) -> str:
    """The address that hands an evening over.

    >>> from datetime import date
    >>> from scorer.sharing.game import Game
    >>> play_address(Evening("a", date(2026, 5, 2), Game())).startswith(PAGE + "?data=%7B%22sourceName%22")
    True
    """
    variant = Variant.of(evening)
    played = {"Age of Giants": variant.box.has_giants, "The Court": variant.court}
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": evening.key,
        "playDate": f"{evening.day.isoformat()} 12:00:00",
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
                "winner": standing.name in evening.winners,
                "startPlayer": False,
            }
            for standing in evening.standings
        ],
    }
    return f"{PAGE}?data={quote(json.dumps(play, ensure_ascii=False), safe='')}"
