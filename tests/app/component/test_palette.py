"""What can be chosen for a square, with the expansions and without."""

from __future__ import annotations

import pytest

from scorer.app.component.palette import palette, pieces
from scorer.app.state.actions import cell_from
from scorer.frontend.sprites import sprite_sheet
from scorer.i18n.translator import translator
from scorer.rules.legality import check
from scorer.rules.model.court import COURT_TILES
from scorer.rules.model.dominoes import Box, faces
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules

ENGLISH = translator("en")
GIANTS, COURT = Rules(giants=True), Rules(court=True)


def offered(notation: str, rules: Rules) -> dict[str, list[str]]:
    """The codes that each mark makes."""
    kingdom = Kingdom.parse(notation)
    found = pieces(kingdom, rules.settled(kingdom), ENGLISH)
    return {piece["mark"]: [code + piece["mark"] for code in piece["on"]] for piece in found}


def test_every_face_of_age_of_giants_can_be_chosen_with_it_and_only_then() -> None:
    codes = {str(cell) for cell, _, _ in palette(giants=True)}
    assert {str(face) for face in faces(Box.BOTH_GIANTS)} <= codes
    assert codes - {str(cell) for cell, _, _ in palette(giants=False)} == {"w2", "f2", "l2"}


@pytest.mark.parametrize("giants", [False, True])
def test_no_two_faces_share_a_place(giants: bool) -> None:
    places = [(row, column) for _, row, column in palette(giants=giants)]
    assert len(set(places)) == len(places)


def test_nothing_is_offered_without_an_expansion() -> None:
    assert not offered("w1wC", Rules())


def test_giants_are_offered_on_crowns_only_and_no_more_than_there_are() -> None:
    found = offered("w1wC", GIANTS)
    assert set(found) == {"!", "!!", "!!!"}
    assert found["!!!"] == ["m3!!!"]
    assert {"w2!!", "g2!!", "m3!!"} <= set(found["!!"]) and "w1!!" not in found["!!"]
    assert {"w1!", "t[crown]!", "w[building]!"} <= set(found["!"]) and "w!" not in found["!"]


def test_the_court_offers_what_the_check_lets_lie_there() -> None:
    found = offered("wC", COURT)
    assert set(found) == {"*", *(f"[{kind}]" for kind in COURT_TILES)}
    for code in (code for codes in found.values() for code in codes):
        said = {finding.code for finding in check(Kingdom.parse(f"{code}C")).findings}
        assert not {"resource_place", "court_place", "court_count"} & set(map(str, said)), code


def test_a_kingdom_that_shows_an_expansion_brings_its_pieces() -> None:
    assert "!" in offered("w1!wC", Rules())
    assert "[farmer]" in offered("w*wC", Rules())


def test_every_piece_can_be_put_and_drawn() -> None:
    drawn = sprite_sheet().at
    found = offered("w1!w*C", Rules(giants=True, court=True))
    for mark, codes in found.items():
        for code in codes:
            assert str(cell_from(code)) == code
            assert (f"*{code[0]}" if mark == "*" else mark) in drawn, code
