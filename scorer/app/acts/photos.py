"""Photos: their kingdoms join the table, and what could not be read becomes a note."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.app.acts.kingdom import KingdomActs
from scorer.app.host import Taken
from scorer.app.seating import photo_seated
from scorer.app.state.canvas import Canvas
from scorer.app.telling import Note
from scorer.rules.model.messages import Message


class PhotoActs(KingdomActs):
    """Requests about photos."""

    def seat_photos(self, photos: Sequence[Taken], *, turn: bool) -> None:
        """Add the kingdoms of photos that were read, as one step; with ``turn`` the game is shown then."""
        state, shown, table = self.state, (self.state.chosen, self.state.round), self.state.table_id
        places: list[tuple[int, int]] = []
        for photo in photos:
            if photo.snapshot is None:
                self.notes.append(Note(photo.problem or Message("no kingdom found"), table=table))
                continue
            self.keep_photo(photo.key, photo.snapshot)
            if not photo.reading.kingdoms:
                hint = photo.reading.hint or Message("no kingdom found")
                nothing = Message("{name}: {hint}", {"name": photo.name, "hint": hint})
                self.notes.append(Note(nothing, photo.key, table))
            done = photo_seated(state.choose(*shown), photo.key, photo.reading, photo.name, self.tr)
            state, places = done.state, [*places, *done.places]
            self.notes += (Note(told.message, table=table, out_of_turn=told) for told in done.told)
            if done.refused:
                self.tell(done.refused)
        if places:
            self.step(state.choose(*(places[0] if turn or not self.state.seats else shown)))
            if turn:
                self.turn_to("game")

    def do_lay(self, value: str) -> None:
        """Lay the grid by hand on a photo in which no kingdom was found."""
        self.seat(Canvas({}, photo=value))

    def do_give(self, photo: str, seat: int) -> None:
        """Give a kingdom to the player whose turn it was."""
        for note in self.notes:
            if (told := note.out_of_turn) and (told.photo, told.seat) == (photo, seat):
                if given := told.given_back(self.state):
                    self.step(given)
                self.notes.remove(note)
                return
