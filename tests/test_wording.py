"""Documentation, messages and docstrings are in plain English: no retired phrases, short sentences, short pages.

Phrases are matched outside code: in prose, in the English messages and in
docstrings, never in names, notation or JSON keys.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Retired:
    """A phrase that is not written any more, as a regular expression, and the words to use instead."""

    pattern: str
    instead: str


RETIRED = (
    Retired(r"parted by", "separated by"),
    Retired(
        r"(is|are|be|been|being|was|were|not|nothing|nobody|none|all) told(?! apart)", "entered; reported; missing"
    ),
    Retired(r"(un|)told of", "reported; mentioned"),
    Retired(r"told apart|tells? \w+ apart", "distinguished"),
    Retired(r"untold", "pending; not entered yet"),
    Retired(r"let(s|ting)? go of", "drops; discards; frees"),
    Retired(r"gives? way|gave way|broken off", "yields; interrupted"),
    Retired(r"astray|askew", "outlier; misaligned"),
    Retired(r"from the seat", "oblique view"),
    Retired(r"(stands?|lies?|lying|standing) beside (a|an|the|his|her|its|their|each|every|this) kingdoms?", "tokens"),
    Retired(r"beside (one|each) another|beside the other|together with one beside", "adjacent; next to each other"),
    Retired(
        r"(the|a|its|their|needless|named|without|little|no) doubts?", "uncertain; flagged; missed error; false flag"
    ),
    Retired(r"(is|are|be|named) doubtful|doubtful (squares?|places?|ones?)", "flagged (`doubtful` is the JSON key)"),
    Retired(r"(the|a|its|their|own|same|with) chances?", "probability"),
    Retired(r"by (its|their) (own )?looks", "appearance"),
    Retired(r"looks? like (no|none)", "is classified as background"),
    Retired(r"(an|every|each|the|this|that|these|those|all|kept|of|no) evenings?", "saved game; history"),
    Retired(r"albums?", "history"),
    Retired(r"laid aside|put (this table|it) away", "stashed"),
    Retired(r"pocket edition", "offline app"),
    Retired(r"programmes?", "program; integer program"),
    Retired(r"rooms? of the house|way of (one|a) photo", "package; module; pipeline"),
    Retired(r"who(ever)? (drives?|asks?|reads?|counts?|looks?|draws?)", "the name of the thing or person that acts"),
    Retired(r"in the middle and|[0-9] m?s in the middle", "median"),
    Retired(r"photo at hand|face in hand", "“No photo?”; “Pick a tile”"),
    Retired(r"player after player", "one player at a time"),
    Retired(r"as the kingdoms? shows?", "automatic"),
    Retired(r"legality (is |was )?not settled|whether .{5,40} not settled", "could not be checked"),
    Retired(r"taken back", "undone"),
    Retired(r"what (reads?|draws?|counts?|drives?|stands?|lies) [a-z]+(?![^.!?]*[?])", "a noun: “the photo reader”"),
    Retired(r"as (it|they) should be", "valid"),
    Retired(r"is none of ours|(one|game|games|file|files|evenings|link) of ours", "not a file of this app"),
    Retired(r"stands? there|is there to be", "exists"),
)
"""Phrases with the words to write instead. They are metaphors (rooms, letting go), words that are hard to find (doubt,
chance, looks), clauses without a noun (what reads photos), or not standard English."""

OPENS_WITHOUT_A_NOUN = re.compile(r"(What|Whatever|Whoever|Who|Whichever) (?!.*\?$)", re.DOTALL)
"""A docstring or a paragraph that begins with a relative clause instead of the result."""

BUDGETS = {
    "README.md": 600,
    "CONTRIBUTING.md": 500,
    "docs/README.md": 300,
    "docs/tutorial.md": 500,
    "docs/explanation/architecture.md": 1200,
    "docs/explanation": 600,
    "docs/how-to": 300,
}
"""The most words of a page, or of each page of a folder."""

MAX_WORDS = 8000
"""Of all pages with a budget together."""

MAX_SENTENCE = 20.0
"""The average words of a sentence, for each page."""

UNCOUNTED = ("docs/reference", "models", "results", "CHANGELOG.md", "CITATION.cff", "CODE_OF_CONDUCT.md", "SECURITY.md")
"""Pages without a budget: reference, cards, results and policies."""

DEBT = Path(__file__).with_name("wording_debt.csv")
"""Files with phrases that are still to be reworded, and how many. The counts only shrink. After rewording,
``python -m tests.test_wording`` writes them again."""


def documentation() -> list[Path]:
    """Every page that people read."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/*.md"), *ROOT.glob("results/**/*.md")]
    return sorted(pages)


def sources() -> list[Path]:
    """Every Python file with docstrings for people."""
    folders = ("kingdom_scorer", "scorer", "tools", "benchmarks")
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def prose(text: str) -> str:
    """Markdown without code, comments, addresses and generated tables. Code in a sentence counts as one word.

    >>> prose("a `told` [link](address) <!-- told -->")
    'a code link '
    """
    text = re.sub(r"<!-- (figures of|generated by).*?<!-- end of .*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"^```.*?^```$|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"`[^`]*`", "code", text)


