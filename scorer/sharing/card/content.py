"""The text of a card: winner, rules, and each player's panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.i18n.translator import Translator
from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.table.outcome import undecided, why_open, with_reservation
from scorer.rules.table.player import distinct
from scorer.rules.table.standing import Standing
from scorer.sharing.card.typesetting import Lettering
from scorer.sharing.game import Game

MAX_LINES = 22
"""Maximum number of lines of a score sheet; the points of further lines are summed in one line."""


@dataclass(frozen=True)
class Part:
    """One player's part of the card."""

    standing: Standing
    name: str
    """The player's name, or the player's number if no available font has all its letters."""
    decided: str
    """The tie-break among players with equal points, or a note that the game is still open."""
    lines: tuple[tuple[str, str], ...]
    """The score sheet of a single game, as pairs of text and points."""


def parts(game: Game, tr: Translator, lettering: Lettering, *, is_settled: bool = True) -> list[Part]:
    """The players who have a kingdom, in ranking order. Tie-breaks are shown only once the result is settled."""
    places = game.standings
    totals, open_to, is_open = [place.total for place in places], undecided(places), why_open(places) is not None

    def decided(place: Standing) -> str:
        if place in open_to:
            return tr("hidden squares decide who wins")
        is_tied = is_settled and not is_open and totals.count(place.total) > 1
        return tr("tied on points: {decision}", decision=place.decision) if is_tied else ""

    names = _written_names(game, tr, lettering)
    sheets = [next(iter(place.sheets), None) for place in places]
    lines = [
        tuple(_lines(sheet, tr, lettering)) if sheet else ((tr("Only the total is known"), ""),) for sheet in sheets
    ]
    return [Part(place, names[place.name], decided(place), line) for place, line in zip(places, lines, strict=True)]


def unwritten_names(game: Game, lettering: Lettering) -> tuple[str, ...]:
    """The names of players with a kingdom that the card replaces by numbers.

    >>> from scorer.rules.table.player import Player
    >>> from scorer.sharing.card import lettering
    >>> unwritten_names(Game(tuple(Player(name, totals=(1,)) for name in ("Ann", "👑"))), lettering)
    ('👑',)
    """
    return tuple(player.name for player in game.table.players if not lettering.is_written_whole(player.name))


def _written_names(game: Game, tr: Translator, lettering: Lettering) -> dict[str, str]:
    """The label of each player: the whole name if the fonts can draw it, otherwise the player's number."""
    names = enumerate(distinct(player.name for player in game.players), start=1)
    return {
        n: lettering.plain(n) if lettering.is_written_whole(n) else tr("Player {number}", number=slot)
        for slot, n in names
    }


def headline(shown: Sequence[Part], tr: Translator, *, is_settled: bool = True, is_doubted: bool = False) -> str:
    """The headline: the winner, or the leader while the result is not settled; for one kingdom, its player.

    ``is_doubted`` is whether a kingdom in first place, or the game as a whole, cannot be legal.
    """
    winners = [part.name for part in shown if part.standing.place == 1]
    if len(shown) == 1:
        return winners[0]
    if (winners and not is_settled) or why_open([part.standing for part in shown]):
        leading = {"name": winners[0], "names": listed(winners)}
        return tr("{name} leads", **leading) if len(winners) == 1 else tr("{names} are tied so far", **leading)
    if not winners:
        return ""
    said = Message("{name} wins!", {"name": winners[0]})
    if len(winners) > 1:
        said = Message("{names} share the victory", {"names": listed(winners)})
    if not is_doubted:
        return tr(said)
    return tr(with_reservation(said if len(winners) > 1 else Message("{name} wins", {"name": winners[0]})))


def _lines(sheet: ScoreSheet, tr: Translator, lettering: Lettering) -> list[tuple[str, str]]:
    """The lines with points, and the number of lines without."""
    short = {"harmony": tr("Harmony"), "middle_kingdom": tr("Middle Kingdom")}
    earned = [line for line in sheet.lines if line.points]
    lines = []
    for line in earned[:MAX_LINES]:
        text = short.get(line.section) or lettering.plain(tr(line.message))
        lines.append((text[:1].upper() + text[1:], str(line.points)))
    rest = earned[MAX_LINES:]
    if rest:
        points = str(sum(line.points for line in rest))
        lines.append((tr(counted("{count} more line", "{count} more lines", len(rest))), points))
    bare = sum(not line.points for line in sheet.lines if line.section == "territories")
    if bare:
        lines.append((tr(counted("{count} territory without crowns", "{count} territories without crowns", bare)), "0"))
    return lines
