"""The folder that is written: complete, from one version of everything, and the same from the same code."""

from __future__ import annotations

import hashlib
import json
import re
import resource
import shutil
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorer.app.choices import SAMPLE_TITLES
from scorer.app.manifest import NAME
from scorer.cli import main
from scorer.frontend.sprites import maskable_icon_file
from scorer.offline import build as building
from scorer.offline.build import (
    DISTRIBUTION,
    LOCK,
    PYODIDE,
    BuildError,
    build,
    publish,
    versions,
    write_parts,
)
from scorer.offline.engines import ENGINES, Engine

SCRIPTS = {"opencv.js": "binaryDecode('')", "ort-wasm-simd-threaded.mjs": "maximum:65536,"}
"""What the build looks for in scripts."""

WHEEL = "numpy-0-cp312-cp312-pyodide_wasm32.whl"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for what npm installs; there is no Python in it that could compile."""
    monkeypatch.setattr(building, "compile_code", lambda *_: None)
    folder = tmp_path / "node_modules"
    for name, version in versions().items():
        (folder / name).mkdir(parents=True)
        (folder / name / "package.json").write_text(json.dumps({"version": version}))
    engine_files = (f"{engine.package}/{name}" for engine in ENGINES for name in engine.files)
    for name in (*(f"pyodide/{name}" for name in PYODIDE), *engine_files):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(SCRIPTS.get(Path(name).name, name))
    numpy = {"file_name": WHEEL, "sha256": hashlib.sha256(b"numpy").hexdigest()}
    (folder / "pyodide" / LOCK).write_text(json.dumps({"packages": {"numpy": numpy, "scipy": {}}}))
    return folder


def lists(out: Path) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The files of the rules, those of the reader and the samples with their hashes, for the service worker."""
    found = re.findall(r"const (?:RULES|READER|SAMPLES) = (\[.*?\]);\n", (out / "service.js").read_text())
    rules, reader, samples = (dict(json.loads(text)) for text in found)
    return rules, reader, samples


@pytest.mark.slow
def test_the_service_worker_names_every_file_with_its_hash(packages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["offline", str(out), "--packages", str(packages)]) == 0
    rules, reader, samples = lists(out)
    assert not [name for name in rules if name.endswith(".ts")]
    written = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    numpy = DISTRIBUTION.format(version=versions()["pyodide"]) + WHEEL
    assert "connect-src 'self' https://cdn.jsdelivr.net; " in (out / "service.js").read_text()
    unneeded = {"index.html", "start.js", "service.js", "screenshot-narrow.webp", "screenshot-wide.webp"}
    assert {*rules, *reader, *samples} == {"./", numpy, *written} - unneeded
    assert "start.js" in written, "a browser may have cached the page of a build until November 2026, which loads it"
    assert [Path(name).name for name in samples] == sorted(f"{name}.jpg" for name in SAMPLE_TITLES)
    assert {f"{name}.webp" for name in SAMPLE_TITLES} <= {Path(name).name for name in rules}
    assert not {*rules} & {*reader, *samples} and all(name == numpy or name.startswith("reader-") for name in reader)
    for name, digest in {**rules, **reader, **samples}.items():
        content = b"numpy" if name == numpy else (out / name.replace("./", "index.html")).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest, name
    manifest = json.loads((out / "manifest.webmanifest").read_text())
    assert manifest["name"] == NAME and "id" not in manifest, "apps in two folders of one host are two apps"
    assert "%" not in (out / "index.html").read_text().replace("100%", "")
    assert not re.search("%[A-Z ]+%", "".join(path.read_text("utf-8") for path in out.rglob("*.js")))