def words(text: str) -> int:
    """The number of words of Markdown: everything that a person reads, code blocks and comments apart."""
    text = re.sub(r"^ *```.*?^ *```$|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"(!?\[[^\]]*\])\([^)]*\)", r"\1", text)
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def sentences(text: str) -> list[int]:
    """The words of each sentence. A list item ends a sentence; headings and tables are left out.

    >>> sentences("One two. Three: four.\\n\\n- five\\n\\n| a | b |")
    [2, 2, 1]
    """
    text = re.sub(r"^ *[#|].*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*([-*]|[0-9]+\.) ", "\n\n", text, flags=re.MULTILINE)
    parts = [part for block in text.split("\n\n") for part in re.split(r"(?<=[.!?;])\s+", block)]
    return [count for part in parts if (count := sum(any(c.isalnum() for c in word) for word in part.split()))]


@cache
def retired_in(text: str) -> tuple[str, ...]:
    """The retired phrases in a text, each with what to write.

    >>> retired_in("columns parted by commas")[0].split(":")[0]
    '“parted by”'
    """
    plain = " ".join(text.split())
    return tuple(
        f"“{found[0]}”: {one.instead}"
        for one in RETIRED
        for found in re.finditer(rf"\b(?:{one.pattern})\b", plain, re.IGNORECASE)
    )


def docstrings(file: Path) -> Iterator[str]:
    """The texts of a module's docstrings and of the strings below its values, without code and examples."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = re.sub(r"``[^`]*``", "", node.value.value)
            yield re.sub(r"^\s*>>>.*?(\n\s*\n|\Z)", "", text, flags=re.DOTALL | re.MULTILINE)


def faults_in_code(file: Path) -> list[str]:
    """What is wrong with the docstrings of a file."""
    found: list[str] = []
    for text in docstrings(file):
        found += retired_in(text)
        if OPENS_WITHOUT_A_NOUN.match(text.strip()):
            found.append(f"“{text.strip()[:40]} …”: begin with the result, a noun or an imperative")
    return found


def messages() -> list[str]:
    """The English messages of the interface and of errors."""
    with (ROOT / "scorer/i18n/locale/fr/LC_MESSAGES/scorer.po").open("rb") as file:
        catalogue = read_po(file)
    return [text for one in catalogue if one.id for text in ([one.id] if isinstance(one.id, str) else one.id)]


def faults_in_messages() -> list[str]:
    """What is wrong with the messages."""
    return [f"{fault} in “{text[:50]}”" for text in messages() for fault in retired_in(re.sub(r"\{[^}]*\}", "X", text))]


@pytest.mark.parametrize("page", documentation(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_has_no_retired_phrase(page: Path) -> None:
    assert retired_in(prose(page.read_text("utf-8"))) == ()


@pytest.mark.parametrize("page", documentation(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_sentences_of_a_page_are_short(page: Path) -> None:
    counts = sentences(prose(page.read_text("utf-8")))
    assert sum(counts) / len(counts) <= MAX_SENTENCE


def budget(page: Path) -> int | None:
    """The most words of a page; ``None`` if it has no budget."""
    name = page.relative_to(ROOT).as_posix()
    return None if name.startswith(UNCOUNTED) else BUDGETS.get(name) or BUDGETS[Path(name).parent.as_posix()]


@pytest.mark.parametrize("page", [page for page in documentation() if budget(page)], ids=lambda page: page.name)
def test_page_keeps_its_budget_of_words(page: Path) -> None:
    assert words(page.read_text("utf-8")) <= (budget(page) or 0)


def test_all_pages_keep_their_budget_of_words() -> None:
    assert sum(words(page.read_text("utf-8")) for page in documentation() if budget(page)) <= MAX_WORDS


def debt() -> dict[str, int]:
    """The number of faults of each file that is not yet clean."""
    return {name: int(count) for name, count in csv.reader(DEBT.read_text("utf-8").splitlines())}


def all_faults() -> dict[str, list[str]]:
    """The faults of the messages and of every source file that has any."""
    found = {file.relative_to(ROOT).as_posix(): faults_in_code(file) for file in sources()}
    return {name: faults for name, faults in {"messages": faults_in_messages(), **found}.items() if faults}


def test_code_and_messages_have_no_new_fault() -> None:
    known, found = debt(), all_faults()
    different = {name: faults for name, faults in found.items() if len(faults) != known.get(name, 0)}
    assert (different, known.keys() - found.keys()) == ({}, set()), (
        "reworded or moved? run: python -m tests.test_wording"
    )


if __name__ == "__main__":
    now = {name: len(faults) for name, faults in all_faults().items()}
    if sum(now.values()) > sum(debt().values()):
        sys.exit("there are new faults; pytest tests/test_wording.py names them")
    with DEBT.open("w", encoding="utf-8", newline="") as table:
        csv.writer(table, lineterminator="\n").writerows(sorted(now.items()))
