"""A network of 8-bit integers answers nearly as the weights that it was made of, in both engines."""

from __future__ import annotations

import hashlib
import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

import torch
from safetensors.torch import load_file

from scorer.lab.data.drawn import drawn_squares
from scorer.lab.train import requantize
from scorer.lab.train.nets import SquareNet, export
from scorer.lab.train.quantization import quantize
from scorer.lab.train.squares import SquaresTask
from scorer.vision.common.nets import OnnxNet, OpenCVNet
from scorer.vision.models import models_folder

pytestmark = pytest.mark.torch

SQUARES = models_folder() / "squares.safetensors"


@pytest.fixture(scope="module")
def task() -> SquaresTask:
    """The square classifier as shipped, and drawn squares to take the ranges from."""
    return SquaresTask(list(drawn_squares(2)), (), start=load_file(SQUARES))


@pytest.mark.parametrize("engine", [OnnxNet, OpenCVNet])
def test_it_reads_squares_as_its_weights_do(
    engine: type[OnnxNet] | type[OpenCVNet], task: SquaresTask, tmp_path: Path
) -> None:
    file, _ = export(task.network(), tmp_path / "squares.onnx")
    how = quantize(file, task)
    unseen = task.batch(how.batches)[0]
    with torch.no_grad():
        expected = task.network().eval()(unseen).numpy()
    made = engine(file).run(unseen.numpy())
    sure = np.sort(expected, axis=1)[:, -1] - np.sort(expected, axis=1)[:, -2] > 1
    assert sure.sum() > 30 and (made.argmax(axis=1) == expected.argmax(axis=1))[sure].all()
    assert 0 < np.abs(made - expected).mean() < 0.2


def test_the_same_batches_make_the_same_file(task: SquaresTask, tmp_path: Path) -> None:
    files = [export(SquareNet(), tmp_path / "one.onnx")[0]]
    files.append(Path(shutil.copy(files[0], tmp_path / "other.onnx")))
    assert quantize(files[0], task) == quantize(files[1], task)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_shipped_networks_are_made_again_from_their_weights(data: Path, tmp_path: Path) -> None:
    for file in models_folder().glob("*.*"):
        shutil.copy(file, tmp_path)
    assert requantize.main([str(data), "--out", str(tmp_path)]) == 0
    for name in ("detector", "squares", "towns"):
        run = tomllib.loads((tmp_path / f"{name}.run.toml").read_text(encoding="utf-8"))
        shipped = tomllib.loads((models_folder() / f"{name}.run.toml").read_text(encoding="utf-8"))
        assert run["files"][f"{name}.onnx"] == hashlib.sha256((tmp_path / f"{name}.onnx").read_bytes()).hexdigest()
        assert run["files"][f"{name}.safetensors"] == shipped["files"][f"{name}.safetensors"]
        rewritten = {"quantization", "files"}
        assert {key: run[key] for key in run.keys() - rewritten} == {
            key: shipped[key] for key in shipped.keys() - rewritten
        }
        assert run["quantization"]["batches"] == 8
        assert run["quantization"]["seed"] == shipped["quantization"]["seed"]
