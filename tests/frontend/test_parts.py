"""The parts as files: each holds all that it needs, and its address changes with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.frontend.bundle import BROWSER
from scorer.frontend.parts import FOLDER, KINGDOM, PARTS, SCAN, SHEET, TAPS, Part


@pytest.mark.parametrize("part", PARTS.values(), ids=lambda part: part.name)
def test_loader_is_short_and_names_its_part(part: Part) -> None:
    assert f'"{FOLDER}/{part.file}"' in part.loader
    assert "%" not in part.loader.partition(";")[0]
    assert len(part.loader) < 2_000 < len(part.script)


def test_address_of_a_part_changes_with_its_content() -> None:
    assert replace(KINGDOM, script=KINGDOM.script + " ").file != KINGDOM.file
    assert KINGDOM.file.startswith("kingdom-")


def test_a_part_holds_its_style_and_its_elements() -> None:
    for style in (file for file in BROWSER.rglob("*.css") if file.parent.name != "page"):
        first = style.read_text("utf-8").splitlines()[0]
        assert any(first in part.script for part in (KINGDOM, SHEET, TAPS, SCAN)), style.name
    assert "<dialog class='picker'" in KINGDOM.script or 'dialog class=\\"picker\\"' in KINGDOM.script
