"""The offline app's program: ``scorer.app.program`` and the requests of the photo worker.

It needs only the standard library and segno; the photo reader is passed to it once it is loaded.
"""

from __future__ import annotations

import json
import logging
import pickle
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorer.app.component.sprite_sheet import SpriteSheet
from scorer.app.handlers.photos import Destination
from scorer.app.host import Kept, Loading, Taken
from scorer.app.program import Program
from scorer.app.state import judge, memory
from scorer.app.state.page_state import PageState
from scorer.app.state.undo import History
from scorer.app.wording import STILL_READING, Note
from scorer.offline.highs import Solve, by_highs
from scorer.offline.host import OfflineHost
from scorer.offline.wording import unreadable
from scorer.rules.covering.integer_program import IntegerProgram
from scorer.rules.model.letters import visible
from scorer.rules.model.messages import Message
from scorer.sharing.link import PART

if TYPE_CHECKING:
    from scorer.offline.reader import PhotoReader, Snapshot


LOG = logging.getLogger(__name__)

UPDATE = (Message("An update is available."), Message("Reload"), Message("Later"))
"""The message about a new build, and the labels of its two buttons."""

SCAN = 0
"""The number of a scan among the batches of photos."""

REPLAYED = frozenset({"put", "frame", "confirm", "whole"})
"""The actions on a kingdom that need neither its photo nor earlier steps."""


class OfflineProgram(Program):
    """The program and the worker's requests."""

    host: OfflineHost

    def __init__(self, host: OfflineHost, languages: str) -> None:
        super().__init__(host, languages)
        self.reader: PhotoReader | None = None
        self._photos = 0
        self._chosen: list[str] = []
        self._destinations: dict[int, Destination] = {}
        """Those of the batches of photos that wait, by number."""
        self._destination: Destination | None = None
        """That of the last batch that was begun."""

    @property
    def unread(self) -> tuple[str, ...]:
        """The names of the chosen photos that are not read yet."""
        return tuple(self._chosen[max(self.host.reading[0] - 1, 0) :])

    def shown(self) -> dict[str, Any]:
        """The page as plain data, with the texts of the notice about an update."""
        return {**super().shown(), "words": list(map(self.tr, UPDATE))}

    def do_reader(self, value: Loading, part: float) -> None:
        """Take the state of the photo reader, and the share of it that is loaded."""
        self.host.loading, self.host.loaded = value, part

    def do_replay(self, requests: list[dict[str, Any]], origin: list[int]) -> None:
        """Carry out the requests of an earlier page that was closed; its kingdom started at ``origin``.

        An earlier build may have stored them before an update. So a request that this build does not have, or that
        fails, is left out.
        """
        if self._is_newer_saved(self.state) and not self.state.left_out:
            self.history = self.history.kept_as("")
        top, left = self.state.draft.origin if self.state.draft else (0, 0)
        shift = top - origin[0], left - origin[1]
        for request in requests:
            try:
                self._repeat(request, shift)
            except Exception:
                LOG.exception("not repeated: %s", request)

    def _repeat(self, request: dict[str, Any], shift: tuple[int, int]) -> None:
        """Carry out a request of an earlier page."""
        if request["kind"] == "replay":
            if "address" in request:
                self._replay_on_another(request["requests"], request["origin"], request["address"])
        elif request["kind"] == "actions":
            actions = [action for action in request["value"] if action["kind"] in REPLAYED]
            self.do({"kind": "actions", "value": [_without_photo(action, shift) for action in actions]})
        elif hasattr(self, f"do_{request['kind']}"):
            self.do(request)

    def _replay_on_another(self, requests: list[dict[str, Any]], origin: list[int], address: Mapping[str, str]) -> None:
        """Carry out requests on the game of an address, and save it; the game on the page stays as it is."""
        state = memory.arrived(address) if address.get(PART) else self.new_game
        if self._is_newer_saved(state):
            state = replace(state, saved_game="")
        stashed = (one for one in self.history.stashed if one.present.game == state.game)
        history = next(stashed, History(state))
        program = copy(self)
        program.history, program.notes, program.remembered = history, [], {}
        program.turn_to_game()
        program.do_replay(requests, origin)
        program.turn_to_game()
        program.save_automatically()
        self.history = self.history.with_stashed(program.history, instead_of=history)
        if program.is_setting:
            self.is_setting = True
            self.set_up(program.settings)

    def _is_newer_saved(self, state: PageState) -> bool:
        """Whether another window has changed the saved game since: it is kept, and the state becomes a game of its
        own."""
        saved_game = self.game_history.saved_games.find(state.saved_game)
        return saved_game is not None and saved_game.game != state.game

    def do_kept(self, value: Kept) -> None:
        """Take the report whether the browser has stored the app."""
        self.host.kept = value

    def do_reading(self, number: int, count: int) -> None:
        """Take the number of the photo being read and the number of photos; zeros when all were read."""
        self.host.reading = number, count
        if not number:
            self._chosen = []
            self.uploads += 1
            if STILL_READING in (self.problem, self.toast):
                self.problem = self.toast = None

    def do_unread(self, name: str) -> None:
        """Report that the browser could not decode a photo, or that it could not be read."""
        self.assign_photos([Taken(visible(name), problem=unreadable(visible(name)))], turn=False)

    def do_unfetched(self) -> None:
        """Report that a sample is not stored yet and cannot be fetched."""
        self.notes = [Note(Message("This example could not be loaded. Check your connection, and tap it again."))]

    def do_seek(self) -> None:
        """Search for the corrections that the page asked for."""
        self.host.sought = self.host.asked

    def chosen(self, batch: int) -> None:
        """Decide the destination of a batch of photos that were just chosen. Batches of a new game that are chosen
        while another such batch is waiting belong to the same game."""
        destination, before = self.destination, [*self._destinations.values()]
        if self.host.reading[1] and self._destination:
            before.insert(0, self._destination)
        if not before:
            self.leave_photo_notes()
        is_same = before and before[-1].game is destination.game is None
        self._destinations[batch] = before[-1] if is_same else destination

    def choose(self, details: str, batch: int) -> str:
        """The chosen photos that have to be read, as JSON indices; ``details`` is JSON with their hashes and names.

        A browser that cannot hash a file gives an empty hash.
        """
        self._begin(batch)
        photos = [(key or f"file-{number}", visible(name)) for number, (key, name) in enumerate(json.loads(details))]
        wanted = self.wanted(photos)
        self._chosen = [photos[index][1] for index in wanted]
        return json.dumps(wanted)

    def read(self, details: str, file: Any) -> str:
        """Read a photo that the browser can decode, and add its kingdoms; returns the page as JSON.

        ``details`` is JSON with the photo's name, href, width and height.
        """
        snapshot = self._snapshot(details, file)
        reading = None if self.view_of else snapshot.read(self.state.rules)
        self.take_photos([Taken(snapshot.name, snapshot, reading, key=snapshot.key)], turn=self.takes_photos)
        return json.dumps(self.shown())

    def scanned(self, details: str | None, file: Any, reading: Any) -> str:
        """Add the kingdoms of a scan's pickled ``reading``; returns the page as JSON.

        ``details`` is as for ``read``, about the picture that the reading is about; ``None`` if there is no kingdom.
        """
        self._begin(SCAN)
        name, found = self.tr("Scan"), pickle.loads(reading)
        taken = Taken(name, problem=found.hint)
        if details:
            snapshot = replace(self._snapshot(details, file), name=name)
            taken = Taken(name, snapshot, found, key=snapshot.key)
        self.take_photos([taken], turn=self.takes_photos)
        return json.dumps(self.shown())

    def _begin(self, batch: int) -> None:
        """Begin to read a batch."""
        destination = self._destinations.pop(batch, None) or self.destination
        if destination is not self._destination:
            self.read_for(destination)
        self._destination = destination

    def _snapshot(self, details: str, file: Any) -> Snapshot:
        assert self.reader is not None
        about = json.loads(details)
        self._photos += 1
        key = about.get("hash") or f"photo-{self._photos}"
        return self.reader.snapshot(key, file, {**about, "name": visible(about["name"])})


