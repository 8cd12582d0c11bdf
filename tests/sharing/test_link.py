"""A link brings the same table to the next phone, or says why not; it never falls over."""

import binascii
import itertools
import json
import subprocess
import sys
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.quests import QUESTS
from scorer.rules.model.rules import Rules
from scorer.rules.table.player import DYNASTY_GAMES, Player
from scorer.sharing.codec import MAX_FACES, MAX_NAME_BYTES, MAX_PLAYERS, MAX_SQUARES, GameError, from_plain, to_plain
from scorer.sharing.game import Game
from scorer.sharing.link import MAX_LINK_LENGTH, decode, encode
from tests.sharing.some_games import FOUR, KINGDOMS, TEAM, games

OLD_LINK = (
    "12-1GvZNBCgMhDEWPFDI3aO01uipjEKKFiZBVDzTnmIv1ZwoFV-5mY9DFU_5_Xt7v_2m31ia5u8EArgwHPBoXFJ5JRE8HjFXyUOP"
    "92Ldjb-W1zhoLBEhYWEiMU46xKFRjynANNw7ohDT03fs66doW_ynqoSpVB1qZzh1reMrYD-hHLX0r06IUGbA5qceHiBmRxCnYDHJ"
    "SBff5-QI"
)
"""``FOUR`` as the first page wrote it. These were sent around: whatever changes, version 1 must go on meaning this."""


