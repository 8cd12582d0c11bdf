"""The Game page: the winner or leader, a card for each player, and the next step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from scorer.app.blocks import Block, Button, Component, Field, Fold, Html, Panel, Row, Text
from scorer.app.choices import COLOUR_WORDS
from scorer.app.comparison import comparison_html
from scorer.app.component.questions import name_of
from scorer.app.game_summary import GameSummary, OpenItem, PlayerSummary, game_summary
from scorer.app.pages.by_hand import empty_board, notation
from scorer.app.pages.messages import back, choose_game, left_out, reading, with_problem
from scorer.app.pages.photos import photos, unable
from scorer.app.pictures.board import Sheet, board_html, castle_html
from scorer.app.pictures.options import PictureOption, options_html
from scorer.app.players.default_names import default_name, is_default_name
from scorer.app.players.namesakes import namesake_notes
from scorer.app.players.suggestions import known_players, suggested_players
from scorer.app.standings import (
    bonuses_that_decide,
    contradictions,
    findings_html,
    is_settled,
    provisional_words,
    ranked,
    ranked_by,
)
from scorer.app.state.draft import Draft
from scorer.app.visit import CLEARING, Visit
from scorer.i18n.translator import capitalised
from scorer.rules.legality.finding import FindingCode
from scorer.rules.model.kingdom import Position
from scorer.rules.model.messages import Message, counted
from scorer.rules.table.player import COLOURS
from scorer.rules.table.ranking import Ranking
from scorer.rules.table.standing import Standing
from scorer.sharing.rules_in_play import rules_in_play

MISREAD = Message(
    "If a square was misread, open the kingdom and tap that square. If all squares are right, the points still count."
)
"""The note below findings about squares."""

TWINS = ("name", "game", "other", "later")
"""The values of a question about equal kingdoms in two games of a Dynasty; every other one for one game."""

COORDINATES = Message("A1 is the square at the top left.")
"""The note before it, if the findings name squares."""


def game(visit: Visit) -> list[Block]:
    """The page."""
    ranking = ranked(visit.state)
    summary = game_summary(visit.state, ranking)
    return [
        *choose_game(visit),
        *result(visit, ranking, summary),
        *rules_line(visit),
        *unable(visit),
        *next_game(visit),
        *next_player(visit),
        *cards(visit, ranking, summary),
        *findings(visit, ranking),
        *comparison(visit, ranking),
        *players(visit),
        *left_out(visit),
        Row([*actions(visit, summary), *back(visit)]),
        *ask_before_clearing(visit),
        Row([*photos(visit, is_short=True), by_hand(visit), *reading(visit)], "dock"),
    ]


def result(visit: Visit, ranking: Ranking, summary: GameSummary) -> list[Block]:
    """The winner or leader; a winner is celebrated once, when nothing is open any more."""
    tr, table = visit.tr, visit.state.table_id
    visit.finished = table if summary.is_over and not summary.open and not ranking.doubt else None
    lines = [tr.line(said) for said in (summary.detail, summary.game) if said]
    if not summary.headline:
        return [Text(line) for line in lines]
    detail = "".join(f"<span>{escape(line)}</span>" for line in lines)
    look = "winner celebrated" if visit.finished and visit.celebrated is not table else "winner"
    return [Html(f"<p class='{look}'><b>{escape(tr(summary.headline))}</b>{detail}</p>")]


def findings(visit: Visit, ranking: Ranking) -> list[Block]:
    """Contradictions in the game as a whole, and its missing entries."""
    blocks: list[Block] = []
    questions = [note for note in visit.notes_shown if note.twins]
    asked = [tuple(map(note.message.values.get, TWINS if note.is_across_games else TWINS[::2])) for note in questions]
    if ranking.standings and (said := findings_html(ranking, visit.tr, asked)):
        blocks.append(Html(said))
        if any(finding.squares or finding.code is FindingCode.SHARED_BOX for finding in ranking.findings):
            notes = (COORDINATES, MISREAD) if re.search(r"\b[A-Z][1-9]", said) else (MISREAD,)
            blocks.append(Text(" ".join(map(visit.tr, notes)), "note"))
    if missing := provisional_words(ranking, visit.tr):
        blocks.append(Text(missing, "info"))
    is_to_check = blocks and (missing or contradictions(ranking))
    return [Text(visit.tr("To check"), "heading"), *blocks] if is_to_check else blocks


def cards(visit: Visit, ranking: Ranking, summary: GameSummary) -> Iterator[Block]:
    """A card for each player, in the order of the ranking; those without a kingdom follow."""
    if not summary.players:
        yield Text(visit.tr("No players yet. Start with a photo or an example, or enter squares."), "note")
    standings = {standing.name: standing for standing in ranking.standings}
    order = {name: number for number, name in enumerate(standings)}
    for player in sorted(summary.players, key=lambda player: order.get(player.name, len(order))):
        yield Panel(list(card(visit, player, standings.get(player.name), ranking)), f"player-{player.slot}")


def card(visit: Visit, player: PlayerSummary, standing: Standing | None, ranking: Ranking) -> Iterator[Block]:
    """A player: the board, the total, a button to the kingdom, and a button for each open item."""
    tr, slot = visit.tr, player.slot
    yield Row([*board(visit, player), Html(card_html(visit, player, standing, ranking))], "card")
    label = capitalised(tr("{name}’s kingdom", name=player.name))
    if (draft := draft_of(visit, slot)) and draft.total is not None:
        label = tr("Add {name}’s kingdom", name=player.name)
    look = Button(label, {"kind": "choose", "value": f"{slot}.{visit.state.round}"}, f"look-{slot}")
    rename = Button(tr("Rename {name}", name=player.name), {"kind": "rename", "index": slot}, f"rename-{slot}", "edit")
    yield Row([look, rename, *(open_item(visit, slot, item) for item in player.open if item.kind != "missing")])
    yield from suggested_names(visit, slot)


def open_item(visit: Visit, slot: int, item: OpenItem) -> Button:
    """A button to a kingdom with an open item, and to the first square to look at."""
    do = {"kind": "choose", "value": f"{slot}.{item.game}"}
    if item.kind == "confirm" and item.at:
        do["at"] = place(item.at)
    if item.kind == "tokens":
        do["reveal"] = "all_entered"
    said = item.message
    if visit.state.dynasty:
        said = Message("game {number}: {problem}", {"number": item.game + 1, "problem": said})
    return Button(visit.tr.line(said), do, f"open-{slot}-{item.game}-{item.kind}", "help")


def place(position: Position) -> str:
    """A square's position as the editor writes it."""
    return f"{position[0]},{position[1]}"


