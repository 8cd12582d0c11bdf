"""Saved games as text and as HTML, in which all input by users is escaped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from scorer.app.pictures.board import Sheet, board_html, castle_html
from scorer.app.pictures.chart import MAX_LINES, Line, line_chart_svg
from scorer.i18n.formats import day_words, number_words, percent_words
from scorer.i18n.translator import NAMES, Translator
from scorer.rules.model.letters import isolated
from scorer.rules.model.messages import counted, listed
from scorer.rules.scoring.territories import Territory
from scorer.rules.table.player import DYNASTY_GAMES
from scorer.rules.table.standing import Standing
from scorer.sharing.saved_games.saved_game import SavedGame
from scorer.sharing.saved_games.statistics import HeadToHead, PlayerStatistics, Record, Streak, Variant, WinRate

MAX_GAMES = 30
"""Games in the chart, the latest ones."""

MAX_BOARDS = 4
"""Boards side by side on a card."""


def places_html(saved_game: SavedGame, sheet: Sheet, tr: Translator) -> str:
    """Every player's place, board, name and points."""
    rows = "".join(
        f"<li><span class='place'>{standing.place}</span>{_board(standing, saved_game, sheet, tr)}"
        f"<span class='who'><b>{escape(standing.name)}</b>{_games(standing)}</span>"
        f"<span class='points'>{standing.points}</span></li>"
        for standing in saved_game.standings
    )
    return f"<ol class='ranking places'>{rows}</ol>"


def _games(standing: Standing) -> str:
    """The points of each game of a Dynasty."""
    if len(standing.games) == 1:
        return ""
    return f"<br><small>{standing.points_by_game}</small>"


def boards_html(saved_game: SavedGame, sheet: Sheet, tr: Translator) -> str:
    """The boards of the first players side by side, each with a name and points."""
    shown = saved_game.standings[:MAX_BOARDS]
    players = "".join(
        f"<span class='player'>{_board(standing, saved_game, sheet, tr)}"
        f"<small>{escape(standing.name)}</small><b>{standing.points}</b></span>"
        for standing in shown
    )
    more = len(saved_game.standings) - len(shown)
    return f"<div class='boards'>{players}{f'<b>+{more}</b>' if more else ''}</div>"


def thumb_html(saved_game: SavedGame, sheet: Sheet, tr: Translator) -> str:
    """The photo of a game, if one was saved, otherwise the board of the first player."""
    if saved_game.photo:
        return f"<div class='thumb'>{photo_html(saved_game, tr)}</div>"
    first = saved_game.standings[:1]
    return f"<div class='thumb'>{''.join(_board(standing, saved_game, sheet, tr) for standing in first)}</div>"


def _board(standing: Standing, saved_game: SavedGame, sheet: Sheet, tr: Translator) -> str:
    """A player's first kingdom; the castle if only totals are known."""
    player = standing.player
    if player.kingdoms:
        side = saved_game.game.settled_rules.size
        board = board_html(player.kingdoms[0], sheet, tr, castle=player.colour, name=player.name, side=side)
    else:
        board = castle_html(player.colour, player.name, sheet)
    return f"<span class='board'>{board}</span>"


def winner_html(outcome: str, lines: Iterable[str]) -> str:
    """The winner, and further lines, which are HTML."""
    return f"<p class='winner'><b>{escape(outcome)}</b>{''.join(f'<span>{line}</span>' for line in lines)}</p>"


def names_and_points(saved_game: SavedGame) -> str:
    """Every player's name and points, as HTML; no line breaks between the two."""
    return ", ".join(f"{escape(standing.name)}&nbsp;{standing.points}" for standing in saved_game.standings)


def day_and_place(saved_game: SavedGame, tr: Translator) -> str:
    """The day and the location, as HTML."""
    day = day_words(saved_game.day, tr)
    return escape(tr("{day}, {location}", day=day, location=saved_game.location) if saved_game.location else day)


def dynasty_words(saved_game: SavedGame, tr: Translator) -> str:
    """The game that a Dynasty has reached, as text; empty for any other game."""
    if not saved_game.game.dynasty:
        return ""
    number = max((len(player.games) for player in saved_game.game.players), default=1)
    return tr("Dynasty, game {number} of {games}", number=number, games=DYNASTY_GAMES)


def variant_words(variant: Variant | None, tr: Translator) -> str:
    """The name of a variant; ``None`` stands for all variants."""
    if variant is None:
        return tr("All variants")
    said = [tr(NAMES[variant.box]), f"{variant.size}×{variant.size}"]
    said += [tr("The Court")] if variant.court else []
    said += [tr("Dynasty")] if variant.dynasty else []
    return ", ".join(said)


def outcome_words(saved_game: SavedGame, tr: Translator) -> str:
    """The winner and the margin; the leader if the game is not final; the points of a single player."""
    winners, standings = saved_game.winners, saved_game.standings
    if len(winners) > 1:
        return tr("{names} share the victory", names=tr(listed(winners)))
    if not winners:
        first = [standing.name for standing in standings if standing.place == 1]
        if len(standings) == 1:
            return tr("{name}: {points} points", name=first[0], points=standings[0].points)
        if len(first) > 1:
            return tr("{names} are tied so far", names=tr(listed(first)))
        return tr("{name} leads so far", name=first[0]) if first else tr("No kingdom yet")
    winner, second = standings[:2]
    margin = winner.total - second.total
    if not margin:
        return tr("{name} wins", name=winner.name)
    return tr(counted("{name} won by {count} point", "{name} won by {count} points", margin, {"name": winner.name}))


def rate_words(rate: WinRate, tr: Translator) -> str:
    """The share of games won with this number of players, as text."""
    values = {"players": rate.players, "wins": rate.wins, "games": rate.games, "rate": percent_words(rate.rate, tr)}
    return tr("With {players} players: won {wins} of {games} ({rate})", **values)


