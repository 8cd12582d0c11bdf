"""The card as SVG: the same layout as the PNG's, nothing from outside, and the game in it."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import example, given, settings

from scorer.i18n.translator import LANGUAGES, translator
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.court import COURT_TILES
from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.rules.table.player import COLOURS, Player
from scorer.sharing.card import card_svg, lettering, metrics
from scorer.sharing.card.composing import CASTLES, CodeShape, TextShape, composed
from scorer.sharing.card.lettering import INTER
from scorer.sharing.card.svg import game_in_svg
from scorer.sharing.card.symbols import CASTLES as CASTLE_SYMBOLS
from scorer.sharing.card.symbols import symbol, symbol_id
from scorer.sharing.card.typesetting import Hand
from scorer.sharing.codec import GameError
from scorer.sharing.files import game_from_file
from scorer.sharing.game import Game
from scorer.sharing.qr import read_qr
from tests.sharing.card.cards import ADDRESS, ENGLISH
from tests.sharing.hostile import hostile_games
from tests.sharing.some_games import FOUR, KINGDOMS, QUEENS, small_games
from tests.time_limit import within

SVG = "{http://www.w3.org/2000/svg}"
MIXED = Game(
    (Player("Ann", kingdoms=KINGDOMS[:1], totals=(45, None, 38)), Player("Ben", totals=(40, 41, 42))), dynasty=True
)


def texts(svg: str) -> Iterator[str]:
    return (element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text"))


@pytest.mark.parametrize("game", [FOUR, MIXED, Game()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_drawings_have_one_layout(game: Game, language: str) -> None:
    tr = translator(language)
    png, svg = (composed(game, tr, fonts, ADDRESS) for fonts in (lettering, metrics))
    assert (png.width, png.height, png.title) == (svg.width, svg.height, svg.title)
    for one, other in zip(png.shapes, svg.shapes, strict=True):
        if isinstance(one, TextShape) and isinstance(other, TextShape):
            assert (one.text, one.y, one.hand, one.right) == (other.text, other.y, other.hand, other.right)
            assert abs(one.x - other.x) <= 1  # the number in the middle of a medal
        else:
            assert one == other


@pytest.mark.parametrize("hand", [Hand(400, 22), Hand(600, 42), Hand(700, 68)])
@pytest.mark.parametrize(
    "text",
    ["Grassland: 5 squares × 4 crowns", "Bérénice d’Ormesson", "Größenwahn", "Ελένη", "Наташа", "1234567890", "«W»"],
)
def test_the_table_is_as_wide_as_the_font(text: str, hand: Hand) -> None:
    """Pillow rounds each letter to whole pixels, which shows in small text."""
    assert metrics.is_known(text)
    drawn = lettering.width(text, hand)
    assert abs(metrics.width(text, hand) - drawn) <= 1 + (0.035 if hand.size < 30 else 0.015) * drawn


def test_the_table_has_every_letter_of_every_language_of_the_page() -> None:
    assert all(lettering._has(INTER, letter) for letter in "aß×–“„«»’…")
    assert metrics.is_known("abcdefghijklmnopqrstuvwxyzäöüßéèêëàâçñíóúœ ÄÖÜÉÀÑŒ×–·“”„«»’…!?%0123456789\u00a0")


@pytest.mark.slow
@given(small_games)
@example(FOUR)
@example(QUEENS)
@example(MIXED)
@settings(max_examples=25, deadline=None)
def test_any_game_is_a_whole_drawing_that_needs_nothing_from_outside(game: Game) -> None:
    svg = card_svg(game, ENGLISH, ADDRESS)
    root = ET.fromstring(svg)
    symbols = {element.attrib["id"] for element in root.iter(f"{SVG}symbol")}
    used = {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}
    assert used == symbols
    assert not re.search(r"(href|src)='(?!#)|url\(|<script|<image|<style", svg)
    assert game_in_svg(svg) == game_from_file(svg.encode()) == game


def test_names_in_any_script_are_written_whole_and_escaped() -> None:
    names = ("<&'\">", "安娜", "محمد", "राम", "👑")
    game = Game(tuple(Player(name, totals=(len(names) - at,)) for at, name in enumerate(names)))
    found = list(texts(card_svg(game, ENGLISH)))
    assert [name for name in names if name in found] == list(names)
    assert "Player 1" not in found


def test_drawing_of_an_unsettled_game_names_no_winner() -> None:
    assert "Charlotte leads" in texts(card_svg(FOUR, ENGLISH, is_settled=False))
    assert ET.fromstring(card_svg(FOUR, ENGLISH)).findtext(f"{SVG}title") == "Charlotte wins – please check"


def test_the_code_opens_the_game() -> None:
    (code,) = (shape for shape in composed(FOUR, ENGLISH, metrics, ADDRESS).shapes if isinstance(shape, CodeShape))
    picture = np.kron(np.where(np.array(code.modules), 0, 255), np.ones((code.pixels,) * 2)).astype(np.uint8)
    assert read_qr(np.repeat(picture[..., None], 3, axis=2)) == [ADDRESS]
    black = sum(map(sum, code.modules))
    path = re.findall(r"<path d='([^']*)' fill='#000'/>", card_svg(FOUR, ENGLISH, ADDRESS))[-1]
    assert sum(map(int, re.findall(r"M\d+ \d+h(\d+)", path))) == black
    assert not any(isinstance(shape, CodeShape) for shape in composed(FOUR, ENGLISH, metrics).shapes)


def test_points_end_at_the_right_of_their_panel() -> None:
    root = ET.fromstring(card_svg(MIXED, ENGLISH))
    total = next(element for element in root.iter(f"{SVG}text") if element.text == "123")
    panel = next(root.iter(f"{SVG}rect")).attrib
    assert total.attrib["text-anchor"] == "end"
    assert 0 < int(panel["x"]) + int(panel["width"]) - int(total.attrib["x"]) < 40
    starting = [element for element in root.iter(f"{SVG}text") if element.text == "Ben"]
    assert "text-anchor" not in starting[0].attrib


def test_every_square_has_a_symbol_of_its_own() -> None:
    squares: list[Cell] = [
        *faces(Box.BOTH_GIANTS),
        *(Square(terrain, None) for terrain in Terrain),
        *(Square(Terrain.TOWN, building=kind) for kind in BUILDINGS),
        *(Square(Terrain.WHEAT, building=kind) for kind in COURT_TILES),
        Square(Terrain.WHEAT, resource=True),
        Square(Terrain.MINE, 2, giants=1),
        Square(Terrain.MINE, 2, giants=2),
        Place.UNKNOWN,
    ]
    assert len({symbol_id(cell, "") for cell in squares}) == len(set(squares))
    for cell in squares:
        assert ET.fromstring(symbol(cell, "")).attrib["id"] == symbol_id(cell, "")
    assert len({symbol(Place.CASTLE, colour) for colour in COLOURS}) == len(COLOURS)
    for colour in COLOURS:
        assert CASTLE_SYMBOLS[colour] == "#{:02x}{:02x}{:02x}".format(*CASTLES[colour])


@pytest.mark.parametrize(
    "text", ["<svg/>", "<svg><metadata id='kingdom-scorer-game'>1AAAA</metadata></svg>", "<svg" * 9]
)
def test_another_drawing_is_refused(text: str) -> None:
    with pytest.raises(GameError):
        game_from_file(text.encode())


@pytest.mark.slow
def test_it_is_drawn_with_the_standard_library() -> None:
    """And with segno for the code: a browser has neither Pillow nor numpy for it."""
    code = (
        "import sys; before = set(sys.modules)\n"
        "from scorer.i18n.translator import translator\n"
        "from scorer.rules.model.kingdom import Kingdom\n"
        "from scorer.rules.table.player import Player\n"
        "from scorer.sharing.card import card_svg\n"
        "from scorer.sharing.game import Game\n"
        "game = Game((Player('Ann', kingdoms=(Kingdom.parse('wwC'),)), Player('Ben', totals=(3,))))\n"
        "assert '<svg' in card_svg(game, translator('fr'), 'https://example.org/?game=1')\n"
        "print({name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(re.findall(r"\w+", ran.stdout)) == {"scorer", "segno"}


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("name", hostile_games())
def test_no_game_keeps_a_page_busy(name: str) -> None:
    game = hostile_games()[name]
    svg = within(3, lambda: card_svg(game, ENGLISH))
    assert len(svg) < 600_000


@given(small_games)
@settings(max_examples=10, deadline=None)
def test_text_stands_inside_the_card(game: Game) -> None:
    card = composed(game, ENGLISH, metrics)
    for shape in card.shapes:
        if isinstance(shape, TextShape):
            assert 0 <= shape.x <= card.width and 0 < shape.y <= card.height


def test_a_kingdom_parsed_from_notation_is_drawn_square_by_square() -> None:
    for colour, castle in (("pink", "square-castle-pink"), ("", "square-castle-grey")):
        svg = card_svg(Game((Player("Ann", colour=colour, kingdoms=(Kingdom.parse("w1w/C."),)),)), ENGLISH)
        assert re.findall(r"<use href='#([\w-]+)'", svg) == ["square-w1", "square-w", castle]
