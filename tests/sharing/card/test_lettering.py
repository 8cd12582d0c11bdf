"""Every name and word can be written on a card, in the room there is."""

from collections.abc import Iterator, Sequence
from unittest.mock import Mock

import numpy as np
import pytest
from matplotlib import get_data_path
from numpy.typing import NDArray
from PIL import Image, ImageDraw, features

from scorer.i18n.translator import LANGUAGES, translator
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.scoring.score import score
from scorer.rules.table.player import Player
from scorer.sharing.card import card_png, lettering, unwritten_names
from scorer.sharing.card.content import headline, parts
from scorer.sharing.card.lettering import fitted, plain, width, write
from scorer.sharing.card.typesetting import Hand
from scorer.sharing.game import Game
from tests.sharing.card.cards import ENGLISH, FRENCH, opened
from tests.sharing.some_games import FOUR

pytestmark = pytest.mark.slow

FOUR_SHEETS = [line.message for player in FOUR.players for line in score(player.kingdoms[0], FOUR.rules).lines]


DEJAVU = f"{get_data_path()}/fonts/ttf/DejaVuSans-Bold.ttf"


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
def test_system_font_supplies_missing_letters(name: str) -> None:
    assert plain(name) == name
    assert not unwritten_names(named(name))
    assert parts(named(name), ENGLISH, lettering)[0].name == name
    joined, apart = width(name, Hand(600, 42)), sum(width(letter, Hand(600, 42)) for letter in name)
    assert joined > 0
    assert (joined < apart) or name == "ქეთი", "Arabic letters are joined, and narrower so"
    assert not np.array_equal(opened(card_png(named(name), ENGLISH)), opened(card_png(named("\ue000"), ENGLISH)))


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow finds no FriBidi here")
@pytest.mark.usefixtures("system_fonts")
@with_fonts([DEJAVU])
@pytest.mark.parametrize("after", [",", ", Ann", ", \u2068שלום\u2069"])
@pytest.mark.parametrize("name", ["דן", "דן שלום", "\u2068דן\u2069"])
def test_text_after_a_right_to_left_name_stands_at_its_right(name: str, after: str) -> None:
    hand = Hand(600, 42)

    def first_bytes(text: str) -> bytes:
        """The text as far as the name goes."""
        picture = Image.new("RGB", (10 + width(name, hand), 80))
        write(ImageDraw.Draw(picture), text, (10, 60), hand, (255, 255, 255))
        return picture.tobytes()

    assert first_bytes(name + after) == first_bytes(name)


@pytest.mark.usefixtures("system_fonts")
@with_fonts([], ["nowhere.ttf"], None)
def test_name_without_a_font_is_replaced_by_the_player_number() -> None:
    game = Game((Player("nobody"), *named("Ann", "محمد", "राम", "👑").players))
    assert unwritten_names(game) == ("محمد", "राम", "👑")
    assert [part.name for part in parts(game, ENGLISH, lettering)] == ["Ann", "Player 3", "Player 4", "Player 5"]
    assert parts(game, FRENCH, lettering)[1].name == "Joueur 3"
    assert headline(parts(named("李"), ENGLISH, lettering), ENGLISH) == "Player 1"
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
def test_names_are_cut_to_the_available_width() -> None:
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
    monkeypatch.setattr(lettering, "write", lambda _draw, text, *_, **__: written.append(text))
    card_png(named("דן", "שלום"), ENGLISH)
    assert written[0].startswith("\u2068דן\u2069, \u2068שלום\u2069 ")
    shown = parts(named("דן", "שלום"), ENGLISH, lettering)
    assert headline(shown, ENGLISH) == "\u2068דן\u2069, \u2068שלום\u2069 share the victory"
    assert headline(shown, ENGLISH, is_settled=False).startswith("\u2068דן\u2069, \u2068שלום\u2069 are")


def test_a_name_as_long_as_a_link_may_have_is_cut_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letter by letter, sixteen such names took three seconds to be cut."""
    hand, name = Hand(600, 26), "Wo" * 500
    measured = Mock(side_effect=width)
    monkeypatch.setattr(lettering, "width", measured)
    cut = fitted(name, hand, 300)
    assert width(cut, hand) <= 300 < width(f"{name[: len(cut)]}…", hand)
    assert measured.call_count < 20
    assert fitted("W", hand, 1) == "…", "where nothing fits"
