"""A summary of the game: who leads or has won and by how much; each player's total and open items.

The summary holds values only. Each host lays out its Game screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from scorer.app.standings import is_settled, ranked, victory
from scorer.app.state.draft import Draft
from scorer.app.state.page_state import PageState, Slot
from scorer.rules.model.kingdom import Position
from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.model.pieces import PIECE_NAMES, in_order
from scorer.rules.table.player import DYNASTY_GAMES, distinct
from scorer.rules.table.ranking import Ranking
from scorer.rules.table.standing import Standing

Outcome = Literal["empty", "alone", "leads", "level", "won", "shared"]
"""Nobody has a kingdom yet; one player has; one leads; several are tied so far; one has won; several share the
victory."""

OpenKind = Literal["illegal", "confirm", "edge", "cut", "part", "painting", "bare", "tokens", "missing"]
"""Kinds of open items: the kingdom breaks a rule; squares to confirm; the photo ends next to the kingdom; the photo
cuts it off; only a part of it; it is being painted; it is empty; tokens to enter; no kingdom for this game."""

SURE: Final = ("illegal", "confirm", "edge")
"""Open items that leave a total final: the reading is most probably right."""

MAX_NAMED_PIECES: Final = 5
"""More missing pieces than this are counted, not named, so that a card stays short."""


@dataclass(frozen=True)
class OpenItem:
    """An open item in a player's ``game``, counted from 0, as text; ``at`` is the first square to look at."""

    kind: OpenKind
    game: int
    message: Message
    at: Position | None = None


@dataclass(frozen=True)
class PlayerSummary:
    """A player's card. ``slot`` is the index among ``PageState.slots``.

    Without any kingdom ``place`` is ``None`` and ``points`` empty. ``points`` is a range while squares are hidden.
    ``is_provisional`` is whether points may be added: a part of a kingdom or tokens are missing. ``behind`` is the
    number of points behind the first player, ``games`` the number of games entered.
    """

    slot: int
    name: str
    colour: str
    place: int | None
    points: str
    is_provisional: bool
    behind: int
    games: int
    open: tuple[OpenItem, ...]

    @property
    def total(self) -> Message:
        """The points as text.

        >>> ann = PlayerSummary(0, "Ann", "pink", 1, "27", True, 0, 1, ())
        >>> str(ann.total)
        '27 points so far'
        """
        if self.place is None:
            return Message("no kingdom yet")
        values = {"points": self.points}
        if self.is_provisional:
            return counted("{points} point so far", "{points} points so far", self._count, values)
        return counted("{points} point", "{points} points", self._count, values)

    @property
    def unit(self) -> Message:
        """The word after the points: “points so far” while they are provisional."""
        if self.is_provisional:
            return counted("point so far", "points so far", self._count)
        return counted("point", "points", self._count)

    @property
    def _count(self) -> int:
        return int(self.points) if self.points.isdigit() else 2


