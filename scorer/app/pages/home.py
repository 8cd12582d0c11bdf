"""Home: start with a photo, an example or an empty board, or go on with a game."""

from __future__ import annotations

from scorer.app.blocks import Block, Button, Field, Fold, Names, Row, Samples, Text, bullets
from scorer.app.choices import LONGEST_NAME, PHOTO_ADVICE, SAMPLE_TITLES
from scorer.app.pages.header import go
from scorer.app.pages.messages import back, messages, problem, reading
from scorer.app.pages.photos import photos
from scorer.app.visit import Visit
from scorer.rules.model.messages import listed
from scorer.rules.table.player import distinct
from scorer.sharing.codec import MOST_PLAYERS

EXAMPLE = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
MAX_NOTATION = 500


def home(visit: Visit) -> list[Block]:
    """The page."""
    tr = visit.tr
    said = tr("**Take a photo of each finished kingdom**, one by one or all in one picture, and see the score.")
    return [
        *current_game(visit),
        Text(said, "marked"),
        *photos(visit),
        *reading(visit),
        *messages(visit),
        *last_table(visit),
        *who_plays(visit),
        Fold(tr("How to take a good photo"), [bullets(map(tr, PHOTO_ADVICE))], "how-to", "photo_camera"),
        Text(tr("No photo? Try an example"), "heading"),
        *samples(visit),
        Row([Button(tr("Empty board"), {"kind": "empty"}, "empty", "grid_on"), *first_rules(visit)]),
        notation(visit),
        *problem(visit),
        *kept(visit),
    ]


def current_game(visit: Visit) -> list[Block]:
    """A button to the game on the page, which further photos are added to."""
    tr, state = visit.tr, visit.state
    if not state.seats:
        return []
    names = listed(distinct(seat.name for seat in state.seats))
    said = tr("Photos are added to the game of {names}.", names=names)
    return [Button(tr("Resume game"), {"kind": "page", "value": "game"}, "go-game", main=True), Text(said, "note")]


def first_rules(visit: Visit) -> list[Block]:
    """The rules, to choose before there is a game."""
    return [] if visit.state.seats else [go(visit, "rules", "menu_book")]


def samples(visit: Visit) -> list[Block]:
    """The sample photos, if this host can read photos."""
    if visit.host.loading in ("missing", "unloaded"):
        return []
    return [Samples(tuple((name, visit.tr(title)) for name, title in SAMPLE_TITLES.items()))]


def last_table(visit: Visit) -> list[Block]:
    """The table that was put away last, or that this browser held last, while the table on the page is empty."""
    if visit.state.seats:
        return []
    go_on = Button(visit.tr("Resume last game"), {"kind": "again"}, icon="history", main=True)
    return [*back(visit), *([go_on] if visit.remembered and not visit.history.laid_aside else [])]


def who_plays(visit: Visit) -> list[Block]:
    """The players, entered before the first kingdom; the page then asks for one kingdom after the other."""
    tr = visit.tr
    if visit.state.seats:
        return []
    known = visit.album.known_names(visit.state)
    asked = Names(
        tr("Who’s playing?"), {"kind": "join"}, "join", tuple(visit.album.evenings.names), MOST_PLAYERS,
        MOST_PLAYERS * LONGEST_NAME, tr("Start"), tr("Choose or type names"), tr(listed(known or ["Ann", "Ben"])),
    )  # fmt: skip
    return [Fold(tr("One player at a time"), [asked], "guide", "groups")]


def notation(visit: Visit) -> Field:
    """The field for a kingdom in notation."""
    tr = visit.tr
    return Field(
        tr("Notation"), {"kind": "notation"}, "notation", max_length=MAX_NOTATION, hint=EXAMPLE,
        press=tr("Open the notation"), help=tr("One letter for each square, the crowns behind it, rows parted by “/”."),
    )  # fmt: skip


def kept(visit: Visit) -> list[Block]:
    """Whether the app opens without a connection, as far as it is known."""
    tr = visit.tr
    if visit.host.kept == "all":
        return [Text(tr("This app is kept in this browser: it works without a connection."), "note")]
    if visit.host.kept == "refused":
        said = tr(
            "This browser has no room to keep the app: without a connection it may not open. "
            "Make room, and open it again."
        )
        return [Text(said, "warning")]
    return []
