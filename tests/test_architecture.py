"""Packages import one another in one direction, and the rules need no library: docs/explanation/architecture.md."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "scorer").rglob("*.py"))

RULES = (
    *("rules.model", "rules.covering", "rules.scoring", "rules.expansions", "rules.legality", "rules.table"),
    "rules.play",
)
VALUES = ("vision.settings", "vision.common")
STAGES = (
    *("vision.photo", "vision.detect", "vision.grid", "vision.squares", "vision.solve", "vision.fusion"),
    "vision.confidence",
)
VISION = ("vision", "vision.reading", *VALUES, *STAGES)

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "rules": (),
    "rules.model": (),
    "rules.covering": ("rules.model",),
    "rules.expansions": ("rules.model", "rules.scoring"),
    "rules.scoring": ("rules.model", "rules.expansions"),
    "rules.legality": ("rules.model", "rules.covering", "rules.scoring"),
    "rules.table": ("rules.model", "rules.covering", "rules.scoring", "rules.legality"),
    "rules.play": ("rules.model", "rules.covering", "rules.scoring", "rules.legality"),
    "art": RULES,
    "i18n": RULES,
    "samples": RULES,
    "vision": (*RULES, *VISION),
    "vision.settings": (),
    "vision.common": RULES,
    "vision.reading": (*RULES, *VALUES),
    "vision.photo": RULES,
    "vision.detect": VALUES,
    "vision.grid": (*RULES, *VALUES, "vision.detect"),
    "vision.squares": (*RULES, *VALUES, "vision.grid"),
    "vision.solve": (*RULES, *VALUES),
    "vision.fusion": (
        *(*RULES, *VALUES, "vision.reading", "vision.photo", "vision.grid", "vision.squares", "vision.solve"),
    ),
    "vision.scan": (*RULES, *VISION),
    "vision.confidence": (*RULES, *VALUES, "vision.reading", "vision.grid", "vision.squares", "vision.solve"),
    "sharing": (*RULES, "art", "i18n", "vision.photo"),
    "app": (*RULES, "vision.reading", "vision.photo", "i18n", "samples", "sharing"),
    "frontend": (*RULES, "app", "art", "vision.photo"),
    "service": (*RULES, *VISION, "vision.scan", "samples"),
    "ui": (*RULES, *VISION, "vision.scan", "app", "art", "frontend", "i18n", "samples", "service", "sharing"),
    "offline": (*RULES, *VISION, "vision.scan", "app", "frontend", "i18n", "sharing"),
    "server": (*RULES, *VISION, "vision.scan", "app", "frontend", "service"),
    "server.page": ("server", "ui"),  # the script that Streamlit runs
    "lab.data": (*RULES, *VISION, "art"),
    "lab.render": (*RULES, *VISION, "art", "lab.data"),
    "lab.metrics": (*RULES, *VISION, "lab.data", "lab.render"),
    "lab.train": (*RULES, *VISION, "lab.data", "lab.render"),
    "lab.fit": (*RULES, *VISION, "lab.data", "lab.render", "lab.metrics"),
    "lab.report": (*VISION, "lab.render", "lab.metrics"),
    "lab.evaluate": (
        *RULES,
        *VISION,
        "vision.scan",
        "lab.data",
        "lab.render",
        "lab.train",
        "lab.metrics",
        "lab.report",
    ),
    "lab": (),
    "cli": (*RULES, *VISION, "offline", "server", "service", "lab.train", "lab.evaluate"),
}
"""What each package or module may import besides itself. ``vision`` stands for the files directly in that folder."""

FRONT_DOORS = ("scorer", "scorer.__main__")
"""They may import everything, and load what is heavy only when it is asked for."""


def module_of(file: Path) -> str:
    """The dotted name of a file of the package."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def tree_of(file: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(file.read_text("utf-8"))


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module that a file or a part of it imports: at its top, inside functions and for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@cache
def imports_of(file: Path) -> tuple[str, ...]:
    """Every module that a file imports."""
    return tuple(imported(tree_of(file)))


def package_of(module: str) -> str | None:
    """The innermost package of MAY_IMPORT that a module lies in.

    >>> package_of("scorer.rules.model.kingdom"), package_of("scorer.vision.reader"), package_of("scorer.new.file")
    ('rules.model', 'vision', None)
    """
    parts = module.removeprefix("scorer.").split(".")
    names = (".".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((name for name in names if name in MAY_IMPORT), None)


@pytest.mark.slow
def test_a_file_imports_only_what_its_package_may() -> None:
    wrong = []
    for file in FILES:
        module = module_of(file)
        if module in FRONT_DOORS:
            continue
        package = package_of(module)
        assert package, f"{module}: add its package to MAY_IMPORT and to docs/explanation/architecture.md"
        allowed = {package, *MAY_IMPORT[package]}
        others = (other for other in imports_of(file) if other.startswith("scorer."))
        wrong += [f"{module} imports {other}" for other in others if package_of(other) not in allowed]
    assert wrong == []


@pytest.mark.slow
def test_only_train_and_evaluate_import_the_lab() -> None:
    importers = {
        (module_of(file), getattr(statement, "name", "top level"))
        for file in FILES
        if not module_of(file).startswith("scorer.lab") and any("scorer.lab" in module for module in imports_of(file))
        for statement in tree_of(file).body
        if any(module.startswith("scorer.lab") for module in imported(statement))
    }
    assert importers == {("scorer.cli.commands", "train"), ("scorer.cli.commands", "evaluate")}


@pytest.mark.slow
def test_imports_have_no_cycle() -> None:
    files = {module_of(file): file for file in FILES}
    graph = {
        module: {name if name in files else name.rpartition(".")[0] for name in imports_of(file)} & files.keys()
        for module, file in files.items()
        if module not in FRONT_DOORS
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


@pytest.mark.slow
@pytest.mark.parametrize("command", ["score w1C --json", "check wwC", "rank Ann=w1C Ben=C"])
def test_the_rules_on_the_command_line_load_no_library(command: str) -> None:
    code = (
        "import sys; before = set(sys.modules); from scorer.cli import main; main(sys.argv[1:]);"
        "print({name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *command.split()], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "{'scorer'}"


MAX_SOURCE_FILES = 14
"""Of one folder, ``__init__.py`` included: above, it is split by feature."""


def test_no_folder_has_too_many_source_files() -> None:
    kinds = {".py", ".js", ".mjs", ".ts", ".css", ".html"}
    files = [file for file in (ROOT / "scorer").rglob("*") if file.suffix in kinds and "node_modules" not in file.parts]
    counts = Counter(file.parent.relative_to(ROOT).as_posix() for file in files)
    assert counts
    assert {folder: count for folder, count in counts.items() if count > MAX_SOURCE_FILES} == {}
