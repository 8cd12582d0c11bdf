"""The pages of the pocket edition: which blocks stand on them, in which order."""

from __future__ import annotations

from html import escape
from typing import Any

from scorer.app.choices import (
    AUTO,
    BONUSES,
    BOXES,
    COLOUR_WORDS,
    EDITIONS,
    GRIDS,
)
from scorer.app.component.score_sheet import score_sheet_data
from scorer.app.component.view import KingdomState, kingdom_data
from scorer.app.namesakes import namesake_notes
from scorer.app.standings import findings_html, provisional_words, ranked, standings_html, to_look_at
from scorer.app.state import judge
from scorer.app.state.actions import identity
from scorer.app.state.canvas import Canvas
from scorer.app.state.page_state import PageState
from scorer.app.telling import choice_words, untold_words
from scorer.i18n.translator import Translator
from scorer.offline.blocks import (
    Block,
    button,
    choice,
    component,
    field,
    file,
    html,
    number,
    progress,
    row,
    save,
    several,
    switch,
    text,
)
from scorer.offline.visit import Visit
from scorer.rules.legality.findings import COINS, KNIGHTS, TOWERS
from scorer.rules.model.quests import OPEN_QUESTS, QUESTS
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.player import COLOURS, DYNASTY_GAMES, distinct
from scorer.sharing.files import file_name, to_csv, to_json
from scorer.sharing.link import address_of
from scorer.sharing.qr import QrError, qr_svg

OPTIONS: dict[str, tuple[Any, ...]] = {"box": tuple(BOXES), "size": tuple(GRIDS), "edition": tuple(EDITIONS)}


def kingdoms(here: Visit) -> list[Block]:
    """One kingdom: the board, what would be right, the score sheet, what stands beside it."""
    tr, state = here.tr, here.state
    canvas = state.canvas
    if not state.seats:
        said = text(tr("Nothing here yet. Begin with a photo, a sample or an empty board."))
        return [said, button(tr("Start"), {"kind": "page", "value": "start"}, main=True), *back(here)]
    blocks = _seats(state, tr)
    if canvas is None:
        photo = button(tr("Add a photo"), {"kind": "page", "value": "start"}, main=True)
        empty = button(tr("Empty board"), {"kind": "empty"})
        return [*blocks, text(tr(state.missing)), photo, empty, *_removed(here)]
    sheet = judge.score_of(canvas.kingdom, state.settled_rules)
    blocks.append(component("kingdom", "kingdom", _kingdom(here, canvas, sheet)))
    if canvas.frame:
        return blocks
    if here.sought:
        blocks += _proposals(canvas, state, tr)
    elif is_wrong(state):
        blocks.append(text(tr("Looking for what may have been meant …"), "note"))
    if canvas.cells:
        blocks.append(component("sheet", "sheet", dict(score_sheet_data(sheet, tr, canvas.origin))))
    if sheet.rules.box.has_queendomino:
        blocks += _tokens(canvas, tr)
    blocks += _untold(state, tr)
    waiting = state.waiting
    add = tr("Add a kingdom") if waiting is None else tr("Now {name}’s kingdom", name=state.seats[waiting].name)
    held = state.held_by_later
    return [
        *blocks,
        button(add, {"kind": "page", "value": "start"}, main=waiting is not None),
        text(tr(held), "note") if held else button(tr("Remove this kingdom"), {"kind": "remove"}),
        *_removed(here),
    ]


def table(here: Visit) -> list[Block]:
    """Who won and why, who plays, and every score sheet."""
    tr, state = here.tr, here.state
    ranking = ranked(state)
    names = distinct(seat.name for seat in state.seats)
    blocks: list[Block] = []
    if ranking.standings:
        blocks.append(html(standings_html(state, ranking, tr)))
        blocks += [
            button(said, {"kind": "choose", "value": f"{index}.{game}"})
            for index, game, said in to_look_at(state, names, tr)
        ]
        if said := findings_html(ranking, tr):
            blocks.append(html(said))
    if said := provisional_words(ranking, tr):
        blocks.append(text(said, "note"))
    blocks.append(text(tr("Players"), "heading"))
    if not state.seats:
        blocks.append(text(tr("Nobody sits here yet. Begin with a photo, a sample or an empty board."), "note"))
    colours = [(colour, tr(COLOUR_WORDS[colour])) for colour in ("", *COLOURS)]
    for index, seat in enumerate(state.seats):
        do = {"kind": "player", "index": index}
        label = tr("Player {number}", number=index + 1)
        known = here.album.known_names(state)
        parts = [
            field(label, {**do, "name": "name"}, seat.name, offered=known),
            choice(tr("Castle of player {number}", number=index + 1), {**do, "name": "colour"}, seat.colour, colours),
            button(tr("Kingdom {number}", number=index + 1), {"kind": "choose", "value": f"{index}.0"}),
        ]
        blocks.append(row(parts))
        blocks += [text(tr(said), "note") for said in namesake_notes(state, index)]
    blocks += left_out(here)
    blocks.append(button(tr("Add a kingdom"), {"kind": "page", "value": "start"}, main=True))
    if state.kingdoms:
        blocks.append(button(tr("Keep this evening"), {"kind": "keep_evening"}))
    if here.clearing:
        said = tr("Put this table away and begin a new one? It can be brought back.")
        blocks += [
            text(said, "warning"),
            button(tr("Begin a new table"), {"kind": "clear"}, main=True),
            button(tr("Stay at this table"), {"kind": "ask_to_clear", "value": False}),
        ]
    elif state.seats:
        blocks.append(button(tr("New table"), {"kind": "ask_to_clear", "value": True}))
    blocks += back(here)
    for nth, standing in enumerate(ranking.standings):
        total = standing.points
        blocks.append(text(tr("Score sheet of {name}: {total}", name=standing.name, total=total), "heading"))
        blocks += [
            component("sheet", f"sheet-{nth}-{game}", dict(score_sheet_data(sheet, tr)))
            for game, sheet in enumerate(standing.sheets)
        ]
    return blocks


