"""The page to begin on: photos, the last table, who plays, a sample, an empty board, a notation."""

from __future__ import annotations

from scorer.app.choices import LONGEST_NAME, PHOTO_ADVICE, SAMPLE_TITLES
from scorer.offline.blocks import Block, bullets, button, field, fold, photos, progress, samples, text
from scorer.offline.pages import back
from scorer.offline.visit import Visit
from scorer.rules.model.messages import counted, listed
from scorer.sharing.codec import MOST_PLAYERS

EXAMPLE = "wss2s1m1/g1wwww/gwCff/gglff/w1s1lgf"


def start(here: Visit) -> list[Block]:
    """The last table, whose turn it is, photos, who plays, a sample, an empty board, a notation."""
    tr = here.tr
    return [
        *_last_table(here),
        *_turn(here),
        *_photos(here),
        *_guide(here),
        fold(tr("How to take a good photo"), [bullets(map(tr, PHOTO_ADVICE))]),
        text(tr("No photo at hand?"), "heading"),
        button(tr("Empty board"), {"kind": "empty"}),
        *_samples(here),
        field(tr("Notation"), {"kind": "notation"}, hint=EXAMPLE, press=tr("Open the notation")),
        text(tr("One letter for each square, the crowns behind it, rows parted by “/”."), "note"),
        *_kept(here),
    ]


def _last_table(here: Visit) -> list[Block]:
    """The table that was just put away, or that this browser last held, where nobody sits at one."""
    if here.state.seats:
        return []
    go_on = button(here.tr("Go on with the last table"), {"kind": "again"}, main=True)
    return [*back(here), *([go_on] if here.remembered and not here.history.laid_aside else [])]


def _guide(here: Visit) -> list[Block]:
    """Who plays, before the first kingdom; players of earlier evenings are named, to be written again."""
    tr, known = here.tr, here.album.known_names(here.state)
    if here.state.seats:
        return []
    asked = field(
        tr("Who plays?"), {"kind": "join"}, longest=MOST_PLAYERS * LONGEST_NAME,
        hint=tr(listed(known or ["Ann", "Ben"])), press=tr("Begin"),
    )  # fmt: skip
    return [fold(tr("Player after player"), [asked])]


def _turn(here: Visit) -> list[Block]:
    """Whose kingdom is next, and how many still wait."""
    tr, state, index = here.tr, here.state, here.state.waiting
    if index is None:
        said = tr("**Take a photo of each finished kingdom**, one by one or all in one picture, and see the score.")
        return [text(said.replace("**", ""))]
    name, waiting = state.seats[index].name, sum(len(seat.canvases) <= state.round for seat in state.seats)
    blocks = [text(tr("Now {name}’s kingdom", name=name), "heading")]
    if waiting < len(state.seats):
        blocks.append(text(tr(counted("{count} is still to come", "{count} are still to come", waiting)), "note"))
    return [*blocks, button(tr("Leave out {name}", name=name), {"kind": "leave_out", "index": index})]


def _photos(here: Visit) -> list[Block]:
    """Choosing photos, as far as they can be read here."""
    tr = here.tr
    if here.loading == "missing":
        return [text(tr("This browser cannot read photos here. Put the squares in by a tap."), "note")]
    if here.loading == "unloaded":
        return [text(tr("What reads photos could not be loaded. Connect and open the app again."), "warning")]
    if here.loading == "loading":
        said = text(tr("What reads photos is being loaded. You can choose photos already."), "note")
        return [photos(tr("Take or choose photos")), said, progress(here.loaded)]
    kept = tr("Photos stay in this page’s memory while you look at them; none is stored or passed on.")
    return [photos(tr("Take or choose photos")), text(kept, "note")]


def _samples(here: Visit) -> list[Block]:
    """The shipped photos, where photos can be read."""
    if here.loading in ("missing", "unloaded"):
        return []
    return [samples({name: here.tr(title) for name, title in SAMPLE_TITLES.items()})]


def _kept(here: Visit) -> list[Block]:
    """Whether the app opens without a connection, as far as that is known."""
    tr = here.tr
    if here.kept == "all":
        return [text(tr("This app is kept in this browser: it works without a connection."), "note")]
    if here.kept == "refused":
        said = tr(
            "This browser has no room to keep the app: without a connection it may not open. "
            "Make room, and open it again."
        )
        return [text(said, "warning")]
    return []
