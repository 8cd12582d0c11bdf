"""Messages and restore buttons that several pages share."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.app.blocks import Block, Button, Choice, Control, Reading, Row, Text, Toast
from scorer.app.visit import Visit
from scorer.rules.table.player import DYNASTY_GAMES


def passing(visit: Visit) -> list[Block]:
    """Messages that disappear by themselves; one names the last action and undoes it."""
    tr, offer = visit.tr, visit.offer
    if not offer:
        return [Toast(tr(visit.toast), visit.requests)] if visit.toast else []
    said = " · ".join(tr(message) for message in (visit.toast, offer.message) if message)
    label = tr("Undo saving") if offer.undo["kind"] == "unsave" else tr("Undo")
    return [Row([Text(said), Button(label, offer.undo, "undo", "undo")], "notice")]


def reading(visit: Visit) -> list[Block]:
    """The progress of reading photos."""
    number, count = visit.host.reading
    if not count:
        return []
    said = visit.tr("Reading photo {number} of {count} …", number=number, count=count)
    return [Reading((number - 0.8) / count, said)]


def messages(visit: Visit) -> list[Block]:
    """Messages about photos, files and links, each with its possible actions, and a button that closes them."""
    tr = visit.tr
    blocks: list[Block] = []
    for note in visit.notes_shown:
        blocks.append(Text(tr.line(note.message), "warning"))
        if note.photo in visit.snapshots:
            blocks.append(Button(tr("Mark its four corners"), {"kind": "mark_corners", "value": note.photo}))
        out_of_turn = note.out_of_turn
        if out_of_turn and (given := out_of_turn.given_back(visit.state)) and given.slot:
            do = {"kind": "give", "photo": out_of_turn.photo, "slot": out_of_turn.slot}
            name = given.slot.name
            is_exchange = out_of_turn.is_exchange(visit.state)
            label = tr("Swap kingdoms with {name}", name=name) if is_exchange else tr("Move it to {name}", name=name)
            blocks.append(Button(label, do))
        if note.again in visit.snapshots:
            blocks.append(Button(tr("Add anyway"), {"kind": "add_again", "photo": note.again}))
        if note.twins:
            first, second = note.twins
            same = tr("Added twice") if note.is_across_games else tr("One player: combine the photos")
            different = tr("Two kingdoms") if note.is_across_games else tr("Two players: keep both")
            one = Button(same, {"kind": "merge", "first": first, "second": second})
            blocks.append(Row([one, Button(different, {"kind": "separate", "first": first, "second": second})]))
    if all(note.twins for note in visit.notes_shown):
        return blocks
    return [*blocks, Button(tr("Close"), {"kind": "close_notes"})]


def problem(visit: Visit) -> list[Block]:
    """Why the last request was refused."""
    return [Text(visit.tr.line(visit.problem), "error")] if visit.problem else []


def with_problem(visit: Visit, blocks: Sequence[Block]) -> list[Block]:
    """The blocks, with the problem below the field that sent the last request, otherwise at the end."""
    kinds = [block.do["kind"] if isinstance(block, Control) else None for block in blocks]
    at = kinds.index(visit.asked) + 1 if visit.asked in kinds else len(blocks)
    return [*blocks[:at], *problem(visit), *blocks[at:]]


def left_out(visit: Visit) -> list[Block]:
    """A warning that games are left out because a Dynasty was switched off after its first game."""
    said = visit.state.left_out
    return [Text(visit.tr(said), "warning")] if said else []


def removed(visit: Visit) -> list[Block]:
    """A button that restores the kingdom that was removed last."""
    if not visit.state.removed:
        return []
    label = visit.tr("Restore {name}’s kingdom", name=visit.state.last_removed)
    return [Button(label, {"kind": "put_back"}, icon="undo")]


def back(visit: Visit) -> list[Block]:
    """Buttons that restore the kingdom that was removed last, and the game that was stashed last."""
    if not visit.history.stashed:
        return removed(visit)
    return [*removed(visit), Button(visit.tr("Restore last game"), {"kind": "bring_back"}, icon="undo")]


def buttons(*blocks: Block) -> list[Block]:
    """Buttons in one row, if there are any."""
    return [Row(blocks)] if blocks else []


def choose_game(visit: Visit) -> list[Block]:
    """The three games of a Dynasty to choose from."""
    tr, state = visit.tr, visit.state
    if not state.dynasty:
        return []
    games = tuple((f"{state.chosen}.{game}", tr("Game {number}", number=game + 1)) for game in range(DYNASTY_GAMES))
    do, value = {"kind": "view"}, f"{state.chosen}.{state.round}"
    return [Choice(tr("Game of the Dynasty"), do, "round", value, games, "tabs", hide_label=True)]
