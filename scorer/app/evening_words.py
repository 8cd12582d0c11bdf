"""The evenings in words and as HTML, without Streamlit; strangers' names are escaped in it."""

from __future__ import annotations

from html import escape

from scorer.i18n.translator import NAMES, Translator
from scorer.rules.model.letters import isolated
from scorer.rules.model.messages import counted
from scorer.sharing.evenings.evening import Evening
from scorer.sharing.evenings.statistics import PlayerStatistics, Variant

BARS = 24
"""Kingdoms of a player in a small chart, the latest ones."""


def evening_words(evening: Evening) -> str:
    """The day, and who had how many points."""
    names = ", ".join(f"{isolated(standing.name)} {standing.points}" for standing in evening.standings)
    return f"{evening.day}: {names}"


def places_html(evening: Evening) -> str:
    """The places of an evening."""
    rows = "".join(
        f"<li><span class='place'>{standing.place}</span><span class='who'><b>{escape(standing.name)}</b></span>"
        f"<span class='points'>{standing.points}</span></li>"
        for standing in evening.standings
    )
    return f"<ol class='ranking'>{rows}</ol>"


def variant_words(variant: Variant | None, tr: Translator) -> str:
    """What was played; ``None`` stands for everything."""
    if variant is None:
        return tr("Everything")
    said = [tr(NAMES[variant.box]), f"{variant.size}×{variant.size}"]
    said += [tr("The Court")] if variant.court else []
    said += [tr("Dynasty")] if variant.dynasty else []
    return ", ".join(said)


def player_html(player: PlayerStatistics, most: int, tr: Translator) -> str:
    """A player's wins as a bar, the points of the latest kingdoms as small columns, and the records in words."""
    wins = tr(counted("{count} win", "{count} wins", player.wins))
    played = tr(counted("in {count} evening", "in {count} evenings", player.played))
    said = [tr("{points} points on average", points=f"{player.average:.1f}")] if player.points else []
    if player.best:
        said.append(tr("best kingdom: {points} points on {day}", points=player.best.value, day=player.best.day))
    if player.crowns:
        said.append(tr("most crowns: {count} on {day}", count=player.crowns.value, day=player.crowns.day))
    if player.open:
        left_out = counted(
            "{count} kingdom is still open and not counted",
            "{count} kingdoms are still open and not counted",
            player.open,
        )
        said.append(tr(left_out))
    latest = player.points[-BARS:]
    columns = "".join(f"<i style='height:{round(100 * points / max(1, *latest))}%'></i>" for points in latest)
    return (
        f"<section class='stats'><p><b>{escape(player.name)}</b> · {escape(wins)} {escape(played)}</p>"
        f"<div class='wins' aria-hidden='true'><i style='width:{round(100 * player.wins / max(1, most))}%'></i></div>"
        f"<div class='latest' aria-hidden='true'>{columns}</div>"
        f"<small>{escape(' · '.join(said))}</small></section>"
    )