def link(plain: bytes) -> str:
    """What a stranger could make of any bytes, checksum and all; back references to our dictionary left out."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(plain) + packer.flush()
    return "1" + urlsafe_b64encode(binascii.crc32(packed).to_bytes(4, "big")[:3] + packed).decode().rstrip("=")


@pytest.mark.slow
@given(games)
@settings(max_examples=60)
def test_every_game_round_trips_through_its_link(game: Game) -> None:
    text = encode(game)
    assert decode(text) == game
    assert text.replace("-", "").replace("_", "").isalnum()
    assert text.isascii()


def test_four_players_fit_a_line_of_chat_and_a_small_code() -> None:
    assert len(encode(FOUR)) <= 230


def test_the_largest_table_stays_below_the_bound() -> None:
    grid = "/".join("t[travelling_castle]m3w1fl1g2s?" for _ in range(7)) + " coins=174 towers=15 knights=22 queen"
    rows = [Kingdom.parse(grid).turned(turns) for turns in range(DYNASTY_GAMES)]
    for count, played in ((8, rows), (MAX_PLAYERS, rows[:1])):
        players = tuple(
            Player(f"Player {chr(0x4E00 + n) * 40}", colour="pink", kingdoms=tuple(played)) for n in range(count)
        )
        assert decode(encode(Game(players))).players == players
        assert len(encode(Game(players))) < MAX_LINK_LENGTH


def grid_of(squares: Iterable[str], side: int = 15) -> str:
    cells = itertools.cycle(squares)
    return "/".join("".join(next(cells) for _ in range(side)) for _ in range(side))


def test_more_squares_than_any_game_has_are_refused() -> None:
    game = Game(tuple(Player(name, kingdoms=(Kingdom.parse(grid_of("wf")),)) for name in "ABCDEF"))
    with pytest.raises(GameError, match="1350 squares are too many for one game; at most 1200 can be read"):
        decode(encode(game))
    assert decode(encode(replace(game, players=game.players[:5]))).players == game.players[:5]


def test_more_different_squares_than_any_game_has_are_refused() -> None:
    every = [f"{terrain}{crowns}{giant}" for terrain in "wflgsmt" for crowns in range(10) for giant in ("", "!")]
    for count in (MAX_FACES, MAX_FACES + 1):
        game = Game((Player("A", kingdoms=(Kingdom.parse(grid_of(every[:count])),)),))
        if count == MAX_FACES:
            assert decode(encode(game)) == game
        else:
            with pytest.raises(GameError, match="a game has at most 96 kinds of square"):
                decode(encode(game))


def test_largest_allowed_game_round_trips_through_its_link() -> None:
    """The longest names of letters that hardly repeat, beside as many squares of as many faces."""
    rng = Random(8)
    faces = [f"{terrain}{crowns}!" for terrain in "wflgsmt" for crowns in range(1, 10)]
    grids = [grid_of([rng.choice(faces) for _ in range(225)]) for _ in range(MAX_SQUARES // 225)]
    grids += ["C"] * (MAX_PLAYERS - len(grids))
    letters = MAX_NAME_BYTES // MAX_PLAYERS // 3

    def game(letters: int) -> Game:
        names = ["".join(chr(rng.randrange(0x4E00, 0x9F00)) for _ in range(letters)) for _ in grids]
        players = (Player(name, kingdoms=(Kingdom.parse(grid),)) for name, grid in zip(names, grids, strict=True))
        return Game(tuple(players))

    longest = game(letters)
    assert len(encode(longest)) <= MAX_LINK_LENGTH and decode(encode(longest)) == longest
    with pytest.raises(GameError, match="the names in this game are too long in total"):
        from_plain(to_plain(game(letters + 1)))


def test_old_link_format_is_read_and_written_without_expansions() -> None:
    assert decode(OLD_LINK) == FOUR
    assert not {"giants", "quests", "court"} & set(to_plain(FOUR)["rules"])


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"giants": True, "quests": ["dragon"]}, "“dragon” is not a quest; use harmony"),
        ({"quests": ["harmony"]}, "quests belong to Age of Giants"),
        ({"giants": True, "quests": ["harmony", "harmony"]}, "cannot be in play twice"),
        ({"giants": True, "quests": "harmony"}, "“quests” must be a list"),
        ({"giants": 1}, "giants is true or false"),
        ({"box": "kingdomino+giants"}, "is not a box"),
    ],
)
def test_expansions_that_cannot_be_played_are_refused(rules: dict[str, object], reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        from_plain({"rules": rules})


def test_link_keeps_every_rule() -> None:
    all_chosen = replace(FOUR, rules=Rules(giants=True, quests=QUESTS[:2], court=True))
    assert set(to_plain(all_chosen)["rules"]) == {field.name for field in fields(Rules)}
    assert decode(encode(all_chosen)) == all_chosen
    assert set(to_plain(FOUR)) == {field.name for field in fields(Game)}
    all_said = replace(TEAM, untold=(frozenset(),), partly_seen=frozenset({1}), totals=(45,))
    assert set(to_plain(Game((all_said,)))["players"][0]) == {field.name for field in fields(Player)}


@pytest.mark.parametrize("cut", [0, 1, 2, 5, 40, -1, -2, -10])
def test_truncated_link_is_reported(cut: int) -> None:
    with pytest.raises(GameError, match="damaged; copy the whole link"):
        decode(encode(FOUR)[:cut])


@pytest.mark.slow
@given(st.integers(1, len(encode(FOUR)) - 1), st.sampled_from("AZaz09-_"))
def test_a_mistyped_link_is_not_another_game(at: int, letter: str) -> None:
    text = encode(FOUR)
    changed = text[:at] + letter + text[at + 1 :]
    try:
        assert decode(changed) == FOUR
    except GameError as error:
        assert "damaged" in str(error)


@pytest.mark.slow
@given(st.one_of(st.text(), st.text("1Ab-_=+/%"), st.binary().map(link)))
def test_any_text_gives_a_game_or_a_reason(text: str) -> None:
    try:
        decode(text)
    except GameError as error:
        assert str(error)


TOTALS_LINK = (
    "23Loko73jIAkBi9sc8_IIhFx5MTAJGOYaAhNBOSjK04Exnqafnp4DTgTFhjnpaUqxOkol-SVAtwA1mJjqgF1ibIEcu"
    "06pebgTAop2Ax0TQx0To9ja2FoA"
)
"""A Dynasty with a kingdom and two totals, and a player of whom only totals are known, as they were first written."""

MIXED = Game(
    (
        Player("Ann", colour="pink", kingdoms=(KINGDOMS[0],), totals=(45, None, 38)),
        Player("Ben", totals=(40, 41, 42)),
    ),
    dynasty=True,
)


def test_a_link_with_totals_is_refused_by_older_pages_and_read_here() -> None:
    assert encode(MIXED)[0] == "2" and encode(FOUR)[0] == "1"
    assert decode(TOTALS_LINK) == decode(encode(MIXED)) == MIXED


@pytest.mark.parametrize(
    "totals", [[-1], [1000], [True], ["45"], [4.5], [[45]], 45, {"1": 45}, [None], [None, None, 45]]
)
def test_totals_that_are_no_points_or_have_no_kingdom_are_refused(totals: object) -> None:
    with pytest.raises(GameError, match="totals"):
        from_plain({"players": [{"name": "Ann", "kingdoms": ["wC"] if totals != [None] else [], "totals": totals}]})


def test_a_player_has_no_more_games_than_a_dynasty() -> None:
    with pytest.raises(GameError, match="player 1 has 4 kingdoms; a Dynasty has 3 games"):
        from_plain({"players": [{"name": "Ann", "kingdoms": ["wC"], "totals": [1, 2, 3]}]})


def test_later_version_is_distinguished_from_damage() -> None:
    with pytest.raises(GameError, match="newer version"):
        decode("3" + encode(FOUR)[1:])


def test_decompression_bomb_is_rejected() -> None:
    bomb = link(b'{"players":[' + b'"' + b"w" * 4_000_000 + b'"]}')
    assert len(bomb) < MAX_LINK_LENGTH
    with pytest.raises(GameError, match="damaged"):
        decode(bomb)
    with pytest.raises(GameError, match="too long"):
        decode("1" + "A" * MAX_LINK_LENGTH)


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        ([], "no game"),
        ({"players": {}}, "“players” must be a list"),
        ({"players": [{}] * 17}, "17 players are too many; at most 16"),
        ({"players": ["Ann"]}, "player 1 cannot be read"),
        ({"players": [{"name": "Ann"}, {"name": "x" * 81}]}, "player 2: a name must be one line of at most 80 letters"),
        ({"players": [{"name": 7}]}, "player 1: a name must be"),
        ({"players": [{"colour": "mauve"}]}, "player 1: “mauve” is not a castle colour; use blue, green, pink, yellow"),
        ({"players": [{"colour": ["pink"]}]}, "is not a castle colour"),
        ({"players": [{"kingdoms": "C"}]}, "“kingdoms” must be a list"),
        ({"players": [{"kingdoms": ["C"] * 4}]}, "player 1 has 4 kingdoms; a Dynasty has 3 games"),
        ({"players": [{"kingdoms": ["C", "wx"]}]}, "player 1, kingdom 2: row 1, column 2: “x” is not a square"),
        ({"players": [{"kingdoms": [None]}]}, "player 1, kingdom 1: not a valid notation"),
        ({"players": [{"kingdoms": ["w" * 2001]}]}, "player 1, kingdom 1: not a valid notation"),
        ({"players": [{"kingdoms": ["w" * 16]}]}, "no kingdom is more than 15 squares wide"),
        ({"players": [{"kingdoms": ["C coins=1000"]}]}, "at most 999 coins"),
        ({"rules": []}, "the rules cannot be read"),
        ({"rules": {"edition": "lunar"}}, "“lunar” is not an edition"),
        ({"rules": {"edition": ["us"]}}, "is not an edition"),
        ({"rules": {"box": "origins"}}, "“origins” is not a box"),
        ({"rules": {"box": {}}}, "is not a box"),
        ({"rules": {"size": 6}}, "size is 5 or 7, not “6”"),
        ({"rules": {"size": True}}, "size is 5 or 7"),
        ({"rules": {"size": 5.0}}, "size is 5 or 7"),
        ({"rules": {"harmony": 1}}, "harmony is true or false, not “1”"),
        ({"dynasty": "yes"}, "dynasty is true or false, not “yes”"),
        ({"dynasty": "y" * 99}, "not “" + "y" * 30 + "…”"),
    ],
)
def test_link_that_the_page_cannot_have_made_is_rejected(plain: object, reason: str) -> None:
    with pytest.raises(GameError, match=reason.replace("?", r"\?")):
        from_plain(plain)
    with pytest.raises(GameError, match=reason.replace("?", r"\?")):
        decode(link(json.dumps(plain).encode()))


def test_deep_or_huge_json_is_only_damage() -> None:
    for plain in (b"[" * 50_000, b"9" * 20_000, b'{"players":[{"name":"\xff"}]}', b"NaN"):
        with pytest.raises(GameError):
            decode(link(plain))


def test_missing_fields_have_defaults() -> None:
    assert from_plain({}) == Game()
    assert from_plain({"players": [{}]}) == Game((Player(""),))
    assert from_plain({**to_plain(FOUR), "taste": "salty"}) == FOUR
    assert replace(FOUR, players=FOUR.players[:1]).players[0].kingdoms == (KINGDOMS[0],)


@pytest.mark.slow
def test_links_work_without_streamlit() -> None:
    modules = (
        "scorer.sharing.link, scorer.sharing.files, scorer.sharing.card, scorer.sharing.qr, scorer.i18n.translator"
    )
    code = f"import sys, {modules}; sys.exit('streamlit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_name_with_a_plus_is_one_person_and_an_old_link_still_opens() -> None:
    """The second link was written before teams had members of their own."""
    game = Game((Player("C++", kingdoms=(KINGDOMS[0],)), TEAM))
    assert decode(encode(game)) == game
    assert [player.people for player in decode(encode(game)).players] == [1, 2]
    before = {"players": [{"name": "Ann + Bob", "colour": "pink", "kingdoms": ["w1wC"]}]}
    (player,) = decode(link(json.dumps(before).encode())).players
    assert (player.name, player.people) == ("Ann + Bob", 1)
