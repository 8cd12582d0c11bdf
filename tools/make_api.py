"""Writes docs/reference/python.md from the docstrings of the public Python API.

python tools/make_api.py            writes it
python tools/make_api.py --check    exit status 1 if it is not up to date
"""

from __future__ import annotations

import ast
import enum
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import scorer  # noqa: E402 (found only now)

FILE = ROOT / "docs" / "reference" / "python.md"
HEAD = """# Python API

Generated from the docstrings by `python tools/make_api.py`; a test checks that it is up to date. Import every name from
`kingdom_scorer`: `from kingdom_scorer import Kingdom, score`. Anything that is not listed may change without notice.
"""
CHAPTERS = {
    "scorer.vision": "Photos",
    "scorer.rules.model": "Kingdoms and rules",
    "scorer.rules.scoring": "Scores",
    "scorer.rules.legality": "Legality",
    "scorer.rules.table": "Tables",
}
"""The headings, by the package that defines a name, in the order of the pipeline."""


def page() -> str:
    """The whole page, Markdown."""
    things = [getattr(scorer, name) for name in scorer.__all__]
    parts = [HEAD]
    for room, title in CHAPTERS.items():
        inside = [thing for thing in things if thing.__module__.startswith(f"{room}.")]
        parts.append(f"## {title}\n")
        parts += [entry(thing) for thing in sorted(inside, key=lambda thing: (isinstance(thing, type), thing.__name__))]
    if len(parts) != 1 + len(CHAPTERS) + len(things):
        raise SystemExit(f"scorer offers names of packages without a chapter; add them to CHAPTERS in {__file__}")
    return "\n".join(parts)


def entry(thing: object) -> str:
    """One function or class."""
    name = getattr(thing, "__name__", "")
    lines = [f"### `{name}`", "", *_signature(name, thing), markdown(inspect.getdoc(thing) or "")]
    if isinstance(thing, type):
        lines += ["", *members(thing)]
    return "\n".join(lines).rstrip() + "\n"


def members(thing: type) -> list[str]:
    """A class's own public attributes, properties and methods that are documented, a list item each."""
    items = []
    for name, text in documented(thing):
        member = inspect.getattr_static(thing, name, None)
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        signature = _parameters(function) if inspect.isfunction(function) else ""
        items.append(f"- `{name}{signature}`: {' '.join(text.split()).replace('``', '`')}")
    if issubclass(thing, enum.Enum):
        items.append(f"- members: {', '.join(f'`{member.name}`' for member in thing)}")
    return items


def documented(thing: type) -> Iterator[tuple[str, str]]:
    """The public names of a class's body with the first paragraph of their docstrings, in their order."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    if not isinstance(definition, ast.ClassDef):
        return
    for node, after in zip(definition.body, [*definition.body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef):
            name, text = node.name, ast.get_docstring(node)
        elif isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(after, ast.Expr):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            name, text = ast.unparse(target), _text(after)
        else:
            continue
        if text and not name.startswith("_"):
            yield name, text.split("\n\n")[0]


def markdown(docstring: str) -> str:
    """A docstring with its examples fenced."""
    paragraphs = docstring.replace("``", "`").split("\n\n")
    return "\n\n".join(f"```pycon\n{one}\n```" if one.startswith(">>>") else one for one in paragraphs)


def _text(node: ast.Expr) -> str | None:
    constant = node.value.value if isinstance(node.value, ast.Constant) else None
    return inspect.cleandoc(constant) if isinstance(constant, str) else None


def _signature(name: str, thing: object) -> list[str]:
    if isinstance(thing, type) and issubclass(thing, enum.Enum):
        return []
    lines = textwrap.wrap(f"{name}{_parameters(thing)}", 100, subsequent_indent="    ", break_on_hyphens=False)
    return ["```python", *lines, "```", ""]


def _parameters(thing: object) -> str:
    if not callable(thing):
        return ""
    text = str(inspect.signature(thing)).removesuffix(" -> None")
    text = re.sub(r"\((self|cls)(, )?", "(", text, count=1)
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations are strings
    return re.sub(r"<(\w+\.\w+): [^>]*>", r"\1", text)  # members of an enumeration


def main() -> int:
    """Write the page, or only look whether it is what would be written."""
    text = page()
    if "--check" in sys.argv[1:]:
        old = FILE.read_text("utf-8") if FILE.is_file() else ""
        if old != text:
            print("docs/reference/python.md is out of date; run: python tools/make_api.py", file=sys.stderr)
        return int(old != text)
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
