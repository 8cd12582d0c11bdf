"""JSON from outside the app."""

from __future__ import annotations

from time import process_time

import pytest

from scorer.sharing.json_text import parse_json


@pytest.mark.parametrize("text", ['"' + '\\"' * 200_000, '"\\' * 200_000, '{"a": "' + "b" * 2_000_000 + "["])
def test_text_that_does_not_end_is_rejected_in_linear_time(text: str) -> None:
    start = process_time()
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)
    assert process_time() - start < 5, "quadratic time would take minutes"


def test_brackets_in_strings_do_not_count() -> None:
    assert parse_json('["\\"[[", "' + "[" * 100 + '", "\\\\"]') == ['"[[', "[" * 100, "\\"]
