"""What is compiled when the edition is built: the same code, without its source, and the same file every time."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scorer.offline.build import code_files
from scorer.offline.bytecode import compile_archive

SOURCES = {"game/__init__.py": "", "game/rules.py": "RIGHT = {'lake', 'wheat'}\n", "later.py": "x = 1\n", "de.mo": "\0"}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "code.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name, text in SOURCES.items():
            file.writestr(name, text)
    return path


def test_loaded_modules_are_compiled_and_nothing_else_changes(archive: Path) -> None:
    compile_archive(archive, ["game", "game.rules", "sys"])
    with zipfile.ZipFile(archive) as file:
        assert sorted(file.namelist()) == ["de.mo", "game/__init__.pyc", "game/rules.pyc", "later.py"]
        assert file.read("de.mo") == b"\0" and file.read("later.py") == b"x = 1\n"


def test_compiled_modules_are_imported_without_source(archive: Path) -> None:
    compile_archive(archive, ["game", "game.rules"])
    program = "import sys; sys.path.insert(0, sys.argv[1]); from game.rules import RIGHT; print(sorted(RIGHT))"
    ran = subprocess.run([sys.executable, "-c", program, str(archive)], capture_output=True, text=True, check=True)
    assert ran.stdout == "['lake', 'wheat']\n"


def test_the_same_code_is_the_same_file(archive: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.zip"
    with zipfile.ZipFile(again, "w") as file:
        for name, text in SOURCES.items():
            file.writestr(zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6)), text)
    for path in (archive, again):
        compile_archive(path, ["game.rules"])
    assert archive.read_bytes() == again.read_bytes()


@pytest.mark.nightly
def test_start_on_a_phone_compiles_nothing(built: Path) -> None:
    (rules,) = built.glob("rules-*")
    library = zipfile.ZipFile(rules / "pyodide" / "python_stdlib.zip").namelist()
    assert {"dataclasses.pyc", "json/__init__.pyc", "encodings/utf_8.pyc"} <= {*library}
    names = zipfile.ZipFile(rules / "scorer.zip").namelist()
    assert {"scorer/offline/program.pyc", "scorer/rules/__init__.pyc"} <= {*names}
    sources = {name for name, _ in code_files()}
    assert {name.removesuffix("c") if name.endswith(".pyc") else name for name in names} == sources
