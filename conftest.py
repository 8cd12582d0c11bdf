"""What every run of pytest does, doctests included: leaves out what needs PyTorch, and marks the fast tests."""

from importlib.util import find_spec

import pytest

NEED_TORCH = (
    "evaluation/left_out",
    "evaluation/left_out_towns",
    "training/detector",
    "training/nets",
    "training/restore",
    "training/run",
    "training/squares",
    "training/towns",
)

collect_ignore = [] if find_spec("torch") else [f"scorer/{module}.py" for module in NEED_TORCH]

OPTIONAL = ("browser", "data")
"""Fixtures of what a machine may lack; tests that ask for one are marked with its name."""

NOT_FAST = {"slow", "torch", *OPTIONAL}


@pytest.hookimpl(tryfirst=True)  # before ``-m`` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name in OPTIONAL:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(name)
        if not NOT_FAST & {mark.name for mark in item.iter_markers()}:
            item.add_marker("fast")
