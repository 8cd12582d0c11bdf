"""The page of photos: photos, a sample, an empty board or a notation."""

from __future__ import annotations

from scorer.app.blocks import Block, Button, Field, Fold, Names, Photos, Progress, Row, Samples, Text, bullets
from scorer.app.choices import LONGEST_NAME, PHOTO_ADVICE, SAMPLE_TITLES
from scorer.app.pages.messages import back, choose_game, messages, problem, reading
from scorer.app.visit import Visit
from scorer.rules.model.messages import counted, listed
from scorer.sharing.codec import MOST_PLAYERS

EXAMPLE = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"
MAX_NOTATION = 500


def start(visit: Visit) -> list[Block]:
    """The page."""
    tr = visit.tr
    return [
        *choose_game(visit),
        *turn(visit),
        *photos(visit),
        *reading(visit),
        *messages(visit),
        *last_table(visit),
        *who_plays(visit),
        Fold(tr("How to take a good photo"), [bullets(map(tr, PHOTO_ADVICE))], "how-to", "photo_camera"),
        Text(tr("No photo at hand?"), "heading"),
        Row([Button(tr("Empty board"), {"kind": "empty"}, "empty", "grid_on")]),
        *samples(visit),
        notation(visit),
        *problem(visit),
        *kept(visit),
    ]


def turn(visit: Visit) -> list[Block]:
    """Whose kingdom is next and how many follow; without a list of players, what to do first."""
    tr, state, index = visit.tr, visit.state, visit.state.waiting
    if index is None:
        said = tr("**Take a photo of each finished kingdom**, one by one or all in one picture, and see the score.")
        return [Text(said, "marked")]
    name, waiting = state.seats[index].name, sum(len(seat.canvases) <= state.round for seat in state.seats)
    blocks: list[Block] = [Text(tr("Now {name}’s kingdom", name=name), "heading")]
    if waiting < len(state.seats):
        blocks.append(Text(tr(counted("{count} is still to come", "{count} are still to come", waiting)), "note"))
    label = tr("Leave out {name}", name=name)
    return [*blocks, Button(label, {"kind": "leave_out", "index": index}, icon="person_remove")]


def photos(visit: Visit) -> list[Block]:
    """The field for photos, if this host can read them."""
    tr, host = visit.tr, visit.host
    if host.loading == "missing":
        return [Text(tr("This browser cannot read photos here. Put the squares in by a tap."), "note")]
    if host.loading == "unloaded":
        return [Text(tr("What reads photos could not be loaded. Connect and open the app again."), "warning")]
    field = Photos(tr("Take or choose photos"), f"upload-{visit.uploads}")
    if host.loading == "loading":
        said = tr("What reads photos is being loaded. You can choose photos already.")
        return [field, Text(said, "note"), Progress(host.loaded)]
    private = tr("Photos stay in this page’s memory while you look at them; none is stored or passed on.")
    return [field, Text(private, "note")]


def samples(visit: Visit) -> list[Block]:
    """The sample photos, if this host can read photos."""
    if visit.host.loading in ("missing", "unloaded"):
        return []
    return [Samples(tuple((name, visit.tr(title)) for name, title in SAMPLE_TITLES.items()))]


def last_table(visit: Visit) -> list[Block]:
    """The table that was put away last, or that this browser held last, while the table on the page is empty."""
    if visit.state.seats:
        return []
    go_on = Button(visit.tr("Go on with the last table"), {"kind": "again"}, icon="history", main=True)
    return [*back(visit), *([go_on] if visit.remembered and not visit.history.laid_aside else [])]


def who_plays(visit: Visit) -> list[Block]:
    """The players, entered before the first kingdom; the page then asks for one kingdom after the other."""
    tr = visit.tr
    if visit.state.seats:
        return []
    known = visit.album.known_names(visit.state)
    asked = Names(
        tr("Who plays?"), {"kind": "join"}, "join", tuple(visit.album.evenings.names), MOST_PLAYERS,
        MOST_PLAYERS * LONGEST_NAME, tr("Begin"), tr("Choose or type names"), tr(listed(known or ["Ann", "Ben"])),
    )  # fmt: skip
    return [Fold(tr("Player after player"), [asked], "guide", "groups")]


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
