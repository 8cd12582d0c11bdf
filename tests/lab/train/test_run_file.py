"""The hash of a data folder."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is only needed to train (pip install '.[lab]')")

from scorer.lab.train.run_file import data_hash

pytestmark = pytest.mark.torch


def test_a_folders_hash_is_of_names_and_contents(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        (folder / "in").mkdir(parents=True)
        (folder / "in" / "b.txt").write_text("B")
        (folder / "a.txt").write_text("A")
    assert data_hash(one) == data_hash(other)
    (other / "a.txt").write_text("a")
    assert data_hash(one) != data_hash(other)
    (other / "a.txt").write_text("A")
    (other / "a.txt").rename(other / "c.txt")
    assert data_hash(one) != data_hash(other)
