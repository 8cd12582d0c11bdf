"""The Game page: who leads or has won, a card for each player, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from scorer.app.blocks import Block, Button, Choice, Component, Field, Fold, Html, Panel, Row, Text
from scorer.app.board_picture import Sheet, board_html
from scorer.app.choices import COLOUR_WORDS
from scorer.app.component.score_sheet import score_sheet_data
from scorer.app.default_names import default_name
from scorer.app.game_summary import GameSummary, OpenItem, PlayerSummary, game_summary
from scorer.app.namesakes import namesake_notes
from scorer.app.pages.messages import back, choose_game, left_out, problem, reading
from scorer.app.pages.photos import photos
from scorer.app.standings import findings_html, is_settled, provisional_words, ranked, ranked_by
from scorer.app.suggestions import known_players, suggested_players
from scorer.app.visit import Visit
from scorer.rules.model.messages import counted
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.player import COLOURS
from scorer.rules.table.ranking import Ranking
from scorer.rules.table.standing import Standing


def game(visit: Visit) -> list[Block]:
    """The page."""
    ranking = ranked(visit.state)
    summary = game_summary(visit.state, ranking)
    return [
        *choose_game(visit),
        *result(visit, ranking, summary),
        *cards(visit, ranking, summary),
        *next_player(visit),
        *players(visit),
        *left_out(visit),
        Row([*actions(visit), *back(visit)]),
        *ask_before_clearing(visit),
        *(sheets(visit, standing, index) for index, standing in enumerate(ranking.standings)),
        *problem(visit),
        Row([*photos(visit, is_short=True), by_hand(visit), *reading(visit)], "dock"),
    ]


def result(visit: Visit, ranking: Ranking, summary: GameSummary) -> list[Block]:
    """Who leads or has won, what is wrong with the game, and what is still to enter."""
    tr = visit.tr
    blocks: list[Block] = []
    lines = [tr(said) for said in (summary.game, summary.detail) if said]
    if summary.headline:
        detail = "".join(f"<span>{escape(line)}</span>" for line in lines)
        blocks.append(Html(f"<p class='winner'><b>{escape(tr(summary.headline))}</b>{detail}</p>"))
    else:
        blocks += (Text(line) for line in lines)
    if ranking.standings and (said := findings_html(ranking, tr)):
        blocks.append(Html(said))
    if said := provisional_words(ranking, tr):
        blocks.append(Text(said, "info"))
    return blocks


def cards(visit: Visit, ranking: Ranking, summary: GameSummary) -> Iterator[Block]:
    """A card for each player, in the order of the ranking; those without a kingdom follow."""
    if not summary.players:
        yield Text(visit.tr("No players yet. Start with a photo, an example or an empty board."), "note")
    standings = {standing.name: standing for standing in ranking.standings}
    order = {name: number for number, name in enumerate(standings)}
    for player in sorted(summary.players, key=lambda player: order.get(player.name, len(order))):
        yield Panel(list(card(visit, player, standings.get(player.name), ranking)), f"player-{player.seat}")


def card(visit: Visit, player: PlayerSummary, standing: Standing | None, ranking: Ranking) -> Iterator[Block]:
    """A player: the board, the total, a button to the kingdom, and a button for each thing that is still open."""
    tr, seat = visit.tr, player.seat
    yield Html(card_html(visit, player, standing, ranking))
    at = f"{seat}.{visit.state.round}"
    look = Button(tr("{name}’s kingdom", name=player.name), {"kind": "choose", "value": at}, f"look-{seat}")
    yield Row([look, *(open_item(visit, seat, item) for item in player.open if item.kind != "missing")])
    yield from suggested_names(visit, seat)


def open_item(visit: Visit, seat: int, item: OpenItem) -> Button:
    """A button to the kingdom in which something is still open."""
    do = {"kind": "choose", "value": f"{seat}.{item.game}"}
    return Button(visit.tr(item.message), do, f"open-{seat}-{item.game}-{item.kind}", "help")


def card_html(visit: Visit, player: PlayerSummary, standing: Standing | None, ranking: Ranking) -> str:
    """The upper part of a player's card."""
    tr, state = visit.tr, visit.state
    canvases = state.seats[player.seat].canvases
    shown = canvases[min(state.round, len(canvases) - 1)] if canvases else None
    sheet = Sheet.of(*visit.host.sprites())
    side = state.settled_rules.size or 0
    board = ""
    if shown is not None and shown.total is None:
        board = board_html(shown.kingdom, sheet, tr, castle=player.colour, name=player.name, side=side)
    place, said = "", tr(player.total)
    if standing is not None:
        place = f"<span class='place'>{standing.place}</span>"
        why = ranked_by(standing, ranking, tr, is_settled=is_settled(state) and not ranking.why_open)
        said = f"{tr(player.total)} · {why}" if player.is_provisional else why
    return (
        f"<div class='player-card'><span class='board'>{board}</span>{place}<span class='dot {player.colour}'></span>"
        f"<span class='who'><b>{escape(player.name)}</b><small>{escape(said)}</small></span>"
        f"<span class='points'>{escape(player.points)}</span></div>"
    )


