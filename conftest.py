"""Hooks for every run of pytest, doctests included: selection by machine and mark, order by cost, recorded outcomes."""

import gc
import os
import sys
from collections import Counter
from collections.abc import Generator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

# Wherever it is set that no compiled code is kept, each of a run's many processes would compile all of ours anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

OPTIONAL = ("browser", "data")
"""Fixtures of what a machine may lack; tests that ask for one are marked with its name."""

NOT_FAST = {"slow", "thorough", "torch", "nightly", *OPTIONAL}

EXECUTED = os.environ.get("KINGDOM_EXECUTED_TESTS")
"""The file to which the outcome of every test is appended; tests/executed.py reads it."""

NIGHTLY = os.environ.get("KINGDOM_NIGHTLY") == "1"
"""Whether tests marked ``nightly`` run although they take long."""

# Modules that cannot be imported without PyTorch. ``doctest_ignore_import_errors`` would skip them too, but it also
# hides every test file that fails to import.
_TRAINING = "detector detector_map engine nets quantization requantize run run_file squares tasks towns"
_NEED_TORCH = [
    *(f"scorer/lab/train/{name}.py" for name in _TRAINING.split()),
    *("scorer/lab/evaluate/left_out*.py", "scorer/lab/evaluate/unknown_faces.py"),
]
collect_ignore_glob = [] if find_spec("torch") else _NEED_TORCH

THOROUGH = "thorough"
"""The mark of tests that pytest leaves out where it is asked for all tests; ``-m thorough`` runs them."""

SHARING = ("tests/ui/browser/", "tests/offline/")
"""Folders whose tests share a server and a phone with the app: one process runs all tests of a folder."""

COST = {"built": 150, "browser": 50, "slow": 5}
"""About how long a test of this mark or with this fixture takes, in the time of one that has none."""


def pytest_configure(config: pytest.Config) -> None:
    config.option.loadscopereorder = False  # of several processes none is then left with a long file in the end


@pytest.hookimpl(optionalhook=True, wrapper=True)  # it is xdist's
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Of ``-n auto``, three processes on two cores, because browser tests are I/O-bound; fast tests have no browser."""
    cores = yield
    return cores if config.option.markexpr == "fast" else cores + cores // 2


def scope(test: str) -> str:
    """The file of a test, or the folder whose tests one process runs.

    >>> scope("tests/offline/test_kept.py::test_app_can_be_installed"), scope("tests/test_links.py::test_link")
    ('tests/offline/', 'tests/test_links.py')
    """
    file = test.partition("::")[0]
    return next((folder for folder in SHARING if file.startswith(folder)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``--dist loadfile``, keep the tests of a scope in one process."""
    if config.getoption("dist") != "loadfile":
        return None
    scheduler = import_module("xdist.scheduler").LoadFileScheduling(config, log)
    scheduler._split_scope = scope
    return scheduler


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without garbage collection, which would visit them again and again although they stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before ``-m`` chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for name in OPTIONAL:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(name)
        if item.path.parent.name in ("train", "fit"):
            item.add_marker("torch")
        if item.get_closest_marker("torch"):
            item.add_marker("nightly")
        elif item.get_closest_marker("nightly") and not NIGHTLY:
            item.add_marker(pytest.mark.skip(reason="takes long; KINGDOM_NIGHTLY=1 runs it"))
        if not NOT_FAST & {mark.name for mark in item.iter_markers()}:
            item.add_marker("fast")
    is_chosen = config.option.markexpr or config.option.keyword or config.args != config.getini("testpaths")
    if not is_chosen and (left_out := [item for item in items if item.get_closest_marker(THOROUGH)]):
        items[:] = [item for item in items if not item.get_closest_marker(THOROUGH)]
        config.hook.pytest_deselected(items=left_out)
    costs = Counter[str]()
    for item in items:
        names = (*getattr(item, "fixturenames", ()), *(mark.name for mark in item.iter_markers()))
        costs[scope(item.nodeid)] += max(COST.get(name, 1) for name in names)
    items.sort(key=lambda item: -costs[scope(item.nodeid)])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Append the outcome of a test to the file of executed tests. Of several processes, only the first one does."""
    if EXECUTED and "PYTEST_XDIST_WORKER" not in os.environ and (report.when == "call" or not report.passed):
        reason = f" {report.longrepr[2]}" if report.skipped and isinstance(report.longrepr, tuple) else ""
        with Path(EXECUTED).open("a", encoding="utf-8") as file:
            file.write(f"{report.outcome}{' '.join(reason.split(chr(10)))}\t{report.nodeid}\n")
