"""The command that makes the models, on a folder of a few drawn squares: all three tasks, resumed, exported."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import cv2
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

from scorer.cli import main
from scorer.lab.data.drawn import drawn_squares
from scorer.lab.train.run_file import data_hash
from scorer.lab.train.tasks import NAMES
from scorer.vision.common.faces import FACES

pytestmark = pytest.mark.torch


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two photos of every face, drawn by the project itself."""
    data = tmp_path_factory.mktemp("data")
    for number, square in enumerate(drawn_squares(2)):
        face = {"C": "castle"}.get(str(FACES[square.face]), str(FACES[square.face]))
        into = data / "squares" / face
        into.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(into / f"kd{number % 2}_{number}.png"), square.image)
    return data


@pytest.fixture(scope="module")
def made(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where two steps of every task were trained to."""
    place = tmp_path_factory.mktemp("made")
    assert main(["train", str(folder), "--steps", "2", "--out", str(place), "--work", str(place / "work")]) == 0
    return place


@pytest.mark.parametrize("name", NAMES)
def test_every_model_is_written_with_its_weights_and_its_run(name: str, made: Path, folder: Path) -> None:
    run = tomllib.loads((made / f"{name}.run.toml").read_text(encoding="utf-8"))
    for file in (f"{name}.onnx", f"{name}.safetensors"):
        assert run["files"][file] == hashlib.sha256((made / file).read_bytes()).hexdigest()
    assert cv2.dnn.readNetFromONNX(str(made / f"{name}.onnx")).getLayerNames()
    assert (run["task"], run["steps"], run["settings"]["schedule"]["seed"]) == (name, 2, 0)
    assert run["data"]["sha256"] == data_hash(folder) and run["data"]["squares"]["squares"] > 30
    assert run["validation"]["last"]["step"] == 2 and run["libraries"]["torch"]
    assert (run["quantization"]["seed"], run["quantization"]["batches"]) == (0, 8)
    assert (made / f"{name}.onnx").stat().st_size < (made / f"{name}.safetensors").stat().st_size / 3
    assert run["commit"] == "unknown" or len(run["commit"].removesuffix("-dirty")) == 40


def test_the_towns_start_from_the_squares_just_made(made: Path) -> None:
    start = tomllib.loads((made / "towns.run.toml").read_text(encoding="utf-8"))["start"]
    assert start == {"squares.safetensors": hashlib.sha256((made / "squares.safetensors").read_bytes()).hexdigest()}


def test_resuming_skips_finished_models(made: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (made / "squares.safetensors").read_bytes()
    options = ["--steps", "2", "--out", str(made), "--work", str(made / "work"), "--task", "squares", "--resume"]
    assert main(["train", str(folder), *options]) == 0
    assert "step 1" not in capsys.readouterr().out
    assert (made / "squares.safetensors").read_bytes() == before


def test_training_further_starts_from_the_existing_weights(made: Path, folder: Path, tmp_path: Path) -> None:
    for weights in made.glob("*.safetensors"):
        (tmp_path / weights.name).write_bytes(weights.read_bytes())
    options = ["--steps", "1", "--out", str(tmp_path), "--work", str(tmp_path / "work")]
    assert main(["train", str(folder), "--task", "squares", "--further", "--rate", "0.0008", *options]) == 0
    run = tomllib.loads((tmp_path / "squares.run.toml").read_text(encoding="utf-8"))
    began = hashlib.sha256((made / "squares.safetensors").read_bytes()).hexdigest()
    assert run["start"] == {"squares.safetensors": began}
    assert run["settings"]["schedule"]["rate"] == 0.0008


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([], "no labelled squares there (squares/ is missing); give the data folder"),
        (["--steps", "0"], "0 is too few"),
        (["--rate", "0"], "'0' is no number above 0"),
        (["--rate", "nan"], "'nan' is no number above 0"),
        (["--task", "tiles"], "invalid choice"),
    ],
)
def test_training_error_is_one_line(
    options: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(["train", str(tmp_path), *options])
    except SystemExit as left:
        status = left.code
    error = capsys.readouterr().err
    assert status == 2 and complaint in error and error.count("\n") == 1


def test_without_weights_nothing_is_trained_further(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--further", "--out", str(tmp_path), "--work", str(tmp_path), "--task", "detector"]
    assert main(["train", str(folder), *options]) == 2
    assert "detector.safetensors is missing, which detector starts from" in capsys.readouterr().err


def test_other_settings_than_the_checkpoints_are_refused(
    made: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--steps", "3", "--out", str(made), "--work", str(made / "work"), "--task", "squares", "--resume"]
    assert main(["train", str(folder), *options]) == 2
    assert "was made with other settings" in capsys.readouterr().err
