"""Requests about photos: add their kingdoms to the game, and report those that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scorer.app.handlers.kingdom import KingdomHandlers
from scorer.app.host import Taken
from scorer.app.players.assignment import photo_assigned
from scorer.app.state import judge
from scorer.app.state.actions import TakenPhoto, identity
from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState, state_of
from scorer.app.wording import Note, question_about
from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.scoring.sheet import points_text
from scorer.sharing.codec import MAX_PLAYERS, GameError
from scorer.sharing.game import Game
from scorer.vision.photo.errors import PhotoError


def added(state: PageState, slot: int, game: int) -> Message:
    """The total of a newly read kingdom: “Ann: 45 ✓”, or the reason why it is open."""
    draft = state.slots[slot].drafts[game]
    points = points_text([judge.score_of(draft.kingdom, state.settled_rules)])
    values = {"name": state.slots[slot].name, "points": points}
    if draft.is_partial or state.choose(slot, game).is_provisional:
        return Message("{name}: {points} so far", values)
    if draft.doubtful:
        return Message("{name}: {points} – please check what is marked “?”", values)
    return Message("{name}: {points} ✓", values)


@dataclass(frozen=True, eq=False)
class Destination:
    """The ``table_id`` of the game that photos are added to, ``None`` for a new one, and the identity of the kingdom of
    which they are further views, if they are."""

    game: object
    view_of: str


class PhotoHandlers(KingdomHandlers):
    """Requests about photos."""

    @property
    def destination(self) -> Destination:
        """The destination of photos that are chosen now, whatever page is shown when they are read. On the page of a
        kingdom they are further views of that kingdom."""
        game = None if self.is_for_new_game else self.state.table_id
        return Destination(game, identity(self.state) if self.page == "kingdom" and self.state.draft else "")

    def start_photos(self) -> None:
        """Start reading photos that are chosen now."""
        self.leave_photo_notes()
        self.read_for(self.destination)

    def leave_photo_notes(self) -> None:
        """Close the messages about earlier photos, except questions that are not answered yet."""
        self.notes = [note for note in self.notes if note.twins]

    def read_for(self, destination: Destination) -> None:
        """Use the photos that are read from now on for a destination."""
        self.photos_game, self.view_of = destination.game, destination.view_of

    @property
    def game_of_photos(self) -> PageState:
        """The game that photos are added to: the one on the page when they were chosen, or else a new one."""
        return self.state if self.state.table_id is self.photos_game else self.new_game

    def wanted(self, photos: Sequence[tuple[str, str]]) -> list[int]:
        """The indices of the photos to read as new kingdoms; each photo is given by key and name.

        None are read if there are more than a game has players. Photos that are in the game already are skipped. Photos
        chosen on Home start a new game, which has none yet.
        """
        if self.view_of:
            return list(range(len(photos)))
        state = self.game_of_photos
        free = MAX_PLAYERS * state.games - state.kingdoms
        if len(photos) > free > 0:
            said = Message(
                "You chose {count} photos, but a game has at most {players} players. Choose at most {most} photos.",
                {"count": len(photos), "players": MAX_PLAYERS, "most": free},
            )
            self.notes.append(Note(said, table=self.state.table_id))
            return []
        seen, found = set(state.photos), []
        for index, (key, name) in enumerate(photos):
            if key in seen:
                said = Message("{name} is in this game already.", {"name": name})
                self.notes.append(Note(said, table=self.state.table_id, again=key))
            else:
                seen.add(key)
                found.append(index)
        return found

    def do_add_again(self, photo: str) -> None:
        """Add the kingdoms of a photo once more, as they were read."""
        self.notes = [note for note in self.notes if note.again != photo]
        drafts = [draft for slot in self.state.slots for draft in slot.drafts if draft.photo == photo]
        readings = {id(draft.reading): draft.reading for draft in drafts if draft.reading}
        snapshot = self.snapshots.get(photo)
        if snapshot and readings:
            from scorer.vision.reading import Reading

            self.photos_game = self.state.table_id
            reading = Reading("", snapshot.width, snapshot.height, tuple(readings.values()))
            self.assign_photos([Taken("", snapshot, reading, key=photo)], turn=True)

    def open_card(self, game: Game) -> None:
        """Open the game of a result card that was chosen as a photo."""
        self.step(state_of(game))
        self.toast = Message("This is a result picture of this app: its game is open now.")
        self.turn_to("game")

    def take_photos(self, photos: Sequence[Taken], *, turn: bool) -> None:
        """Use photos that were read: as views of the kingdom they were chosen for, or as new kingdoms.

        A result card among them is opened instead.
        """
        for photo in photos:
            if photo.game:
                self.open_card(photo.game)
                return
        if not self.view_of:
            self.assign_photos(photos, turn=turn)
            return
        for photo in photos:
            if photo.snapshot is None:
                self.notes.append(Note(photo.problem or Message("no kingdom found"), table=self.state.table_id))
            elif self.view_of != identity(self.state):
                self.tell(Message("{name} was not used, because another kingdom is shown now", {"name": photo.name}))
            else:
                self.add_view(self.state, photo.key, photo.snapshot)

    def add_view(self, state: PageState, key: str, snapshot: TakenPhoto) -> None:
        """Read the kingdom that ``state`` shows together with another photo of it; corrections by hand are kept.

        A photo that does not show this kingdom leaves a note, and the table as it is.
        """
        draft = state.draft
        first = self.snapshots.get(draft.photo or "") if draft else None
        if draft is None or first is None:
            return
        views = [view for view in draft.views if view in self.snapshots and view != key]
        try:
            reading = first.read_with([*(self.snapshots[view] for view in views), snapshot], state.rules)
            found = draft.found_in(reading)
            if found is None or len(found.views) < len(views) + 2:  # its own photo and the new one
                raise PhotoError(Message("{name} does not show this kingdom", {"name": snapshot.name}), "other_kingdom")
            fused = replace(draft.reread(found, (reading.width, reading.height)), views=(*views, key))
            self.step(state.with_draft(fused).checked())
        except (PhotoError, GameError) as error:
            self.tell(error.message)
        else:
            self.keep_photo(key, snapshot)
            self.toast = _settled(len(draft.doubtful), len(fused.doubtful))

    def assign_photos(self, photos: Sequence[Taken], *, turn: bool) -> None:
        """Add the kingdoms of photos that were read, as one step; with ``turn`` the game is shown then."""
        before = self.game_of_photos
        state = self.with_names(before)
        shown = before.chosen, before.round
        notes: list[Note] = []
        places: list[tuple[int, int]] = []
        for photo in photos:
            if photo.snapshot is None:
                notes.append(Note(photo.problem or Message("no kingdom found")))
                continue
            self.keep_photo(photo.key, photo.snapshot)
            if not photo.reading.kingdoms:
                hint = photo.reading.hint or Message("no kingdom found")
                notes.append(Note(Message("{name}: {hint}", {"name": photo.name, "hint": hint}), photo.key))
            done = photo_assigned(state.choose(*shown), photo.key, photo.reading, photo.name, self.tr)
            state, places = done.state, [*places, *done.places]
            notes += (Note(moved.message, out_of_turn=moved) for moved in done.out_of_turn)
            if done.refused:
                notes.append(Note(done.refused))
        notes += self._twins(state, [photo.key for photo in photos if photo.snapshot])
        if places:
            self.photos_game = before.table_id
            if before.table_id is not self.state.table_id:
                turn = True  # the page may show a kingdom of the game before
                self.step(before)
            self.step(state.choose(*(places[0] if turn or not before.slots else shown)))
            self.requests += 1
            self.toast = listed(added(state, *place) for place in places)
            if turn:
                self.turn_to("game")
                self.reveal = f"player-{places[0][0]} {self.requests}"
        for note in notes:
            self.add_note(note)

    def _twins(self, state: PageState, new: Sequence[str]) -> Iterator[Note]:
        """A question for each new kingdom that seems to be one of another photo."""
        read = [draft.photo for slot in state.slots for draft in slot.drafts if draft.photo and draft.reading]
        for pair in combinations(read, 2):
            first, second = sorted(pair, key=lambda photo: photo in new)
            if second in new and first != second and (question := question_about(state, first, second)):
                yield question

    def do_separate(self, first: str, second: str) -> None:
        """Leave two photos as they are: they show the kingdoms of two players, even if these are equal."""
        self._answered(first, second)
        self.view(replace(self.state, alike=self.state.alike | {frozenset((first, second))}))

    def _answered(self, first: str, second: str) -> None:
        """Close the question about two photos."""
        self.notes = [note for note in self.notes if note.twins != (first, second)]

    def _ask_again(self, photo: str) -> None:
        """Replace the questions about a photo, whose kingdom is removed, by those about the kingdoms that are left."""
        concerned = {key for note in self.notes if note.twins and photo in note.twins for key in note.twins} - {photo}
        self.notes = [note for note in self.notes if not note.twins or photo not in note.twins]
        asked = {frozenset(note.twins) for note in self.notes if note.twins}
        for note in self._twins(self.state, [*concerned]):
            if note.twins and frozenset(note.twins) not in asked | self.state.alike:
                self.add_note(note)

    def do_merge(self, first: str, second: str) -> None:
        """Read two photos as views of one kingdom; the kingdom that was made of the second photo is removed."""
        self._answered(first, second)
        photo, state = self.snapshots.get(second), _showing(self.state, second)
        if photo is None or state is None:
            return
        if state.held_by_later:
            self.tell(state.held_by_later)
        elif left := _showing(state.without_draft(), first):
            self.add_view(left, second, photo)
            if _showing(self.state, second) is None:
                self._ask_again(second)

    def do_mark_corners(self, value: str) -> None:
        """Let the user mark the corners of a kingdom on a photo in which none was found."""
        self.slot(Draft({}, photo=value))

    def do_give(self, photo: str, slot: int) -> None:
        """Give a kingdom to the player whose turn it was."""
        for note in self.notes:
            if (moved := note.out_of_turn) and (moved.photo, moved.slot) == (photo, slot):
                if given := moved.given_back(self.state):
                    self.step(given)
                self.notes.remove(note)
                return


def _showing(state: PageState, photo: str) -> PageState | None:
    """The state that shows the kingdom of this photo; ``None`` if there is none."""
    places = (
        (index, game)
        for index, slot in enumerate(state.slots)
        for game, draft in enumerate(slot.drafts)
        if draft.photo == photo
    )
    place = next(places, None)
    return state.choose(*place) if place else None


def _settled(before: int, after: int) -> Message:
    """The number of flagged squares after another photo, compared with the number ``before``."""
    if not after:
        return Message("All squares are certain now")
    if after < before:
        return counted("{count} square is still uncertain", "{count} squares are still uncertain", after)
    return Message("This photo made no square more certain; try another angle")
