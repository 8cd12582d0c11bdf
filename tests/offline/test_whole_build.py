"""The whole folder, built from npm's packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.offline.build import build


def content(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.nightly
def test_whole_build_is_reproducible(packages: Path, built: Path, tmp_path: Path) -> None:
    build(tmp_path / "again", packages)
    first, second = content(built), content(tmp_path / "again")
    assert first.keys() == second.keys()
    assert [path for path in first if first[path] != second[path]] == []
