"""The notation: limits, empty inputs, names of squares."""

from unittest.mock import Mock

import pytest

from scorer.rules.model import notation
from scorer.rules.model.kingdom import Kingdom, square_name
from scorer.rules.model.notation import MAX_KINGDOM_SIDE, MAX_TOKENS, NotationError


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("w" * (MAX_KINGDOM_SIDE + 1), "more than 15 squares wide"),
        ("/".join("w" * (MAX_KINGDOM_SIDE + 1)), "more than 15 squares wide or high"),
        ("wC coins=1000", "at most 999"),
        ("wC towers=" + "9" * 5000, "at most 999"),
        ("wC " + "y" * 5000, "is not a token"),
        ("", "the notation is empty"),
        ("/", "the notation is empty"),
        ("// coins=3", "the notation is empty"),
    ],
)
def test_too_large_or_empty_notation_has_a_short_error(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as refused:
        Kingdom.parse(text)
    assert len(str(refused.value)) < 150


def test_the_largest_kingdom_and_number_are_read() -> None:
    kingdom = Kingdom.parse("/".join(["w" * MAX_KINGDOM_SIDE] * MAX_KINGDOM_SIDE) + f" coins=00{MAX_TOKENS}")
    assert (kingdom.width, kingdom.height, kingdom.coins) == (MAX_KINGDOM_SIDE, MAX_KINGDOM_SIDE, MAX_TOKENS)


def test_a_million_squares_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = Mock(wraps=notation._CELL)
    monkeypatch.setattr(notation, "_CELL", cell)
    for text in ("/".join(["w" * 1100] * 1100), "w" * 1_200_000, "/" * 1_200_000 + "w"):
        with pytest.raises(NotationError):
            Kingdom.parse(text)
    assert cell.match.call_count <= 2 * MAX_KINGDOM_SIDE, "what is past the widest kingdom is not looked at"


def test_squares_past_z_have_names_of_letters() -> None:
    assert [square_name((0, column)) for column in (25, 26, 51, 52, 701, 702)] == [
        "Z1",
        "AA1",
        "AZ1",
        "BA1",
        "ZZ1",
        "AAA1",
    ]
