"""The evenings that this browser keeps, as on a server's page: their page, and what can be done with them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from html import escape

from scorer.app.album import table_of
from scorer.app.evening_words import evening_words, places_html, player_html, variant_words
from scorer.offline.blocks import Block, button, choice, day, file, fold, html, save, text
from scorer.offline.pages import left_out
from scorer.offline.visit import Visit
from scorer.sharing.codec import GameError
from scorer.sharing.evenings.bg_stats import play_address
from scorer.sharing.evenings.evening import Evening, checked_day
from scorer.sharing.evenings.files import read_evenings


class EveningActs(Visit):
    """What can be done with evenings: the shell's requests."""

    def do_evenings(self, value: str) -> None:
        """The evenings that this browser holds."""
        self.album.take(value, "")

    def do_changed(self, value: str) -> None:
        """The browser has carried out the last changes, or refused them."""
        if self.album.take("", value):
            self.history = self.album.followed(self.history)

    def do_keep_evening(self) -> None:
        """Keep the table on the page, or what was changed on it since it was kept, and show the evenings."""
        self.page = "evenings"
        evening = self.album.to_keep(self.state)
        if evening is not None:
            self._keep(evening)
            self.history = self.history.kept_as(evening.key)

    def do_restore_evening(self) -> None:
        """Bring the deleted evening back."""
        if self.album.deleted:
            self._keep(self.album.deleted)

    def do_open_evening(self, key: str) -> None:
        """Put an evening's table on the page; the other one is laid aside."""
        evening = self.album.evenings.find(key)
        if evening and self.may_leave_table():
            self.step(table_of(evening))
            self.page = "table"

    def do_delete_evening(self, key: str) -> None:
        """Delete an evening."""
        evening = self.album.evenings.find(key)
        if evening:
            self.album.delete(evening)

    def do_day(self, key: str, value: str) -> None:
        """Another day for an evening."""
        evening = self.album.evenings.find(key)
        if not (evening and value):
            return
        try:
            day = checked_day(value)
        except GameError as error:
            self.note = error.message
            return
        self._keep(replace(evening, day=day))

    def do_variant(self, value: str) -> None:
        """Count the evenings of one variant, by its place among those that were played, or all."""
        self.variant = self.album.tally(None).variants[int(value)] if value else None

    def do_more_evenings(self) -> None:
        """Show more of them."""
        self.album.show_more()

    def do_evenings_file(self, value: str) -> None:
        """Bring in evenings from a file."""
        try:
            found = read_evenings(value.encode(errors="replace"))
            self.album.bring_in(found)
        except GameError as error:
            self.note = error.message
            return
        self.note = found.passed_over

    def _keep(self, *evenings: Evening) -> None:
        self.note = None
        try:
            self.album.keep(*evenings)
        except GameError as error:
            self.note = error.message


def evenings(here: Visit) -> list[Block]:
    """The table on the page, who won how often, the history, and files of it."""
    tr, album = here.tr, here.album
    blocks: list[Block] = []
    if album.refused:
        said = tr(
            "This browser kept nothing: its storage is full or blocked. Save all as a file below before you leave."
        )
        blocks.append(text(said, "warning"))
    if album.told:
        blocks.append(text(tr(album.told), "warning"))
    blocks += [text(tr(said), "warning") for said in album.passed_over]
    blocks += _table(here)
    if album.deleted:
        blocks.append(button(tr("Bring the deleted evening back"), {"kind": "restore_evening"}))
    if album.evenings:
        blocks += [*_statistics(here), *_history(here)]
    elif album.known:
        said = tr("No evening is kept yet. They stay in this browser, on this device only.")
        blocks.append(text(said, "note"))
    else:
        blocks.append(text(tr("Looking for the evenings that this browser keeps …"), "note"))
    return [*blocks, *_files(here)]


def _table(here: Visit) -> list[Block]:
    tr, state = here.tr, here.state
    if not state.kingdoms:
        return []
    evening = here.album.to_keep(state)
    if evening is None:
        is_kept = here.album.evenings.find(state.evening) is not None
        return [*left_out(here), *([text(tr("This table is kept."), "note")] if is_kept else [])]
    is_change = evening.key == state.evening
    label = tr("Keep the changes to this table") if is_change else tr("Keep this table")
    return [*left_out(here), button(label, {"kind": "keep_evening"}, main=True)]


def _statistics(here: Visit) -> list[Block]:
    """Who won how often, of all that was played or of one variant."""
    tr, album = here.tr, here.album
    blocks = [text(tr("Who won how often"), "heading")]
    played = album.tally(None).variants
    chosen = here.variant if here.variant in played else None
    if len(played) > 1:
        options = [("", variant_words(None, tr))]
        options += [(str(index), variant_words(variant, tr)) for index, variant in enumerate(played)]
        value = str(played.index(chosen)) if chosen else ""
        blocks.append(choice(tr("What was played"), {"kind": "variant"}, value, options))
    found = album.tally(chosen).players
    most = max((player.wins for player in found), default=0)
    return [*blocks, html("".join(player_html(player, most, tr) for player in found))]


def _history(here: Visit) -> list[Block]:
    tr = here.tr
    blocks = [text(tr("History"), "heading")]
    for evening in list(here.album.evenings)[: here.album.shown]:
        do = {"key": evening.key}
        link = (
            f"<a href='{escape(play_address(evening))}' target='_blank' rel='noopener'>{escape(tr('To BG Stats'))}</a>"
        )
        inside = [
            html(places_html(evening)),
            day(tr("Day"), {**do, "kind": "day"}, evening.day.isoformat()),
            button(tr("Open"), {**do, "kind": "open_evening"}),
            button(tr("Delete"), {**do, "kind": "delete_evening"}),
            html(link),
        ]
        blocks.append(fold(evening_words(evening), inside))
    if len(here.album.evenings) > here.album.shown:
        blocks.append(button(tr("Show more"), {"kind": "more_evenings"}))
    return blocks


def _files(here: Visit) -> list[Block]:
    tr, album = here.tr, here.album
    blocks = [text(tr("Files"), "heading")]
    if album.evenings:
        as_json, as_csv = album.files()
        name = f"kingdom-evenings-{date.today()}"
        blocks.append(save(tr("Save all as JSON"), f"{name}.json", "application/json", as_json))
        blocks.append(save(tr("Save all as CSV"), f"{name}.csv", "text/csv", as_csv.decode()))
    return [*blocks, file(tr("Bring in evenings from a file"), {"kind": "evenings_file"})]
