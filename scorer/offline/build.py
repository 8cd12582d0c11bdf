"""Writes the offline app: a folder of static files that any web server can serve, and that phones store.

Pyodide and the engines (``engines.py``) come from npm, in the versions of ``package.json``. numpy for Pyodide is not on
npm: without a local wheel, the app fetches it once from Pyodide's own distribution, and nothing else from another
host. Pyodide always checks the wheel against the hash in its lock file.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.metadata import files as installed_files
from pathlib import Path
from urllib.parse import urlsplit

from scorer.app.choices import SAMPLE_TITLES
from scorer.app.manifest import DESCRIPTION, ICON_FILES, ICONS, MANIFEST_ICONS, THEME
from scorer.frontend.bundle import BROWSER
from scorer.frontend.samples import SAMPLES, thumbnail
from scorer.frontend.sprites import icon_file, maskable_icon_file, sprite_sheet
from scorer.offline import bytecode
from scorer.offline.bytecode import EPOCH
from scorer.offline.engines import ENGINES, Engine
from scorer.offline.manifest import SCREENSHOTS, offline_manifest, screenshot_name
from scorer.vision.models import FILES, model_path

HERE = Path(__file__).parent
PACKAGE = HERE.parent
CODE = ("rules", "i18n", "sharing", "app", "offline", "vision")
"""Packages that run in the browser."""

ALONE = ("__init__.py",)
STDLIB = "python_stdlib.zip"
PYODIDE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", STDLIB)
LOCK = "pyodide-lock.json"
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"
"""The address where Pyodide's maintainers publish the packages of a version (their documentation, "Downloading and
deploying")."""

INDEX, SERVICE, START = "index.html", "service.js", "start.js"
FIXED = (SERVICE, START)
"""Scripts that have the same name in every build. The page contains the start script; builds until November 2026 loaded
it as a file, and browsers may have cached their page."""

EARLIER = re.compile(r"(rules|reader|samples)-[0-9a-f]{16}|component|engines|pyodide|samples")
"""Folders of earlier builds; until November 2026 their names were the same in every build."""

MAX_NAMED = 3
"""Maximum number of unexpected files that an error names."""


class BuildError(RuntimeError):
    """The reason why the folder could not be built, in one line."""


def build(out: Path, packages: Path | None = None) -> None:
    """Write the folder. ``packages`` is a ``node_modules`` with the needed packages; without one, npm installs them.

    numpy's wheel for Pyodide is included if ``packages`` contains it.

    The files of an earlier build are replaced. Raises ``BuildError``, also for a folder that holds anything else.
    """
    _prepare(out)
    with tempfile.TemporaryDirectory() as scratch:
        write_parts(Path(scratch), packages)
        try:
            publish(Path(scratch), out)
        except shutil.Error as error:  # of a folder: a list of both paths and the reason for each file
            raise BuildError(f"{out} cannot be written: {error.args[0][0][2]}") from None
        except OSError as error:
            raise BuildError(f"{out} cannot be written: {error.strerror}") from None


def write_parts(parts: Path, packages: Path | None = None) -> None:
    """Write the parts of the folder: ``rules``, ``reader``, ``samples``, and the files with fixed names."""
    found = packages or installed(parts)
    _check(found)
    rules = parts / "rules"
    rules.mkdir()
    _copy_pyodide(found, rules / "pyodide")
    for engine in ENGINES:
        _copy_engine(engine, found, parts / engine.folder)
    for name in FILES:
        shutil.copyfile(model_path(name), parts / "reader" / name)
    _write_code(rules / "scorer.zip")
    compile_code(found / "pyodide", rules / "pyodide" / STDLIB, rules / "scorer.zip")
    shutil.rmtree(parts / "node_modules", ignore_errors=True)
    for file in sorted(BROWSER.rglob("*.*")):
        if file.suffix in (".js", ".css", ".html"):
            to = rules / "component" / file.relative_to(BROWSER)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to)
    sprites = sprite_sheet()
    (rules / "sprites.webp").write_bytes(sprites.picture)
    sheet = {"columns": sprites.columns, "rows": sprites.rows, "at": dict(sprites.at)}
    (rules / "sprites.json").write_text(json.dumps(sheet), "utf-8")
    _write_samples(parts / "samples")
    for folder in ("page", "shared", "worker"):
        shutil.copytree(HERE / "shell" / folder, rules / folder, ignore=shutil.ignore_patterns("*.d.ts"))
    for name in FIXED:
        shutil.copyfile(HERE / "shell" / name, parts / name)
    for side in ICONS:
        (parts / ICON_FILES["any"].format(side=side)).write_bytes(icon_file(side))
    for side in MANIFEST_ICONS:
        (parts / ICON_FILES["maskable"].format(side=side)).write_bytes(maskable_icon_file(side))
    for form in SCREENSHOTS:
        shutil.copyfile(HERE / "shell" / screenshot_name(form), parts / screenshot_name(form))
    (parts / "manifest.webmanifest").write_text(json.dumps(offline_manifest()), "utf-8")
    page = (HERE / "shell" / INDEX).read_text("utf-8")
    page = page.replace("%DESCRIPTION%", escape(DESCRIPTION)).replace("%THEME%", THEME)
    (parts / INDEX).write_text(page, "utf-8")