@pytest.mark.slow
def test_manifest_names_pictures_of_the_right_size(packages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(out, packages)
    manifest = json.loads((out / "manifest.webmanifest").read_text())
    for picture in (*manifest["icons"], *manifest["screenshots"]):
        with Image.open(out / picture["src"]) as image:
            assert f"{image.width}x{image.height}" == picture["sizes"], picture
    assert [icon["purpose"] for icon in manifest["icons"]] == ["any", "any", "maskable", "maskable"]
    assert {shortcut["name"]: shortcut["url"] for shortcut in manifest["shortcuts"]} == {
        "New game": "./?page=home", "History": "./?page=history",
    }  # fmt: skip


def test_maskable_icon_has_its_castle_within_the_safe_circle() -> None:
    side = 512
    picture = np.asarray(Image.open(BytesIO(maskable_icon_file(side))).convert("RGB"), int)
    rows, columns = np.mgrid[:side, :side] - side / 2
    is_in_frame = np.maximum(abs(rows), abs(columns)) < 0.7 * 0.42 * side
    is_outline = (picture.sum(2) < 150) & is_in_frame  # the dark lines of the castle
    assert is_outline.any() and np.hypot(rows, columns)[is_outline].max() <= 0.4 * side


@pytest.mark.slow
def test_build_with_a_local_numpy_wheel_names_no_other_host(packages: Path, tmp_path: Path) -> None:
    (packages / WHEEL).write_bytes(b"numpy")
    build(tmp_path / "out", packages)
    assert [name for name in lists(tmp_path / "out")[0] if name.endswith(f"/pyodide/{WHEEL}")]
    for file in (tmp_path / "out").rglob("*"):
        if file.suffix in (".js", ".html", ".css", ".webmanifest", ".json"):
            hosts = set(re.findall(r"https?://([\w.-]+)", file.read_text("utf-8"))) - {"www.w3.org"}
            assert not hosts, file


@pytest.mark.slow
def test_build_name_depends_only_on_the_code(packages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(out, packages)
    first = (out / "service.js").read_text()
    build(out, packages)
    assert (out / "service.js").read_text() == first
    (packages / "pyodide" / PYODIDE[0]).write_text("another")
    build(out, packages)
    assert (out / "service.js").read_text() != first


@pytest.mark.slow
def test_a_folder_of_other_files_is_left_alone(packages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / ".nojekyll").touch()
    build(out, packages)
    (out / "CNAME").write_text("example.org")
    build(out, packages)  # an earlier build's, with what its server needs beside it
    with pytest.raises(BuildError, match="holds something else already: node_modules, out; give a new folder"):
        build(tmp_path, packages)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["node_modules", "out"]


@pytest.mark.thorough
@pytest.mark.parametrize("group", ["samples", "rules"])
def test_full_disk_is_one_line(group: str, packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is larger than files may be stands for a disk without room."""

    def with_large_file(parts: Path, found: Path | None = None) -> None:
        write_parts(parts, found)
        (parts / group / "large").write_bytes(bytes(80_000_000))
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000_000, limits[1]))

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    monkeypatch.setattr(building, "write_parts", with_large_file)
    try:
        with pytest.raises(BuildError, match=r"out cannot be written: .*File too large"):
            build(tmp_path / "out", packages)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_another_wheel_of_numpy_is_refused(packages: Path, tmp_path: Path) -> None:
    (packages / WHEEL).write_bytes(b"something else")
    with pytest.raises(BuildError, match="not the one that Pyodide's lock file names"):
        build(tmp_path / "out", packages)


def folders(out: Path) -> dict[str, str]:
    """The folders that a build has, by what is in them."""
    return {path.name.split("-")[0]: path.name for path in out.iterdir() if path.is_dir()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "others"),
    [
        ("rules/page/shell.css", {"rules"}),
        ("reader/detector.onnx", {"reader", "rules"}),
        ("samples/two.jpg", {"samples", "rules"}),
    ],
)
def test_folder_name_depends_on_its_content(changed: str, others: set[str], packages: Path, tmp_path: Path) -> None:
    parts, out = tmp_path / "parts", tmp_path / "out"
    parts.mkdir()
    out.mkdir()
    write_parts(parts, packages)
    (out / "engines").mkdir()  # of a build before November 2026
    publish(parts, out)
    before = folders(out)
    (parts / changed).write_bytes(b"another")
    publish(parts, out)
    after = folders(out)
    assert {*after} == {"rules", "reader", "samples"}
    assert {group for group, name in after.items() if name != before[group]} == others


@pytest.mark.parametrize("found", [None, "0.0.1"])
def test_missing_file_error_is_one_line(found: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if found:
        (tmp_path / "@techstark" / "opencv-js").mkdir(parents=True)
        (tmp_path / "@techstark" / "opencv-js" / "package.json").write_text(json.dumps({"version": found}))
    assert main(["pocket", str(tmp_path / "out"), "--packages", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and f"pyodide@{versions()['pyodide']}" in said


@pytest.mark.parametrize("missing", ["pyodide/pyodide.asm.wasm", "highs/build/highs.wasm"])
def test_missing_file_of_a_package_is_reported(
    missing: str, packages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (packages / missing).unlink()
    assert main(["offline", str(tmp_path / "out"), "--packages", str(packages)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and f"there is no {missing} in {packages}; run npm install" in said


@pytest.mark.parametrize("name", SCRIPTS)
def test_unexpected_script_is_reported(name: str, packages: Path, tmp_path: Path) -> None:
    (script,) = packages.rglob(name)
    script.write_text("another")
    with pytest.raises(BuildError, match=rf"^{re.escape(name)} .* in {re.escape(str(packages))}; run npm install "):
        build(tmp_path / "out", packages)


def with_engine(monkeypatch: pytest.MonkeyPatch, packages: Path, engine: Engine) -> None:
    """Add an engine to the table, and its files to the packages."""
    monkeypatch.setattr(building, "ENGINES", (*ENGINES, engine))
    for name in engine.files:
        (packages / engine.package / name).parent.mkdir(parents=True, exist_ok=True)
        (packages / engine.package / name).write_text(name)


@pytest.mark.slow
def test_engine_in_the_table_is_copied_and_prepared(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare(folder: Path) -> None:
        (folder / "run.js").write_text("prepared")

    with_engine(monkeypatch, packages, Engine("fast", ("dist/run.js", "dist/run.wasm"), "reader/fast", prepare))
    build(tmp_path / "out", packages)
    (folder,) = (tmp_path / "out").glob("reader-*/fast")
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "run.js": "prepared",
        "run.wasm": "dist/run.wasm",
    }
    assert f"{folder.parent.name}/fast/run.wasm" in lists(tmp_path / "out")[1]


def test_file_of_an_engine_replaces_no_other(packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_engine(monkeypatch, packages, Engine("fast", ("dist/opencv.js",)))
    with pytest.raises(BuildError, match=r"fast/dist/opencv\.js would replace another opencv\.js"):
        build(tmp_path / "out", packages)


def test_npm_packages_are_pyodide_and_the_engines() -> None:
    assert sorted(versions()) == sorted({"pyodide", *(engine.package for engine in ENGINES)})


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_compile_error_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "pyodide.mjs").write_text("export function loadPyodide() { throw new Error('no room'); }")
    with pytest.raises(BuildError, match=r"could not compile the code: .*no room"):
        building.compile_code(tmp_path, tmp_path / "code.zip")


def test_missing_node_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BuildError, match=r"needs Node\.js to be built; install it"):
        building.compile_code(tmp_path, tmp_path / "code.zip")


def test_npm_packages_are_locked_by_hash_without_a_registry() -> None:
    lock = json.loads(Path(building.__file__).with_name("package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert lock["packages"][""]["dependencies"] == versions()
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not [name for name, package in packages.items() if "resolved" in package]


@pytest.mark.slow
def test_builds_are_the_same_byte_for_byte(packages: Path, tmp_path: Path) -> None:
    written = []
    for out in (tmp_path / "one", tmp_path / "other"):
        build(out, packages)
        files = sorted(path for path in out.rglob("*") if path.is_file())
        written.append({path.relative_to(out): path.read_bytes() for path in files})
    assert written[0] == written[1]
