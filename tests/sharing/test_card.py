"""The card shows every player in either language, survives any game, and can be opened again."""

import io
import itertools
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from matplotlib import get_data_path
from numpy.typing import NDArray
from PIL import Image, ImageDraw, features

from scorer.art.draw import _painted
from scorer.i18n.translator import LANGUAGES, translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.card import card_png, drawing, lettering, read_card, reading, unwritten_names
from scorer.sharing.card.content import headline, parts, played
from scorer.sharing.card.drawing import MOST_PAINTED, _rules_lines
from scorer.sharing.card.layout import LINE, SENT, SHEET, WIDTH
from scorer.sharing.card.lettering import Hand, fitted, plain, width, write
from scorer.sharing.card.reading import KEY
from scorer.sharing.codec import MOST_FACES, GameError
from scorer.sharing.files import game_from_file
from scorer.sharing.game import Game
from scorer.sharing.link import address_of, decode, encode
from tests.sharing.hostile import hostile_games
from tests.sharing.some_games import FOUR, KINGDOMS, QUEENS, SHARING_A_BOX, small_games

pytestmark = pytest.mark.slow

ENGLISH, FRENCH = translator("en"), translator("fr")
PAGE = "https://our-kingdoms.streamlit.app"
ADDRESS = address_of(FOUR, PAGE)
DEJAVU = f"{get_data_path()}/fonts/ttf/DejaVuSans-Bold.ttf"
DYNASTY = Game(
    tuple(replace(player, kingdoms=KINGDOMS[n:] + KINGDOMS[: n - 1]) for n, player in enumerate(FOUR.players, start=1)),
    dynasty=True,
)


FOUR_SHEETS = [line.message for player in FOUR.players for line in score(player.kingdoms[0], FOUR.rules).lines]


drawn = cache(card_png)
"""For cards that several tests look at: drawing one takes half a second."""


