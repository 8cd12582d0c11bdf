"""Compiles what Python loads when the offline app starts, once when it is built instead of on every phone.

``compile.mjs`` runs this in the Pyodide that the app ships: bytecode fits one version of Python only.
"""

from __future__ import annotations

import marshal
import zipfile
from collections.abc import Collection
from importlib.util import MAGIC_NUMBER
from pathlib import Path

UNCHECKED = (0b01).to_bytes(4, "little") + bytes(8)
"""The rest of a header that has Python compare the bytecode with no source (PEP 552: by hash, not to be checked)."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same code gives the same archive, and phones need not take it again."""


def compile_archive(archive: Path, modules: Collection[str]) -> None:
    """Put bytecode (``.pyc``) in the place of these modules' sources in an archive; all else stays as it is."""
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
    """Where a module may lie in an archive.

    >>> _files_of("scorer.rules")
    ('scorer/rules.py', 'scorer/rules/__init__.py')
    """
    path = module.replace(".", "/")
    return f"{path}.py", f"{path}/__init__.py"
