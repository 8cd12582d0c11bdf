"""Kingdoms and their parts as small pictures: the right sprites, and one name for a screen reader."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.app.pictures.board import (
    Sheet,
    board_html,
    castle_html,
    quest_codes,
    quest_html,
)
from scorer.frontend.sprites import sprite_sheet
from scorer.i18n.translator import LANGUAGES, translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS
from scorer.rules.table.player import COLOURS

CSS = Path("scorer/frontend/browser/page/board.css").read_text("utf-8")
ENGLISH = translator("en")


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return Sheet.of(sprite_sheet(), "sprites.webp")


class _Picture(HTMLParser):
    """The elements of a picture with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    @property
    def outer(self) -> dict[str, str]:
        return self.found[0][1]

    @property
    def squares(self) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.found if tag == "i"]


def test_a_board_has_a_square_for_each_place_and_one_name(sheet: Sheet) -> None:
    picture = _Picture(board_html(Kingdom.parse("w1w/C."), sheet, ENGLISH, castle="pink", name="Ann"))
    assert picture.outer["role"] == "img"
    assert picture.outer["aria-label"] == "Kingdom of Ann, 2 × 2 squares: 2 wheat; 1 crown"
    assert [square["class"] for square in picture.squares] == ["square t0", "square t0", "square", "gap"]
    places = [re.search("background-position:(.*)", square.get("style", "")) for square in picture.squares]
    assert [place and place[1] for place in places] == [
        sheet.places("w1")[0], sheet.places("w", 1)[0], sheet.places("Cpink")[0], None,
    ]  # fmt: skip


def test_territories_can_be_lit(sheet: Sheet) -> None:
    picture = _Picture(board_html(Kingdom.parse("wwl/C.l"), sheet, ENGLISH, lit=[(0, 2), (1, 2)]))
    assert [square["class"].split()[-1] for square in picture.squares] == ["dim", "dim", "lit", "dim", "dim", "lit"]


def test_a_smaller_kingdom_stands_in_the_middle_and_keeps_what_is_lit(sheet: Sheet) -> None:
    picture = _Picture(board_html(Kingdom.parse("wC"), sheet, ENGLISH, side=5, lit=[(0, 0)]))
    assert len(picture.squares) == 25 and "--columns:5" in picture.outer["style"]
    classes = [square["class"] for square in picture.squares]
    assert classes.index("square t0 lit") == 2 * 5 + 1
    assert len(_Picture(board_html(Kingdom.parse("/".join(["w" * 6] * 6)), sheet, ENGLISH, side=5)).squares) == 36


def test_names_and_addresses_are_escaped_in_attributes(sheet: Sheet) -> None:
    name = "'><script>\""
    hostile = Sheet("a'b\"c\\d(e) f;g", sheet.columns, sheet.rows, sheet.at)
    picture = _Picture(board_html(Kingdom.parse("w1!C"), hostile, ENGLISH, name=name))
    assert {tag for tag, _ in picture.found} == {"span", "i"}
    assert name in picture.outer["aria-label"]
    for style in (picture.outer["style"], picture.squares[0]["style"]):
        assert re.sub(r'url\("[^"\\]*"\)', "", style).isascii() and "script" not in style
        assert style.count('"') % 2 == 0 and "c\\" not in style


def test_pieces_are_drawn_over_their_square(sheet: Sheet) -> None:
    assert sheet.places("m2!!") == [*sheet.places("!!"), *sheet.places("m2")]
    assert sheet.places("w*") == [*sheet.places("*w"), *sheet.places("w")]
    assert len(sheet.places("t[church]")) == 1
    assert sheet.places("m?") == sheet.places("m")
    (square,) = _Picture(board_html(Kingdom.parse("m?"), sheet, ENGLISH)).squares
    assert "hidden-crowns" in square["class"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_to_choose_from_has_its_sprites_and_its_words(language: str, sheet: Sheet) -> None:
    tr = translator(language)
    pictures = [
        *(castle_html(colour, colour, sheet) for colour in ("", *COLOURS)),
        *(quest_html(quest, sheet, tr) for quest in QUESTS),
    ]
    for picture in map(_Picture, pictures):
        assert picture.outer["role"] == "img"
        shown = [square for square in picture.squares if square["class"] != "gap"]
        assert shown and all("background-position" in square["style"] for square in shown)
    labels = [_Picture(picture).outer["aria-label"] for picture in pictures[len(COLOURS) + 1 :]]
    assert all(labels) and len(set(labels)) == len(labels)


def test_castle_without_a_colour_is_grey() -> None:
    sprites = sprite_sheet()
    picture = np.asarray(cv2.imdecode(np.frombuffer(sprites.picture, np.uint8), cv2.IMREAD_COLOR))
    (index,), side = sprites.at["C"], picture.shape[1] // sprites.columns
    top, left = index // sprites.columns * side, index % sprites.columns * side
    castle = picture[top : top + side, left : left + side].astype(int)
    assert np.ptp(castle, axis=2).mean() < 6 < np.ptp(picture.astype(int), axis=2).mean()


def test_every_quest_has_a_picture_of_its_own() -> None:
    assert len({str(quest_codes(quest)) for quest in QUESTS}) == len(QUESTS)


def test_the_style_knows_every_class(sheet: Sheet) -> None:
    html = board_html(Kingdom.parse("w?C./l.."), sheet, ENGLISH, lit=[(0, 0)]) + castle_html("", "none", sheet)
    used = {name for classes in re.findall("class='([^']*)'", html) for name in classes.split()}
    styled = set(re.findall(r"\.([a-z][\w-]*)", CSS))
    assert {name for name in used if not re.fullmatch(r"square|t\d+", name)} <= styled