@dataclass(frozen=True)
class GameSummary:
    """The whole game.

    ``margin`` is the points between the first and the second, 0 if level. ``headline`` says who leads or has won,
    ``detail`` what decided it or keeps it open. ``game`` says which game of a Dynasty is on; ``None`` otherwise.
    ``to_enter`` is what the game as a whole is missing: quests, or the player with the Queen.
    """

    outcome: Outcome
    margin: int
    headline: Message | None
    detail: Message | None
    game: Message | None
    to_enter: tuple[Message, ...]
    players: tuple[PlayerSummary, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game is won."""
        return self.outcome in ("won", "shared")

    @property
    def open(self) -> tuple[tuple[PlayerSummary, OpenItem], ...]:
        """All open items, player by player."""
        return tuple((player, item) for player in self.players for item in player.open)


def game_summary(state: PageState, ranking: Ranking | None = None) -> GameSummary:
    """The summary of the game on the page; ``ranking`` is its ranking, if already known.

    The players are in the order of their slots.

    >>> state = PageState().joined(["Ann", "Ben"]).with_total(0, 45).with_total(1, 42)
    >>> str(game_summary(state).headline), [str(player.total) for player in game_summary(state).players]
    ('Ann won by 3 points', ['45 points', '42 points'])
    """
    ranking = ranking or ranked(state)
    standings, settled = ranking.standings, is_settled(state) and ranking.is_settled
    first = tuple(standing for standing in standings if standing.place == 1)
    margin = standings[0].total - standings[1].total if len(standings) > 1 else 0
    detail = _detail(ranking, margin, is_settled=settled)
    return GameSummary(
        outcome=_outcome(standings, first, is_settled=settled),
        margin=margin,
        headline=_headline(ranking, margin, is_settled=settled),
        detail=detail,
        game=_game_number(state),
        to_enter=tuple(replace(ranking.untold, players=(), pieces=()).messages()),
        players=tuple(_players(state, ranking)),
    )


def _outcome(standings: tuple[Standing, ...], first: tuple[Standing, ...], *, is_settled: bool) -> Outcome:
    if len(standings) <= 1:
        return "alone" if standings else "empty"
    if is_settled:
        return "won" if len(first) == 1 else "shared"
    return "leads" if len(first) == 1 else "level"


def _headline(ranking: Ranking, margin: int, *, is_settled: bool) -> Message | None:
    """“Ann leads by 7 points”, “Ann won by 3 points”, or the players who are level or share the victory; ``None`` for
    a single player."""
    if len(ranking.standings) <= 1:
        return None
    said, _ = victory(ranking, is_settled=is_settled)
    if not margin or (is_settled and ranking.doubt):
        return said
    name = {"name": ranking.standings[0].name}
    if not is_settled:
        return counted("{name} leads by {count} point", "{name} leads by {count} points", margin, name)
    least, most = _margins(ranking)
    if least == most:
        return counted("{name} won by {count} point", "{name} won by {count} points", margin, name)
    if least > 0:
        return counted("{name} won by at least {count} point", "{name} won by at least {count} points", least, name)
    return said


def _margins(ranking: Ranking) -> tuple[int, int]:
    """The points between the first and the others if hidden crowns and unknown squares favour the others, and if they
    favour the first."""
    first, *others = (standing.total_range for standing in ranking.standings)
    return first[0] - max(high for _, high in others), first[1] - max(low for low, _ in others)


def _detail(ranking: Ranking, margin: int, *, is_settled: bool) -> Message | None:
    """The tie-break, the reason why the game is still open, or a contradiction; ``None`` if the margin says enough.

    Of a Dynasty, that the margin is of all its games.
    """
    if len(ranking.standings) <= 1:
        return None
    if margin and not ranking.why_open and not (is_settled and ranking.doubt):
        counts = {len(standing.games) for standing in ranking.standings}
        if is_settled or max(counts) == 1:
            return None
        if len(counts) > 1:
            return Message("points of all games so far; not all players have the same number of games")
        return Message("points of all games so far")
    return victory(ranking, is_settled=is_settled)[1]


def _game_number(state: PageState) -> Message | None:
    """The game of a Dynasty that is looked at, to which photos are added; nothing once all were played."""
    if not state.dynasty or all(len(slot.drafts) >= DYNASTY_GAMES for slot in state.slots):
        return None
    return Message("Kingdoms of game {number} of {games}", {"number": state.round + 1, "games": DYNASTY_GAMES})


def _players(state: PageState, ranking: Ranking) -> list[PlayerSummary]:
    standings = ranking.standings
    by_name = {standing.name: standing for standing in standings}
    best = standings[0].total if standings else 0
    found = []
    for index, name in enumerate(distinct(slot.name for slot in state.slots)):
        slot, standing = state.slots[index], by_name.get(name)
        still_open = (*_illegal(state, ranking, standing), *_open(state, index))
        found.append(
            PlayerSummary(
                slot=index,
                name=name,
                colour=slot.colour,
                place=standing.place if standing else None,
                points=standing.points if standing else "",
                is_provisional=any(item.kind not in SURE for item in still_open),
                behind=best - standing.total if standing else 0,
                games=len(slot.drafts[: state.games]),
                open=still_open,
            )
        )
    return found


def _illegal(state: PageState, ranking: Ranking, standing: Standing | None) -> tuple[OpenItem, ...]:
    """An item if one of the player's kingdoms breaks a rule."""
    if standing is None or standing.player not in (ranking.illegal_players or ()):
        return ()
    return (OpenItem("illegal", min(state.round, len(standing.games) - 1), Message("breaks the rules – see why")),)


def _open(state: PageState, index: int) -> list[OpenItem]:
    """The open items of a player, game by game, the most urgent first."""
    slot = state.slots[index]
    found: list[OpenItem] = []
    for game, draft in enumerate(slot.drafts[: state.games]):
        at = next(iter(draft.doubtful), None)
        found += [OpenItem(kind, game, message, at) for kind, message in _on_draft(draft)]
        if missing := _missing_pieces(state, index, game):
            found.append(OpenItem("tokens", game, missing))
    played = len(slot.drafts)
    if played < state.games:
        found.append(OpenItem("missing", played, _missing(state, slot)))
    return found


def _on_draft(draft: Draft) -> list[tuple[OpenKind, Message]]:
    if draft.total is not None and draft.frame is None:
        return []
    if draft.frame is not None:
        return [("painting", Message("finish this kingdom"))]
    if not draft.is_put_in:
        return [("bare", Message("enter the squares"))]
    found: list[tuple[OpenKind, Message]] = []
    if draft.cut == "squares" and draft.is_from_photo:
        found.append(("cut", Message("add the squares outside the photo")))
    elif draft.cut == "squares":
        found.append(("part", Message("add the missing squares")))
    elif draft.cut:
        found.append(("edge", Message("check that this kingdom is complete")))
    if count := len(draft.doubtful):
        found.append(("confirm", counted("check {count} square", "check {count} squares", count)))
    return found


def _missing_pieces(state: PageState, index: int, game: int) -> Message | None:
    """“enter coins”, “enter coins and 5 other kinds of pieces”."""
    player = state.game.players[index]
    number = player.kingdom_number(game + 1)
    pieces = in_order(player.untold[number - 1]) if player.untold and number else ()
    if not pieces:
        return None
    if len(pieces) > MAX_NAMED_PIECES:
        return Message(
            "enter {piece} and {count} other kinds of pieces",
            {"piece": PIECE_NAMES[pieces[0]], "count": len(pieces) - 1},
        )
    return Message("enter {pieces}", {"pieces": listed(PIECE_NAMES[piece] for piece in pieces)})


def _missing(state: PageState, slot: Slot) -> Message:
    if not state.dynasty:
        return Message("no kingdom yet")
    return Message("no kingdom of game {game} yet", {"game": len(slot.drafts) + 1})
