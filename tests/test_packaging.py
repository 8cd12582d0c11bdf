"""What pyproject.toml ships is what the clone holds."""

from __future__ import annotations

import hashlib
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from scorer.vision.models import model_path

ROOT = Path(__file__).resolve().parent.parent
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_package_is_listed() -> None:
    folders = {str(path.parent.relative_to(ROOT)).replace("/", ".") for path in ROOT.glob("scorer/**/__init__.py")}
    assert folders | {"kingdom_scorer", "scorer.models", "scorer.sample_images"} == set(SETUPTOOLS["packages"])
    assert all(list((ROOT / folder).iterdir()) for folder in SETUPTOOLS["package-dir"].values())


@pytest.mark.parametrize("model", sorted((ROOT / "models").glob("*.onnx")), ids=lambda model: model.name)
def test_a_models_card_and_run_are_of_its_files(model: Path) -> None:
    files = (model, model.with_suffix(".safetensors"))
    hashes = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    card = model.with_suffix(".md").read_text(encoding="utf-8")
    assert all(f"`{value}`" in card for value in hashes.values())
    assert "**Licence**" in card
    assert tomllib.loads(model.with_suffix(".run.toml").read_text(encoding="utf-8"))["files"] == hashes


def test_every_file_beside_the_code_is_shipped() -> None:
    tracked = subprocess.run(["git", "ls-files", "scorer"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git clone")
    packages = sorted(SETUPTOOLS["packages"], key=len, reverse=True)
    for name in tracked.stdout.split():
        if name.endswith((".py", ".typed", ".po")):  # what translations are compiled from stays in the clone
            continue
        dotted = name.replace("/", ".")
        owners = [package for package in packages if dotted.startswith(package + ".")]
        inside = [name.removeprefix(owner.replace(".", "/") + "/") for owner in owners]
        patterns = [SETUPTOOLS["package-data"].get(owner, []) for owner in owners]
        shipped = any(
            fnmatch(part, pattern.removeprefix("**/"))
            for part, some in zip(inside, patterns, strict=True)
            for pattern in some
        )
        assert shipped, f"{name} is not in package-data"


def test_a_missing_model_says_what_to_do() -> None:
    with pytest.raises(FileNotFoundError, match=r"^the model nothing\.onnx is missing; install kingdom-scorer again$"):
        model_path("nothing.onnx")
