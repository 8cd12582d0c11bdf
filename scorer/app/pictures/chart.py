"""A line chart as SVG: points over time, with axes; readable on a phone, in a light and a dark theme.

Lines differ in colour, dash and marker. Everything else has the colour of the text around the chart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Final, TypeAlias

from scorer.rules.model.letters import cut

WIDTH, HEIGHT = 360, 240
"""Of the drawing, in units that are about a pixel on a phone of 390 pixels."""

LEFT, RIGHT, TOP, BOTTOM = 34, 10, 22, 26
"""Margins for the labels of the axes: left of the plot, right of it, above and below it."""

FONT: Final = 12
LEGEND_LINE: Final = 20
LEGEND_LETTER: Final = 7.2
"""Maximum average width of a letter in the legend, in units."""

COLOURS: Final = ("#2a78d6", "#cf4a53", "#1f9150", "#b9700a", "#9a5fd6", "#0b8a94")
"""Each has a contrast of at least 3 : 1 with a white and with a black background (WCAG 2.2, 1.4.11)."""

DASHES: Final = ("", "6 3", "2 3", "8 3 2 3", "4 4", "1 4")
MARKERS: Final = ("circle", "square", "triangle", "diamond", "cross", "ring")
MAX_LEGEND_NAME: Final = 20
"""Maximum number of letters of a name in the legend."""

MAX_LINES: Final = len(COLOURS)

STYLE: Final = "<style>svg{color:#241c15}@media(prefers-color-scheme:dark){svg{color:#f4ecdf}}</style>"
"""The colours of text and axes, in a picture that inherits none."""

MAX_STEPS: Final = 5
"""Steps of the vertical axis."""

LABEL_LETTER: Final = 8
"""The width of a letter of a label along the axis, with its share of the gap to the next label."""

MAX_LABELS: Final = 3
"""Maximum number of days written along the horizontal axis."""


At: TypeAlias = Callable[[int, float], tuple[float, float]]
"""The position in the drawing of a place and a value."""


@dataclass(frozen=True)
class Line:
    """One line of the chart. ``points`` are (place along the horizontal axis from 0, value)."""

    name: str
    points: tuple[tuple[int, float], ...]


def line_chart_svg(lines: Sequence[Line], labels: Sequence[str], title: str, vertical: str = "") -> str:
    """The lines as an SVG element without a size of its own, labelled ``title``.

    ``labels`` are those of all places along the horizontal axis; the first, the last and one between are written.
    ``vertical`` is the label of the values. At most ``MAX_LINES`` lines are drawn.

    >>> line_chart_svg([Line("Ann", ((0, 45), (1, 52)))], ["2 May", "9 May"], "Points over time")[:4]
    '<svg'
    """
    lines = lines[:MAX_LINES]
    step, top = scale(max((value for line in lines for _, value in line.points), default=0))
    legend = _legend(lines)
    high = HEIGHT + LEGEND_LINE * len({y for _, y in legend})

    def at(place: int, value: float) -> tuple[float, float]:
        across = place / (len(labels) - 1) if len(labels) > 1 else 0.5
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM)

    drawn = [
        f"<svg class='chart' xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {high}' role='img' "
        f"aria-label='{escape(_described(lines, title))}' font-family='system-ui, sans-serif' font-size='{FONT}' "
        "fill='currentColor'>",
        STYLE,
        *_vertical_axis(at, step, top, vertical),
        *_horizontal_axis(at, labels),
        *(_line(number, line, at) for number, line in enumerate(lines)),
        *(_entry(number, line, where) for number, (line, where) in enumerate(zip(lines, legend, strict=True))),
        "</svg>",
    ]
    return "".join(drawn)


def scale(maximum: float) -> tuple[int, int]:
    """The step between two lines of the vertical axis, and its end: round numbers from 0.

    >>> scale(57), scale(0), scale(131)
    ((20, 60), (1, 1), (50, 150))
    """
    powers = (10**power for power in count())
    step = next(step for power in powers for step in (power, 2 * power, 5 * power) if step * MAX_STEPS >= maximum)
    return step, step * max(1, -int(-maximum // step))


def _described(lines: Sequence[Line], title: str) -> str:
    """The chart as text: every value of every line."""
    values = (f"{line.name}: {', '.join(f'{value:g}' for _, value in line.points)}" for line in lines)
    return f"{title}. {'. '.join(values)}"


def _vertical_axis(at: At, step: int, top: int, name: str) -> Iterator[str]:
    for value in range(0, top + 1, step):
        _, y = at(0, value)
        faint = "" if value == 0 else " stroke-opacity='0.2'"
        yield f"<path d='M{LEFT} {y:.1f}H{WIDTH - RIGHT}' stroke='currentColor'{faint}/>"
        yield f"<text x='{LEFT - 5}' y='{y + 4:.1f}' text-anchor='end'>{value}</text>"
    yield f"<path d='M{LEFT} {TOP}V{HEIGHT - BOTTOM}' stroke='currentColor'/>"
    if name:
        yield f"<text x='{LEFT}' y='{TOP - 9}'>{escape(name)}</text>"


def _horizontal_axis(at: At, labels: Sequence[str]) -> Iterator[str]:
    last = len(labels) - 1
    count = min(MAX_LABELS, max(2, int((WIDTH - LEFT) / (LABEL_LETTER * max(map(len, labels), default=1)))))
    shown = sorted({round(last * part / (count - 1)) for part in range(count)}) if labels else []
    for place in shown:
        x, y = at(place, 0)
        anchor = "middle" if 0 < place < last or not last else "start" if place == 0 else "end"
        yield f"<path d='M{x:.1f} {y:.1f}v4' stroke='currentColor'/>"
        yield f"<text x='{x:.1f}' y='{y + 18:.1f}' text-anchor='{anchor}'>{escape(labels[place])}</text>"


def _line(number: int, line: Line, at: At) -> str:
    """A line with its marks: faint and thin across places without a value."""
    where = [at(place, value) for place, value in line.points]
    texts = [f"{x:.1f} {y:.1f}" for x, y in where]
    gaps = [nth for nth, (place, _) in enumerate(line.points) if nth and place > line.points[nth - 1][0] + 1]
    path = "".join(f"{'M' if nth in (0, *gaps) else 'L'}{text}" for nth, text in enumerate(texts))
    across = "".join(f"M{texts[nth - 1]}L{texts[nth]}" for nth in gaps)
    faint = f"<path d='{across}' fill='none' stroke-opacity='0.35'/>" if gaps else ""
    dash = f" stroke-dasharray='{DASHES[number]}'" if DASHES[number] else ""
    markers = "".join(_marker(number, x, y) for x, y in where)
    drawn = f"<path d='{path}' fill='none' stroke-width='2' stroke-linejoin='round'{dash}/>" if len(where) > 1 else ""
    return f"<g stroke='{COLOURS[number]}' fill='{COLOURS[number]}'>{faint}{drawn}{markers}</g>"


def _marker(number: int, x: float, y: float) -> str:
    """A line's own mark."""
    match MARKERS[number]:
        case "circle":
            return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3'/>"
        case "ring":
            return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3' fill='none' stroke-width='2'/>"
        case "square":
            shape = "m-3 -3h6v6h-6z"
        case "triangle":
            shape = "m0 -4l4 7h-8z"
        case "diamond":
            shape = "m0 -4l4 4l-4 4l-4 -4z"
        case _:
            shape = "m-3 -3l6 6m0 -6l-6 6"
    return f"<path d='M{x:.1f} {y:.1f}{shape}'/>"


def _legend(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """The position of each line's name, row by row."""
    places: list[tuple[float, float]] = []
    x, y = float(LEFT), float(HEIGHT + LEGEND_LINE - 6)
    for line in lines:
        wide = 30 + LEGEND_LETTER * min(len(line.name), MAX_LEGEND_NAME)
        if x > LEFT and x + wide > WIDTH:
            x, y = float(LEFT), y + LEGEND_LINE
        places.append((x, y))
        x += wide
    return places


def _entry(number: int, line: Line, where: tuple[float, float]) -> str:
    x, y = where
    dash = f" stroke-dasharray='{DASHES[number]}'" if DASHES[number] else ""
    name = line.name if len(line.name) <= MAX_LEGEND_NAME else cut(line.name, MAX_LEGEND_NAME - 1)
    return (
        f"<g stroke='{COLOURS[number]}' fill='{COLOURS[number]}'>"
        f"<path d='M{x:.1f} {y - 4:.1f}h18' stroke-width='2'{dash}/>"
        f"{_marker(number, x + 9, y - 4)}</g><text x='{x + 23:.1f}' y='{y:.1f}'>{escape(name)}</text>"
    )