def streak_words(streak: Streak, tr: Translator) -> Iterator[str]:
    """Winning streaks of at least two games, as text."""
    if streak.current > 1:
        yield tr(counted("{count} win in a row", "{count} wins in a row", streak.current))
    if streak.longest > max(1, streak.current):
        yield tr(counted("Longest streak: {count} win", "Longest streak: {count} wins", streak.longest))


def _territory_words(record: Record, territory: Territory, tr: Translator) -> str:
    return tr(
        "Best territory: {points} points on {day} ({terrain}, {squares})",
        points=record.value,
        squares=counted("{count} square", "{count} squares", territory.squares),
        terrain=territory.terrain,
        day=day_words(record.day, tr),
    )


def _record_board(record: Record, colour: str, sheet: Sheet, tr: Translator) -> str:
    """The kingdom of a record, with the squares of its territory lit, if it has one."""
    if record.kingdom is None:
        return f"<span class='board'>{castle_html(colour, record.name, sheet)}</span>"
    lit = record.territory.cells if record.territory else ()
    board = board_html(record.kingdom, sheet, tr, castle=colour, name=record.name, lit=lit)
    return f"<span class='board'>{board}</span>"


def best_html(best: Sequence[Record], colours: Mapping[str, str], sheet: Sheet, tr: Translator) -> str:
    """The kingdoms with the most points, best first; empty without any. ``colours`` are the players' castles."""
    rows = "".join(
        f"<li>{_record_board(record, colours.get(record.name, ''), sheet, tr)}"
        f"<span class='who'><b>{escape(record.name)}</b><small>{escape(day_words(record.day, tr))}</small></span>"
        f"<span class='points'>{record.value}</span></li>"
        for record in best
    )
    return f"<ol class='ranking best'>{rows}</ol>" if rows else ""


def pairs_html(pairs: Sequence[HeadToHead], tr: Translator) -> str:
    """The results of every pair of players as a table; empty without any."""
    head = "".join(f"<th scope='col'>{escape(said)}</th>" for said in (tr("Players"), tr("Ranked higher"), tr("Ties")))
    rows = "".join(
        f"<tr><th scope='row'>{escape(isolated(pair.first))} – {escape(isolated(pair.second))}</th>"
        f"<td>{pair.first_ahead} : {pair.second_ahead}</td><td>{pair.level}</td></tr>"
        for pair in pairs
    )
    return f"<table class='pairs'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>" if rows else ""


def points_chart(players: Sequence[PlayerStatistics], tr: Translator) -> str:
    """Every player's points over time as a line chart, the latest games; empty if nobody played twice.

    The days along its axis are those of the saved games with final points.
    """
    shown = sorted(players, key=lambda player: -len(player.points))[:MAX_LINES]
    if max((len(player.points) for player in shown), default=0) <= 1:
        return ""
    games = sorted({(record.day, record.key, nth) for player in shown for record, nth in _numbered(player)})[
        -MAX_GAMES:
    ]
    place = {game: number for number, game in enumerate(games)}
    lines = [
        Line(
            player.name,
            tuple(
                (place[record.day, record.key, nth], record.value)
                for record, nth in _numbered(player)
                if (record.day, record.key, nth) in place
            ),
        )
        for player in shown
    ]
    days = [day_words(day, tr) for day, _, _ in games]
    return line_chart_svg([line for line in lines if line.points], days, tr("Points over time"), tr("Points"))


def _numbered(player: PlayerStatistics) -> Iterator[tuple[Record, int]]:
    """A player's records, each with the number of earlier records from the same saved game: a Dynasty has several."""
    before: Counter[str] = Counter()
    for record in player.series:
        yield record, before[record.key]
        before[record.key] += 1


def photo_html(saved_game: SavedGame, tr: Translator) -> str:
    """The photo of a game; empty without one."""
    if not saved_game.photo:
        return ""
    return f"<img class='kept-photo' src='{escape(saved_game.photo)}' alt='{escape(tr('The photo of this game'))}'>"


def player_html(player: PlayerStatistics, sheet: Sheet, tr: Translator) -> str:
    """A player's share of games won as a bar, the best territory on its board, and the records as text."""
    wins = tr(counted("{count} win", "{count} wins", player.wins))
    decided = player.rate.games
    played = tr(counted("in {count} finished game", "in {count} finished games", decided))
    said = [tr("{points} points on average", points=number_words(player.average, tr, 1))] if player.points else []
    if player.best:
        best = player.best
        said.append(tr("Best kingdom: {points} points on {day}", points=best.value, day=day_words(best.day, tr)))
    board = ""
    if player.territory and player.territory.territory:
        said.append(_territory_words(player.territory, player.territory.territory, tr))
        board = _record_board(player.territory, player.colour, sheet, tr)
    if player.crowns:
        crowns = player.crowns
        said.append(tr("Most crowns: {count} ({day})", count=crowns.value, day=day_words(crowns.day, tr)))
    said += [rate_words(rate, tr) for rate in player.rates]
    said += list(streak_words(player.streak, tr))
    if player.open:
        left_out = counted(
            "{count} kingdom is not counted: something is missing in it or its game",
            "{count} kingdoms are not counted: something is missing in them or their games",
            player.open,
        )
        said.append(tr(left_out))
    share = round(100 * player.wins / max(1, decided))
    return (
        f"<section class='stats'><p><b>{escape(player.name)}</b> · {escape(wins)} {escape(played)}</p>"
        f"<div class='wins' aria-hidden='true'><i style='width:{share}%'></i></div>"
        f"<div class='records'>{board}<small>{'<br>'.join(map(escape, said))}</small></div></section>"
    )