def rules(here: Visit) -> list[Block]:
    """The rules in play."""
    tr, played = here.tr, here.state.rules

    def chosen(label: str, name: str, options: Any) -> Block:
        value = str(getattr(played, name) or AUTO)
        said = [(str(key), choice_words(name, key, words, here.state, tr)) for key, words in options.items()]
        return choice(label, {"kind": "rule", "name": name}, value, said)

    def switched(label: str, name: str, value: bool) -> Block:
        return switch(label, {"kind": "rule", "name": name}, value)

    return [
        chosen(tr("Game"), "box", BOXES),
        chosen(tr("Grid"), "size", GRIDS),
        text(
            tr("Mighty Duel and two-player Queendomino are played on 7×7; Royal Wedding on 7×7 with 3 or 4 players."),
            "note",
        ),
        *_expansions(here),
        *(switched(tr(label), name, getattr(played, name)) for name, label in BONUSES.items() if not played.giants),
        chosen(tr("Ties follow the"), "edition", EDITIONS),
        text(
            tr(
                "After the largest territory the older rulebooks count all crowns; "
                "the US ones share the victory at once."
            ),
            "note",
        ),
        switched(tr("Dynasty: three games, points added"), "dynasty", here.state.dynasty),
        *left_out(here),
    ]


def left_out(here: Visit) -> list[Block]:
    """That games are left out, where a Dynasty was switched off after its first."""
    said = here.state.left_out
    return [text(here.tr(said), "warning")] if said else []


def _expansions(here: Visit) -> list[Block]:
    """Age of Giants with its quests, and The Court."""
    tr, played = here.tr, here.state.rules
    giants = tr("Age of Giants: giants cover crowns, and two quests are open")
    court = tr("The Court: resources, characters and buildings")
    blocks = [switch(giants, {"kind": "giants"}, played.giants)]
    if played.giants:
        quests = [(str(quest), tr(quest.name)) for quest in QUESTS]
        chosen = [str(quest) for quest in played.quests]
        blocks.append(several(tr("Open quests"), {"kind": "quests"}, chosen, quests, OPEN_QUESTS))
    return [*blocks, switch(court, {"kind": "rule", "name": "court"}, played.court)]


def share(here: Visit) -> list[Block]:
    """A link, a code, files; and opening any of them again."""
    tr = here.tr
    blocks: list[Block] = []
    if here.state.seats:
        game = here.state.game
        address = address_of(game, here.address)
        words = {"send": tr("Send the link"), "copied": tr("Copied"), "link": tr("Link")}
        blocks += [
            *left_out(here),
            text(tr("Link"), "heading"),
            text(tr("The link itself holds the kingdoms and the rules; photos are not in it."), "note"),
            component("link", "link", {"link": address, "words": words}),
            *_code(address, tr),
            text(tr("Files"), "heading"),
            save(tr("Save as JSON"), file_name(game, "json"), "application/json", to_json(game)),
            save(tr("Save as CSV"), file_name(game, "csv"), "text/csv", to_csv(game).decode()),
            text(tr("The card as a picture is made by the app on a computer: open this link there."), "note"),
        ]
    else:
        blocks.append(text(tr("Nothing to share yet. A table that was kept can be opened here."), "note"))
    return [
        *blocks,
        text(tr("Open a table again"), "heading"),
        file(tr("Choose a file"), {"kind": "file"}),
        field(tr("or a link"), {"kind": "link"}, longest=20_000, press=tr("Open")),
    ]


def is_wrong(state: PageState) -> bool:
    """Whether the kingdom being looked at is there as a whole, and not legal."""
    canvas = state.canvas
    return canvas is not None and canvas.is_whole and judge.check_of(canvas.kingdom, state.settled_rules).legal is False


