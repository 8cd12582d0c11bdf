"""Cards of saved games, which open with a tap."""

from __future__ import annotations

from html import escape

from scorer.app.blocks import Block, Button, Html, Panel
from scorer.app.history.descriptions import (
    boards_html,
    day_and_place,
    dynasty_words,
    names_and_points,
    outcome_words,
    thumb_html,
)
from scorer.app.pictures.board import Sheet
from scorer.app.state.memory import page_of
from scorer.app.visit import Visit
from scorer.i18n.translator import Translator
from scorer.sharing.saved_games.saved_game import SavedGame


def recent_game(visit: Visit, saved_game: SavedGame) -> Panel:
    """A saved game with every player's board, for Home; a tap opens the game."""
    tr, key = visit.tr, saved_game.key
    blocks: list[Block] = [
        Html(boards_html(saved_game, Sheet.of(*visit.host.sprites()), tr)),
        Button(outcome_words(saved_game, tr), {"kind": "open_saved_game", "key": key}, f"resume-{key}"),
        Html(f"<small>{day_place_and_dynasty(saved_game, tr)}</small>"),
    ]
    return Panel(blocks, f"recent-{key}", "link")


def day_place_and_dynasty(saved_game: SavedGame, tr: Translator) -> str:
    """The day, the location and the game of a Dynasty, as HTML."""
    return " · ".join(filter(None, (day_and_place(saved_game, tr), escape(dynasty_words(saved_game, tr)))))


def listed_game(visit: Visit, saved_game: SavedGame) -> Panel:
    """A saved game in the list of all, with the first player's board; a tap shows its page."""
    tr, key = visit.tr, saved_game.key
    said = f"{names_and_points(saved_game)}<br>{day_place_and_dynasty(saved_game, tr)}"
    blocks: list[Block] = [
        Html(thumb_html(saved_game, Sheet.of(*visit.host.sprites()), tr)),
        Button(outcome_words(saved_game, tr), {"kind": "page", "value": page_of(key)}, f"look-{key}"),
        Html(f"<small>{said}</small>"),
    ]
    return Panel(blocks, f"saved-{key}", "link")
