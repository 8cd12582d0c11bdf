"""The page of the table: who won and why, who plays, and every score sheet."""

from __future__ import annotations

from scorer.app.blocks import Block, Button, Choice, Component, Field, Fold, Html, Row, Text
from scorer.app.choices import COLOUR_WORDS
from scorer.app.component.score_sheet import score_sheet_data
from scorer.app.default_names import default_name
from scorer.app.namesakes import namesake_notes
from scorer.app.pages.messages import back, left_out
from scorer.app.standings import findings_html, provisional_words, ranked, standings_html, to_look_at
from scorer.app.visit import Visit
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.player import COLOURS, distinct
from scorer.rules.table.ranking import Ranking
from scorer.rules.table.standing import Standing


def table(visit: Visit) -> list[Block]:
    """The page."""
    ranking = ranked(visit.state)
    return [
        *result(visit, ranking),
        *players(visit),
        *left_out(visit),
        Row([*actions(visit), *back(visit)]),
        *ask_before_clearing(visit),
        *(sheets(visit, standing, index) for index, standing in enumerate(ranking.standings)),
    ]


def result(visit: Visit, ranking: Ranking) -> list[Block]:
    """Who won, what is still open, and what is wrong with the table."""
    tr = visit.tr
    blocks: list[Block] = []
    if ranking.standings:
        blocks.append(Html(standings_html(visit.state, ranking, tr)))
        names = distinct(seat.name for seat in visit.state.seats)
        blocks += [
            Button(said, {"kind": "choose", "value": f"{index}.{game}"}, f"doubt-{index}-{game}", "help")
            for index, game, said in to_look_at(visit.state, names, tr)
        ]
        if said := findings_html(ranking, tr):
            blocks.append(Html(said))
    if said := provisional_words(ranking, tr):
        blocks.append(Text(said, "info"))
    return blocks


def players(visit: Visit) -> list[Block]:
    """The players, with their names and colours to change."""
    tr = visit.tr
    blocks: list[Block] = [Text(tr("Players"), "heading")]
    if not visit.state.seats:
        blocks.append(Text(tr("Nobody sits here yet. Begin with a photo, a sample or an empty board."), "note"))
    for index in range(len(visit.state.seats)):
        blocks += player(visit, index)
    return blocks


def player(visit: Visit, index: int) -> list[Block]:
    """One player: name, colour, a button to the kingdom, and what is unclear about the name."""
    tr, seat, number = visit.tr, visit.state.seats[index], index + 1
    do = {"kind": "player", "index": index}
    colours = tuple((colour, tr(COLOUR_WORDS[colour])) for colour in ("", *COLOURS))
    castle = tr("Castle of player {number}", number=number)
    parts: list[Block] = [
        Field(tr("Player {number}", number=number), {**do, "name": "name"}, f"name-{index}", seat.name),
        Choice(castle, {**do, "name": "colour"}, f"hue-{index}", seat.colour, colours, hide_label=True),
        Button(tr("Kingdom {number}", number=number), {"kind": "choose", "value": f"{index}.0"}, f"look-{index}"),
    ]
    notes = [Text(tr(said), "note") for said in namesake_notes(visit.state, index)]
    return [Row(parts, "fields"), *notes, *known_players(visit, index)]


def known_players(visit: Visit, index: int) -> list[Block]:
    """Players of earlier games who are not at the table, for a player without a name."""
    tr, known = visit.tr, visit.album.known_names(visit.state)
    if not known or visit.state.seats[index].name != default_name(index + 1, tr):
        return []
    do = {"kind": "player", "index": index, "name": "name"}
    options = tuple((name, name) for name in known)
    label = tr("Who is player {number}?", number=index + 1)
    return [Choice(label, do, f"known-{index}", None, options, "pills", hide_label=True)]


def actions(visit: Visit) -> list[Block]:
    """What can be done with the table."""
    tr, state = visit.tr, visit.state
    blocks: list[Block] = [Button(tr("Add a kingdom"), {"kind": "page", "value": "start"}, icon="add", main=True)]
    if state.kingdoms:
        blocks.append(Button(tr("Keep this evening"), {"kind": "keep_evening"}, icon="bookmark_add"))
    if state.seats and not visit.clearing:
        blocks.append(Button(tr("New table"), {"kind": "ask_to_clear", "value": True}, icon="restart_alt"))
    return blocks


def ask_before_clearing(visit: Visit) -> list[Block]:
    """The question before a new table takes the place of this one."""
    tr = visit.tr
    if not visit.clearing:
        return []
    begin = Button(tr("Begin a new table"), {"kind": "clear"}, main=True)
    stay = Button(tr("Stay at this table"), {"kind": "ask_to_clear", "value": False})
    return [Text(tr("Put this table away and begin a new one? It can be brought back."), "warning"), Row([begin, stay])]


def sheets(visit: Visit, standing: Standing, index: int) -> Fold:
    """A player's score sheets, in a Dynasty each with the number of its game."""
    tr, total = visit.tr, standing.points
    inside = []
    for number, sheet in enumerate(standing.games, start=1):
        if isinstance(sheet, ScoreSheet):  # of other games only the points are known
            name = tr("Game {number}", number=number) if len(standing.games) > 1 else ""
            inside.append(Component("sheet", f"sheet-{index}-{number}", score_sheet_data(sheet, tr, name=name)))
    return Fold(tr("Score sheet of {name}: {total}", name=standing.name, total=total), inside, f"sheets-{index}")
