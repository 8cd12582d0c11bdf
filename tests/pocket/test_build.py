"""The folder that is written: complete, from one version of everything, and the same from the same code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scorer.cli import main
from scorer.pocket.build import PYODIDE, build, version
from scorer.ui.manifest import NAME


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A stand-in for what npm installs."""
    folder = tmp_path / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"version": version()}))
    for name in PYODIDE:
        (folder / name).write_text(name)
    return folder.parent


def test_the_service_worker_names_every_file(packages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["pocket", str(out), "--packages", str(packages)]) == 0
    found = re.search(r"const FILES = (\[.*?\]);", (out / "service.js").read_text())
    assert found
    written = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert {*json.loads(found[1])} == {"./", *written} - {"index.html", "service.js"}
    assert json.loads((out / "manifest.webmanifest").read_text())["name"] == NAME
    assert "%" not in (out / "index.html").read_text().replace("100%", "")


def test_no_file_of_ours_names_another_host(packages: Path, tmp_path: Path) -> None:
    build(tmp_path / "out", packages)
    for file in (tmp_path / "out").rglob("*"):
        if file.suffix in (".js", ".html", ".css", ".webmanifest", ".json"):
            hosts = set(re.findall(r"https?://([\w.-]+)", file.read_text("utf-8"))) - {"www.w3.org"}
            assert not hosts, file


def test_the_same_code_is_the_same_build_and_another_is_another(packages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(out, packages)
    first = (out / "service.js").read_text()
    build(out, packages)
    assert (out / "service.js").read_text() == first
    (packages / "pyodide" / PYODIDE[0]).write_text("another")
    build(out, packages)
    assert (out / "service.js").read_text() != first


@pytest.mark.parametrize("found", [None, "0.0.1"])
def test_what_is_missing_is_one_line(found: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if found:
        (tmp_path / "pyodide").mkdir()
        (tmp_path / "pyodide" / "package.json").write_text(json.dumps({"version": found}))
    assert main(["pocket", str(tmp_path / "out"), "--packages", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and f"npm install pyodide@{version()}" in said