def opened(card: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(card, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def squeezed(card: bytes, kind: str = ".jpg") -> bytes:
    """What a messenger makes of a card."""
    picture = opened(card)
    scale = SENT / max(picture.shape)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    quality = cv2.IMWRITE_WEBP_QUALITY if kind == ".webp" else cv2.IMWRITE_JPEG_QUALITY
    return cv2.imencode(kind, small, [quality, 60])[1].tobytes()


def test_four_players_make_a_tall_card_with_their_boards() -> None:
    picture = opened(drawn(FOUR, ENGLISH))
    assert picture.shape[1] == WIDTH
    assert 1800 < picture.shape[0] < 2600
    wheat = (np.abs(picture.astype(int) - (40, 180, 235)).max(axis=2) < 45).sum()
    assert wheat > 30_000


def test_the_card_speaks_the_players_language() -> None:
    assert not np.array_equal(opened(drawn(FOUR, ENGLISH)), opened(drawn(FOUR, FRENCH)))


def test_the_code_on_the_card_opens_the_table() -> None:
    assert cv2.QRCodeDetector().detectAndDecode(opened(drawn(FOUR, FRENCH, ADDRESS)))[0] == ADDRESS
    endless = opened(card_png(FOUR, FRENCH, "x" * 5000))
    assert endless.shape[1] == WIDTH


@pytest.mark.parametrize(
    "game", [*(replace(table, players=table.players[:n]) for table in (FOUR, QUEENS) for n in (1, 2, 3, 4)), DYNASTY]
)
def test_a_card_is_read_from_what_a_messenger_leaves_of_it(game: Game) -> None:
    assert read_card(squeezed(card_png(game, FRENCH, address_of(game, PAGE)))) == game


def test_a_messenger_may_make_a_webp_too() -> None:
    assert game_from_file(squeezed(drawn(FOUR, FRENCH, ADDRESS), ".webp")) == FOUR


def test_towns_for_four_stand_in_two_columns() -> None:
    high, wide = opened(card_png(QUEENS, ENGLISH)).shape[:2]
    assert wide > 1.9 * WIDTH
    assert high < 1.5 * wide


def test_a_code_that_leads_elsewhere_is_no_game() -> None:
    with pytest.raises(GameError, match="this picture holds no game"):
        read_card(squeezed(card_png(FOUR, ENGLISH, "https://example.org/")))


@given(small_games)
@settings(max_examples=12)
def test_any_game_has_a_card_and_comes_back_from_it(game: Game) -> None:
    assert read_card(card_png(game, FRENCH)) == game


@pytest.mark.parametrize(
    "game",
    [
        Game(),
        Game((Player("nobody"),)),
        Game((Player("👑", kingdoms=(Kingdom.parse("C"),)),)),
        Game(
            (Player("Ann", colour="blue", kingdoms=KINGDOMS[:3]), Player("Ann", colour="blue", kingdoms=KINGDOMS[1:3])),
            dynasty=True,
        ),
        Game(
            (Player("W" * 80, colour="green", kingdoms=(Kingdom.parse("/".join(["m3s" * 5] * 15)),)),),
            Rules(harmony=True),
        ),
    ],
)
def test_odd_tables_have_a_card_too(game: Game) -> None:
    card = card_png(game, FRENCH)
    assert opened(card).shape[1] == WIDTH
    assert read_card(card) == game


@pytest.mark.parametrize("faces", [1, 3, MOST_FACES - 1])
def test_few_squares_are_painted_whatever_the_game_holds(faces: int) -> None:
    every = itertools.cycle([f"{terrain}{crowns}" for terrain in "wflgsmt" for crowns in range(10)][:faces])
    grid = "/".join("".join(next(every) for _ in range(15)) for _ in range(15))
    _painted.cache_clear()
    card_png(Game((Player("Ann", colour="blue", kingdoms=(Kingdom.parse(grid),)),)), ENGLISH)
    assert _painted.cache_info().misses <= MOST_PAINTED


@pytest.mark.parametrize("name", ["tiles of The Court", "towns with every building", "large teams"])
def test_no_link_makes_a_card_larger_than_a_photo(name: str) -> None:
    game = decode(encode(hostile_games()[name]))
    with Image.open(io.BytesIO(card_png(game, ENGLISH))) as image:
        assert image.width * image.height < 25_000_000


def test_nothing_but_the_game_is_in_the_file() -> None:
    with Image.open(io.BytesIO(drawn(FOUR, FRENCH))) as image:
        assert set(image.info) == {KEY}
        assert not image.getexif()


def test_a_picture_of_many_empty_parts_is_looked_at_before_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    card = card_png(FOUR, translator("en"), ADDRESS)
    end = card.index(b"IDAT") - 4
    empty = struct.pack(">I", 0) + b"abCd" + struct.pack(">I", zlib.crc32(b"abCd"))
    hostile = card[:end] + empty * 100_000 + card[end:]
    monkeypatch.setattr(reading, "Image", None)  # nothing is opened
    with pytest.raises(GameError, match="this picture holds no game"):
        read_card(hostile)


def test_other_pictures_are_told_apart() -> None:
    without_code = drawn(FOUR, FRENCH)
    for data in (b"", b"\x89PNG\r\n\x1a\n", squeezed(without_code), without_code[:50], b"RIFF"):
        with pytest.raises(GameError, match="this picture holds no game"):
            read_card(data)


def written(text: str, hand: Hand) -> NDArray[np.uint8]:
    image = Image.new("RGB", (60, 60), "white")
    write(ImageDraw.Draw(image), text, (5, 45), hand, (0, 0, 0))
    return np.asarray(image)


@pytest.mark.parametrize("weight", [400, 600, 700])
@pytest.mark.parametrize("letter", "éèêëàâîïôùûüçÉÈÀÇœŒæ«»„“”‚‘’×–—·…ñ¿¡ßẞäöüÄÖÜøłřąÅЖΩ0")
def test_letters_with_accents_are_drawn(letter: str, weight: int) -> None:
    hand = Hand(weight, 40)
    assert plain(f"a{letter}") == f"a{letter}"
    assert not np.array_equal(written(letter, hand), written("\ue000", hand))
    bare = {"é": "e", "à": "a", "ç": "c", "É": "E"}.get(letter)
    assert bare is None or not np.array_equal(written(letter, hand), written(bare, hand))


@pytest.fixture
def system_fonts(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """A machine that has these fonts and no other; one that cannot shape scripts if ``None``."""
    names: Sequence[str] | None = request.param
    cached = (lettering._system_fonts, lettering._is_shaping, lettering._face, lettering._has)
    for remembers in cached:
        remembers.cache_clear()
    monkeypatch.setattr(lettering, "SYSTEM_FONTS", (DEJAVU,) if names is None else names)
    if names is None:
        monkeypatch.setattr(features, "check", lambda _: False)
    yield
    for remembers in cached:
        remembers.cache_clear()


def with_fonts(*machines: Sequence[str] | None) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("system_fonts", machines, indirect=True)


def named(*names: str) -> Game:
    return Game(tuple(Player(name, kingdoms=(Kingdom.parse("w1wC"),)) for name in names))


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow finds no FriBidi here")
@pytest.mark.usefixtures("system_fonts")
@with_fonts(["nowhere.ttf", DEJAVU])
@pytest.mark.parametrize("name", ["محمد علي", "שלום", "ქეთი"])
def test_a_font_of_the_machine_writes_what_ours_lacks(name: str) -> None:
    assert plain(name) == name
    assert not unwritten_names(named(name))
    assert parts(named(name), ENGLISH)[0].name == name
    joined, apart = width(name, Hand(600, 42)), sum(width(letter, Hand(600, 42)) for letter in name)
    assert joined > 0
    assert (joined < apart) or name == "ქეთი", "Arabic letters are joined, and narrower so"
    assert not np.array_equal(opened(card_png(named(name), ENGLISH)), opened(card_png(named("\ue000"), ENGLISH)))


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow finds no FriBidi here")
@pytest.mark.usefixtures("system_fonts")
@with_fonts([DEJAVU])
@pytest.mark.parametrize("after", [",", ", Ann", ", \u2068שלום\u2069"])
@pytest.mark.parametrize("name", ["דן", "דן שלום", "\u2068דן\u2069"])
def test_what_follows_a_name_written_from_right_to_left_stands_at_its_right(name: str, after: str) -> None:
    hand = Hand(600, 42)

    def begun(text: str) -> bytes:
        """The text as far as the name goes."""
        picture = Image.new("RGB", (10 + width(name, hand), 80))
        write(ImageDraw.Draw(picture), text, (10, 60), hand, (255, 255, 255))
        return picture.tobytes()

    assert begun(name + after) == begun(name)


@pytest.mark.usefixtures("system_fonts")
@with_fonts([], ["nowhere.ttf"], None)
def test_a_name_that_no_font_here_can_write_is_the_players_number() -> None:
    game = Game((Player("nobody"), *named("Ann", "محمد", "राम", "👑").players))
    assert unwritten_names(game) == ("محمد", "राम", "👑")
    assert [part.name for part in parts(game, ENGLISH)] == ["Ann", "Player 3", "Player 4", "Player 5"]
    assert parts(game, FRENCH)[1].name == "Joueur 3"
    assert headline(parts(named("李"), ENGLISH), ENGLISH) == "Player 1"
    assert unwritten_names(named("Zoé 👑", "Noe\u0308l")) == ()


def test_every_translated_word_can_be_written() -> None:
    for language in LANGUAGES:
        for message in FOUR_SHEETS:
            said = translator(language)(message)
            assert plain(said) == " ".join(said.split())


def test_weights_differ() -> None:
    assert width("Kingdom", Hand(700, 40)) > width("Kingdom", Hand(400, 40))


@pytest.mark.usefixtures("system_fonts")
@with_fonts([])
def test_names_are_cut_to_the_room_there_is() -> None:
    hand = Hand(600, 40)
    short = fitted("Wolfeschlegelsteinhausenbergerdorff", hand, 300)
    assert short.endswith("…")
    assert width(short, hand) <= 300 < width(short[:-1] + "ste…", hand)
    assert plain("Noe\u0308l\x00\u200f") == "Noël"
    assert plain("王 Ann") == "Ann"
    accents = "q\u0307" * 30  # there is no letter for both together
    assert all(fitted(accents, hand, room).replace("q\u0307", "") == "…" for room in range(100, 300, 7))


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow finds no FriBidi here")
@pytest.mark.usefixtures("system_fonts")
@with_fonts([DEJAVU])
def test_names_written_from_right_to_left_keep_their_order_in_the_headline(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(drawing, "_head", lambda _draw, _wide, title, _rules: written.append(title))
    card_png(named("דן", "שלום"), ENGLISH)
    assert written[0].startswith("\u2068דן\u2069, \u2068שלום\u2069 ")
    shown = parts(named("דן", "שלום"), ENGLISH)
    assert headline(shown, ENGLISH) == "\u2068דן\u2069, \u2068שלום\u2069 share the victory"
    assert headline(shown, ENGLISH, is_settled=False).startswith("\u2068דן\u2069, \u2068שלום\u2069 are")


@pytest.mark.parametrize(
    ("notations", "title", "why"),
    [
        (("w1wC", "fC"), "Ann wins!", ["", ""]),
        (("w1wC", "f?fC"), "Ann leads", ["", "what is hidden decides who wins"]),
        (
            ("w1wC", "f1f?C"),
            "Ann, Ben are level so far",
            ["", "what is hidden decides who wins"],
        ),
    ],
)
def test_the_card_names_a_winner_only_where_nothing_hidden_may_change_it(
    notations: tuple[str, str], title: str, why: list[str]
) -> None:
    named = zip(("Ann", "Ben"), notations, strict=True)
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in named))
    shown = parts(game, ENGLISH)
    assert headline(shown, ENGLISH) == title
    assert [part.decided for part in shown] == why


def test_nobody_has_won_on_the_card_of_a_game_that_is_not_settled() -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse("w1tC"),)) for name in ("Ann", "Ben")))
    level = parts(game, ENGLISH, is_settled=False)
    assert [part.decided for part in level] == ["", ""]
    assert [part.decided for part in parts(game, ENGLISH)] == ["tied on points: shared victory"] * 2
    assert headline(level, ENGLISH, is_settled=False) == "Ann, Ben are level so far"
    assert headline(level[:1], ENGLISH, is_settled=False) == "Ann"
    assert card_png(game, ENGLISH, is_settled=False) != card_png(game, ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_open_is_told_whole_below_the_name(language: str) -> None:
    """What is written there is cut short where it is wider than the room beside the medal."""
    game = Game(
        tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", "w1wC"), ("Ben", "f?fC")))
    )
    said = parts(game, translator(language))[1].decided
    assert said
    assert fitted(said, Hand(400, 22), SHEET) == said


def test_all_rules_stand_above_the_players_in_any_language() -> None:
    """They were cut with an ellipsis; now the panels stand a line lower where one is not enough."""
    for language in LANGUAGES:
        quests = sorted(QUESTS, key=lambda quest: len(str(quest.name)))[-2:]
        rules = Rules(giants=True, court=True, quests=tuple(quests), size=7)
        long, tr = replace(FOUR, rules=rules, dynasty=True), translator(language)
        said = played(parts(long, tr), long, tr)
        lines = _rules_lines(said, WIDTH)
        assert " ".join(lines) == said
        height = opened(card_png(replace(FOUR, players=FOUR.players[:1], rules=rules, dynasty=True), tr)).shape[0]
        short = opened(card_png(replace(FOUR, players=FOUR.players[:1], rules=Rules(), dynasty=True), tr)).shape[0]
        assert height - short == LINE * (len(lines) - 1)
    assert len(lines) > 1


def test_a_long_headline_is_whole_on_two_lines() -> None:
    names = ("Maximilienne-Charlotte", "Jean-Baptiste Grenouille", "Marie-Antoinette")
    three = Game(tuple(Player(name, kingdoms=KINGDOMS[:1]) for name in names))
    another = replace(three, players=(*three.players[:2], replace(three.players[2], name="Marie-Antoinettf")))
    head, other = (opened(card_png(game, FRENCH))[:110] for game in (three, another))
    assert not np.array_equal(head, other)


def test_a_name_as_long_as_a_link_may_have_is_cut_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letter by letter, sixteen such names took three seconds to be cut."""
    hand, name = Hand(600, 26), "Wo" * 500
    measured = Mock(side_effect=width)
    monkeypatch.setattr(lettering, "width", measured)
    cut = fitted(name, hand, 300)
    assert width(cut, hand) <= 300 < width(f"{name[: len(cut)]}…", hand)
    assert measured.call_count < 20
    assert fitted("W", hand, 1) == "…", "where nothing fits"


def test_smooth_corners_are_painted_for_the_ends_of_a_panel_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a card with thousands of lines, all of it twice as large took 280 MB and a second."""
    new = Mock(side_effect=Image.new)
    monkeypatch.setattr(Image, "new", new)
    with Image.open(io.BytesIO(card_png(hostile_games()["every face"], ENGLISH))) as card:
        areas = [wide * high for _mode, (wide, high), *_ in (call.args for call in new.call_args_list)]
        assert max(areas) == card.width * card.height


def test_players_of_one_name_are_told_apart() -> None:
    twins = Game(tuple(Player("Ann", kingdoms=(Kingdom.parse(notation),)) for notation in ("wC", "w1wC")))
    shown = parts(twins, ENGLISH)
    assert [part.standing.name for part in shown] == ["Ann 2", "Ann"]
    assert headline(shown, ENGLISH) == "Ann 2 wins!"
    assert decode(encode(twins)) == twins


@pytest.mark.parametrize(("notation", "said"), [("w1f/C.", "Ann wins!"), ("w1w1w1w1w1w1w1C", "Ann wins, as laid")])
def test_the_card_says_that_a_kingdom_that_cannot_be_right_counts_as_laid(notation: str, said: str) -> None:
    game = Game(
        tuple(Player(name, kingdoms=(Kingdom.parse(text),)) for name, text in (("Ann", notation), ("Ben", "C")))
    )
    english = translator("en")
    assert headline(parts(game, english), english, is_doubted=game.is_doubted) == said


@pytest.mark.parametrize("second", SHARING_A_BOX)
def test_the_card_says_that_a_table_that_cannot_be_right_counts_as_laid(second: Kingdom) -> None:
    """Each kingdom is legal by itself; one was chosen twice, or the box has too few dominoes for both."""
    game = Game((Player("Ann", kingdoms=SHARING_A_BOX[:1]), Player("Ben", kingdoms=(second,))))
    english = translator("en")
    assert headline(parts(game, english), english, is_doubted=game.is_doubted).endswith(", as laid")
