"""The self-test tells a working installation from a broken one."""

from __future__ import annotations

import json

import pytest

from scorer.cli import main
from scorer.service import self_test as tested
from scorer.service.self_test import SampleResult, SelfTest

pytestmark = pytest.mark.slow  # it reads every sample


@pytest.mark.thorough
def test_every_sample_is_read_as_labelled_and_versions_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["self-test"]) == 0
    out = capsys.readouterr().out
    assert "sample images are read as labelled" in out and "FAIL" not in out
    assert "onnxruntime" in out and "detector.onnx" in out and "Python 3" in out


def test_a_wrong_reading_fails_and_shows_both(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = SelfTest((SampleResult("whole.jpg", "w1C", "f1C"),), 0.2, {"Python": "3.13"}, {"detector.onnx": "0123"})
    monkeypatch.setattr(tested, "self_test", lambda: broken)
    assert main(["self-test", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert not data["passed"]
    assert data["samples"] == [{"name": "whole.jpg", "expected": "w1C", "read": "f1C", "exact": False}]
    assert main(["self-test"]) == 1
    assert "labelled w1C" in capsys.readouterr().out


def test_version_names_the_models(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    first, *models = capsys.readouterr().out.splitlines()
    assert first.startswith("kingdom-scorer ")
    assert [line.split()[0] for line in models] == ["detector.onnx", "squares.onnx", "towns.onnx"]