def board(visit: Visit, player: PlayerSummary) -> list[Block]:
    """The kingdom of the chosen game, if there is one. A tap opens it, at the flagged square that was tapped."""
    tr, state = visit.tr, visit.state
    draft = shown_draft(visit, player.slot)
    if draft is None:
        return []
    flagged = {
        (row - draft.origin[0], column - draft.origin[1]): (
            place((row, column)),
            tr("{square} – please check", square=name_of(draft, (row, column))),
        )
        for row, column in draft.doubtful
    }
    sheet, side = Sheet.of(*visit.host.sprites()), state.settled_rules.size or 0
    html = board_html(draft.kingdom, sheet, tr, castle=player.colour, name=player.name, flagged=flagged, side=side)
    do = {"kind": "tap", "at": f"{player.slot}.{state.round}"}
    return [Component("taps", f"board-{player.slot}", {"html": f"<div class='board' data-value=''>{html}</div>"}, do)]


def shown_draft(visit: Visit, slot: int) -> Draft | None:
    """A player's kingdom in the chosen game; ``None`` if there is none, or only a total."""
    draft = draft_of(visit, slot)
    return draft if draft and draft.total is None else None


def draft_of(visit: Visit, slot: int) -> Draft | None:
    """A player's kingdom or total in the chosen game, if there is one."""
    drafts, game = visit.state.slots[slot].drafts, visit.state.round
    return drafts[game] if game < len(drafts) else None


