"""How many small faults in the rules and in the solver the tests miss: mutation testing of ``COUNT`` places.

    pip install coverage
    python -m benchmarks.mutants [--count 200] [--out results/guard/mutants.csv] [--program CLONE]

The rows that the output file holds already are not computed again, so an interrupted run continues.

Each mutant changes one comparison, operator, number or condition of ``scorer/rules`` or ``scorer/vision/solve``. Of
``tests/rules`` and ``tests/vision/solve`` those tests run on it that execute the changed line, the fastest first. A
mutant is ``killed`` when one of them fails or takes too long, ``survived`` when none does, ``untested`` when no test
executes the line. The places follow from the text of the code, so that a function that only moves keeps its mutants.
Docstrings' examples and commands in processes of their own count for nothing. ``--program`` measures another clone, one
of an older commit for example.
"""

from __future__ import annotations

import ast
import csv
import hashlib
import importlib.util
import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import astuple, dataclass, fields
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import Any, Final

import cv2  # noqa: F401 (loaded once, before the processes of the mutants are forked)
import hypothesis  # noqa: F401
import pytest

from benchmarks.arguments import benchmark_parser

CODE: Final = ("scorer/rules", "scorer/vision/solve")
TESTS: Final = ("tests/rules", "tests/vision/solve")

SWAPPED: Final[Mapping[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}

PATIENCE: Final = 20.0
"""Processor seconds that the tests of one mutant may take beyond ten times what they take on the unchanged code."""

WAITING: Final = 30
"""How many times its processor seconds a process may take on the clock, on a busy machine."""


@dataclass(frozen=True)
class Mutant:
    """One place: the node of that number in its file's tree, in the order of ``ast.walk``, is changed."""

    file: Path
    name: str
    """The file, from the root of the program."""
    node: int
    lines: range
    function: str
    text: str
    """The code before and after."""


@dataclass(frozen=True)
class Outcome:
    """The result of the tests for one mutant."""

    file: str
    line: int
    function: str
    change: str
    outcome: str
    tests: int
    seconds: float


def main() -> None:
    """Try the mutants, print and write."""
    parser = benchmark_parser("mutants", __doc__, writes=False)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--out", type=Path, default=Path("results", "guard", "mutants.csv"))
    parser.add_argument("--program", type=Path, default=Path(__file__).resolve().parents[1])
    chosen = parser.parse_args()
    os.environ["CI"] = "true"  # Hypothesis tries the same examples every time
    out = chosen.out.resolve()
    program = chosen.program.resolve()
    os.chdir(program)
    sys.path.insert(0, str(program))
    done = written(out)
    with TemporaryDirectory() as scratch:
        covering = covered(program, Path(scratch))
    with out.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if not done:
            writer.writerow(field.name for field in fields(Outcome))
        for mutant in mutants(program, chosen.count):
            if (mutant.name, mutant.text, str(mutant.lines[0])) not in done:
                writer.writerow(astuple(tried(mutant, covering)))
                file.flush()
    counts = Counter(written(out).values())
    print(f"{counts.total()} mutants:", ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))


def written(out: Path) -> dict[tuple[str, str, str], str]:
    """The outcomes that a file holds, by file, change and line."""
    if not out.exists():
        return {}
    with out.open(encoding="utf-8", newline="") as file:
        return {(row["file"], row["change"], row["line"]): row["outcome"] for row in csv.DictReader(file)}


def mutants(program: Path, count: int) -> list[Mutant]:
    """The chosen places, in an order that follows from a hash of their text."""
    files = [file for folder in CODE for file in sorted((program / folder).rglob("*.py"))]
    found = [mutant for file in files for mutant in places(program, file)]
    seen: Counter[str] = Counter()
    hashes = {}
    for mutant in found:
        text = f"{mutant.function} {mutant.text}"
        seen[text] += 1
        hashes[hashlib.sha256(f"{text} {seen[text]}".encode()).hexdigest()] = mutant
    return [hashes[key] for key in sorted(hashes)[:count]]


def places(program: Path, file: Path) -> Iterator[Mutant]:
    """Everything in the functions of a file that can be changed."""
    name = file.relative_to(program).as_posix()
    tree = ast.parse(file.read_text("utf-8"))
    within: dict[ast.AST, str] = {}
    left_out: set[ast.AST] = set()
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            within |= {child: f"{within.get(node, '')}.{node.name}".strip(".") for child in ast.walk(node)}
            for part in (node.args, node.returns, *node.decorator_list):  # executed once, when the module is imported
                left_out |= set(ast.walk(part)) if part else set()
        elif isinstance(node, ast.AnnAssign):
            left_out |= set(ast.walk(node.annotation))
    for number, node in enumerate(ast.walk(tree)):
        if node in left_out or node not in within:
            continue
        changed = mutated(node)
        if changed is not None:
            text = f"{ast.unparse(node)} → {ast.unparse(changed)}"
            statement: ast.AST = node
            while not isinstance(statement, ast.stmt):
                statement = parents[statement]
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)  # type: ignore[attr-defined]
            yield Mutant(file, name, number, range(min(statement.lineno, lines[0]), lines[-1] + 1), within[node], text)