def suggested_names(visit: Visit, index: int) -> list[Block]:
    """Players of earlier games who are not in this one, for a player without a name."""
    tr, state = visit.tr, visit.state
    suggested = suggested_players(known_players(visit.album.evenings), state, index)
    if not suggested or state.seats[index].name != default_name(index + 1, tr):
        return []
    do = {"kind": "player", "index": index, "name": "name"}
    options = tuple((player.name, player.name) for player in suggested)
    label = tr("Who is player {number}?", number=index + 1)
    return [Choice(label, do, f"known-{index}", None, options, "pills", hide_label=True)]


def next_player(visit: Visit) -> list[Block]:
    """The player whose kingdom is next, and how many follow."""
    tr, state, index = visit.tr, visit.state, visit.state.waiting
    if index is None:
        return []
    name, waiting = state.seats[index].name, sum(len(seat.canvases) <= state.round for seat in state.seats)
    blocks: list[Block] = [Text(tr("Next: {name}", name=name), "heading")]
    if waiting < len(state.seats):
        blocks.append(Text(tr(counted("{count} player to go", "{count} players to go", waiting)), "note"))
    return [*blocks, Button(tr("Skip {name}", name=name), {"kind": "leave_out", "index": index}, icon="person_remove")]


def players(visit: Visit) -> list[Block]:
    """The players, with their names and colours to change."""
    if not visit.state.seats:
        return []
    blocks: list[Block] = [Text(visit.tr("Players"), "heading")]
    for index in range(len(visit.state.seats)):
        blocks += player_fields(visit, index)
    return blocks


def player_fields(visit: Visit, index: int) -> list[Block]:
    """One player's name and colour, and what is unclear about the name."""
    tr, seat, number = visit.tr, visit.state.seats[index], index + 1
    do = {"kind": "player", "index": index}
    colours = tuple((colour, tr(COLOUR_WORDS[colour])) for colour in ("", *COLOURS))
    castle = tr("Castle of player {number}", number=number)
    parts: list[Block] = [
        Field(tr("Player {number}", number=number), {**do, "name": "name"}, f"name-{index}", seat.name),
        Choice(castle, {**do, "name": "colour"}, f"hue-{index}", seat.colour, colours, hide_label=True),
    ]
    return [Row(parts, "fields"), *(Text(tr(said), "note") for said in namesake_notes(visit.state, index))]


def actions(visit: Visit) -> list[Block]:
    """What can be done with the game."""
    tr, state = visit.tr, visit.state
    blocks: list[Block] = []
    if state.kingdoms:
        blocks.append(Button(tr("Save game"), {"kind": "keep_evening"}, icon="bookmark_add"))
    if state.seats and not visit.clearing:
        blocks.append(Button(tr("New game"), {"kind": "ask_to_clear", "value": True}, icon="restart_alt"))
    return blocks


def ask_before_clearing(visit: Visit) -> list[Block]:
    """The question before a new game takes the place of this one."""
    tr = visit.tr
    if not visit.clearing:
        return []
    start = Button(tr("Start a new game"), {"kind": "clear"}, main=True)
    stay = Button(tr("Keep playing"), {"kind": "ask_to_clear", "value": False})
    return [Text(tr("Start a new game? You can bring this one back."), "warning"), Row([start, stay])]


def sheets(visit: Visit, standing: Standing, index: int) -> Fold:
    """A player's score sheets, in a Dynasty each with the number of its game."""
    tr, total = visit.tr, standing.points
    inside = []
    for number, sheet in enumerate(standing.games, start=1):
        if isinstance(sheet, ScoreSheet):  # of other games only the points are known
            name = tr("Game {number}", number=number) if len(standing.games) > 1 else ""
            inside.append(Component("sheet", f"sheet-{index}-{number}", score_sheet_data(sheet, tr, name=name)))
    return Fold(tr("Score sheet of {name}: {total}", name=standing.name, total=total), inside, f"sheets-{index}")


def by_hand(visit: Visit) -> Fold:
    """Adding a kingdom without a photo, or a player's total alone."""
    tr, state = visit.tr, visit.state
    board = Button(tr("Empty board"), {"kind": "empty"}, "empty", "grid_on", wide=True)
    index = state.waiting
    label = tr("Total of {name}", name=state.seats[index].name) if index is not None else tr("Total of the next player")
    total = Field(label, {"kind": "total"}, "total", hint="45", press=tr("Enter a total"), max_length=3)
    return Fold(tr("Add by hand"), [board, total], "by-hand", "edit")
