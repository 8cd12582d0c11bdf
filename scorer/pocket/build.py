"""Writes the pocket edition: a folder of static files that any web server can serve, and that phones keep.

Nothing in it is loaded from another host. Pyodide comes from npm, in the version that ``package.json`` names.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from html import escape
from importlib.metadata import files as installed_files
from pathlib import Path

from scorer.ui.component.bundle import BROWSER
from scorer.ui.component.sprites import icon_file, sprite_sheet
from scorer.ui.manifest import DESCRIPTION, ICONS, THEME, manifest

HERE = Path(__file__).parent
PACKAGE = HERE.parent
CODE = ("rules", "i18n", "sharing", "ui/state", "ui/component", "pocket")
"""Rooms of the package that run in the browser; of ``ui`` and ``vision`` a few files more."""

ALONE = ("__init__.py", "ui/__init__.py", "ui/choices.py", "ui/standings.py", "vision/__init__.py",
         "vision/photo/__init__.py", "vision/photo/errors.py")  # fmt: skip
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
INDEX = "index.html"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the same code gives the same archive, and phones need not take it again."""


class BuildError(RuntimeError):
    """Why the folder could not be built, in one line."""


def build(out: Path, packages: Path | None = None) -> None:
    """Write the folder. ``packages`` is a ``node_modules`` with Pyodide in it; without one, npm installs it.

    What lies in the folder already is replaced file by file. Raises ``BuildError``.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        _copy_pyodide(packages or installed(Path(scratch)), out / "pyodide")
    (out / "component").mkdir(exist_ok=True)
    for file in sorted(BROWSER.iterdir()):
        if file.suffix in (".js", ".css", ".html"):
            shutil.copyfile(file, out / "component" / file.name)
    _write_code(out / "scorer.zip")
    sprites = sprite_sheet()
    (out / "sprites.webp").write_bytes(sprites.picture)
    told = {"columns": sprites.columns, "rows": sprites.rows, "at": dict(sprites.at)}
    (out / "sprites.json").write_text(json.dumps(told), "utf-8")
    for side in ICONS:
        (out / f"icon-{side}.png").write_bytes(icon_file(side))
    (out / "manifest.webmanifest").write_text(json.dumps(manifest(".", "icon-{side}.png")), "utf-8")
    for name in ("shell.js", "shell.css", "worker.js"):
        shutil.copyfile(HERE / "shell" / name, out / name)
    page = (HERE / "shell" / INDEX).read_text("utf-8")
    page = page.replace("%DESCRIPTION%", escape(DESCRIPTION)).replace("%THEME%", THEME)
    (out / INDEX).write_text(page, "utf-8")
    _write_service(out)


def version() -> str:
    """The version of Pyodide that is built with.

    >>> version().count(".")
    2
    """
    wanted: str = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]["pyodide"]
    return wanted


def installed(scratch: Path) -> Path:
    """The packages, installed by npm into a folder of their own."""
    npm = shutil.which("npm")
    if npm is None:
        raise BuildError("the pocket edition needs npm to be built; install Node.js, or give --packages")
    shutil.copyfile(HERE / "package.json", scratch / "package.json")
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
    ran = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise BuildError(f"npm could not install pyodide {version()}; is there a connection?")
    return scratch / "node_modules"


def _copy_pyodide(packages: Path, out: Path) -> None:
    source = packages / "pyodide"
    try:
        found = json.loads((source / "package.json").read_text("utf-8"))["version"]
    except (OSError, ValueError, KeyError):
        raise BuildError(f"there is no pyodide in {packages}; run npm install pyodide@{version()} there") from None
    if found != version():
        raise BuildError(f"{packages} has pyodide {found}, not the one needed; run npm install pyodide@{version()}")
    out.mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copyfile(source / name, out / name)


def code_files() -> Iterator[tuple[str, Path]]:
    """What runs in the browser: the name of each file in the archive, and where it lies here."""
    inside = [PACKAGE / name for name in ALONE]
    inside += [file for room in CODE for file in (PACKAGE / room).rglob("*") if file.suffix in (".py", ".mo")]
    for file in sorted(inside):
        yield f"scorer/{file.relative_to(PACKAGE).as_posix()}", file
    for path in sorted(installed_files("segno") or [], key=str):
        if path.suffix == ".py" and path.parts[0] == "segno":
            yield str(path), Path(str(path.locate()))


def _write_code(archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name, source in code_files():
            file.writestr(zipfile.ZipInfo(name, EPOCH), source.read_bytes(), zipfile.ZIP_DEFLATED)


def _write_service(out: Path) -> None:
    """The service worker last: it names every other file, and is another one as soon as one of them is."""
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    files = [name for name in files if name != "service.js"]
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + b"\0" + (out / name).read_bytes())
    text = (HERE / "shell" / "service.js").read_text("utf-8")
    kept = ["./", *(name for name in files if name != INDEX)]
    text = text.replace("/* %FILES% */ []", json.dumps(kept)).replace("%BUILD%", f"pocket-{digest.hexdigest()[:16]}")
    (out / "service.js").write_text(text, "utf-8")
