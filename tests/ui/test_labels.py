"""A label shows a stranger's words as they were written, and fetches nothing."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scorer.ui.labels import JOINER, plain

MARKDOWN = MarkdownIt("commonmark").enable(["strikethrough", "table"])

FOUND_LATER = re.compile(
    r":[\w+-]+:|:material/\w+:|:[a-z]+\[|https?:/|www\.|[-.\w+]+@[-\w]+\.|<?->|<-|--|[<>~]=", re.IGNORECASE
)
"""What Streamlit and its extensions of Markdown look for in the text that is left: emoji, icons, colours, addresses,
arrows."""

HOSTILE = [
    "![a](http://host/t.png)",
    "*Bold* _it_ ~~gone~~ `code`",
    "[link](https://example.org)",
    "<img src=x onerror=alert(1)>",
    ":material/delete: :wave: :red[x] :red-background[y]",
    "$\\frac{1}{2}$ and $$x$$",
    "https://example.org www.example.org a@example.org",
    "1. Ann",
    "- Ann",
    "# Ann",
    "    Ann",
    "> Ann",
    "a -> b <- c <-> d -- e >= f",
    "Ann\n\n---\n\nBob",
    "&lt;b&gt; &#33;",
    "O'Neil, J.-P. + Zoé",
]


def shown(markdown: str) -> str:
    """What a reader of the Markdown sees; anything but one paragraph of plain text is an error."""
    tokens = MARKDOWN.parse(markdown)
    assert [token.type for token in tokens] in (["paragraph_open", "inline", "paragraph_close"], [])
    pieces = [piece for token in tokens for piece in token.children or ()]
    assert {piece.type for piece in pieces} <= {"text", "text_special"}, pieces
    return "".join(piece.content for piece in pieces)


@pytest.mark.slow
@given(st.one_of(st.text(), st.text("*_`~[]()!<>#-+.:/$\\&; \n\t|=@wabc1", max_size=60)))
@example("")
@example("\\*a*")
def test_any_text_is_shown_verbatim(words: str) -> None:
    seen = shown(plain(words))
    breaking = re.sub(r"[^\S\u00A0\u202F]+", " ", words.strip())
    assert seen.replace(JOINER, "") == breaking.replace(JOINER, "").replace("\0", "\ufffd")
    assert not FOUND_LATER.search(seen)


def test_a_no_break_space_stays() -> None:
    french = "Ann\u00a0: vérifiez les cases «\u00a0?\u00a0»"
    assert shown(plain(french)).replace(JOINER, "") == french


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_names_are_shown_as_text(words: str) -> None:
    seen = shown(plain(words))
    assert seen.replace(JOINER, "") == " ".join(words.split())
    assert not FOUND_LATER.search(seen)
    assert not re.search(r"(?<!\\)\$", plain(words))  # a formula would begin


def test_names_without_signs_stay_as_they_are() -> None:
    assert plain("Zoé d'Or, 4") == "Zoé d'Or, 4"
