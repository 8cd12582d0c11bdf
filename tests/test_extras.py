"""Every module can be imported with the app's own libraries, or lacks one of those that only training needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
TRAIN = {"sklearn", *(re.split(r"[=<>~]", one)[0].replace("-", "_") for one in EXTRAS["lab"])}
ROOMS = ("scorer.lab.train.", "scorer.lab.evaluate.", "scorer.lab.report.")

IMPORT_ALL = """
import importlib, json, pkgutil, scorer
missing = {}
for module in pkgutil.walk_packages(scorer.__path__, "scorer."):
    try:
        module.name.endswith("__main__") or importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        missing[module.name] = error.name.partition(".")[0]
print(json.dumps(missing))
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_only_training_and_measuring_need_more_than_the_app_has() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for module, library in json.loads(done.stdout).items():
        assert module.startswith(ROOMS) and library in TRAIN, f"{module} needs {library}"
