"""What pyproject.toml ships is what the clone holds."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from scorer.cli import main
from scorer.vision.models import model_path

ROOT = Path(__file__).resolve().parent.parent
CARD = ("Model details", "Intended use", "Factors", "Metrics", "Evaluation data", "Training data",
        "Quantitative analyses", "Ethical considerations", "Caveats and recommendations")  # fmt: skip
"""The sections of a model card: Mitchell et al., "Model cards for model reporting", 2019."""
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_package_is_listed() -> None:
    folders = {str(path.parent.relative_to(ROOT)).replace("/", ".") for path in ROOT.glob("scorer/**/__init__.py")}
    product = {folder for folder in folders if not folder.startswith("scorer.lab")}
    assert product | {"kingdom_scorer", "scorer.models", "scorer.sample_images"} == set(SETUPTOOLS["packages"])
    assert all(list((ROOT / folder).iterdir()) for folder in SETUPTOOLS["package-dir"].values())


def test_changelog_and_citation_have_the_version_of_the_package() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    released = re.findall(r"^## \[([0-9.]+)\] - ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert released[0] == version


@pytest.mark.parametrize("model", sorted((ROOT / "models").glob("*.onnx")), ids=lambda model: model.name)
def test_a_models_card_and_run_are_of_its_files(model: Path) -> None:
    files = (model, model.with_suffix(".safetensors"))
    hashes = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    card = model.with_suffix(".md").read_text(encoding="utf-8")
    assert all(f"`{value}`" in card for value in hashes.values())
    assert [heading for heading in CARD if f"\n## {heading}\n" not in card] == []
    assert tomllib.loads(model.with_suffix(".run.toml").read_text(encoding="utf-8"))["files"] == hashes


def test_every_data_file_of_the_package_is_shipped() -> None:
    tracked = subprocess.run(["git", "ls-files", "scorer"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git clone")
    packages = sorted(SETUPTOOLS["packages"], key=len, reverse=True)
    for name in tracked.stdout.split():
        if name.startswith("scorer/lab/") or name.endswith(
            (".py", ".typed", ".po")
        ):  # the sources of the translations stay in the clone
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


def test_wheel_omits_the_lab_and_sdist_holds_it() -> None:
    """``include-package-data`` would put what MANIFEST.in names below a listed package into the wheel, too."""
    assert SETUPTOOLS["include-package-data"] is False
    assert "graft scorer" in (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("command", ["train", "evaluate"])
def test_without_the_lab_its_commands_name_the_clone(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in [name for name in sys.modules if name.startswith("scorer.lab.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "scorer.lab", None)  # as where it is not installed: importing it fails
    assert main([command, "."]) == 2
    assert capsys.readouterr().err == (
        "scorer: this command needs scorer.lab, which the installed package omits; run it in a clone or the sdist\n"
    )


def test_missing_model_error_names_the_next_step() -> None:
    with pytest.raises(FileNotFoundError, match=r"^the model nothing\.onnx is missing; install kingdom-scorer again$"):
        model_path("nothing.onnx")