def publish(parts: Path, out: Path) -> None:
    """Write the folder from its parts, which stay unchanged.

    ``rules``, ``reader`` and ``samples`` each become a folder whose name is the hash of its content. So a file never
    changes under its name, and a page never meets a reader of another build, whatever a browser or a host caches. The
    page and the service worker, which name these folders, are written last.
    """
    names: dict[str, str] = {}
    for group in ("samples", "reader", "rules"):
        new = out / f".{group}"
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(parts / group, new)
        for script in new.rglob("*.js"):
            _fill_in(script, script, names)
        names[group] = f"{group}-{_digest(new)}"
        shutil.rmtree(out / names[group], ignore_errors=True)
        new.rename(out / names[group])
    fixed = sorted(path.name for path in parts.iterdir() if path.is_file())
    for name in sorted(fixed, key=INDEX.__eq__):
        if name != SERVICE:
            _fill_in(parts / name, out / name, names)
    _put_start(out / INDEX, parts / START)
    _write_service(parts / SERVICE, out, names, [name for name in fixed if name != SERVICE])
    for path in out.iterdir():
        if path.is_dir() and path.name not in names.values() and EARLIER.fullmatch(path.name):
            shutil.rmtree(path)


def _fill_in(source: Path, target: Path, names: Mapping[str, str]) -> None:
    """Copy a file; in a script or a page, fill in the names of the other folders."""
    content = source.read_bytes()
    if source.suffix in (".js", ".html"):
        for group, name in names.items():
            content = content.replace(f"%{group.upper()} BUILD%".encode(), name.encode())
    target.write_bytes(content)


def _put_start(page: Path, start: Path) -> None:
    """Put the start script into the page, whose policy allows it by its hash: both always come from one build."""
    script = start.read_bytes()
    allowed = b"sha256-" + b64encode(hashlib.sha256(script).digest())
    page.write_bytes(page.read_bytes().replace(b"%START HASH%", allowed).replace(b"%START%", script))


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + _hash(path).encode())
    return digest.hexdigest()[:16]


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _prepare(out: Path) -> None:
    """Create the folder, unless it is empty or from an earlier build. Hidden files in it are kept."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        held = sorted(path.name for path in out.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise BuildError(f"{out} cannot be written: {error.strerror}; give another folder") from None
    if not os.access(out, os.W_OK):
        raise BuildError(f"{out} cannot be written; give another folder")
    if held and not ((out / SERVICE).is_file() and (out / INDEX).is_file()):
        shown = ", ".join(held[:MAX_NAMED]) + (" …" if len(held) > MAX_NAMED else "")
        raise BuildError(f"{out} holds something else already: {shown}; give a new folder")


def versions() -> dict[str, str]:
    """The npm packages of the build, and their versions.

    >>> "pyodide" in versions()
    True
    """
    wanted: dict[str, str] = json.loads((HERE / "package.json").read_text("utf-8"))["dependencies"]
    return wanted


def installed(scratch: Path) -> Path:
    """The packages, installed by npm into a temporary folder, checked against the hashes in ``package-lock.json``."""
    npm = shutil.which("npm")
    if npm is None:
        raise BuildError("the offline app needs npm to be built; install Node.js, or give --packages")
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(HERE / name, scratch / name)
    command = [npm, "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    ran = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise BuildError(f"npm could not install {_wanted()}; is there a connection?")
    return scratch / "node_modules"


def _wanted() -> str:
    return " ".join(f"{name}@{version}" for name, version in versions().items())


def _check(packages: Path) -> None:
    for name, version in versions().items():
        try:
            found = json.loads((packages / name / "package.json").read_text("utf-8"))["version"]
        except (OSError, ValueError, KeyError):
            raise BuildError(f"there is no {name} in {packages}; run npm install {_wanted()} there") from None
        if found != version:
            raise BuildError(f"{packages} has {name} {found}, not the one needed; run npm install {_wanted()} there")


def _copy_pyodide(packages: Path, out: Path) -> None:
    """Copy Pyodide, with a lock file that lists only numpy: the wheel next to it, or the distribution's."""
    source = packages / "pyodide"
    out.mkdir(exist_ok=True)
    for name in PYODIDE:
        _copy_file(packages, f"pyodide/{name}", out)
    lock = json.loads((source / LOCK).read_text("utf-8"))
    numpy = lock["packages"]["numpy"]
    wheel = next(iter(packages.rglob(numpy["file_name"])), None)
    if wheel is None:
        numpy["file_name"] = DISTRIBUTION.format(version=versions()["pyodide"]) + numpy["file_name"]
    elif hashlib.sha256(wheel.read_bytes()).hexdigest() != numpy["sha256"]:
        raise BuildError(f"{wheel} is not the one that Pyodide's lock file names; remove it")
    else:
        shutil.copyfile(wheel, out / wheel.name)
    (out / LOCK).write_text(json.dumps({**lock, "packages": {"numpy": numpy}}), "utf-8")


