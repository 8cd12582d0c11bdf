"""Whether the first place is settled, if squares are hidden or only a total is known."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from scorer.rules.model.messages import Message, counted, listed
from scorer.rules.table.standing import OPEN, Standing


def undecided(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """The players whose hidden crowns and unknown squares decide who is first; empty if that is settled.

    Players take part if they can reach the certain result of the first: as many points and, where ties are broken, as
    large a territory. If a player without hidden squares has open points, unknown squares decide which grid was used;
    then the players with such squares take part.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> from scorer.rules.table.ranking import standings
    >>> from scorer.rules.table.table import Table
    >>> def undecided_of(*notations: str) -> list[str]:
    ...     players = [Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in zip("AB", notations)]
    ...     return [standing.name for standing in undecided(standings(Table(tuple(players))))]
    >>> undecided_of("w1wC", "f?fC"), undecided_of("m3mmC", "f?fC")
    (['B'], [])
    """
    is_dynasty = any(len(standing.player.games) > 1 for standing in standings)
    ends = [_ends(standing, is_dynasty=is_dynasty) for standing in standings]
    guaranteed = max((low for low, _ in ends), default=(0, 0))
    rivals = [standing for standing, (_, high) in zip(standings, ends, strict=True) if high >= guaranteed]
    uncertain = [standing for standing in rivals if standing.is_open] if len(rivals) > 1 else []
    if all(standing.has_hidden for standing in uncertain):
        return tuple(uncertain)
    return tuple(one for one in standings if (one in uncertain and one.has_hidden) or one.has_unknown)


def _ends(standing: Standing, *, is_dynasty: bool) -> tuple[tuple[int, float], tuple[int, float]]:
    """The minimum and maximum points and largest territory of a player; ties of a Dynasty stay ties."""
    low, high = standing.total_range
    if is_dynasty:
        return (low, 0), (high, 0)
    if standing.largest is None:
        return (low, 0), (high, inf)
    smallest, largest = standing.largest_range
    return (low, smallest), (high, largest)


def undecided_message(players: Sequence[Standing]) -> Message:
    """The message that names the players whose hidden squares decide who is first."""
    names = listed(standing.name for standing in players)
    return Message("not decided yet: hidden crowns or unknown squares of {names} decide who wins", {"names": names})


def tied_with_totals(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """The players tied for the first place if the tie-break is unknown; empty if the place is settled.

    For at least one of them only the total is known.
    """
    return tuple(standing for standing in standings if standing.place == 1 and standing.decided_by == OPEN)


def why_open(standings: Sequence[Standing]) -> Message | None:
    """The reason why the first place is open; ``None`` if it is settled.

    >>> from scorer.rules.model.kingdom import Kingdom
    >>> from scorer.rules.table.player import Player
    >>> from scorer.rules.table.ranking import standings
    >>> from scorer.rules.table.table import Table
    >>> ann, bob = Player("Ann", kingdoms=(Kingdom.parse("w1wC"),)), Player("Bob", totals=(2,))
    >>> str(why_open(standings(Table((ann, bob)))))
    'not decided yet: Ann, Bob are tied on points, and the largest territory of Bob is not known'
    """
    if hidden := undecided(standings):
        return undecided_message(hidden)
    level = tied_with_totals(standings)
    if not level:
        return None
    unknown = listed(standing.name for standing in level if standing.player.has_totals)
    return Message(
        "not decided yet: {names} are tied on points, and the largest territory of {unknown} is not known",
        {"names": listed(standing.name for standing in level), "unknown": unknown},
    )


def with_reservation(victory: Message) -> Message:
    """Words for a victory despite a broken rule: the points still count.

    >>> str(with_reservation(Message("{name} wins", {"name": "Ann"})))
    'Ann wins – please check'
    """
    return Message("{victory} – please check", {"victory": victory})


def legality_warning(
    illegal: Sequence[Standing], *, is_possible: bool, has_repeats: bool = False, has_games: bool = False
) -> Message | None:
    """A warning if the kingdom of a player in first place, or the game as a whole, cannot be legal; else ``None``.

    ``illegal`` are the players in first place with an illegal kingdom; ``is_possible`` is whether all kingdoms can come
    from one game, ``has_repeats`` whether some are equal: that is no breach, but probably one was added twice.
    ``has_games``: it is a Dynasty of several games.
    """
    if illegal:
        names = {"names": listed(standing.name for standing in illegal)}
        return counted(
            "the kingdom of {names} breaks the rules", "the kingdoms of {names} break the rules", len(illegal), names
        )
    if has_repeats and not is_possible:
        return Message("two kingdoms are the same")
    if is_possible:
        return None
    if has_games:
        return Message("in one of these games, the kingdoms do not fit together")
    return Message("these kingdoms cannot come from one game")
