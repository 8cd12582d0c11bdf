"""What is on the page at one moment, as a value: every change makes another one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorer.app.state.canvas import Canvas
from scorer.app.state.seen import Seen
from scorer.rules.model.messages import Message
from scorer.rules.model.pieces import Piece, in_order, pieces_of, told_by, untold
from scorer.rules.model.rules import Rules, SettledRules
from scorer.rules.table.player import COLOURS, DYNASTY_GAMES, MAX_TOTAL, Player
from scorer.sharing.codec import MOST_PLAYERS, GameError, check_size
from scorer.sharing.game import Game


@dataclass(frozen=True, eq=False)
class Seat:
    """A place at the table: a player, and a canvas for each game played."""

    name: str
    colour: str = ""
    canvases: tuple[Canvas, ...] = ()
    members: tuple[str, ...] = ()
    """The people of a team, as in ``Player``."""
    seat_id: object = field(default_factory=object)
    """The same for a seat whatever is changed at it, its name too."""

    def player(self, games: int) -> Player:
        """Who sits here, with the kingdoms of so many games at most."""
        laid = [canvas for canvas in self.canvases[:games] if canvas.total is None]
        return Player(
            self.name,
            members=self.members,
            colour=self.colour,
            kingdoms=tuple(canvas.kingdom for canvas in laid),
            partly_seen=frozenset(nth for nth, one in enumerate(laid, start=1) if one.is_partial),
            totals=tuple(canvas.total for canvas in self.canvases[:games]),
        )


@dataclass(frozen=True, eq=False)
class PageState:
    """Everything on the page at one moment. ``chosen`` is the seat being looked at, ``round`` its game in a Dynasty."""

    seats: tuple[Seat, ...] = ()
    rules: Rules = field(default_factory=Rules)
    dynasty: bool = False
    chosen: int = 0
    round: int = 0
    evening: str = ""
    """The key of the evening as which this table was kept, empty if it was not."""
    table_id: object = field(default_factory=object)
    """The same for all states of one table."""
    removed: tuple[tuple[int, int, Seat], ...] = ()
    """What was removed from this table, the last one last: where the seat was, the game, and the seat with what lay
    there."""

    @property
    def seat(self) -> Seat | None:
        """The seat being looked at."""
        return self.seats[self.chosen] if self.chosen < len(self.seats) else None

    @property
    def canvas(self) -> Canvas | None:
        """The canvas being looked at, ``None`` while that seat has none for this game."""
        canvases = self.seat.canvases if self.seat else ()
        return canvases[self.round] if self.round < len(canvases) else None

    @property
    def waiting(self) -> int | None:
        """The seat that waits for a canvas of this game: the one looked at if it does, else the first; or ``None``.

        >>> from scorer.app.state.canvas import CASTLE_ALONE
        >>> PageState().joined(["Ann", "Ben"]).seated(Canvas.of(CASTLE_ALONE), "").waiting
        1
        """
        return self.next_waiting()

    def next_waiting(self, besides: Collection[int] = ()) -> int | None:
        """Who waits, besides some seats."""
        return self._first_of(self._waiting(besides))

    def _waiting(self, besides: Collection[int]) -> list[int]:
        """The seats that wait for a canvas: those that lack this game alone come before those that lack others."""
        waiting = [i for i, seat in enumerate(self.seats) if len(seat.canvases) <= self.round and i not in besides]
        return sorted(waiting, key=lambda i: -len(self.seats[i].canvases))

    def _first_of(self, seats: Sequence[int]) -> int | None:
        """The seat that is looked at if it is among these, else the first of them."""
        return self.chosen if self.chosen in seats else next(iter(seats), None)

    @property
    def missing(self) -> Message:
        """What is said where the seat being looked at has no canvas for this game: which it is to have next."""
        seat = self.seat or Seat("")
        if self.dynasty:
            about = {"name": seat.name, "game": len(seat.canvases) + 1}
            return Message("{name} has no kingdom of game {game} yet.", about)
        return Message("{name} has no kingdom here yet.", {"name": seat.name})

    @property
    def outline(self) -> tuple[object, ...]:
        """Who sits at the table, and whose kingdom of which game is looked at: what the page shows around a kingdom."""
        return (*(seat.name for seat in self.seats), self.chosen, self.round, self.dynasty)

    @property
    def games(self) -> int:
        """How many games count at most: canvases of later ones stay at their seats, but nobody plays them."""
        return DYNASTY_GAMES if self.dynasty else 1

    @property
    def left_out(self) -> Message | None:
        """What is said where a Dynasty was switched off after its first game: in what is kept there is no other.

        >>> canvases = (Canvas({}), Canvas({}))
        >>> PageState((Seat("Ann", canvases=canvases),), dynasty=True).left_out
        >>> str(PageState((Seat("Ann", canvases=canvases),)).left_out).partition(":")[0]
        'Without the Dynasty, games 2 and 3 are left out'
        """
        if not any(len(seat.canvases) > self.games for seat in self.seats):
            return None
        return Message(
            "Without the Dynasty, games 2 and 3 are left out: they are not kept, not shared, and gone when the page is "
            "loaded again. Switch it on among the rules, and they are back."
        )

    @property
    def kingdoms(self) -> int:
        """How many canvases there are."""
        return sum(len(seat.canvases) for seat in self.seats)

    @property
    def photos(self) -> frozenset[str]:
        """The keys of the photos that canvases were made from."""
        return frozenset(canvas.photo for seat in self.seats for canvas in seat.canvases if canvas.photo)

    @cached_property
    def settled_rules(self) -> SettledRules:
        """The rules with the one box and the one grid of the whole table: every page judges every kingdom by them.

        >>> from scorer.rules.model.kingdom import Kingdom
        >>> ann, bob = (Canvas.of(Kingdom.parse(text)) for text in ("wC", "tC"))
        >>> PageState().seated(ann, "Ann").seated(bob, "Bob").settled_rules.box
        <Box.QUEENDOMINO: 'queendomino'>
        """
        return self._written_game.settled_rules

    @cached_property
    def game(self) -> Game:
        """What is kept and shared: no photos."""
        played = pieces_of(self.settled_rules)
        found: list[list[frozenset[Piece]]] = [[] for _ in self.seats]
        for nth in range(DYNASTY_GAMES if self.dynasty and played else 1):
            playing = [
                index
                for index, seat in enumerate(self.seats)
                if any(canvas.total is None for canvas in seat.canvases[nth : nth + 1])
            ]
            canvases = [self.seats[index].canvases[nth] for index in playing]
            missing = untold([c.kingdom for c in canvases], [c.told for c in canvases], self.settled_rules)
            for index, pieces in zip(playing, missing, strict=True):
                found[index].append(pieces)

        def telling(player: Player, missing: Sequence[frozenset[Piece]]) -> Player:
            says_all = all(played <= told_by(kingdom) for kingdom in player.kingdoms)
            return player if says_all and not any(missing) else replace(player, untold=tuple(missing))

        return replace(self._written_game, players=tuple(map(telling, self._written_game.players, found)))

    @cached_property
    def _written_game(self) -> Game:
        """The game as its kingdoms are written down, without what has still to be told."""
        return Game(tuple(seat.player(self.games) for seat in self.seats), self.rules, self.dynasty)

    @cached_property
    def untold(self) -> tuple[Piece, ...]:
        """The pieces of the canvas being looked at that nobody has told of yet."""
        player = self.game.players[self.chosen] if self.canvas else Player("")
        number = player.kingdom_number(self.round + 1)
        return in_order(player.untold[number - 1]) if player.untold and number else ()

    # -- seats ---------------------------------------------------------------------------------------------------

    def seated(self, canvas: Canvas, name: str, colour: str = "", besides: Collection[int] = ()) -> PageState:
        """The canvas given to a seat that waits for one and whose colour does not speak against it: to the one of that
        colour, else to the one looked at, else to the first. The seats ``besides`` get none.

        Where nobody waits a new player called ``name`` sits down. In a Dynasty's later games somebody always waits whom
        a colour that is nobody's was meant for. The canvas's seat is the one looked at then.

        The first canvas at a table from which all were removed is of another game: that was not kept yet. Raises
        ``GameError`` where it is one too many.
        """
        if not self.kingdoms and self.evening:
            return replace(self, evening="").seated(canvas, name, colour, besides)
        waiting = self._waiting(besides)
        fitting = [i for i in waiting if not colour or self.seats[i].colour in ("", colour)]
        same = [i for i in fitting if colour and self.seats[i].colour == colour]
        index = self._first_of(same or fitting or (waiting if self.round else []))
        if index is None:
            taken = {seat.colour for seat in self.seats}
            free = [c for c in COLOURS if c not in taken]
            given = colour if colour in free else ""  # a colour seen twice is wrong once: better none
            seat = Seat(name, given if colour else next(iter(free), ""), (canvas,))
            return replace(self, seats=(*self.seats, seat), chosen=len(self.seats), round=0).checked()
        seat = self.seats[index]
        seat = replace(seat, canvases=(*seat.canvases, canvas), colour=seat.colour or colour)
        return replace(self.with_seat(index, seat), chosen=index, round=len(seat.canvases) - 1).checked()

    def with_total(self, index: int, total: int) -> PageState:
        """The total of a player's game that is looked at, in the place of what lay there; no kingdom is known of it.

        Raises ``GameError`` for points that nobody can have, and for a later game of a player who lacks an earlier one.

        >>> state = PageState().joined(["Ann"]).with_total(0, 45)
        >>> state.game.players[0].totals, state.with_total(0, 46).game.players[0].totals
        ((45,), (46,))
        """
        if not 0 <= total <= MAX_TOTAL:
            raise GameError(Message("a total is a number from 0 to {most}", {"most": MAX_TOTAL}))
        canvases = self.seats[index].canvases
        if self.round > len(canvases):
            raise GameError(self.choose(index).missing)
        canvases = (*canvases[: self.round], Canvas.of_total(total), *canvases[self.round + 1 :])
        return self.with_seat(index, replace(self.seats[index], canvases=canvases)).choose(index).checked()

    def joined(self, names: Sequence[str]) -> PageState:
        """So many more players at the table, who wait for their kingdoms. Raises ``GameError`` for too many."""
        return replace(self, seats=(*self.seats, *map(Seat, names))).checked()

    def checked(self) -> PageState:
        """The table itself. Raises ``GameError`` where it is too large to come back from its link."""
        if len(self.seats) > MOST_PLAYERS:
            raise GameError(
                Message("At most {most} players sit at one table. Begin a new one for more.", {"most": MOST_PLAYERS})
            )
        check_size(self._written_game)
        return self

    def with_seat(self, index: int, seat: Seat) -> PageState:
        """One seat exchanged."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def with_canvas(self, canvas: Canvas) -> PageState:
        """The canvas being looked at exchanged."""
        seat = self.seats[self.chosen]
        canvases = (*seat.canvases[: self.round], canvas, *seat.canvases[self.round + 1 :])
        return self.with_seat(self.chosen, replace(seat, canvases=canvases))

    def without_canvas(self) -> PageState:
        """The canvas being looked at put away, if it can be; a player without any leaves the table.

        Where no Dynasty is played the canvases of later games, which nobody sees, go with it.
        """
        if self.held_by_later:
            return self
        seat = self.seats[self.chosen]
        played, gone = seat.canvases[: self.round], seat.canvases[self.round :]
        if not played:
            return self.without_seat(self.chosen)
        left = self.with_seat(self.chosen, replace(seat, canvases=played))
        return left._having_removed(self.chosen, self.round, replace(seat, canvases=gone))

    def _having_removed(self, index: int, game: int, gone: Seat) -> PageState:
        return replace(self, removed=(*self.removed, (index, game, gone))[-MOST_PLAYERS:])

    @property
    def held_by_later(self) -> Message | None:
        """Why the canvas being looked at cannot be put away: later games of a Dynasty would move up into its place."""
        if not (self.dynasty and self.seat and len(self.seat.canvases) > self.round + 1):
            return None
        return Message("To remove this kingdom, remove those of {name}’s later games first.", {"name": self.seat.name})

    def without_seat(self, index: int) -> PageState:
        """A player leaves the table; with kingdoms, they can be brought back."""
        gone, seats = self.seats[index], (*self.seats[:index], *self.seats[index + 1 :])
        left = replace(self, seats=seats, chosen=max(0, min(self.chosen, len(seats) - 1)), round=0)
        return left._having_removed(index, 0, gone) if gone.canvases else left

    @property
    def last_removed(self) -> str:
        """The name of whoever ``with_removed`` brings back, as it is at the table now; empty where nobody was."""
        if not self.removed:
            return ""
        _, _, gone = self.removed[-1]
        return next((seat.name for seat in self.seats if seat.seat_id is gone.seat_id), gone.name)

    def with_removed(self) -> PageState:
        """Who was removed last, back at the table with the kingdom; where nobody was, the table as it is.

        What lies in the kingdom's place by now is removed for it, and can be brought back in turn. Raises ``GameError``
        where there is no room for them any more.

        >>> state = PageState().seated(Canvas({}), "Ann").seated(Canvas({}), "Ben").choose(0).without_canvas()
        >>> [seat.name for seat in state.seats], [seat.name for seat in state.with_removed().seats]
        (['Ben'], ['Ann', 'Ben'])
        """
        if not self.removed:
            return self
        *others, (index, nth, gone) = self.removed
        there = next((i for i, seat in enumerate(self.seats) if seat.seat_id is gone.seat_id), None)
        if there is not None:
            seat = self.seats[there]
            earlier, instead = seat.canvases[:nth], seat.canvases[nth:]
            back = self.with_seat(there, replace(seat, canvases=earlier + gone.canvases)).choose(there, len(earlier))
            others += [(there, nth, replace(seat, canvases=instead))] if instead else []
        else:
            index = min(index, len(self.seats))
            back = replace(self, seats=(*self.seats[:index], gone, *self.seats[index:])).choose(index, 0)
        return replace(back, removed=tuple(others)).checked()

    def handed_on(self, index: int, game: int, to: int) -> PageState:
        """The canvas of one seat's game given to another seat that waits, which is looked at then."""
        giver, taker = self.seats[index], self.seats[to]
        state = self.with_seat(index, replace(giver, canvases=(*giver.canvases[:game], *giver.canvases[game + 1 :])))
        state = state.with_seat(to, replace(taker, canvases=(*taker.canvases, giver.canvases[game])))
        return replace(state, chosen=to, round=len(taker.canvases))

    @property
    def is_provisional(self) -> bool:
        """Whether something has still to be told that the points of the canvas being looked at come from."""
        return bool(self.untold) or self.settled_rules.lacks_quests

    def told_all(self) -> PageState:
        """Nothing more stands beside the canvas being looked at, or lies on it, in the game that is played."""
        assert self.canvas
        return self.with_canvas(self.canvas.telling(pieces_of(self.settled_rules)))

    @property
    def host(self) -> int | None:
        """The seat with the Queen in the game being looked at."""
        playing = (i for i, seat in enumerate(self.seats) if self.round < len(seat.canvases))
        return next((i for i in playing if self.seats[i].canvases[self.round].kingdom.queen), None)

    @property
    def queen_moves(self) -> Message | None:
        """What is told where the Queen is put to the kingdom being looked at while somebody else has her."""
        if self.host in (None, self.chosen):
            return None
        return Message("The Queen has moved here from {name}", {"name": self.seats[self.host or 0].name})

    def with_queen(self, index: int | None) -> PageState:
        """The Queen given to one player, or to nobody: there is one at a table, in the game being looked at."""
        state = self
        for i, seat in enumerate(self.seats):
            if self.round < len(seat.canvases) and (i == index or seat.canvases[self.round].kingdom.queen):
                canvas = seat.canvases[self.round].with_tokens(queen=i == index)
                canvases = (*seat.canvases[: self.round], canvas, *seat.canvases[self.round + 1 :])
                state = state.with_seat(i, replace(seat, canvases=canvases))
        return state

    def choose(self, index: int, game: int | None = None) -> PageState:
        """Look at another seat, or another game of a Dynasty."""
        return replace(self, chosen=index, round=self.round if game is None else game)

    def playing(self, rules: Rules, dynasty: bool | None = None) -> PageState:
        """Other rules."""
        dynasty = self.dynasty if dynasty is None else dynasty
        return replace(self, rules=rules, dynasty=dynasty, round=self.round if dynasty else 0)

    def playing_with_giants(self, giants: bool) -> PageState:
        """Age of Giants or not; no quest is open yet, and quests take the place of Harmony and Middle Kingdom."""
        return self.playing(replace(self.rules, giants=giants, quests=(), harmony=False, middle_kingdom=False))


def state_of(game: Game) -> PageState:
    """A state with everything that was kept of one."""
    played = pieces_of(game.settled_rules)
    seats = (Seat(p.name, p.colour, tuple(_canvases(p, played)), p.members) for p in game.players)
    return PageState(tuple(seats), game.rules, game.dynasty)


def _canvases(player: Player, played: frozenset[Piece]) -> Iterator[Canvas]:
    """A player's canvases. What has been told is known of them, or what their notation says is taken for it."""
    nth = 0
    for kingdom in player.games:
        if isinstance(kingdom, int):
            yield Canvas.of_total(kingdom)
            continue
        nth += 1
        canvas = Canvas.of(kingdom)
        if player.untold:
            canvas = replace(canvas, told=played - player.untold[nth - 1])
        yield replace(canvas, seen=Seen(cut="squares")) if nth in player.partly_seen else canvas
