"""Documentation, messages, docstrings and names are in plain English: no retired words, short sentences, short pages.

Phrases are matched outside code: in prose, in the English messages and in
docstrings. Names that Python code defines are matched by words of their own;
notation and JSON keys are not checked.
"""

from __future__ import annotations

import ast
import re
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

ANY_RETIRED = re.compile(rf"\b(?:{'|'.join(one.pattern for one in RETIRED)})\b", re.IGNORECASE)
"""Finds whether a text has any retired phrase, in one search."""

RETIRED_NAME = re.compile(
    r"(?:^|_)(?:told|untold|chances?|evenings?|albums?|astray|askew|doubts?|programmes?|begun|seats?|believed|gives?_way)(?:_|$)"
    r"|^_?(?:most|least|here)$|^_?(?:MOST|LEAST|LONGEST|SHORTEST)_"
)
"""Words that no function, class, parameter, variable or test has in its name. Bounds are ``max_…`` and ``min_…``."""

KEPT_NAMES = {
    "doubt": "public: Ranking.doubt",
    "least": "column of results/speed/read.csv",
    "most": "public: a parameter of corrections and KingdomReading.alternatives",
    "untold": "public: Player.untold and Ranking.untold, and a key of saved games",
}
"""Names that stay, with the reason."""

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
    if not ANY_RETIRED.search(plain):
        return ()
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


def names(file: Path) -> Iterator[str]:
    """The names that a file defines: functions, classes, parameters, variables and attributes."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def faults_in_code(file: Path) -> list[str]:
    """The faults of the docstrings of a file."""
    found: list[str] = []
    for text in docstrings(file):
        found += retired_in(text)
        if OPENS_WITHOUT_A_NOUN.match(text.strip()):
            found.append(f"“{text.strip()[:40]} …”: begin with the result, a noun or an imperative")
    return found


def comments(file: Path) -> Iterator[str]:
    """The comments of a JavaScript file, without tags and code."""
    for comment in re.findall(
        r"/\*.*?\*/|(?:(?<=\n)|(?<=\s))//[^\n]*(?:\n *//[^\n]*)*", file.read_text("utf-8"), re.DOTALL
    ):
        yield re.sub(r"`[^`]*`|@\w+( \{.*?\})?|^ *(\*|//)", "", comment, flags=re.MULTILINE)


def messages() -> list[str]:
    """The English messages of the interface and of errors."""
    with (ROOT / "scorer/i18n/locale/fr/LC_MESSAGES/scorer.po").open("rb") as file:
        catalogue = read_po(file)
    return [text for one in catalogue if one.id for text in ([one.id] if isinstance(one.id, str) else one.id)]


def faults_in_messages() -> list[str]:
    """The faults of the messages, apart from values and quoted JSON keys."""
    plain = {text: re.sub(r"\{[^}]*\}|“[a-z_]+”", "X", text) for text in messages()}
    return [f"{fault} in “{text[:50]}”" for text in plain for fault in retired_in(plain[text])]


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


def test_messages_have_no_retired_phrase() -> None:
    assert faults_in_messages() == []


@pytest.mark.slow
def test_docstrings_have_no_retired_phrase() -> None:
    faults = {file.relative_to(ROOT).as_posix(): faults_in_code(file) for file in sources()}
    assert {file: found for file, found in faults.items() if found} == {}


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["scorer", "benchmarks", "tools", "tests"])
def test_names_have_no_retired_word(folder: str) -> None:
    files = [file for file in sorted((ROOT / folder).rglob("*.py")) if "saved_65ff186" not in file.parts]
    found = {name: file.name for file in files for name in names(file) if RETIRED_NAME.search(name)}
    assert {name: file for name, file in found.items() if name not in KEPT_NAMES} == {}


@pytest.mark.parametrize(
    "file", sorted((ROOT / "scorer").rglob("*.js")), ids=lambda file: file.relative_to(ROOT).as_posix()
)
def test_browser_comments_have_no_retired_phrase(file: Path) -> None:
    assert [fault for comment in comments(file) for fault in retired_in(comment)] == []
