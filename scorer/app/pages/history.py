"""The History page: a list of saved games, statistics, and files."""

from __future__ import annotations

from datetime import date

from scorer.app.blocks import Block, Button, Choice, Fold, Html, OpenFile, Picture, Row, Save, Text
from scorer.app.history.descriptions import best_html, pairs_html, player_html, points_chart, variant_words
from scorer.app.pages.cards import listed_game
from scorer.app.pages.messages import left_out, problem
from scorer.app.pictures.board import Sheet
from scorer.app.visit import Visit
from scorer.app.wording import STORAGE_BLOCKED
from scorer.rules.model.messages import Message, counted
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import Variant

SAFARI = Message(
    "Safari deletes saved games after seven days without a visit. To keep them, add the app to your home screen or "
    "export them."
)


def history(visit: Visit) -> list[Block]:
    """The page."""
    return [*left_out(visit), *warnings(visit), *kept(visit), files(visit)]


def warnings(visit: Visit) -> list[Block]:
    """Warnings: changes that the browser did not store, and games that cannot be read."""
    tr, game_history = visit.tr, visit.game_history
    blocks: list[Block] = []
    if game_history.is_blocked:
        is_said = any(note.message == STORAGE_BLOCKED for note in visit.notes_shown)
        blocks += [] if is_said else [Text(tr(STORAGE_BLOCKED), "warning")]
    elif game_history.is_unsaved:
        said = tr("This browser saved nothing: its storage is full or blocked. Export your games before you leave.")
        blocks.append(Text(said, "error"))
    return [*blocks, *(Text(tr(said), "warning") for said in game_history.skipped)]


def kept(visit: Visit) -> list[Block]:
    """The saved games, as far as the browser has reported them, or their statistics."""
    tr, view = visit.tr, visit.listing.view
    if not visit.game_history.saved_games:
        if visit.game_history.is_blocked:
            return []
        if not visit.game_history.known:
            return [Text(tr("Looking for saved games …"), "note")]
        return [Text(tr("No games yet. Your games are saved in this browser, on this device only."), "note")]
    options = (("games", tr("Games")), ("statistics", tr("Statistics")))
    views = Choice(tr("History"), {"kind": "history_view"}, "history-view", view, options, "tabs", hide_label=True)
    return [views, *filters(visit), *(games(visit) if view == "games" else statistics(visit))]


def variant_of(visit: Visit) -> Variant | None:
    """The variant whose games are shown; ``None`` for all."""
    return visit.listing.variant if visit.listing.variant in visit.game_history.tally(None).variants else None


def player_of(visit: Visit) -> str:
    """The player whose games are shown; empty for all."""
    return visit.listing.player if visit.listing.player in visit.game_history.saved_games.names else ""


def filters(visit: Visit) -> list[Block]:
    """The players and the variants to filter by, if there are several."""
    tr, variants = visit.tr, visit.game_history.tally(None).variants
    names, variant = visit.game_history.saved_games.names, variant_of(visit)
    blocks: list[Block] = []
    if len(names) > 1:
        everybody = ("", tr("All players"))
        options = (everybody, *((name, name) for name in sorted(names, key=str.casefold)))
        blocks.append(Choice(tr("Player"), {"kind": "played_by"}, "played-by", player_of(visit), options))
    if len(variants) > 1:
        everything = ("", variant_words(None, tr))
        options = (everything, *((str(index), variant_words(one, tr)) for index, one in enumerate(variants)))
        value = str(variants.index(variant)) if variant else ""
        blocks.append(Choice(tr("Variant"), {"kind": "variant"}, "variant", value, options))
    return [Row(blocks)] if blocks else []


def shown(visit: Visit) -> list[SavedGame]:
    """The games that match the player and the variant, the latest first."""
    name, variant = player_of(visit), variant_of(visit)
    return [
        saved_game
        for saved_game in visit.game_history.saved_games
        if (not name or any(player.name == name for player in saved_game.game.players))
        and (variant is None or Variant.of(saved_game) == variant)
    ]


