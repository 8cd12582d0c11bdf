"""What is on the page at one moment, as a value: every change makes another one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorer.app.state.draft import Draft
from scorer.app.state.seen import Seen
from scorer.rules.model.messages import Message
from scorer.rules.model.pieces import Piece, in_order, pending_pieces, pieces_of, reported_by
from scorer.rules.model.rules import Rules, SettledRules
from scorer.rules.table.player import COLOURS, DYNASTY_GAMES, MAX_TOTAL, Player
from scorer.sharing.codec import MOST_PLAYERS, GameError, check_size
from scorer.sharing.game import Game


@dataclass(frozen=True, eq=False)
class Slot:
    """A place at the table: a player, and a canvas for each game played."""

    name: str
    colour: str = ""
    drafts: tuple[Draft, ...] = ()
    members: tuple[str, ...] = ()
    """The people of a team, as in ``Player``."""
    slot_id: object = field(default_factory=object)
    """The same for a seat whatever is changed at it, its name too."""

    def player(self, games: int) -> Player:
        """Who sits here, with the kingdoms of so many games at most."""
        laid = [draft for draft in self.drafts[:games] if draft.total is None]
        return Player(
            self.name,
            members=self.members,
            colour=self.colour,
            kingdoms=tuple(draft.kingdom for draft in laid),
            partly_seen=frozenset(nth for nth, one in enumerate(laid, start=1) if one.is_partial),
            totals=tuple(draft.total for draft in self.drafts[:games]),
        )


@dataclass(frozen=True, eq=False)
class PageState:
    """Everything on the page at one moment. ``chosen`` is the seat being looked at, ``round`` its game in a Dynasty."""

    slots: tuple[Slot, ...] = ()
    rules: Rules = field(default_factory=Rules)
    dynasty: bool = False
    chosen: int = 0
    round: int = 0
    saved_game: str = ""
    """The key of the evening as which this table was kept, empty if it was not."""
    table_id: object = field(default_factory=object)
    """The same for all states of one table."""
    removed: tuple[tuple[int, int, Slot], ...] = ()
    """What was removed from this table, the last one last: where the seat was, the game, and the seat with what lay
    there."""

    @property
    def slot(self) -> Slot | None:
        """The seat being looked at."""
        return self.slots[self.chosen] if self.chosen < len(self.slots) else None

    @property
    def draft(self) -> Draft | None:
        """The canvas being looked at, ``None`` while that seat has none for this game."""
        drafts = self.slot.drafts if self.slot else ()
        return drafts[self.round] if self.round < len(drafts) else None

    @property
    def waiting(self) -> int | None:
        """The seat that waits for a canvas of this game: the one looked at if it does, else the first; or ``None``.

        >>> from scorer.app.state.draft import CASTLE_ALONE
        >>> PageState().joined(["Ann", "Ben"]).assigned(Draft.of(CASTLE_ALONE), "").waiting
        1
        """
        return self.next_waiting()

    def next_waiting(self, besides: Collection[int] = ()) -> int | None:
        """Who waits, besides some seats."""
        return self._first_of(self._waiting(besides))

    def _waiting(self, besides: Collection[int]) -> list[int]:
        """The seats that wait for a canvas: those that lack this game alone come before those that lack others."""
        waiting = [i for i, slot in enumerate(self.slots) if len(slot.drafts) <= self.round and i not in besides]
        return sorted(waiting, key=lambda i: -len(self.slots[i].drafts))

    def _first_of(self, slots: Sequence[int]) -> int | None:
        """The seat that is looked at if it is among these, else the first of them."""
        return self.chosen if self.chosen in slots else next(iter(slots), None)

    @property
    def missing(self) -> Message:
        """What is said where the seat being looked at has no canvas for this game: which it is to have next."""
        slot = self.slot or Slot("")
        if self.dynasty:
            about = {"name": slot.name, "game": len(slot.drafts) + 1}
            return Message("{name} has no kingdom of game {game} yet.", about)
        return Message("{name} has no kingdom here yet.", {"name": slot.name})

    @property
    def outline(self) -> tuple[object, ...]:
        """Who sits at the table, and whose kingdom of which game is looked at: what the page shows around a kingdom."""
        return (*(slot.name for slot in self.slots), self.chosen, self.round, self.dynasty)

    @property
    def games(self) -> int:
        """How many games count at most: canvases of later ones stay at their seats, but nobody plays them."""
        return DYNASTY_GAMES if self.dynasty else 1

    @property
    def left_out(self) -> Message | None:
        """What is said where a Dynasty was switched off after its first game: in what is kept there is no other.

        >>> drafts = (Draft({}), Draft({}))
        >>> PageState((Slot("Ann", drafts=drafts),), dynasty=True).left_out
        >>> str(PageState((Slot("Ann", drafts=drafts),)).left_out).partition(":")[0]
        'Without the Dynasty, games 2 and 3 are left out'
        """
        if not any(len(slot.drafts) > self.games for slot in self.slots):
            return None
        return Message(
            "Without the Dynasty, games 2 and 3 are left out: they are not kept, not shared, and gone when the page is "
            "loaded again. Switch it on among the rules, and they are back."
        )

    @property
    def kingdoms(self) -> int:
        """How many canvases there are."""
        return sum(len(slot.drafts) for slot in self.slots)

    @property
    def photos(self) -> frozenset[str]:
        """The keys of the photos that canvases were made from."""
        return frozenset(draft.photo for slot in self.slots for draft in slot.drafts if draft.photo)

    @cached_property
    def settled_rules(self) -> SettledRules:
        """The rules with the one box and the one grid of the whole table: every page judges every kingdom by them.

        >>> from scorer.rules.model.kingdom import Kingdom
        >>> ann, bob = (Draft.of(Kingdom.parse(text)) for text in ("wC", "tC"))
        >>> PageState().assigned(ann, "Ann").assigned(bob, "Bob").settled_rules.box
        <Box.QUEENDOMINO: 'queendomino'>
        """
        return self._written_game.settled_rules

    @cached_property
    def game(self) -> Game:
        """What is kept and shared: no photos."""
        played = pieces_of(self.settled_rules)
        found: list[list[frozenset[Piece]]] = [[] for _ in self.slots]
        for nth in range(DYNASTY_GAMES if self.dynasty and played else 1):
            playing = [
                index
                for index, slot in enumerate(self.slots)
                if any(draft.total is None for draft in slot.drafts[nth : nth + 1])
            ]
            drafts = [self.slots[index].drafts[nth] for index in playing]
            missing = pending_pieces([c.kingdom for c in drafts], [c.told for c in drafts], self.settled_rules)
            for index, pieces in zip(playing, missing, strict=True):
                found[index].append(pieces)

        def telling(player: Player, missing: Sequence[frozenset[Piece]]) -> Player:
            says_all = all(played <= reported_by(kingdom) for kingdom in player.kingdoms)
            return player if says_all and not any(missing) else replace(player, untold=tuple(missing))

        return replace(self._written_game, players=tuple(map(telling, self._written_game.players, found)))

    @cached_property
    def _written_game(self) -> Game:
        """The game as its kingdoms are written down, without what has still to be told."""
        return Game(tuple(slot.player(self.games) for slot in self.slots), self.rules, self.dynasty)

    @cached_property
    def untold(self) -> tuple[Piece, ...]:
        """The pieces of the canvas being looked at that nobody has told of yet."""
        player = self.game.players[self.chosen] if self.draft else Player("")
        number = player.kingdom_number(self.round + 1)
        return in_order(player.untold[number - 1]) if player.untold and number else ()

    # -- seats ---------------------------------------------------------------------------------------------------

    def assigned(self, draft: Draft, name: str, colour: str = "", besides: Collection[int] = ()) -> PageState:
        """The canvas given to a seat that waits for one and whose colour does not speak against it: to the one of that
        colour, else to the one looked at, else to the first. The seats ``besides`` get none.

        Where nobody waits a new player called ``name`` sits down. In a Dynasty's later games somebody always waits whom
        a colour that is nobody's was meant for. The canvas's seat is the one looked at then.

        The first canvas at a table from which all were removed is of another game: that was not kept yet. Raises
        ``GameError`` where it is one too many.
        """
        if not self.kingdoms and self.saved_game:
            return replace(self, saved_game="").assigned(draft, name, colour, besides)
        waiting = self._waiting(besides)
        fitting = [i for i in waiting if not colour or self.slots[i].colour in ("", colour)]
        same = [i for i in fitting if colour and self.slots[i].colour == colour]
        index = self._first_of(same or fitting or (waiting if self.round else []))
        if index is None:
            taken = {slot.colour for slot in self.slots}
            free = [c for c in COLOURS if c not in taken]
            given = colour if colour in free else ""  # a colour seen twice is wrong once: better none
            slot = Slot(name, given if colour else next(iter(free), ""), (draft,))
            return replace(self, slots=(*self.slots, slot), chosen=len(self.slots), round=0).checked()
        slot = self.slots[index]
        slot = replace(slot, drafts=(*slot.drafts, draft), colour=slot.colour or colour)
        return replace(self.with_slot(index, slot), chosen=index, round=len(slot.drafts) - 1).checked()

    def with_total(self, index: int, total: int) -> PageState:
        """The total of a player's game that is looked at, in the place of what lay there; no kingdom is known of it.

        Raises ``GameError`` for points that nobody can have, and for a later game of a player who lacks an earlier one.

        >>> state = PageState().joined(["Ann"]).with_total(0, 45)
        >>> state.game.players[0].totals, state.with_total(0, 46).game.players[0].totals
        ((45,), (46,))
        """
        if not 0 <= total <= MAX_TOTAL:
            raise GameError(Message("a total is a number from 0 to {most}", {"most": MAX_TOTAL}))
        drafts = self.slots[index].drafts
        if self.round > len(drafts):
            raise GameError(self.choose(index).missing)
        drafts = (*drafts[: self.round], Draft.of_total(total), *drafts[self.round + 1 :])
        return self.with_slot(index, replace(self.slots[index], drafts=drafts)).choose(index).checked()

    def joined(self, names: Sequence[str]) -> PageState:
        """So many more players at the table, who wait for their kingdoms. Raises ``GameError`` for too many."""
        return replace(self, slots=(*self.slots, *map(Slot, names))).checked()

    def checked(self) -> PageState:
        """The table itself. Raises ``GameError`` where it is too large to come back from its link."""
        if len(self.slots) > MOST_PLAYERS:
            raise GameError(
                Message("At most {most} players sit at one table. Begin a new one for more.", {"most": MOST_PLAYERS})
            )
        check_size(self._written_game)
        return self

    def with_slot(self, index: int, slot: Slot) -> PageState:
        """One seat exchanged."""
        return replace(self, slots=(*self.slots[:index], slot, *self.slots[index + 1 :]))

    def with_draft(self, draft: Draft) -> PageState:
        """The canvas being looked at exchanged."""
        slot = self.slots[self.chosen]
        drafts = (*slot.drafts[: self.round], draft, *slot.drafts[self.round + 1 :])
        return self.with_slot(self.chosen, replace(slot, drafts=drafts))

    def without_draft(self) -> PageState:
        """The canvas being looked at put away, if it can be; a player without any leaves the table.

        Where no Dynasty is played the canvases of later games, which nobody sees, go with it.
        """
        if self.held_by_later:
            return self
        slot = self.slots[self.chosen]
        played, gone = slot.drafts[: self.round], slot.drafts[self.round :]
        if not played:
            return self.without_slot(self.chosen)
        left = self.with_slot(self.chosen, replace(slot, drafts=played))
        return left._having_removed(self.chosen, self.round, replace(slot, drafts=gone))

    def _having_removed(self, index: int, game: int, gone: Slot) -> PageState:
        return replace(self, removed=(*self.removed, (index, game, gone))[-MOST_PLAYERS:])

    @property
    def held_by_later(self) -> Message | None:
        """Why the canvas being looked at cannot be put away: later games of a Dynasty would move up into its place."""
        if not (self.dynasty and self.slot and len(self.slot.drafts) > self.round + 1):
            return None
        return Message("To remove this kingdom, remove those of {name}’s later games first.", {"name": self.slot.name})

    def without_slot(self, index: int) -> PageState:
        """A player leaves the table; with kingdoms, they can be brought back."""
        gone, slots = self.slots[index], (*self.slots[:index], *self.slots[index + 1 :])
        left = replace(self, slots=slots, chosen=max(0, min(self.chosen, len(slots) - 1)), round=0)
        return left._having_removed(index, 0, gone) if gone.drafts else left

    @property
    def last_removed(self) -> str:
        """The name of whoever ``with_removed`` brings back, as it is at the table now; empty where nobody was."""
        if not self.removed:
            return ""
        _, _, gone = self.removed[-1]
        return next((slot.name for slot in self.slots if slot.slot_id is gone.slot_id), gone.name)

    def with_removed(self) -> PageState:
        """Who was removed last, back at the table with the kingdom; where nobody was, the table as it is.

        What lies in the kingdom's place by now is removed for it, and can be brought back in turn. Raises ``GameError``
        where there is no room for them any more.

        >>> state = PageState().assigned(Draft({}), "Ann").assigned(Draft({}), "Ben").choose(0).without_draft()
        >>> [slot.name for slot in state.slots], [slot.name for slot in state.with_removed().slots]
        (['Ben'], ['Ann', 'Ben'])
        """
        if not self.removed:
            return self
        *others, (index, nth, gone) = self.removed
        there = next((i for i, slot in enumerate(self.slots) if slot.slot_id is gone.slot_id), None)
        if there is not None:
            slot = self.slots[there]
            earlier, instead = slot.drafts[:nth], slot.drafts[nth:]
            back = self.with_slot(there, replace(slot, drafts=earlier + gone.drafts)).choose(there, len(earlier))
            others += [(there, nth, replace(slot, drafts=instead))] if instead else []
        else:
            index = min(index, len(self.slots))
            back = replace(self, slots=(*self.slots[:index], gone, *self.slots[index:])).choose(index, 0)
        return replace(back, removed=tuple(others)).checked()

    def handed_on(self, index: int, game: int, to: int) -> PageState:
        """The canvas of one seat's game given to another seat that waits, which is looked at then."""
        giver, taker = self.slots[index], self.slots[to]
        state = self.with_slot(index, replace(giver, drafts=(*giver.drafts[:game], *giver.drafts[game + 1 :])))
        state = state.with_slot(to, replace(taker, drafts=(*taker.drafts, giver.drafts[game])))
        return replace(state, chosen=to, round=len(taker.drafts))

    @property
    def is_provisional(self) -> bool:
        """Whether something has still to be told that the points of the canvas being looked at come from."""
        return bool(self.untold) or self.settled_rules.lacks_quests

    def told_all(self) -> PageState:
        """Nothing more stands beside the canvas being looked at, or lies on it, in the game that is played."""
        assert self.draft
        return self.with_draft(self.draft.telling(pieces_of(self.settled_rules)))

    @property
    def host(self) -> int | None:
        """The seat with the Queen in the game being looked at."""
        playing = (i for i, slot in enumerate(self.slots) if self.round < len(slot.drafts))
        return next((i for i in playing if self.slots[i].drafts[self.round].kingdom.queen), None)

    @property
    def queen_moves(self) -> Message | None:
        """What is told where the Queen is put to the kingdom being looked at while somebody else has her."""
        if self.host in (None, self.chosen):
            return None
        return Message("The Queen has moved here from {name}", {"name": self.slots[self.host or 0].name})

    def with_queen(self, index: int | None) -> PageState:
        """The Queen given to one player, or to nobody: there is one at a table, in the game being looked at."""
        state = self
        for i, slot in enumerate(self.slots):
            if self.round < len(slot.drafts) and (i == index or slot.drafts[self.round].kingdom.queen):
                draft = slot.drafts[self.round].with_tokens(queen=i == index)
                drafts = (*slot.drafts[: self.round], draft, *slot.drafts[self.round + 1 :])
                state = state.with_slot(i, replace(slot, drafts=drafts))
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
    slots = (Slot(p.name, p.colour, tuple(_drafts(p, played)), p.members) for p in game.players)
    return PageState(tuple(slots), game.rules, game.dynasty)


def _drafts(player: Player, played: frozenset[Piece]) -> Iterator[Draft]:
    """A player's canvases. What has been told is known of them, or what their notation says is taken for it."""
    nth = 0
    for kingdom in player.games:
        if isinstance(kingdom, int):
            yield Draft.of_total(kingdom)
            continue
        nth += 1
        draft = Draft.of(kingdom)
        if player.untold:
            draft = replace(draft, told=played - player.untold[nth - 1])
        yield replace(draft, seen=Seen(cut="squares")) if nth in player.partly_seen else draft
