"""Compiles the modules that Python loads when the offline app starts, during the build instead of on every phone.

``compile.mjs`` runs this in the Pyodide that the app ships: bytecode fits only one version of Python.
"""

from __future__ import annotations

import marshal
import zipfile
from collections.abc import Collection
from importlib.util import MAGIC_NUMBER
from pathlib import Path

UNCHECKED = (0b01).to_bytes(4, "little") + bytes(8)
"""The rest of a header that makes Python skip the comparison of bytecode and source (PEP 552: unchecked hash)."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same code gives the same archive, which phones need not fetch again."""


def compile_archive(archive: Path, modules: Collection[str]) -> None:
    """Replace the sources of these modules in an archive by bytecode (``.pyc``)."""
    with zipfile.ZipFile(archive) as held:
        files = {name: held.read(name) for name in held.namelist()}
    wanted = {file for module in modules for file in _files_of(module)}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            kept = (f"{name}c", _compiled(name, content)) if name in wanted else (name, content)
            written.writestr(zipfile.ZipInfo(kept[0], EPOCH), kept[1], zipfile.ZIP_DEFLATED)


def _compiled(name: str, source: bytes) -> bytes:
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(compile(source, name, "exec", dont_inherit=True))


def _files_of(module: str) -> tuple[str, str]:
    """The possible files of a module in an archive.

    >>> _files_of("scorer.rules")
    ('scorer/rules.py', 'scorer/rules/__init__.py')
    """
    path = module.replace(".", "/")
    return f"{path}.py", f"{path}/__init__.py"
