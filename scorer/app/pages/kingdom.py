"""The page of one kingdom: view it, correct it, and see the score change."""

from __future__ import annotations

from scorer.app.blocks import (
    Block,
    Button,
    Choice,
    Component,
    Late,
    Number,
    Part,
    Photos,
    Row,
    Save,
    Sought,
    Switch,
    Text,
)
from scorer.app.component.score_sheet import score_sheet_data
from scorer.app.component.view import KingdomState, kingdom_data
from scorer.app.pages.messages import back, buttons, choose_game, problem, removed
from scorer.app.pages.photos import photos, unable
from scorer.app.state import judge
from scorer.app.state.actions import identity
from scorer.app.state.draft import Draft
from scorer.app.visit import Visit
from scorer.app.wording import missing_words
from scorer.rules.legality.direct_findings import COINS, KNIGHTS, TOWERS
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.player import distinct


def kingdom(visit: Visit) -> list[Block]:
    """The page."""
    tr = visit.tr
    if not visit.state.slots:
        start = Button(tr("Start"), {"kind": "page", "value": "home"}, main=True)
        empty = Text(tr("Nothing here yet. Start with a photo or an example, or enter squares."), "info")
        return [empty, *buttons(start, *back(visit))]
    choice = [*choose_player(visit), *choose_game(visit)]
    if visit.state.draft is None:
        return [*choice, *missing(visit)]
    return [*choice, Part(lambda: editor(visit), lambda: outline(visit), "kingdom-part"), *more(visit), *report(visit)]


def outline(visit: Visit) -> tuple[object, ...]:
    """The parts of the page outside the kingdom's editor, and whether it shows an editor."""
    state = visit.state
    return visit.page, visit.tr.language, state.outline, state.draft is None


def choose_player(visit: Visit) -> list[Block]:
    """The player whose kingdom is shown, between arrows to the players before and after."""
    tr, state = visit.tr, visit.state
    if len(state.slots) < 2:  # noqa: PLR2004 (one player is no choice)
        return []
    names = distinct(slot.name for slot in state.slots)
    options = tuple((f"{index}.{state.round}", name) for index, name in enumerate(names))
    value = f"{state.chosen}.{state.round}"
    before, after = ((state.chosen + step) % len(names) for step in (-1, 1))
    previous = tr("Previous player: {name}", name=names[before]), options[before][0], "previous", "chevron_left"
    following = tr("Next player: {name}", name=names[after]), options[after][0], "next", "chevron_right"
    arrows = [
        Button(label, {"kind": "view", "value": at}, key, icon, hide_label=True)
        for label, at, key, icon in (previous, following)
    ]
    players = Choice(tr("Player"), {"kind": "view"}, "slot", value, options, hide_label=True)
    return [Row([arrows[0], players, arrows[1]], "players")]


def missing(visit: Visit) -> list[Block]:
    """The next steps for a player without a kingdom in this game."""
    tr = visit.tr
    empty = Button(tr("Enter squares"), {"kind": "empty"}, icon="grid_on")
    fields = Row([*photos(visit, is_short=True), empty])
    return [Text(tr(visit.state.missing), "info"), *unable(visit), fields, *removed(visit)]


def editor(visit: Visit) -> list[Block]:
    """The kingdom and everything that depends on a tap on it; empty after it was removed."""
    state, draft, tr = visit.state, visit.state.draft, visit.tr
    if draft is None:
        return []
    sheet = judge.score_of(draft.kingdom, state.settled_rules)
    blocks = [board(visit, draft, sheet), *problem(visit)]
    if draft.frame:
        return blocks
    blocks += [*another_photo(visit, draft), *corrections(visit, draft)]
    if sheet.rules.box.has_queendomino:  # above the score sheet, whose lines would move the fields while they are used
        blocks += tokens(visit, draft)
    blocks += missing_entries(visit)
    if draft.cells:
        blocks.append(Component("sheet", "sheet", score_sheet_data(sheet, tr, draft.origin)))
    return blocks


def board(visit: Visit, draft: Draft, sheet: ScoreSheet) -> Component:
    """The kingdom's editor."""
    state, tr, host, history = visit.state, visit.tr, visit.host, visit.history
    snapshot = visit.snapshots.get(draft.photo or "")
    sprites, href = host.sprites()
    shown = KingdomState(
        session=host.name,
        identity=identity(state),
        draft=draft,
        sheet=sheet,
        check=None if draft.is_partial else judge.check_of(draft.kingdom, sheet.rules),
        size=sheet.rules.size,
        snapshot=snapshot,
        photo_href=host.photo_address(snapshot) if snapshot else "",
        castle=state.slot.colour if state.slot else "",
        undoes=tr(history.undoes) if history.undoes else "",
        redoes=tr(history.redoes) if history.redoes else "",
        notice=tr(visit.notice) if visit.notice else "",
        acted=visit.acted,
        select=visit.select,
        provisional=state.is_provisional,
    )
    return Component("kingdom", "kingdom", kingdom_data(shown, sprites, href, tr))


