"""Photographed surfaces, where the data is."""

from __future__ import annotations

from pathlib import Path

from scorer.lab.data.textures import textures


def test_no_surface_is_used_for_both_training_and_measuring(data: Path) -> None:
    train, kept = ({image.tobytes() for image in textures(data, measuring=measuring)} for measuring in (False, True))
    assert not train & kept and len(kept) >= 50 and len(train) > 2 * len(kept)


def test_without_surfaces_there_are_none(tmp_path: Path) -> None:
    assert textures(tmp_path) == textures(tmp_path, measuring=True) == []