def notes(here: Visit) -> list[Block]:
    """What is to be told above everything else, on every page."""
    tr, (number, count) = here.tr, here.reading
    blocks = [text(tr(here.note), "warning")] if here.note else []
    if number:
        said = tr("Reading photo {number} of {count} …", number=number, count=count)
        blocks += [text(said, "note"), progress((number - 1) / count)]
    for note in here.unread:
        if note.photo in here.state.photos:  # its grid is laid by hand
            continue
        blocks.append(text(tr(note.message), "warning"))
        if note.photo:
            blocks.append(button(tr("Mark its four corners"), {"kind": "lay", "value": note.photo}))
        went = note.out_of_turn
        if went and (given := went.given_back(here.state)) and given.seat:
            do = {"kind": "give", "photo": went.photo, "seat": went.seat}
            blocks.append(button(tr("Give it to {name}", name=given.seat.name), do))
    return blocks


def back(here: Visit) -> list[Block]:
    """Bring back who was removed from this table last, and the table that was on the page before it."""
    if not here.history.laid_aside:
        return _removed(here)
    return [*_removed(here), button(here.tr("Bring the last table back"), {"kind": "bring_back"})]


def _removed(here: Visit) -> list[Block]:
    """Bring back who was removed from this table last, with the kingdom."""
    if not here.state.removed:
        return []
    label = here.tr("Bring {name}’s kingdom back", name=here.state.last_removed)
    return [button(label, {"kind": "put_back"})]


def _seats(state: PageState, tr: Translator) -> list[Block]:
    blocks = []
    if len(state.seats) > 1:
        names = distinct(seat.name for seat in state.seats)
        options = [(f"{index}.{state.round}", name) for index, name in enumerate(names)]
        blocks.append(choice(tr("Player"), {"kind": "choose"}, f"{state.chosen}.{state.round}", options))
    if state.dynasty:
        games = [(f"{state.chosen}.{game}", tr("Game {number}", number=game + 1)) for game in range(DYNASTY_GAMES)]
        blocks.append(choice(tr("Game of the Dynasty"), {"kind": "choose"}, f"{state.chosen}.{state.round}", games))
    return blocks


def _kingdom(here: Visit, canvas: Canvas, sheet: ScoreSheet) -> dict[str, Any]:
    state, tr = here.state, here.tr
    history = here.history
    snapshot = here.snapshots.get(canvas.photo or "")
    shown = KingdomState(
        session="pocket",
        identity=identity(state),
        canvas=canvas,
        sheet=sheet,
        check=None if canvas.is_partial else judge.check_of(canvas.kingdom, sheet.rules),
        size=sheet.rules.size,
        snapshot=snapshot,
        photo_href=snapshot.href if snapshot else "",
        castle=(state.seat.colour if state.seat else "") or "yellow",
        undoes=tr(history.undoes) if history.undoes else "",
        redoes=tr(history.redoes) if history.redoes else "",
        notice=tr(here.notice) if here.notice else "",
        acted=here.acted,
        provisional=state.is_provisional,
    )
    return dict(kingdom_data(shown, here.sprites, "sprites.webp", tr))


def _proposals(canvas: Canvas, state: PageState, tr: Translator) -> list[Block]:
    """Legal kingdoms close by, each a tap away."""
    if not is_wrong(state):
        return []
    found = judge.corrections_of(canvas.kingdom, state.settled_rules)
    said = [text(tr("**It would be right …**").replace("**", ""))] if found else []
    return said + [
        button(tr(correction.message), {"kind": "correct", "notation": str(correction.kingdom)}) for correction in found
    ]


def _tokens(canvas: Canvas, tr: Translator) -> list[Block]:
    labels = {"coins": (tr("Coins"), COINS), "towers": (tr("Towers"), TOWERS), "knights": (tr("Knights"), KNIGHTS)}
    blocks = [text(tr("Beside the kingdom"), "heading")]
    for name, (label, most) in labels.items():
        do = {"kind": "token", "name": name}
        blocks.append(number(label, do, min(most, getattr(canvas.kingdom, name)), most))
    blocks.append(switch(tr("The Queen is here"), {"kind": "token", "name": "queen"}, canvas.kingdom.queen))
    return blocks


def _untold(state: PageState, tr: Translator) -> list[Block]:
    """What has still to be told before the total is sure."""
    said = untold_words(state, tr)
    blocks = [text(said, "note")] if said else []
    return [*blocks, button(tr("That is all"), {"kind": "told"})] if state.untold else blocks


def _code(address: str, tr: Translator) -> list[Block]:
    label = escape(tr("A QR code of the link"))
    try:
        return [html(f"<div class='code' role='img' aria-label='{label}'>{qr_svg(address)}</div>")]
    except QrError as error:
        return [text(tr(error.message), "note")]
