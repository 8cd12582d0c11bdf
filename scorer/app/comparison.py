"""The score sheets of all players in one table: a row for each kind of points, a column for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from scorer.i18n.translator import Translator, mark
from scorer.rules.expansions.quests import quest_lines
from scorer.rules.model.terrain import Terrain
from scorer.rules.scoring.sheet import ScoreSheet, Section, points_text

SECTIONS: Final[dict[Section, str]] = {
    "coins": mark("Coins"),
    "queen": mark("The Queen"),
    "buildings": mark("Buildings"),
    "harmony": mark("Harmony"),
    "middle_kingdom": mark("Middle Kingdom"),
    "court": mark("The Court"),
}
"""The kinds of points other than territories and quests, in the order of the table."""


def comparison_html(games: Sequence[tuple[str, ScoreSheet | int]], tr: Translator, caption: str = "") -> str:
    """A table of one game: the players by name, each with the score sheet or only the total.

    Rows in which nobody has points are left out.
    """
    points = [dict(_points(sheet, tr)) if isinstance(sheet, ScoreSheet) else {} for _, sheet in games]
    kinds = [*(tr(terrain.value) for terrain in Terrain), *map(tr, SECTIONS.values())]
    kinds += [kind for column in points for kind in column if kind not in kinds]
    rows = [(kind, [column.get(kind, 0) for column in points]) for kind in dict.fromkeys(kinds)]
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name, _ in games)
    body = "".join(_row(kind, [str(value or "") for value in values]) for kind, values in rows if any(values))
    total = _row(tr("Total"), [points_text([sheet]) for _, sheet in games])
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f"<div class='comparison' tabindex='0'><table>{title}<thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody><tfoot>{total}</tfoot></table></div>"
    )


def _row(name: str, values: Iterable[str]) -> str:
    cells = "".join(f"<td>{escape(value)}</td>" for value in values)
    return f"<tr><th scope='row'>{escape(name)}</th>{cells}</tr>"


def _points(sheet: ScoreSheet, tr: Translator) -> Iterator[tuple[str, int]]:
    """The points of each kind."""
    for terrain in Terrain:
        yield tr(terrain.value), sum(found.points for found in sheet.territories if found.terrain is terrain)
    for section, name in SECTIONS.items():
        yield tr(name), sum(line.points for line in sheet.lines if line.section == section)
    for quest, lines in quest_lines(sheet.kingdom, sheet.rules, sheet.territories).items():
        yield tr(quest.name), sum(line.points for line in lines)
