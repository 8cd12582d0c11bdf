"""Names are cut where one sign to the eye ends, and that they were cut is seen."""

import pytest

from scorer.rules.model.letters import cut, typed_name

FAMILY = "\U0001f469\u200d\U0001f467\u200d\U0001f466"


@pytest.mark.parametrize(
    ("text", "length", "shown"),
    [
        ("Maximilian", 9, "Maximilia…"),
        ("Anna Maria", 5, "Anna…"),
        ("Zoe\u0308", 3, "Zo…"),
        (f"Ann {FAMILY}", 6, "Ann…"),
        (f"{FAMILY}{FAMILY}", 5, f"{FAMILY}…"),
        ("\U0001f44d\U0001f3fd\U0001f44d\U0001f3fd", 3, "\U0001f44d\U0001f3fd…"),
        ("\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7", 3, "\U0001f1e9\U0001f1ea…"),
        ("\u2764\ufe0f\u2764\ufe0f", 3, "\u2764\ufe0f…"),
        ("नमस्ते", 3, "नम…"),
    ],
    ids=["letters", "a word", "an accent", "a family", "two families", "a skin tone", "flags", "hearts", "vowels"],
)
def test_grapheme_clusters_are_not_split(text: str, length: int, shown: str) -> None:
    assert cut(text, length) == shown


@pytest.mark.parametrize("name", ["N" * 41, "e\u0301" * 40, FAMILY * 20])
def test_a_typed_name_that_is_too_long_ends_with_an_ellipsis(name: str) -> None:
    short = typed_name(name, 40)
    assert len(short) <= 40 and short.endswith("…")
    assert name.startswith(short[:-1]) and typed_name(short, 40) == short


def test_a_name_that_fits_stays_whole() -> None:
    assert typed_name("N" * 40, 40) == "N" * 40
