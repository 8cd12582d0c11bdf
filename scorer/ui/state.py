"""What is on the page, and every way it can change: values in, values out, so that undo is only a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import Rules
from scorer.sharing.game import COLOURS, DYNASTY_GAMES, Game, PlayerEntry
from scorer.ui.editor import Board


@dataclass(frozen=True, eq=False)
class Seat:
    """A place at the table: a player, and a board for each game played."""

    name: str
    colour: str = ""
    boards: tuple[Board, ...] = ()


@dataclass(frozen=True, eq=False)
class Desk:
    """Everything on the page at one moment. ``chosen`` is the seat being looked at, ``round`` its game in a Dynasty."""

    seats: tuple[Seat, ...] = ()
    rules: Rules = field(default_factory=Rules)
    dynasty: bool = False
    chosen: int = 0
    round: int = 0

    @property
    def seat(self) -> Seat | None:
        """The seat being looked at."""
        return self.seats[self.chosen] if self.chosen < len(self.seats) else None

    @property
    def board(self) -> Board | None:
        """The board being looked at, ``None`` while that seat has none for this game."""
        boards = self.seat.boards if self.seat else ()
        return boards[self.round] if self.round < len(boards) else None

    @property
    def kingdoms(self) -> int:
        """How many boards there are."""
        return sum(len(seat.boards) for seat in self.seats)

    # -- seats ---------------------------------------------------------------------------------------------------

    def seated(self, board: Board, name: str, colour: str = "") -> Desk:
        """The board given to the first seat that waits for one and whose colour does not speak against it.

        Where nobody waits a new player called ``name`` sits down. The board's seat is the one looked at then.
        """
        waiting = [i for i, seat in enumerate(self.seats) if len(seat.boards) <= self.round]
        fitting = [i for i in waiting if not colour or self.seats[i].colour in ("", colour)]
        same = [i for i in fitting if colour and self.seats[i].colour == colour]
        if not fitting:
            taken = {seat.colour for seat in self.seats}
            free = [c for c in COLOURS if c not in taken]
            given = colour if colour in free else ""  # a colour seen twice is wrong once: better none
            seat = Seat(name, given if colour else next(iter(free), ""), (board,))
            return replace(self, seats=(*self.seats, seat), chosen=len(self.seats))
        index = (same or fitting)[0]
        seat = self.seats[index]
        seat = replace(seat, boards=(*seat.boards, board), colour=seat.colour or colour)
        return replace(self.with_seat(index, seat), chosen=index, round=len(seat.boards) - 1)

    def with_seat(self, index: int, seat: Seat) -> Desk:
        """One seat exchanged."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def with_board(self, board: Board) -> Desk:
        """The board being looked at exchanged."""
        seat = self.seats[self.chosen]
        boards = (*seat.boards[: self.round], board, *seat.boards[self.round + 1 :])
        return self.with_seat(self.chosen, replace(seat, boards=boards))

    def without_board(self) -> Desk:
        """The board being looked at put away; a player without any leaves the table."""
        seat = self.seats[self.chosen]
        boards = (*seat.boards[: self.round], *seat.boards[self.round + 1 :])
        if boards:
            return replace(self.with_seat(self.chosen, replace(seat, boards=boards)), round=0)
        return self.without_seat(self.chosen)

    def without_seat(self, index: int) -> Desk:
        """A player leaves the table."""
        seats = (*self.seats[:index], *self.seats[index + 1 :])
        return replace(self, seats=seats, chosen=max(0, min(self.chosen, len(seats) - 1)), round=0)

    def with_queen(self, index: int | None) -> Desk:
        """The Queen given to one player, or to nobody: there is one at a table, in the game being looked at."""
        desk = self
        for i, seat in enumerate(self.seats):
            if self.round < len(seat.boards):
                board = seat.boards[self.round].with_tokens(queen=i == index)
                boards = (*seat.boards[: self.round], board, *seat.boards[self.round + 1 :])
                desk = desk.with_seat(i, replace(seat, boards=boards))
        return desk

    def choose(self, index: int, game: int | None = None) -> Desk:
        """Look at another seat, or another game of a Dynasty."""
        return replace(self, chosen=index, round=self.round if game is None else game)

    def playing(self, rules: Rules, dynasty: bool | None = None) -> Desk:
        """Other rules."""
        dynasty = self.dynasty if dynasty is None else dynasty
        return replace(self, rules=rules, dynasty=dynasty, round=self.round if dynasty else 0)


@dataclass(frozen=True, eq=False)
class History:
    """The desk now, and the ones before and after it.

    >>> history = History().then(Desk(dynasty=True))
    >>> history.undone().present.dynasty, history.undone().redone().present.dynasty
    (False, True)
    """

    present: Desk = field(default_factory=Desk)
    past: tuple[Desk, ...] = ()
    future: tuple[Desk, ...] = ()

    def then(self, desk: Desk, most: int = 100) -> History:
        """A step that can be undone; the last ``most`` are remembered."""
        return History(desk, (*self.past, self.present)[-most:])

    def looking(self, desk: Desk) -> History:
        """A look elsewhere, which is no step."""
        return replace(self, present=desk)

    @property
    def can_undo(self) -> bool:
        """Whether a step back would take no kingdom away: those are removed on purpose only."""
        return bool(self.past) and self.past[-1].kingdoms >= self.present.kingdoms

    def undone(self) -> History:
        """One step back, if there is one."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.present, *self.future))

    def redone(self) -> History:
        """One step forward again, if one was undone."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:])


def game_of(desk: Desk) -> Game:
    """What is kept and shared of a desk: no photos."""
    games = DYNASTY_GAMES if desk.dynasty else 1
    players = (PlayerEntry(s.name, s.colour, tuple(b.kingdom for b in s.boards[:games])) for s in desk.seats)
    return Game(tuple(players), desk.rules, desk.dynasty)


def desk_of(game: Game) -> Desk:
    """A desk with everything that was kept of one."""
    seats = (Seat(p.name, p.colour, tuple(Board.of(kingdom) for kingdom in p.kingdoms)) for p in game.players)
    return Desk(tuple(seats), game.rules, game.dynasty)


def grid_size(rules: Rules, kingdom: Kingdom) -> int:
    """The side of the grid that a kingdom may fill: the rules', or 7 once it has outgrown 5.

    >>> grid_size(Rules(), Kingdom.parse("wwwwwC"))
    7
    """
    return rules.size or (5 if max(kingdom.height, kingdom.width) <= 5 else 7)


def renamed(names: Sequence[str]) -> tuple[str, ...]:
    """The names with numbers behind those given twice, since a ranking needs them to differ.

    >>> renamed(["Ann", "Bob", "Ann"])
    ('Ann', 'Bob', 'Ann 2')
    """
    seen: list[str] = []
    for name in names:
        number, fresh = 1, name
        while fresh in seen:
            number += 1
            fresh = f"{name} {number}"
        seen.append(fresh)
    return tuple(seen)