def _without_photo(action: dict[str, Any], shift: tuple[int, int]) -> dict[str, Any]:
    """An action on a kingdom whose photo is gone and whose squares are counted from another origin.

    >>> _without_photo({"kind": "put", "kingdom": "0.0.photo-1.Ann", "places": ["0,-1"]}, (0, 1))
    {'kind': 'put', 'kingdom': '0.0..Ann', 'places': ['0,0']}
    """
    slot, game, _, name = action["kingdom"].split(".", 3)
    places = (tuple(map(int, place.split(","))) for place in action.get("places", ()))
    moved = [f"{row + shift[0]},{column + shift[1]}" for row, column in places]
    return {**action, "kingdom": f"{slot}.{game}..{name}", **({"places": moved} if moved else {})}


def use_solver(solve: Solve) -> None:
    """Solve integer programs with HiGHS from now on; results without it are computed again."""
    IntegerProgram.solver = staticmethod(by_highs(solve))
    judge.forget()


def start_program(sprites: str, languages: str, address: str) -> OfflineProgram:
    """The program, as the worker starts it. ``sprites`` is the JSON that ``build`` has written, with an address."""
    layout = json.loads(sprites)
    sheet = SpriteSheet(b"", layout["columns"], layout["rows"], layout["at"])
    return OfflineProgram(OfflineHost(sheet, address, layout.get("picture", "sprites.webp")), languages)
