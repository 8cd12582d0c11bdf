"""The line chart: every value stands where its axis says, nothing leaves the drawing, colours can be told apart."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.app.pictures.chart import (
    BOTTOM,
    COLOURS,
    DASHES,
    HEIGHT,
    LEFT,
    MARKERS,
    MAX_LINES,
    MAX_STEPS,
    RIGHT,
    TOP,
    WIDTH,
    Line,
    line_chart_svg,
    scale,
)

SVG = "{http://www.w3.org/2000/svg}"
DARK, LIGHT = "#0e1117", "#ffffff"


def luminance(colour: str) -> float:
    """Relative luminance as in WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("background", [DARK, LIGHT])
def test_every_line_stands_out_in_both_themes(colour: str, background: str) -> None:
    light, dark = sorted((luminance(colour), luminance(background)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 3


def test_lines_do_not_differ_in_colour_alone() -> None:
    assert len(set(COLOURS)) == len(set(DASHES)) == len(set(MARKERS)) == MAX_LINES


@given(st.integers(0, 3000))
def test_scale_ends_above_the_maximum_in_few_round_steps(maximum: int) -> None:
    step, top = scale(maximum)
    assert top >= maximum and top % step == 0 and 1 <= top // step <= MAX_STEPS + 1
    assert str(step).rstrip("0") in ("1", "2", "5")


names = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=40)


@pytest.mark.slow
@given(
    st.lists(st.tuples(names, st.lists(st.integers(0, 999), min_size=1, max_size=12)), max_size=8),
    st.integers(12, 14),
)
def test_any_chart_is_whole_and_inside_its_frame(players: list[tuple[str, list[int]]], places: int) -> None:
    lines = [Line(name, tuple(enumerate(values))) for name, values in players]
    root = ET.fromstring(
        line_chart_svg(lines, [f"{day}/5/2026" for day in range(places)], "Points over time", "Points")
    )
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    assert wide == WIDTH
    for element in root.iter():
        for name, limit in (("x", wide), ("y", high), ("cx", wide), ("cy", high)):
            if name in element.attrib:
                assert 0 <= float(element.attrib[name]) <= limit
    assert root.attrib["role"] == "img"


def test_values_are_drawn_at_their_axis_position() -> None:
    root = ET.fromstring(line_chart_svg([Line("Ann", ((0, 30), (2, 60)))], ["a", "b", "c"], "Points"))
    circles = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in root.iter(f"{SVG}circle")][:2]
    middle = (TOP + HEIGHT - BOTTOM) / 2
    assert circles == [(LEFT, middle), (WIDTH - RIGHT, TOP)]
    labels = {one.text: float(one.attrib["y"]) for one in root.iter(f"{SVG}text")}
    assert labels["60"] - 4 == TOP and labels["0"] - 4 == HEIGHT - BOTTOM
    assert root.attrib["aria-label"] == "Points. Ann: 30, 60"


def test_days_at_the_ends_are_not_cut_and_there_are_no_more_than_three() -> None:
    root = ET.fromstring(line_chart_svg([Line("A", ((0, 1), (9, 2)))], [f"day {n}" for n in range(10)], "x"))
    days = [
        (one.text, one.attrib.get("text-anchor")) for one in root.iter(f"{SVG}text") if (one.text or "")[:3] == "day"
    ]
    assert days == [("day 0", "start"), ("day 4", "middle"), ("day 9", "end")]


def test_line_is_faint_across_games_that_a_player_missed() -> None:
    line = Line("Ann", ((0, 10), (1, 20), (3, 20), (4, 10)))
    root = ET.fromstring(line_chart_svg([line], list("abcde"), "Points"))
    drawn = next(one for one in root.iter(f"{SVG}g") if one.attrib["stroke"] == COLOURS[0])
    faint, strong = (one for one in drawn if one.attrib.get("fill") == "none")
    assert float(faint.attrib["stroke-opacity"]) < 0.5 and re.findall("[ML]", faint.attrib["d"]) == ["M", "L"]
    assert "stroke-opacity" not in strong.attrib and re.findall("[ML]", strong.attrib["d"]) == ["M", "L", "M", "L"]


def test_names_are_escaped() -> None:
    svg = line_chart_svg([Line("<script>'\"", ((0, 1),))], ["</svg>"], "t'")
    assert "<script>" not in svg and not re.search(r"</svg>.", svg)
    ET.fromstring(svg)
