"""The page of the games that this browser keeps: the game on the page, the others, statistics, and files."""

from __future__ import annotations

from datetime import date

from scorer.app.blocks import Block, Button, Choice, Day, Fold, Html, LinkOut, OpenFile, Row, Save, Text
from scorer.app.evening_words import evening_words, places_html, player_html, variant_words
from scorer.app.pages.messages import left_out, problem
from scorer.app.visit import Visit
from scorer.sharing.evenings.bg_stats import play_address
from scorer.sharing.evenings.evening import Evening


def history(visit: Visit) -> list[Block]:
    """The page."""
    return [*warnings(visit), *this_table(visit), *deleted(visit), *kept(visit), *files(visit), *problem(visit)]


def warnings(visit: Visit) -> list[Block]:
    """What the browser did not keep, what another tab changed, and what cannot be read."""
    tr, album = visit.tr, visit.album
    blocks: list[Block] = []
    if album.refused:
        said = tr(
            "This browser kept nothing: its storage is full or blocked. Save all as a file below before you leave."
        )
        blocks.append(Text(said, "error"))
    if album.told:
        blocks.append(Text(tr(album.told), "warning"))
    return [*blocks, *(Text(tr(said), "warning") for said in album.passed_over)]


def this_table(visit: Visit) -> list[Block]:
    """Whether the table on the page is kept, or a button that keeps it."""
    tr, state = visit.tr, visit.state
    if not state.kingdoms:
        return []
    evening = visit.album.to_keep(state)
    if evening is None:
        is_kept = visit.album.evenings.find(state.evening) is not None
        return [*left_out(visit), *([Text(tr("This table is kept."), "success")] if is_kept else [])]
    is_change = evening.key == state.evening
    label = tr("Keep the changes to this table") if is_change else tr("Keep this table")
    return [*left_out(visit), Button(label, {"kind": "keep_evening"}, icon="bookmark_add", main=True)]


def deleted(visit: Visit) -> list[Block]:
    """A button that brings the deleted game back."""
    if not visit.album.deleted:
        return []
    return [Button(visit.tr("Bring the deleted evening back"), {"kind": "restore_evening"}, icon="undo")]


def kept(visit: Visit) -> list[Block]:
    """The games that are kept, as far as the browser has reported them."""
    if visit.album.evenings:
        return [*statistics(visit), *games(visit)]
    if visit.album.known:
        return [Text(visit.tr("No evening is kept yet. They stay in this browser, on this device only."), "note")]
    return [Text(visit.tr("Looking for the evenings that this browser keeps …"), "note")]


def statistics(visit: Visit) -> list[Block]:
    """Who won how often, in all games or in those of one variant."""
    tr, album = visit.tr, visit.album
    blocks: list[Block] = [Text(tr("Who won how often"), "heading")]
    played = album.tally(None).variants
    chosen = visit.variant if visit.variant in played else None
    if len(played) > 1:
        options = tuple((str(index), variant_words(variant, tr)) for index, variant in enumerate(played))
        value = str(played.index(chosen)) if chosen else ""
        everything = ("", variant_words(None, tr))
        blocks.append(Choice(tr("What was played"), {"kind": "variant"}, "variant", value, (everything, *options)))
    found = album.tally(chosen).players
    most = max((player.wins for player in found), default=0)
    return [*blocks, Html("".join(player_html(player, most, tr) for player in found))]


def games(visit: Visit) -> list[Block]:
    """The games, the latest first."""
    tr, album = visit.tr, visit.album
    blocks: list[Block] = [Text(tr("Games"), "heading")]
    blocks += (game(visit, evening) for evening in list(album.evenings)[: album.shown])
    if len(album.evenings) > album.shown:
        blocks.append(Button(tr("Show more"), {"kind": "more_evenings"}))
    return blocks


def game(visit: Visit, evening: Evening) -> Fold:
    """One game: its result, its day, and what can be done with it."""
    tr, key = visit.tr, evening.key
    actions: list[Block] = [
        Button(tr("Open"), {"kind": "open_evening", "key": key}, f"open-{key}"),
        Button(tr("Delete"), {"kind": "delete_evening", "key": key}, f"delete-{key}", "delete"),
        LinkOut(tr("To BG Stats"), play_address(evening), f"bg-stats-{key}"),
    ]
    day = Day(tr("Day"), {"kind": "day", "key": key}, f"day-{key}", evening.day.isoformat())
    return Fold(evening_words(evening), [Html(places_html(evening)), day, Row(actions)], f"evening-{key}")


def files(visit: Visit) -> list[Block]:
    """All games as files, and games from a file."""
    tr, album = visit.tr, visit.album
    blocks: list[Block] = [Text(tr("Files"), "heading")]
    if album.evenings:
        as_json, as_csv = album.files()
        name = f"kingdom-evenings-{date.today()}"
        json_file = Save(tr("Save all as JSON"), f"{name}.json", "application/json", as_json.encode(), "save-all-json")
        csv_file = Save(tr("Save all as CSV"), f"{name}.csv", "text/csv", as_csv, "save-all-csv")
        blocks.append(Row([json_file, csv_file]))
    do, key = {"kind": "evenings_file"}, f"evenings-{visit.uploads}"
    return [*blocks, OpenFile(tr("Bring in evenings from a file"), do, key, ("json", "csv"))]
