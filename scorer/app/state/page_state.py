"""The state of the page, as an immutable value: every change makes a new one."""

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
from scorer.sharing.codec import MAX_PLAYERS, GameError, check_size
from scorer.sharing.game import Game


@dataclass(frozen=True, eq=False)
class Slot:
    """A player, with one draft for each game played."""

    name: str
    colour: str = ""
    drafts: tuple[Draft, ...] = ()
    members: tuple[str, ...] = ()
    """The people of a team, as in ``Player``."""
    slot_id: object = field(default_factory=object)
    """The identity of a slot, which survives every change of it."""

    def player(self, games: int) -> Player:
        """The player of this slot, with the kingdoms of at most ``games`` games."""
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
    """The whole state of the page. ``chosen`` is the shown slot, ``round`` its game in a Dynasty."""

    slots: tuple[Slot, ...] = ()
    rules: Rules = field(default_factory=Rules)
    dynasty: bool = False
    chosen: int = 0
    round: int = 0
    saved_game: str = ""
    """The key under which this game was saved, empty if it was not."""
    table_id: object = field(default_factory=object)
    """The identity shared by all states of one game."""
    removed: tuple[tuple[int, int, Slot], ...] = ()
    """The drafts that were removed, the last one last: index of the slot, number of the game, and the slot with its
    drafts."""

    alike: frozenset[frozenset[str]] = frozenset()
    """Pairs of photos, by their keys, that show equal kingdoms of two players, as the user said."""

    @property
    def slot(self) -> Slot | None:
        """The shown slot."""
        return self.slots[self.chosen] if self.chosen < len(self.slots) else None

    @property
    def draft(self) -> Draft | None:
        """The shown draft; ``None`` while the slot has none for this game."""
        drafts = self.slot.drafts if self.slot else ()
        return drafts[self.round] if self.round < len(drafts) else None

    @property
    def waiting(self) -> int | None:
        """The slot that waits for a draft of this game: the shown one if it does, otherwise the first; or ``None``.

        >>> from scorer.app.state.draft import CASTLE_ALONE
        >>> PageState().joined(["Ann", "Ben"]).assigned(Draft.of(CASTLE_ALONE), "").waiting
        1
        """
        return self.next_waiting()

    def next_waiting(self, besides: Collection[int] = ()) -> int | None:
        """The slot that waits for a draft, except those in ``besides``."""
        return self._first_of(self._waiting(besides))

    def _waiting(self, besides: Collection[int]) -> list[int]:
        """The slots that wait for a draft: those that lack only this game come before those that lack earlier ones."""
        waiting = [i for i, slot in enumerate(self.slots) if len(slot.drafts) <= self.round and i not in besides]
        return sorted(waiting, key=lambda i: -len(self.slots[i].drafts))

    def _first_of(self, slots: Sequence[int]) -> int | None:
        """The shown slot if it is among these, otherwise the first of them."""
        return self.chosen if self.chosen in slots else next(iter(slots), None)

    @property
    def missing(self) -> Message:
        """A message about a slot without a draft of this game: which one it needs next."""
        slot = self.slot or Slot("")
        if self.dynasty:
            about = {"name": slot.name, "game": len(slot.drafts) + 1}
            return Message("{name} has no kingdom of game {game} yet.", about)
        return Message("{name} has no kingdom yet.", {"name": slot.name})

    @property
    def outline(self) -> tuple[object, ...]:
        """The state outside the shown kingdom: the players, and whose kingdom of which game is shown."""
        return (*(slot.name for slot in self.slots), self.chosen, self.round, self.dynasty)

    @property
    def games(self) -> int:
        """The maximum number of games that count: drafts of later ones are kept but ignored."""
        return DYNASTY_GAMES if self.dynasty else 1

    @property
    def left_out(self) -> Message | None:
        """A warning that games are left out because a Dynasty was switched off after its first game.

        >>> drafts = (Draft({}), Draft({}))
        >>> PageState((Slot("Ann", drafts=drafts),), dynasty=True).left_out
        >>> str(PageState((Slot("Ann", drafts=drafts),)).left_out).partition(",")[0]
        'Without the Dynasty'
        """
        if not any(len(slot.drafts) > self.games for slot in self.slots):
            return None
        return Message(
            "Without the Dynasty, games 2 and 3 are neither saved nor shared, and are lost when the page is "
            "reloaded. To bring them back, switch the Dynasty on in the rules."
        )

    @property
    def kingdoms(self) -> int:
        """The number of drafts."""
        return sum(len(slot.drafts) for slot in self.slots)

    @property
    def photos(self) -> frozenset[str]:
        """The keys of the photos that drafts were made from."""
        return frozenset(draft.photo for slot in self.slots for draft in slot.drafts if draft.photo)

    @cached_property
    def settled_rules(self) -> SettledRules:
        """The rules with the box and the grid of the whole game, by which every kingdom is judged.

        >>> from scorer.rules.model.kingdom import Kingdom
        >>> ann, bob = (Draft.of(Kingdom.parse(text)) for text in ("wC", "tC"))
        >>> PageState().assigned(ann, "Ann").assigned(bob, "Bob").settled_rules.box
        <Box.QUEENDOMINO: 'queendomino'>
        """
        return self._written_game.settled_rules

    @cached_property
    def game(self) -> Game:
        """The game as it is saved and shared, without photos."""
        played = pieces_of(self.settled_rules)
        found: list[list[frozenset[Piece]]] = [[] for _ in self.slots]
        for nth in range(DYNASTY_GAMES if self.dynasty and played else 1):
            playing = [
                index
                for index, slot in enumerate(self.slots)
                if any(draft.total is None for draft in slot.drafts[nth : nth + 1])
            ]
            drafts = [self.slots[index].drafts[nth] for index in playing]
            missing = pending_pieces([c.kingdom for c in drafts], [c.entered for c in drafts], self.settled_rules)
            for index, pieces in zip(playing, missing, strict=True):
                found[index].append(pieces)

        def with_missing(player: Player, missing: Sequence[frozenset[Piece]]) -> Player:
            says_all = all(played <= reported_by(kingdom) for kingdom in player.kingdoms)
            return player if says_all and not any(missing) else replace(player, untold=tuple(missing))

        return replace(self._written_game, players=tuple(map(with_missing, self._written_game.players, found)))

    @cached_property
    def _written_game(self) -> Game:
        """The game as its notations give it, without the missing pieces."""
        return Game(tuple(slot.player(self.games) for slot in self.slots), self.rules, self.dynasty)

    @cached_property
    def missing_pieces(self) -> tuple[Piece, ...]:
        """The kinds of pieces that were not entered yet for the shown draft."""
        player = self.game.players[self.chosen] if self.draft else Player("")
        number = player.kingdom_number(self.round + 1)
        return in_order(player.untold[number - 1]) if player.untold and number else ()

    # -- slots ---------------------------------------------------------------------------------------------------

    def assigned(self, draft: Draft, name: str, colour: str = "", besides: Collection[int] = ()) -> PageState:
        """The state with the draft in a waiting slot of a matching colour: the slot of that colour, otherwise the
        shown one, otherwise the first. The slots ``besides`` get none.

        If no slot waits, a player called ``name`` is added; without a colour if the draft's photo shows none. In the
        later games of a Dynasty a waiting slot takes the draft even if its colour does not match. The slot of the draft
        is shown.

        The first draft of a game from which all were removed belongs to a new game, which is not saved yet. Raises
        ``GameError`` if there are too many.
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
            if not colour and not draft.reading:
                colour = next(iter(free), "")  # laid by hand: one that tells the players apart
            given = colour if colour in free else ""  # a colour seen twice is wrong at least once, so use none
            slot = Slot(name, given, (draft,))
            return replace(self, slots=(*self.slots, slot), chosen=len(self.slots), round=0).checked()
        slot = self.slots[index]
        slot = replace(slot, drafts=(*slot.drafts, draft), colour=slot.colour or colour)
        return replace(self.with_slot(index, slot), chosen=index, round=len(slot.drafts) - 1).checked()

    def with_total(self, index: int, total: int) -> PageState:
        """The state with a player's total in place of the draft; its kingdom is unknown.

        Raises ``GameError`` for an impossible total, and for a later game of a player who lacks an earlier one.

        >>> state = PageState().joined(["Ann"]).with_total(0, 45)
        >>> state.game.players[0].totals, state.with_total(0, 46).game.players[0].totals
        ((45,), (46,))
        """
        if not 0 <= total <= MAX_TOTAL:
            raise GameError(Message("a total must be a number from 0 to {most}", {"most": MAX_TOTAL}))
        drafts = self.slots[index].drafts
        if self.round > len(drafts):
            raise GameError(self.choose(index).missing)
        drafts = (*drafts[: self.round], Draft.of_total(total), *drafts[self.round + 1 :])
        return self.with_slot(index, replace(self.slots[index], drafts=drafts)).choose(index).checked()

    def joined(self, names: Sequence[str]) -> PageState:
        """The state with more players, who wait for their kingdoms. Raises ``GameError`` for too many."""
        return replace(self, slots=(*self.slots, *map(Slot, names))).checked()

    def checked(self) -> PageState:
        """The same state. Raises ``GameError`` if it does not fit its link."""
        if len(self.slots) > MAX_PLAYERS:
            raise GameError(
                Message("A game has at most {most} players. Start another game for more.", {"most": MAX_PLAYERS})
            )
        check_size(self._written_game)
        return self

    def with_slot(self, index: int, slot: Slot) -> PageState:
        """The state with another slot in place of one."""
        return replace(self, slots=(*self.slots[:index], slot, *self.slots[index + 1 :]))

    def with_draft(self, draft: Draft) -> PageState:
        """The state with another draft in place of the shown one."""
        slot = self.slots[self.chosen]
        drafts = (*slot.drafts[: self.round], draft, *slot.drafts[self.round + 1 :])
        return self.with_slot(self.chosen, replace(slot, drafts=drafts))

    def without_draft(self) -> PageState:
        """The state without the shown draft, if it can be removed; a player without any is removed, too.

        Unless a Dynasty is played, the drafts of later games, which are never shown, are removed with it.
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
        return replace(self, removed=(*self.removed, (index, game, gone))[-MAX_PLAYERS:])

    @property
    def held_by_later(self) -> Message | None:
        """The reason why the shown draft cannot be removed: later games of a Dynasty would take its place."""
        if not (self.dynasty and self.slot and len(self.slot.drafts) > self.round + 1):
            return None
        return Message(
            "To remove this kingdom, first remove {name}’s kingdoms of the later games.", {"name": self.slot.name}
        )

    def without_slot(self, index: int) -> PageState:
        """The state without a player; their kingdoms can be restored."""
        gone, slots = self.slots[index], (*self.slots[:index], *self.slots[index + 1 :])
        left = replace(self, slots=slots, chosen=max(0, min(self.chosen, len(slots) - 1)), round=0)
        return left._having_removed(index, 0, gone) if gone.drafts else left

    @property
    def last_removed(self) -> str:
        """The name of the player whom ``with_removed`` restores, as it is now; empty if there is none."""
        if not self.removed:
            return ""
        _, _, gone = self.removed[-1]
        return next((slot.name for slot in self.slots if slot.slot_id is gone.slot_id), gone.name)

    def with_removed(self) -> PageState:
        """The state with the last removed player and kingdom restored; the same state if there is none.

        A draft that has taken the kingdom's place is removed for it, and can be restored in turn. Raises
        ``GameError`` if there is no room for them any more.

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
        """The state with the draft of one slot's game moved to another slot that waits, which is then shown."""
        giver, taker = self.slots[index], self.slots[to]
        state = self.with_slot(index, replace(giver, drafts=(*giver.drafts[:game], *giver.drafts[game + 1 :])))
        state = state.with_slot(to, replace(taker, drafts=(*taker.drafts, giver.drafts[game])))
        return replace(state, chosen=to, round=len(taker.drafts))

    def exchanged(self, index: int, other: int, game: int) -> PageState:
        """The state with the drafts of one game exchanged between two slots; the second slot is shown."""
        given, taken = self.slots[index].drafts, self.slots[other].drafts
        state = self
        for slot, drafts, draft in ((index, given, taken[game]), (other, taken, given[game])):
            changed = replace(self.slots[slot], drafts=(*drafts[:game], draft, *drafts[game + 1 :]))
            state = state.with_slot(slot, changed)
        return replace(state, chosen=other, round=game)

    @property
    def is_provisional(self) -> bool:
        """Whether pieces that give points are still to be entered for the shown draft."""
        return bool(self.missing_pieces) or self.settled_rules.lacks_quests

    def with_all_entered(self) -> PageState:
        """The state with all pieces of the shown draft marked as entered."""
        assert self.draft
        return self.with_draft(self.draft.with_entered(pieces_of(self.settled_rules)))

    @property
    def host(self) -> int | None:
        """The slot with the Queen in the chosen game."""
        playing = (i for i, slot in enumerate(self.slots) if self.round < len(slot.drafts))
        return next((i for i in playing if self.slots[i].drafts[self.round].kingdom.queen), None)

    @property
    def queen_moves(self) -> Message | None:
        """A message that the Queen moves to the shown kingdom from another player's."""
        if self.host in (None, self.chosen):
            return None
        return Message("The Queen has moved here from {name}", {"name": self.slots[self.host or 0].name})

    def with_queen(self, index: int | None) -> PageState:
        """The state with the Queen given to one player or to nobody: a game has only one."""
        state = self
        for i, slot in enumerate(self.slots):
            if self.round < len(slot.drafts) and (i == index or slot.drafts[self.round].kingdom.queen):
                draft = slot.drafts[self.round].with_tokens(queen=i == index)
                drafts = (*slot.drafts[: self.round], draft, *slot.drafts[self.round + 1 :])
                state = state.with_slot(i, replace(slot, drafts=drafts))
        return state

    def choose(self, index: int, game: int | None = None) -> PageState:
        """The state that shows another slot, or another game of a Dynasty."""
        return replace(self, chosen=index, round=self.round if game is None else game)

    def playing(self, rules: Rules, dynasty: bool | None = None) -> PageState:
        """The state with other rules."""
        dynasty = self.dynasty if dynasty is None else dynasty
        return replace(self, rules=rules, dynasty=dynasty, round=self.round if dynasty else 0)

    def playing_with_giants(self, giants: bool) -> PageState:
        """The state with or without Age of Giants. No quest is in play yet; quests replace Harmony and Middle
        Kingdom."""
        return self.playing(replace(self.rules, giants=giants, quests=(), harmony=False, middle_kingdom=False))


def state_of(game: Game) -> PageState:
    """The state with everything that was saved of a game."""
    played = pieces_of(game.settled_rules)
    slots = (Slot(p.name, p.colour, tuple(_drafts(p, played)), p.members) for p in game.players)
    return PageState(tuple(slots), game.rules, game.dynasty)


def _drafts(player: Player, played: frozenset[Piece]) -> Iterator[Draft]:
    """A player's drafts. Pieces count as entered if the game says so, or if their notation contains them."""
    nth = 0
    for kingdom in player.games:
        if isinstance(kingdom, int):
            yield Draft.of_total(kingdom)
            continue
        nth += 1
        draft = Draft.of(kingdom)
        if player.untold:
            draft = replace(draft, entered=played - player.untold[nth - 1])
        yield replace(draft, seen=Seen(cut="squares")) if nth in player.partly_seen else draft