def another_photo(visit: Visit, draft: Draft) -> list[Block]:
    """A field for another photo of this kingdom, while squares are uncertain that it may show."""
    if visit.host.loading != "ready" or draft.photo not in visit.snapshots or draft.is_bare or not draft.doubtful:
        return []
    return [Photos(visit.tr("Add another photo of this kingdom"), f"view-{visit.uploads}")]


def corrections(visit: Visit, draft: Draft) -> list[Block]:
    """Legal kingdoms close to a complete one that is not legal, one button each. They take longer than the rest of
    the page."""
    rules = visit.state.settled_rules
    if draft.is_partial or judge.check_of(draft.kingdom, rules).legal is not False:
        return []
    note = Text(visit.tr("If all squares are right, the points still count."), "note")
    return [note, Late(lambda: proposals(visit, draft), "corrections")] if draft.is_whole else [note]


def proposals(visit: Visit, draft: Draft) -> list[Block]:
    """The corrections, or a message while the search for them runs."""
    tr = visit.tr
    found = visit.host.corrections(draft.kingdom, visit.state.settled_rules)
    if found is None:
        return [Sought(tr("Looking for possible corrections …"))]
    blocks: list[Block] = [Text(tr("**Possible corrections**"), "marked")] if found else []
    for number, correction in enumerate(found):
        do = {"kind": "correct", "kingdom": identity(visit.state), "notation": str(correction.kingdom)}
        blocks.append(Button(tr.line(correction.message), do, f"correct-{number}", "check", wide=True))
    return blocks


def tokens(visit: Visit, draft: Draft) -> list[Block]:
    """The tokens of a Queendomino kingdom."""
    tr = visit.tr
    labels = {"coins": (tr("Coins"), COINS), "towers": (tr("Towers"), TOWERS), "knights": (tr("Knights"), KNIGHTS)}
    missing = visit.state.missing_pieces
    numbers = []
    for name, (label, limit) in labels.items():
        count = None if name in missing else min(limit, getattr(draft.kingdom, name))
        numbers.append(Number(label, {"kind": "token", "name": name}, f"token-{name}", count, limit))
    queen = Switch(
        tr("The Queen is in this kingdom"), {"kind": "token", "name": "queen"}, "token-queen", draft.kingdom.queen
    )
    building = Text(tr("To enter a building, tap its square in the kingdom."), "note")
    return [Text(tr("Coins, towers, knights, buildings"), "heading"), Row(numbers, "fields"), queen, building]


def missing_entries(visit: Visit) -> list[Block]:
    """The entries that are missing before the total is final."""
    tr, said = visit.tr, missing_words(visit.state, visit.tr)
    if not visit.state.missing_pieces:
        return [Text(said, "info")] if said else []
    then = tr("Then tap “Nothing more to add”.")
    return [Text(f"{said} {then}", "info"), Button(tr("Nothing more to add"), {"kind": "all_entered"})]


def more(visit: Visit) -> list[Block]:
    """Adding the next kingdom and removing this one."""
    tr, state, waiting = visit.tr, visit.state, visit.state.waiting
    do = {"kind": "page", "value": "game"}
    add = Button(tr("Add a kingdom"), do, icon="add")
    if waiting is not None:
        label = tr("Next: {name}", name=state.slots[waiting].name)
        add = Button(label, do, icon="arrow_forward", main=True)
    held = state.held_by_later
    remove = Text(tr(held), "note") if held else Button(tr("Remove this kingdom"), {"kind": "remove"}, icon="delete")
    return [Row([add, remove]), *removed(visit)]


def report(visit: Visit) -> list[Block]:
    """A button that saves a report about a misread photo; empty without the photo."""
    tr, draft = visit.tr, visit.state.draft
    if draft is None or draft.reading is None or draft.photo not in visit.snapshots:
        return []
    if not visit.report:
        return [Button(tr("Report a reading error"), {"kind": "report"}, icon="flag")]
    said = tr(
        "Correct the squares first. Then save this file and attach it to your report; the app sends "
        "nothing itself. The file contains the photo, the squares as read, and your corrections. "
        "Check that the photo shows nothing private."
    )
    save, kind = tr("Save the report"), "application/zip"
    return [Text(said, "info"), Save(save, "misread.zip", kind, visit.report, "save-report", "download", main=True)]
