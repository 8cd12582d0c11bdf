"""The page of one saved game: its result, its details, and its actions."""

from __future__ import annotations

from scorer.app.blocks import Block, Button, Day, Field, Html, LinkOut, Row, Text
from scorer.app.history.descriptions import (
    day_and_place,
    outcome_words,
    photo_html,
    places_html,
    variant_words,
    winner_html,
)
from scorer.app.pages.messages import problem
from scorer.app.pictures.board import Sheet
from scorer.app.state.memory import key_on
from scorer.app.visit import Visit
from scorer.sharing.saved_games.bg_stats import play_address
from scorer.sharing.saved_games.saved_game import MAX_LOCATION, MAX_NOTES, SavedGame
from scorer.sharing.saved_games.statistics import Variant


def saved(visit: Visit) -> list[Block]:
    """The page."""
    tr, saved_game = visit.tr, visit.game_history.saved_games.find(key_on(visit.page))
    if saved_game is None and not visit.game_history.known:
        return [Text(tr("Looking for saved games …"), "note")]
    if saved_game is None:
        return [Text(tr("This game is not saved in this browser."), "note")]
    return [*result(visit, saved_game), *actions(visit, saved_game), *details(visit, saved_game), *problem(visit)]


def result(visit: Visit, saved_game: SavedGame) -> list[Block]:
    """The winner, the day, the variant, and the place of each player."""
    tr = visit.tr
    lines = (day_and_place(saved_game, tr), variant_words(Variant.of(saved_game), tr))
    blocks: list[Block] = [
        Html(winner_html(outcome_words(saved_game, tr), lines)),
        Html(places_html(saved_game, Sheet.of(*visit.host.sprites()), tr)),
    ]
    if photo := photo_html(saved_game, tr):
        blocks.append(Html(photo))
    return blocks


def actions(visit: Visit, saved_game: SavedGame) -> list[Block]:
    """Buttons that open, share and delete the game."""
    tr, key = visit.tr, saved_game.key
    opened = Button(tr("Open game"), {"kind": "open_saved_game", "key": key}, f"open-{key}", main=True)
    delete = Button(tr("Delete"), {"kind": "delete_saved_game", "key": key}, f"delete-{key}", "delete")
    return [Row([opened, LinkOut(tr("Send to BG Stats"), play_address(saved_game), f"bg-stats-{key}"), delete])]


def details(visit: Visit, saved_game: SavedGame) -> list[Block]:
    """The day, the location and the notes, to change."""
    tr, key = visit.tr, saved_game.key
    do = {"kind": "describe", "key": key}
    return [
        Day(tr("Date"), {"kind": "day", "key": key}, f"day-{key}", saved_game.day.isoformat()),
        Field(tr("Location"), {**do, "name": "location"}, f"location-{key}", saved_game.location, MAX_LOCATION),
        Field(tr("Notes"), {**do, "name": "notes"}, f"notes-{key}", saved_game.notes, MAX_NOTES, is_long=True),
    ]
