"""What several test processes share, made by the first of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that is slow to fill: the first of several test processes does so, for all of them."""
    ours = tmp_path_factory.getbasetemp()
    folder = (ours.parent if "PYTEST_XDIST_WORKER" in os.environ else ours) / name
    with FileLock(folder.with_suffix(".lock")):
        if not folder.exists():
            make(unfinished := tmp_path_factory.mktemp(name))
            unfinished.rename(folder)
    return folder