def card_html(visit: Visit, player: PlayerSummary, standing: Standing | None, ranking: Ranking) -> str:
    """A player's place, castle, name and points."""
    tr = visit.tr
    number, lines = "", [tr(player.total)]
    if standing is not None:
        if len(ranking.standings) > 1:
            number = f"<span class='place'>{standing.place}</span>"
        why = ranked_by(standing, ranking, tr, is_settled=is_settled(visit.state) and not ranking.why_open)
        so_far = [tr(player.unit)] if player.is_provisional else []
        missing = [
            tr(item.message) for item in player.open if item.kind == "missing" and item.game == visit.state.round
        ]
        lines = [*so_far, *(missing or [why])]
    said = capitalised(" · ".join(lines))
    return (
        f"<div class='player-card'>{number}<span class='dot {player.colour}'></span>"
        f"<span class='who'><b>{escape(player.name)}</b></span>"
        f"<span class='points'>{escape(player.points)}</span><small>{escape(said)}</small></div>"
    )


def suggested_names(visit: Visit, index: int) -> list[Block]:
    """Players of earlier games who are not in this one, as suggestions for a player without a name."""
    tr, state = visit.tr, visit.state
    suggested = suggested_players(known_players(visit.game_history.saved_games), state, index)
    if not suggested or state.slots[index].name != default_name(index + 1, tr):
        return []
    sheet = Sheet.of(*visit.host.sprites())
    options = [PictureOption(known.name, castle_html(known.colour, "", sheet), known.name) for known in suggested]
    label = tr("Who is player {number}?", number=index + 1)
    do = {"kind": "known_player", "index": index}
    return [Text(label, "note"), Component("taps", f"known-{index}", {"html": options_html(label, options, ())}, do)]


def rules_line(visit: Visit) -> list[Block]:
    """A button to the rules by which the kingdoms are scored, and the bonuses that are off but would change the
    winner."""
    tr, game = visit.tr, visit.state.game
    line = rules_in_play(game, tr) if visit.state.slots else ""
    if line and not (game.rules.harmony or game.rules.middle_kingdom or game.settled_rules.giants):
        line = " · ".join([line, tr("no bonuses")])
    do = {"kind": "page", "value": "rules"}
    blocks: list[Block] = [Button(tr("Rules: {rules}", rules=line), do, "rules-line", "menu_book")] if line else []
    if said := list(map(tr, bonuses_that_decide(game))):
        blocks.append(Text(" ".join([*said, tr("Choose bonuses under Rules.")]), "info"))
    return blocks


def next_game(visit: Visit) -> list[Block]:
    """A button to the next game of a Dynasty, once all players have a kingdom in this one."""
    state, number = visit.state, visit.state.round + 1
    if number >= state.games or state.waiting is not None or len(state.slots) < 2:  # noqa: PLR2004 (others may follow)
        return []
    do = {"kind": "view", "value": f"0.{number}"}
    return [Button(visit.tr("Go to game {number}", number=number + 1), do, "next-game", "arrow_forward", main=True)]


def next_player(visit: Visit) -> list[Block]:
    """The player whose kingdom is next, and how many follow."""
    tr, state, index = visit.tr, visit.state, visit.state.waiting
    if index is None:
        return []
    name, waiting = state.slots[index].name, sum(len(slot.drafts) <= state.round for slot in state.slots)
    blocks: list[Block] = [Text(tr("Next: {name}", name=name), "heading")]
    if waiting < len(state.slots):
        blocks.append(Text(tr(counted("{count} player to go", "{count} players to go", waiting)), "note"))
    return [*blocks, Button(tr("Skip {name}", name=name), {"kind": "leave_out", "index": index}, icon="person_remove")]


def players(visit: Visit) -> list[Block]:
    """The players' names and colours, to change."""
    if not visit.state.slots:
        return []
    blocks: list[Block] = [Text(visit.tr("Players"), "heading")]
    from_photos = [slot for slot in visit.state.slots if any(draft.reading for draft in slot.drafts)]
    said = []
    if sum(is_default_name(slot.name) for slot in from_photos) > 1:
        said.append(visit.tr("Players are numbered in the order of their photos."))
    if any(slot.colour for slot in from_photos):
        said.append(visit.tr("The castle colours are guessed from the photos. They do not change the points."))
    if said:
        blocks.append(Text(" ".join(said), "note"))
    for index in range(len(visit.state.slots)):
        blocks += player_fields(visit, index)
    return blocks


