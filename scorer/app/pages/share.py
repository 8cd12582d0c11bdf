"""The Share page: a result card, a link, a QR code for another phone, files; and opening any of them again."""

from __future__ import annotations

from scorer.app.blocks import Block, Component, Fold, Late, OpenFile, Picture, Row, Save, Text
from scorer.app.pages import by_hand
from scorer.app.pages.messages import left_out, with_problem
from scorer.app.standings import is_settled
from scorer.app.visit import Visit
from scorer.sharing.files import file_name, to_csv, to_json
from scorer.sharing.link import address_of
from scorer.sharing.qr import QrError, qr_svg


def share(visit: Visit) -> list[Block]:
    """The page."""
    if not visit.state.slots:
        nothing = Text(visit.tr("Nothing to share yet. Here you can open a game from a file or a link."), "note")
        return [nothing, *open_again(visit)]
    return [*left_out(visit), *card(visit), *link(visit), *files(visit), *open_again(visit)]


def card(visit: Visit) -> list[Block]:
    """The card, which is drawn after the rest of the page is shown."""
    return [Late(lambda: drawn_card(visit), "card", visit.tr("Drawing the result picture …"))]


def drawn_card(visit: Visit) -> list[Block]:
    """The picture of the card, a button that saves it, and the names that its font cannot write."""
    tr, game = visit.tr, visit.state.game
    card = visit.host.card(game, tr.language, is_settled=is_settled(visit.state))
    name = file_name(game, card.ending)
    blocks: list[Block] = [
        Picture(card.picture, card.mime, tr("The card with all kingdoms and their points"), "card-picture"),
        Save(tr("Save the result picture"), name, card.mime, card.picture, "save-card", "download", main=True),
    ]
    if card.unwritten:
        said = tr(
            "The result picture’s font lacks letters of {names}. The picture shows the player’s number instead.",
            names=tr(card.unwritten),
        )
        blocks.append(Text(said, "note"))
    return blocks


def link(visit: Visit) -> list[Block]:
    """The link, and its QR code."""
    tr, address = visit.tr, address_of(visit.state.game, visit.host.address)
    words = {"send": tr("Send the link"), "copied": tr("Copied"), "link": tr("Link")}
    return [
        Text(tr("Link"), "heading"),
        Text(tr("The link contains the kingdoms and the rules, but no photos."), "note"),
        Component("link", "link", {"link": address, "words": words}),
        code(visit, address),
    ]


def code(visit: Visit, address: str) -> Block:
    """The QR code of the link."""
    tr = visit.tr
    try:
        picture = Picture(qr_svg(address).encode(), "image/svg+xml", tr("A QR code of the link"), "code")
    except QrError as error:
        return Text(tr(error.message), "info")
    return Fold(tr("QR code for another phone"), [picture], "qr-code", "qr_code", is_open=True)


def files(visit: Visit) -> list[Block]:
    """The game as files."""
    tr, game = visit.tr, visit.state.game
    as_json = Save(tr("Save as JSON"), file_name(game, "json"), "application/json", to_json(game).encode(), "save-json")
    as_csv = Save(tr("Save as CSV"), file_name(game, "csv"), "text/csv", to_csv(game), "save-csv")
    return [Text(tr("Files"), "heading"), Row([as_json, as_csv])]


def open_again(visit: Visit) -> list[Block]:
    """Opening a file or a link."""
    tr = visit.tr
    endings = (*visit.host.card_endings, "json", "csv")
    file = OpenFile(tr("From a file (result picture, JSON or CSV)"), {"kind": "file"}, f"open-{visit.uploads}", endings)
    return [Text(tr("Open a game"), "heading"), *with_problem(visit, [file, by_hand.link(visit)])]
