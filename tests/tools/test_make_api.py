"""The page of the public API is what the docstrings say, and misses nothing that is offered."""

import scorer
from tools import make_api


def test_the_page_is_up_to_date() -> None:
    assert make_api.FILE.read_text("utf-8") == make_api.page(), "run: python tools/make_api.py"


def test_every_name_has_an_entry() -> None:
    headings = [line for line in make_api.page().splitlines() if line.startswith("### ")]
    assert sorted(headings) == sorted(f"### `{name}`" for name in scorer.__all__)


def test_examples_are_fenced_and_names_set_in_code() -> None:
    assert make_api.markdown("Says ``this``.\n\n>>> 1\n1") == "Says `this`.\n\n```pycon\n>>> 1\n1\n```"


def test_members_are_listed_with_parameters_but_without_self() -> None:
    class Some:
        """A class."""

        side: int = 5
        """How long it is."""

        def turned(self, quarters: int = 1) -> str:
            """Turned clockwise."""
            return str(quarters)

        def undocumented(self) -> None: ...

    assert make_api.members(Some) == [
        "- `side`: How long it is.",
        "- `turned(quarters: int = 1) -> str`: Turned clockwise.",
    ]
