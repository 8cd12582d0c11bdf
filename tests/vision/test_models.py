"""The files of the trained networks are those that were shipped."""

from __future__ import annotations

import shutil
from dataclasses import fields
from pathlib import Path

import pytest

from scorer.cli import main
from scorer.samples import samples
from scorer.vision import models
from scorer.vision.models import ModelError, Models, model_path, verified
from scorer.vision.reader import default_reader


def test_the_shipped_models_are_those_of_their_run_files() -> None:
    assert Models.shipped()


def test_files_are_in_the_order_of_the_fields() -> None:
    assert [Path(name).stem for name in models.FILES] == [field.name for field in fields(Models)]


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A folder with the models, of which the detector has one wrong byte."""
    for file in model_path(models.DETECTOR).parent.iterdir():
        shutil.copy(file, tmp_path)
    detector = tmp_path / models.DETECTOR
    data = bytearray(detector.read_bytes())
    data[len(data) // 2] ^= 1
    detector.write_bytes(data)
    return tmp_path


def test_a_damaged_model_is_not_loaded(damaged: Path) -> None:
    with pytest.raises(ModelError, match=r"^the model detector\.onnx is damaged; install kingdom-scorer again$"):
        verified(damaged / models.DETECTOR)
    assert verified(damaged / models.SQUARES)


def test_a_model_without_a_run_file_is_not_loaded(damaged: Path) -> None:
    (damaged / "squares.run.toml").unlink()
    with pytest.raises(ModelError, match=r"^nothing says which file the model squares\.onnx is"):
        verified(damaged / models.SQUARES)


def test_model_error_of_the_command_is_one_line(
    damaged: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(models, "_FOLDERS", (damaged,))
    default_reader.cache_clear()
    assert main(["read", str(samples()[0].path)]) == 2
    assert capsys.readouterr().err == "scorer: the model detector.onnx is damaged; install kingdom-scorer again\n"
    default_reader.cache_clear()
