"""The scripts of the component: joined to one module, and typed as Python types what they are sent."""

from __future__ import annotations

import re

import pytest

from scorer.frontend.bundle import BROWSER, module
from scorer.frontend.declarations import FILE, declarations


def test_typescript_declarations_match_the_python_data() -> None:
    assert FILE.read_text("utf-8") == declarations(), "run python -m scorer.frontend.declarations"


@pytest.mark.parametrize("entry", ["kingdom", "sheet", "link", "storage"])
def test_bundle_holds_each_dependency_once_and_imports_nothing(entry: str) -> None:
    joined = module(f"{entry}/{entry}")
    assert not re.search(r"^import ", joined, re.MULTILINE)
    assert re.search(r"^export default function", joined, re.MULTILINE)
    constants = re.findall(r"^const (\w+) = \(\(\) => {$", joined, re.MULTILINE)
    assert len(constants) == len(set(constants))


def test_every_script_is_part_of_a_module() -> None:
    joined = "".join(
        map(module, ("kingdom/kingdom", "sheet/sheet", "link/link", "taps/taps", "scan/scan", "storage/storage"))
    )
    for script in (file for file in BROWSER.rglob("*.js") if file.parent.name != "page"):
        first = script.read_text("utf-8").splitlines()[0]
        assert first.startswith("// ") and first in joined, script.name
