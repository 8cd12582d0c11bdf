"""The ranking as text and as HTML."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import combinations

from scorer.app.state import judge
from scorer.app.state.page_state import PageState
from scorer.i18n.translator import Translator
from scorer.rules.legality.finding import Finding, FindingCode
from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.model.quests import QUEST_TILES, QuestKind
from scorer.rules.model.rules import Rules
from scorer.rules.table.outcome import with_reservation
from scorer.rules.table.player import DYNASTY_GAMES, distinct
from scorer.rules.table.ranking import Ranking
from scorer.rules.table.standing import OPEN, SHARED, Standing
from scorer.sharing.game import Game

BONUSES = (QuestKind.HARMONY, QuestKind.MIDDLE_KINGDOM)
"""The bonuses; the value of each is the field of ``Rules`` that switches it on."""

MAX_SAID = 5
"""Maximum number of findings on the game that are listed: a photo read twice makes many."""


def ranked(state: PageState) -> Ranking:
    """The ranking of all players with a kingdom. Kingdoms that are partly known are not checked for legality."""
    table = state.game.table
    return judge.rank_of(replace(table, alike=_alike(state)) if state.alike else table)


def _alike(state: PageState) -> frozenset[frozenset[str]]:
    """The pairs of players whose photos show equal kingdoms, as the user said."""
    names = distinct(slot.name for slot in state.slots)
    photos = [(draft.photo, name) for name, slot in zip(names, state.slots, strict=True) for draft in slot.drafts]
    return frozenset(frozenset(name for photo, name in photos if photo in pair) for pair in state.alike)


def is_settled(state: PageState) -> bool:
    """Whether every kingdom of every game is complete, and all pieces that give points were entered."""
    drafts = [draft for slot in state.slots for draft in slot.drafts[: state.games]]
    return state.game.is_settled and all(draft.is_put_in for draft in drafts)


def provisional_words(ranking: Ranking, tr: Translator) -> str:
    """The entries that are missing before the totals are final; empty if none."""
    return " ".join(map(tr, ranking.untold.messages()))


def victory(ranking: Ranking, *, is_settled: bool) -> tuple[Message, Message]:
    """The winner and the reason. The leader instead, if the game is not final or open because of hidden squares or a
    total.

    At least two players are ranked.
    """
    is_settled = is_settled and ranking.is_settled
    said, why = _first(ranking, is_settled=is_settled)
    if ranking.why_open:
        return said, ranking.why_open
    if not is_settled or ranking.doubt is None:
        return said, why
    return with_reservation(said), Message("{why} – but {doubt}", {"why": why, "doubt": ranking.doubt})


@lru_cache(maxsize=64)
def bonuses_that_decide(game: Game) -> tuple[Message, ...]:
    """For each bonus that is off but would change who is first, a message that names it and the first players.

    Both bonuses together are named only if no message about one of them says the same. Empty for a single player, with
    Age of Giants, and if only the total of some kingdom is known.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> boards = {"Ann": "w1w1w/f../..C", "Ben": "w1w.../...../..C../...../....f"}
    >>> players = tuple(Player(name, kingdoms=(Kingdom.parse(board),)) for name, board in boards.items())
    >>> [str(said) for said in bonuses_that_decide(Game(players))]
    ['Did you play with Middle Kingdom? Then first place goes to Ben.']
    """
    rules, said = game.settled_rules, dict[tuple[str, ...], Message]()
    names = _names_of_first(game)
    if len(game.standings) <= 1 or rules.giants or any(standing.largest is None for standing in game.standings):
        return ()
    off = [bonus for bonus in BONUSES if not getattr(rules, bonus)]
    for chosen in (*combinations(off, 1), *combinations(off, 2)):
        changed = _names_of_first(replace(game, rules=_with_bonuses(game.rules, chosen)))
        if set(changed) != set(names) and changed not in said:
            values = {"bonuses": listed(QUEST_TILES[bonus].name for bonus in chosen), "names": listed(changed)}
            said[changed] = Message("Did you play with {bonuses}? Then first place goes to {names}.", values)
    return tuple(said.values())


def _with_bonuses(rules: Rules, chosen: tuple[QuestKind, ...]) -> Rules:
    harmony, middle_kingdom = (getattr(rules, bonus) or bonus in chosen for bonus in BONUSES)
    return replace(rules, harmony=harmony, middle_kingdom=middle_kingdom)


def _names_of_first(game: Game) -> tuple[str, ...]:
    return tuple(standing.name for standing in game.standings if standing.place == 1)


def _first(ranking: Ranking, *, is_settled: bool) -> tuple[Message, Message]:
    """The first player by the points that are visible, and the reason."""
    first = [standing for standing in ranking.standings if standing.place == 1]
    best, second = ranking.standings[:2]
    if len(first) > 1:
        others = listed(standing.name for standing in first[:-1])
        names = Message("{names} and {name}", {"names": others, "name": first[-1].name})
        each = counted("{count} point each", "{count} points each", best.total)
        if len(best.games) > 1:
            each = Message("{points}; the rules have no tie-break for a Dynasty", {"points": each})
        shared = {"names": names}
        said = (
            Message("{names} share the victory", shared) if is_settled else Message("{names} are tied so far", shared)
        )
        return said, each
    said = Message("{name} wins", {"name": best.name}) if is_settled else Message("{name} leads", {"name": best.name})
    ahead = best.total - second.total
    if ahead:
        other = {"name": second.name}
        return said, counted("{count} point ahead of {name}", "{count} points ahead of {name}", ahead, other)
    decision = {"name": second.name, "decision": best.decided_by}
    return said, Message("tied on points with {name} – decided by: {decision}", decision)


def ranked_by(standing: Standing, ranking: Ranking, tr: Translator, *, is_settled: bool) -> str:
    """The measures that a player is ranked by, with the tie-break for those it placed before others."""
    level = [other for other in ranking.standings if other.total == standing.total]
    if len(standing.games) > 1:
        games = standing.points_by_game
        measures = tr("three games: {games}", games=games) if len(standing.games) == DYNASTY_GAMES else games
    elif standing.largest is None or standing.crowns is None:
        measures = tr("only the total is known")
    else:
        crowns = counted("{count} crown", "{count} crowns", standing.crowns)
        largest = counted("{count} square", "{count} squares", standing.largest)
        measures = tr("{crowns} · largest territory: {largest}", crowns=crowns, largest=largest)
    if len(level) == 1 or not is_settled:
        return measures
    if standing.decided_by in (SHARED, OPEN):
        return f"{measures} – {tr(standing.decision)}"
    if all(other.place <= standing.place for other in level):
        return measures
    return tr("{measures} – decided by: {decision}", measures=measures, decision=standing.decision)


def contradictions(ranking: Ranking) -> list[Finding]:
    """The findings without those on missing games of a Dynasty, which are hints: it continues."""
    return [finding for finding in ranking.findings if finding.code is not FindingCode.DYNASTY]


def findings_html(ranking: Ranking, tr: Translator, asked: Collection[tuple[object, ...]] = ()) -> str:
    """The findings on the game as a whole, and hints: rules that were assumed because none were chosen, and missing
    games of a Dynasty. Equal kingdoms are left out if the page asks about them: ``asked`` are the values of these
    questions."""
    said = [
        tr.line(finding.message)
        for finding in contradictions(ranking)
        if finding.code is not FindingCode.SAME_KINGDOM or tuple(finding.message.values.values()) not in asked
    ]
    if len(said) > MAX_SAID:
        said[MAX_SAID:] = [tr("… and {count} more", count=len(said) - MAX_SAID)]
    rows = "".join(f"<li>{escape(line)}</li>" for line in said)
    going_on = [finding.message for finding in ranking.findings if finding.code is FindingCode.DYNASTY]
    hints = "".join(f"<li class='hint'>{escape(tr.line(hint))}</li>" for hint in (*going_on, *ranking.hints))
    return f"<ul class='findings'>{hints}{rows}</ul>" if hints or rows else ""