def _copy_engine(engine: Engine, packages: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name in engine.files:
        _copy_file(packages, f"{engine.package}/{name}", out)
    try:
        engine.prepare(out)
    except ValueError as error:
        raise BuildError(f"{error} in {packages}; run npm install {_wanted()} there") from None


def _copy_file(packages: Path, name: str, out: Path) -> None:
    """Copy a file of a package into a folder, which must have no file of this name yet."""
    target = out / Path(name).name
    if target.exists():
        raise BuildError(f"{name} would replace another {target.name}; change the engine's folder in engines.py")
    try:
        shutil.copyfile(packages / name, target)
    except FileNotFoundError:
        raise BuildError(f"there is no {name} in {packages}; run npm install {_wanted()} there") from None


def _write_samples(out: Path) -> None:
    """Write the sample photos and their thumbnails."""
    out.mkdir(exist_ok=True)
    for name in SAMPLE_TITLES:
        photo = SAMPLES / f"{name}.jpg"
        shutil.copyfile(photo, out / photo.name)
        (out / f"{name}.webp").write_bytes(thumbnail(photo))


def code_files() -> Iterator[tuple[str, Path]]:
    """The Python files of the app: the name of each in the archive, and its path here."""
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


def compile_code(pyodide: Path, *archives: Path) -> None:
    """Compile, with Pyodide's own Python, the modules that are loaded at the start, in its library and in our code.

    Compiling takes more than half of the time of Python's first start.
    """
    node = shutil.which("node")
    if node is None:
        raise BuildError("the offline app needs Node.js to be built; install it")
    command = [node, str(HERE / "compile.mjs"), str(pyodide), bytecode.__file__, *map(str, archives)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise BuildError(f"Python for the browser could not compile the code: {_reason(ran.stderr)}")


def _reason(output: str) -> str:
    """The error in the output of Node.js.

    >>> _reason("main.py:1\\nPythonError: Traceback\\nNameError: name 'x' is not defined\\n\\nNode.js v20")
    "NameError: name 'x' is not defined"
    """
    return next((line.strip() for line in reversed(output.splitlines()) if "Error: " in line), "no reason given")


def _write_service(source: Path, out: Path, names: Mapping[str, str], fixed: Sequence[str]) -> None:
    """Write the service worker last: it lists every other file with its hash, and changes with each of them."""
    files = {group: _hashes(out, sorted((out / name).rglob("*"))) for group, name in names.items()}
    files["samples"] = [file for file in files["samples"] if file[0].endswith(".jpg")]
    shown = [path for path in sorted((out / names["samples"]).iterdir()) if path.suffix != ".jpg"]
    page = [("./", _hash(out / INDEX))]
    unneeded = {INDEX, START, *map(screenshot_name, SCREENSHOTS)}
    needed = [out / name for name in fixed if name not in unneeded]
    files["rules"] += page + _hashes(out, needed + shown)
    lock = json.loads((out / names["rules"] / "pyodide" / LOCK).read_text("utf-8"))
    numpy = lock["packages"]["numpy"]
    hosts = ""
    if "://" in numpy["file_name"]:
        files["reader"].append((numpy["file_name"], numpy["sha256"]))
        hosts = " {0.scheme}://{0.netloc}".format(urlsplit(numpy["file_name"]))
    text = source.read_text("utf-8").replace("%OTHER HOSTS%", hosts)
    for group, name in names.items():
        text = text.replace(f"%{group.upper()} BUILD%", name)
        text = text.replace(f"/* %{group.upper()}% */ []", json.dumps(files[group]))
    (out / SERVICE).write_text(text, "utf-8")


def _hashes(out: Path, paths: Iterable[Path]) -> list[tuple[str, str]]:
    return [(path.relative_to(out).as_posix(), _hash(path)) for path in paths if path.is_file()]