def mutated(node: ast.AST) -> ast.expr | None:
    """The node changed in one way, or ``None`` where it cannot be.

    >>> [ast.unparse(mutated(ast.parse(text, mode="eval").body)) for text in ("a < b", "not a", "3", "a + b")]
    ['a <= b', 'a', '4', 'a - b']
    """
    new: Any = deepcopy(node)
    match node:
        case ast.Compare():
            new.ops[0] = SWAPPED[type(node.ops[0])]()
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPPED:
            new.op = SWAPPED[type(node.op)]()
        case ast.UnaryOp(op=ast.Not()):
            new = new.operand
        case ast.IfExp():
            new.body, new.orelse = new.orelse, new.body
        case ast.Constant(value=bool()):
            new.value = not node.value
        case ast.Constant(value=int() | float()):
            new.value += 1
        case _:
            return None
    return new  # type: ignore[no-any-return]


class _Changed(ast.NodeTransformer):
    """Puts another node in the place of one."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


def compiled(mutant: Mutant) -> CodeType:
    """The file with the change in it."""
    tree = ast.parse(mutant.file.read_text("utf-8"))
    node = list(ast.walk(tree))[mutant.node]
    changed = mutated(node)
    assert changed is not None
    new: ast.Module = ast.fix_missing_locations(_Changed(node, ast.copy_location(changed, node)).visit(tree))
    code: CodeType = compile(new, str(mutant.file), "exec")
    return code


class _Finder(MetaPathFinder):
    """Has Python import the mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = mutant.name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.file, self.code = mutant.file, compiled(mutant)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        del path, target
        if name != self.name:
            return None
        loader = SourceFileLoader(name, str(self.file))
        loader.get_code = lambda fullname: self.code  # type: ignore[method-assign]  # noqa: ARG005
        return importlib.util.spec_from_file_location(name, self.file, loader=loader)


Covering = Mapping[str, Mapping[int, Sequence[tuple[float, str]]]]
"""By file and line, the tests that execute it, each with its seconds."""


class _Order:
    """Runs the tests in a given order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.places = {name: place for place, name in enumerate(names)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.places[item.nodeid])


class _Contexts:
    """Names every test to coverage.py, and takes its time."""

    def __init__(self, coverage: Any, seconds: dict[str, float]) -> None:
        self.coverage, self.seconds = coverage, seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.coverage.switch_context(item.nodeid)
        started = time.process_time()
        done = yield
        self.seconds[item.nodeid] = time.process_time() - started
        self.coverage.switch_context("")
        return done


def covered(program: Path, scratch: Path) -> Covering:
    """Which tests execute which lines, from one run of all of them in a process of its own."""
    answer = scratch / "covering.json"
    if _forked(lambda: _write_covering(program, answer), 36_000) != 0:
        raise SystemExit("the tests fail without a mutant")
    found: dict[str, dict[str, list[tuple[float, str]]]] = json.loads(answer.read_text("utf-8"))
    return {
        file: {int(line): [(seconds, name) for seconds, name in tests] for line, tests in lines.items()}
        for file, lines in found.items()
    }


def _write_covering(program: Path, answer: Path) -> int:
    from coverage import Coverage  # type: ignore[import-not-found,unused-ignore]

    coverage = Coverage(data_file=None, source=[str(program / folder) for folder in CODE])
    seconds: dict[str, float] = {}
    coverage.start()
    status = _tested(TESTS, _Contexts(coverage, seconds))
    coverage.stop()
    data = coverage.get_data()
    lines: dict[str, dict[int, list[tuple[float, str]]]] = defaultdict(dict)
    for file in data.measured_files():
        for line, contexts in data.contexts_by_lineno(file).items():
            lines[file][line] = sorted((seconds[name], name) for name in contexts if name in seconds)
    answer.write_text(json.dumps(lines), "utf-8")
    return status


def tried(mutant: Mutant, covering: Covering) -> Outcome:
    """Run the tests on a mutant, and print and return the result."""
    lines = covering.get(str(mutant.file), {})
    tests = sorted({test for line in mutant.lines for test in lines.get(line, ())})
    started = time.monotonic()
    outcome = "untested"
    if tests:
        limit = PATIENCE + 10 * sum(seconds for seconds, _ in tests)
        outcome = "survived" if _forked(lambda: _with(mutant, [name for _, name in tests]), limit) == 0 else "killed"
    seconds = round(time.monotonic() - started, 1)
    print(outcome, f"{mutant.name}:{mutant.lines[0]}", mutant.text, f"{len(tests)} tests, {seconds} s", flush=True)
    return Outcome(mutant.name, mutant.lines[0], mutant.function, mutant.text, outcome, len(tests), seconds)


def _with(mutant: Mutant, tests: Sequence[str]) -> int:
    sys.meta_path.insert(0, _Finder(mutant))
    return _tested(tests, _Order(tests))


def _tested(tests: Sequence[str], *plugins: object) -> int:
    options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header", "--tb=no")
    return int(pytest.main([*options, *tests], plugins=plugins))


def _forked(work: Any, limit: float) -> int:
    """The exit status of some work in a forked process; negative if it needs more than ``limit`` processor seconds."""
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 1))
            status = work()
        finally:
            os._exit(status)
    last = time.monotonic() + WAITING * limit
    while time.monotonic() < last:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return -1


if __name__ == "__main__":
    main()