def games(visit: Visit) -> list[Block]:
    """The games, the latest first."""
    tr, found, limit = visit.tr, shown(visit), visit.game_history.shown
    said = Message("{count} games, newest first", {"count": len(found)})
    if len(found) <= 1:
        said = counted("{count} game", "{count} games", len(found))
    blocks: list[Block] = [Text(tr(said), "note")]
    blocks += (listed_game(visit, saved_game) for saved_game in found[:limit])
    if len(found) > limit:
        blocks.append(Button(tr("Show more"), {"kind": "more_saved_games"}, wide=True))
    return blocks


def statistics(visit: Visit) -> list[Block]:
    """Points over time, wins and records, the best kingdoms, and the results of every pair of players."""
    tr, name = visit.tr, player_of(visit)
    tally = visit.game_history.tally(variant_of(visit))
    players = [player for player in tally.players if name in ("", player.name)]
    best = [record for record in tally.best if name in ("", record.name)]
    pairs = [pair for pair in tally.pairs if name in ("", pair.first, pair.second)]
    sheet, colours = Sheet.of(*visit.host.sprites()), {player.name: player.colour for player in tally.players}
    sections = (
        (tr("Players"), "".join(player_html(player, sheet, tr) for player in players)),
        (tr("Best kingdoms"), best_html(best, colours, sheet, tr)),
        (tr("Head to head"), pairs_html(pairs, tr)),
    )
    blocks: list[Block] = []
    if chart := points_chart(players, tr):
        title = tr("Points over time")
        order = Text(tr("The oldest game is on the left, the newest on the right."), "note")
        blocks += [Text(title, "heading"), order, Picture(chart.encode(), "image/svg+xml", title, "points-chart")]
    for title, html in sections:
        blocks += [Text(title, "heading"), Html(html)] if html else []
    return blocks or [Text(tr("No games of this kind."), "note")]


def files(visit: Visit) -> Fold:
    """Exporting, importing and deleting all games."""
    tr, game_history = visit.tr, visit.game_history
    blocks: list[Block] = []
    if game_history.saved_games:
        as_json, as_csv = game_history.files()
        name = f"kingdom-scorer-games-{date.today()}"
        json_file = Save(tr("Export as JSON"), f"{name}.json", "application/json", as_json.encode(), "save-all-json")
        csv_file = Save(tr("Export as CSV"), f"{name}.csv", "text/csv", as_csv, "save-all-csv")
        export = tr("Both files can be imported on another device. Only JSON holds the small photos.")
        blocks += [Row([json_file, csv_file]), Text(export, "note"), Text(tr(SAFARI), "note")]
    do, key = {"kind": "saved_games_file"}, f"saved-games-{visit.uploads}"
    blocks += [OpenFile(tr("Import games"), do, key, ("json", "csv")), *problem(visit), *delete_all(visit)]
    if game_history.deleted:
        blocks.append(Button(tr("Restore deleted games"), {"kind": "restore_saved_games"}, icon="undo"))
    is_open = visit.listing.is_deleting or visit.problem is not None or not game_history.saved_games
    label = tr("Export, import, delete") if game_history.saved_games else tr("Import")
    return Fold(label, blocks, "files", "import_export", is_open)


def delete_all(visit: Visit) -> list[Block]:
    """A button that deletes all games, and the question before it does."""
    tr, count = visit.tr, len(visit.game_history.saved_games)
    if not count:
        return []
    if not visit.listing.is_deleting:
        return [Button(tr("Delete all games"), {"kind": "ask_to_delete_all", "value": True}, icon="delete")]
    said = counted("Delete {count} game from this browser?", "Delete all {count} games from this browser?", count)
    delete = Button(tr("Delete all"), {"kind": "delete_all"}, main=True)
    keep = Button(tr("Keep games"), {"kind": "ask_to_delete_all", "value": False})
    return [Text(tr(said), "warning"), Row([delete, keep])]