def player_fields(visit: Visit, index: int) -> list[Block]:
    """The fields for one player's name and colour, and notes about the name."""
    tr, slot, number = visit.tr, visit.state.slots[index], index + 1
    do = {"kind": "player", "index": index}
    colours = tuple((colour, tr(COLOUR_WORDS[colour])) for colour in ("", *COLOURS))
    castle = tr("Castle of player {number}", number=number)
    sheet = Sheet.of(*visit.host.sprites())
    options = [
        PictureOption(colour, castle_html(colour, "", sheet) if colour else "–", label) for colour, label in colours
    ]
    html = options_html(castle, options, [slot.colour])
    name = Field(tr("Player {number}", number=number), {**do, "name": "name"}, f"name-{index}", slot.name)
    return [
        next_to_kingdom(visit, index, name, sheet),
        Component("taps", f"hue-{index}", {"html": html}, {**do, "name": "colour"}),
        *(Text(tr(said), "note") for said in namesake_notes(visit.state, index)),
    ]


def next_to_kingdom(visit: Visit, index: int, name: Field, sheet: Sheet) -> Block:
    """The field for a player's name; with several players, next to their kingdom in the chosen game."""
    slot, draft = visit.state.slots[index], shown_draft(visit, index)
    if draft is None or len(visit.state.slots) == 1:
        return name
    board = board_html(draft.kingdom, sheet, visit.tr, castle=slot.colour, name=slot.name)
    return Row([Html(f"<div class='thumb'>{board}</div>"), name], "card")


def actions(visit: Visit, summary: GameSummary) -> list[Block]:
    """The actions on the game."""
    tr, state = visit.tr, visit.state
    blocks: list[Block] = []
    to_keep = visit.game_history.to_keep(state)
    if state.kingdoms and to_keep and not visit.game_history.is_blocked:
        label = tr("Save changes") if to_keep.key == state.saved_game else tr("Save to History")
        blocks.append(Button(label, {"kind": "keep_saved_game"}, icon="bookmark_add"))
    if state.slots and not visit.clearing:
        blocks.append(Button(tr("New game"), {"kind": "ask_to_clear", "value": True}, icon="restart_alt"))
        blocks += dynasty(visit) if summary.is_over else []
    return blocks


def dynasty(visit: Visit) -> list[Block]:
    """A button that goes on with the second game of a Dynasty, after a game of its own."""
    if visit.state.dynasty or visit.state.kingdoms <= 1:
        return []
    return [Button(visit.tr("Play 2 more games as a Dynasty"), {"kind": "go_on_as_dynasty"}, icon="arrow_forward")]


def ask_before_clearing(visit: Visit) -> list[Block]:
    """The question before a new game replaces this one."""
    tr = visit.tr
    if not visit.clearing:
        return []
    stay = Button(tr("Continue this game"), {"kind": "ask_to_clear", "value": False})
    answers = [Button(tr("Start a new game"), {"kind": "clear"}, main=True), *dynasty(visit), stay]
    question = Text(tr("Start a new game? You can bring this one back on Home."), "warning")
    return [Panel([question, Row(answers)], CLEARING)]


def comparison(visit: Visit, ranking: Ranking) -> list[Block]:
    """The score sheets in one table; in a Dynasty one table for each game."""
    tr, standings = visit.tr, ranking.standings
    max_games = max((len(standing.games) for standing in standings), default=0)
    tables: list[Block] = []
    for game in range(max_games):
        played = [(standing.name, standing.games[game]) for standing in standings if game < len(standing.games)]
        caption = tr("Game {number}", number=game + 1) if max_games > 1 else ""
        tables.append(Html(comparison_html(played, tr, caption)))
    label = tr("Score sheets side by side") if len(standings) > 1 else tr("Score sheet")
    return [Fold(label, tables, "comparison", "table_chart")] if tables else []


def by_hand(visit: Visit) -> Fold:
    """Adding a kingdom without a photo, or only a player's total. It closes once one is added."""
    tr, state = visit.tr, visit.state
    index = state.waiting
    label = tr("Points of another player, if you know only the total")
    if index is not None:
        label = tr("Points of {name}, if you know only the total", name=state.slots[index].name)
    total = Field(
        label, {"kind": "total"}, "total", hint=tr("for example {value}", value=45), press=tr("Add total"), max_length=3
    )
    is_open = visit.problem is not None
    blocks = with_problem(visit, [empty_board(visit), total, notation(visit)])
    return Fold(tr("Add by hand"), blocks, f"by-hand-{state.kingdoms}", "edit", is_open=is_open)
