"""The pocket edition's page: what was done comes in as plain data, and what is to be shown goes out.

It needs the standard library and segno alone; the reader of photos is given to it once it is loaded. Everything but
the order of the blocks is ``scorer.ui``'s.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorer.app.choices import LONGEST_NAME
from scorer.app.component.data import StorageData
from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.default_names import in_language
from scorer.app.seating import photo_seated, seated
from scorer.app.state import actions, judge, memory
from scorer.app.state.canvas import Canvas
from scorer.app.state.page_state import PageState, state_of
from scorer.app.telling import STILL_READING, Note
from scorer.i18n.translator import LANGUAGES, translator
from scorer.offline import pages
from scorer.offline.blocks import Block
from scorer.offline.evenings import EveningActs, evenings
from scorer.offline.highs import Solve, by_highs
from scorer.offline.start import start
from scorer.offline.visit import Kept, Loading
from scorer.rules.covering.programme import Programme
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.letters import typed_name, visible
from scorer.rules.model.messages import Message
from scorer.rules.model.notation import NotationError
from scorer.rules.model.quests import OPEN_QUESTS, Quest
from scorer.sharing.codec import GameError
from scorer.sharing.files import game_from_file
from scorer.sharing.game import Game
from scorer.sharing.link import PART, encode, opened

Request = Mapping[str, Any]


class Program(EveningActs):
    """What can be done in a visit, and the page that is shown after it."""

    def answer(self, request: str) -> str:
        """What the shell asked for, as JSON, carried out; returns the page to show, as JSON."""
        wanted = json.loads(request)
        getattr(self, f"do_{wanted.pop('kind')}")(**wanted)
        return json.dumps(self.shown())

    def shown(self) -> dict[str, Any]:
        """The page: its blocks, the way through the pages, and what the browser keeps."""
        show = {
            "start": start, "kingdoms": pages.kingdoms, "table": pages.table, "evenings": evenings,
            "rules": pages.rules,
        }  # fmt: skip
        blocks: list[Block] = [*pages.notes(self), *show.get(self.page, pages.share)(self)]
        tr = self.tr
        return {
            "page": self.page,
            "turned": "",
            "pages": [
                ["start", tr("Start")], ["kingdoms", tr("Kingdoms")], ["table", tr("Table")], ["rules", tr("Rules")],
                ["share", tr("Share")], ["evenings", tr("Evenings")],
            ],
            "language": tr.language,
            "languages": list(LANGUAGES),
            "blocks": blocks,
            "storage": self._storage(),
            "sought": self._seeks(),
        }  # fmt: skip

    def _storage(self) -> StorageData:
        begun = self.history.has_begun
        address = {PART: encode(self.state.game), memory.PART: memory.memory_of(self.state)} if begun else {}
        if begun and self.state.evening:
            address[memory.EVENING] = self.state.evening
        return {
            "session": "pocket",
            "address": address,
            "page": self.page,
            "turned": self.turned,
            "language": self.tr.language,
            "chosen": "",  # the shell keeps it
            "empty": not self.state.seats,
            "reading": [],
            "evenings": self.album.changes,
            "known": self.album.known,
        }

    def _seeks(self) -> bool:
        """Whether proposals are still to be looked for, which takes too long to do with the rest."""
        return self.page == "kingdoms" and not self.sought and pages.is_wrong(self.state)

    def _seat(self, canvas: Canvas) -> None:
        self._try(lambda: seated(self.state, canvas, self.tr))

    def _try(self, change: Callable[[], PageState]) -> None:
        """A step to the page of kingdoms; where it is one kingdom too many, that is told."""
        try:
            self.step(change())
        except GameError as error:
            self.note = error.message
        else:
            self.page = "kingdoms"

    # -- what can be done: the shell's requests --------------------------------------------------------------------

    def do_arrive(self, parts: dict[str, str]) -> None:
        """Take over the table that came with the address, if one did."""
        if not parts.get(PART):
            self.page = memory.page_to_arrive_at(self.state, parts)
            return
        try:
            state = in_language(memory.arrived(parts), self.tr)
        except GameError as error:
            self.note = error.message
            return
        self.history = self.history.then(state)
        self.page, self.note = memory.page_to_arrive_at(state, parts), memory.lost_on_the_way(state)

    def do_found(self, value: str) -> None:
        """What this browser held from the last visit; it is offered, not opened."""
        table = json.loads(value).get("table")
        if isinstance(table, dict):
            self.remembered = {
                name: part for name, part in table.items() if name in memory.KEPT and isinstance(part, str)
            }

    def do_again(self) -> None:
        """Go on with the last table."""
        if self.may_leave_table():
            self.do_arrive(self.remembered)

    def do_page(self, value: str) -> None:
        """Turn to a page; the browser's own steps back and forward name it before a space."""
        self.turned = value
        self.page, self.note, self.unread = value.partition(" ")[0] or "start", None, []
        self.notice, self.clearing = None, False

    def do_language(self, value: str) -> None:
        """Speak another language; names that nobody typed go with it, and the edition as long as nothing was done."""
        self.tr = tr = translator(value)
        self.history = self.history.mapped(lambda state: in_language(state, tr))
        if not self.history.has_begun:
            self.history = self.empty_table()

    def do_empty(self) -> None:
        """An empty board."""
        self._seat(Canvas.empty(self.state.rules))

    def do_notation(self, value: str) -> None:
        """A kingdom given in notation."""
        try:
            self._seat(Canvas.of(Kingdom.parse(value)))
        except NotationError as error:
            self.note = error.message

    def do_actions(self, value: list[dict[str, Any]]) -> None:
        """What was done on the kingdom since the last time."""
        for action in value:
            if action["sent"] > self.acted:
                self.acted, self.sought = action["sent"], False
                self.notice, kingdoms = actions.notice_of(self.history, action), self.state.kingdoms
                self.history, self.note = actions.applied(self.history, action, self.snapshots)
                self.page = "start" if self.state.kingdoms < kingdoms else self.page

    # -- photos ----------------------------------------------------------------------------------------------------

    def do_reader(self, value: Loading, part: float) -> None:
        """How far the loading of the reader has come."""
        self.loading, self.loaded = value, part

    def do_reading(self, number: int, count: int) -> None:
        """A photo of so many is being read; 0 where all are."""
        if number == 1:
            self.unread = []
        self.reading = number, count
        if not number and self.note is STILL_READING:
            self.note = None

    def do_unread(self, name: str) -> None:
        """A file that the browser could not decode, or that could not be read."""
        told = Message("{name} could not be read; take another photo", {"name": visible(name)})
        if Path(name).suffix.lower() in (".heic", ".heif"):
            told = Message(
                "{name} is a HEIC photo, which this browser cannot open; choose a JPEG", {"name": visible(name)}
            )
        self.unread.append(Note(told))

    def do_unfetched(self) -> None:
        """A sample that was not kept yet and cannot be fetched."""
        self.unread = [Note(Message("This sample could not be loaded. Connect and tap it again."))]

    def do_lay(self, value: str) -> None:
        """Lay the grid by hand on a photo in which nothing was found."""
        self._seat(Canvas({}, photo=value))

    def do_give(self, photo: str, seat: int) -> None:
        """Give a kingdom that went out of turn to the player whose turn it was."""
        for note in self.unread:
            if (went := note.out_of_turn) and (went.photo, went.seat) == (photo, seat):
                if given := went.given_back(self.state):
                    self.step(given)
                self.unread.remove(note)
                return

    def read(self, told: str, file: Any) -> str:
        """Read a file that the browser can decode, and seat its kingdoms; returns the page to show, as JSON."""
        assert self.reader is not None
        about = json.loads(told)
        key = f"photo-{len(self.snapshots) + 1}"
        taken = self.reader.snapshot(key, file, about)
        reading = taken.read(self.state.rules)
        self.snapshots[key] = taken
        if not reading.kingdoms:
            hint = reading.hint or Message("no kingdom found")
            self.unread.append(Note(Message("{name}: {hint}", {"name": visible(about["name"]), "hint": hint}), key))
        guided = self.state.waiting is not None
        done = photo_seated(self.state, key, reading, visible(about["name"]), self.tr)
        self.unread += [Note(told.message, out_of_turn=told) for told in done.told]
        self.unread += [Note(done.refused)] if done.refused else []
        if done.places:
            self.step(done.state.choose(*done.places[0]))
            self.page = self.state.page_after_photos(table=guided or len(done.places) > 1 or self.reading[1] > 1)
        return json.dumps(self.shown())

    def do_seek(self) -> None:
        """Look for what may have been meant."""
        self.sought = True

    def do_correct(self, notation: str) -> None:
        """Take a proposal."""
        if self.state.canvas:
            self.step(self.state.with_canvas(self.state.canvas.replaced(Kingdom.parse(notation))))

    def do_choose(self, value: str) -> None:
        """Look at another player's kingdom, or another game of a Dynasty, as “player.game”."""
        seat, game = map(int, value.split("."))
        self.history = self.history.viewing(self.state.choose(seat, game))
        self.page, self.sought = "kingdoms", False

    def do_remove(self) -> None:
        """Put the kingdom away."""
        self.step(self.state.without_canvas())

    def do_put_back(self) -> None:
        """Who was removed last, back with the kingdom."""
        self._try(self.state.with_removed)

    def do_bring_back(self) -> None:
        """Bring back the table that was on the page before this one."""
        if self.may_leave_table():
            self.history, self.note, self.sought = self.history.brought_back(), None, False
            self.notice, self.clearing = None, False
            self.page = "table"

    def do_token(self, name: str, value: int | bool) -> None:
        """What stands beside a Queendomino kingdom."""
        if name == "queen":
            notice = self.state.queen_moves if value else None
            self.step(self.state.with_queen(self.state.chosen if value else None))
            self.notice = notice
        elif self.state.canvas:
            self.step(self.state.with_canvas(self.state.canvas.with_tokens(**{name: value})))

    def do_told(self) -> None:
        """Nothing more stands beside the kingdom or lies on it."""
        if self.state.canvas:
            self.step(self.state.told_all())

    def do_player(self, index: int, name: str, value: str) -> None:
        """Another name or colour for a player."""
        whole, value = typed_name(value), typed_name(value, LONGEST_NAME)
        if value or name == "colour":
            self.step(self.state.with_seat(index, replace(self.state.seats[index], **{name: value})))  # type: ignore[arg-type]
        if value != whole:
            self.note = Message("A name has at most {most} letters; this one was cut", {"most": LONGEST_NAME})

    def do_join(self, value: str) -> None:
        """Who plays, before the first kingdom: names between commas."""
        names = [typed_name(name, LONGEST_NAME) for name in value.split(",")]
        seated = list(filter(None, names))
        if not seated:
            return
        try:
            self.step(self.state.joined(seated))
        except GameError as error:
            self.note = error.message

    def do_leave_out(self, index: int) -> None:
        """Somebody plays without a kingdom here."""
        self.step(self.state.without_seat(index))
        self.page = "start" if self.state.waiting is not None or not self.state.seats else "table"

    def do_ask_to_clear(self, value: bool) -> None:
        """Ask whether the table may be put away, or do not any more."""
        self.clearing = value

    def do_kept(self, value: Kept) -> None:
        """Whether the browser has kept the app, to open it without a connection."""
        self.kept = value

    def do_clear(self) -> None:
        """A new table; the old one is laid aside."""
        if self.may_leave_table():
            self.step(PageState(rules=self.state.rules))
            self.page, self.unread = "start", []

    def do_rule(self, name: str, value: str | bool) -> None:
        """Another rule."""
        if name == "dynasty":
            self.step(self.state.playing(self.state.rules, bool(value)))
            return
        known = {key: option for option in pages.OPTIONS.get(name, ()) for key in [str(option)]}
        chosen: Any = known.get(str(value), value) or None if name in pages.OPTIONS else value
        self.step(self.state.playing(replace(self.state.rules, **{name: chosen})))

    def do_giants(self, value: bool) -> None:
        """Age of Giants or not."""
        self.step(self.state.playing_with_giants(value))

    def do_quests(self, value: list[str]) -> None:
        """The quests that lie open."""
        chosen = tuple(map(Quest.parse, value[:OPEN_QUESTS]))
        self.step(self.state.playing(replace(self.state.rules, quests=chosen)))

    def do_link(self, value: str) -> None:
        """Open a link, whichever edition made it."""
        self._open(lambda: opened(value))

    def do_file(self, value: str) -> None:
        """Open a JSON or CSV file."""
        self._open(lambda: game_from_file(value.encode(errors="replace")))

    def _open(self, read: Any) -> None:
        if not self.may_leave_table():
            return
        try:
            game: Game = read()
        except GameError as error:
            self.note = error.message
            return
        self.step(state_of(game))
        self.page, self.unread = "table", []


def begin_solver(solve: Solve) -> None:
    """Integer programmes can be solved from now on; what was not settled is looked at again."""
    Programme.solver = staticmethod(by_highs(solve))
    judge.forget()


def begin(sprites: str, languages: str, address: str) -> Program:
    """The program, as the worker starts it; ``sprites`` is the JSON that ``build`` has written."""
    told = json.loads(sprites)
    return Program(SpriteSheet(b"", told["columns"], told["rows"], told["at"]), languages, address)
