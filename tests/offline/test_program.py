"""The offline app's program: the requests of its worker, and that it needs no library but segno."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scorer.offline.build import code_files
from scorer.offline.program import OfflineProgram
from tests.app.asking import SPRITES, WHOLE, block, done, texts


def test_sample_that_cannot_be_fetched_is_reported(program: OfflineProgram) -> None:
    assert "could not be loaded" in block(done(program, "unfetched"), look="warning")["text"]


def test_offline_storage_of_the_app_is_reported(program: OfflineProgram) -> None:
    assert not [text for text in texts(done(program, "page", value="home")) if "it works offline" in text]
    assert "it works offline" in texts(done(program, "kept", value="all"))[-1]
    assert "no space" in block(done(program, "kept", value="refused"), look="warning")["text"]


@pytest.mark.parametrize(
    ("name", "expected"), [("a.HEIC", "this browser cannot open"), ("a.jpg", "take another photo")]
)
def test_photo_that_the_browser_cannot_open_is_reported(program: OfflineProgram, name: str, expected: str) -> None:
    assert expected in block(done(program, "unread", name=name), look="warning")["text"]


@pytest.mark.slow
def test_the_archive_runs_on_the_standard_library_alone(tmp_path: Path) -> None:
    for name, source in code_files():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(source.read_bytes())
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from scorer.offline.program import start_program;"
        f"import json; program = start_program({SPRITES!r}, 'es', 'https://scorer.example/');"
        f"ask = lambda **wanted: program.answer(json.dumps(wanted));"
        f"ask(kind='notation', value={WHOLE!r}); ask(kind='notation', value={WHOLE!r});"
        "[ask(kind='page', value=page) for page in ('kingdoms', 'table', 'rules', 'share', 'evenings')];"
        "print({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names - {'__main__'})"
    )
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert set(eval(ran.stdout)) == {"scorer", "segno"}


@pytest.mark.parametrize("page", ["home", "kingdom", "game", "rules", "share", "history"])
def test_unreadable_photo_is_reported_on_every_page(program: OfflineProgram, page: str) -> None:
    done(program, "page", value=page)
    assert "a.jpg" in block(done(program, "unread", name="a.jpg"), look="warning")["text"]


def test_photos_that_are_not_read_yet_are_named_to_the_browser(program: OfflineProgram) -> None:
    program.choose('[["1", "a.jpg"], ["2", "b.jpg"]]')
    assert done(program, "reading", number=1, count=2)["storage"]["reading"] == ["a.jpg", "b.jpg"]
    assert done(program, "reading", number=2, count=2)["storage"]["reading"] == ["b.jpg"]
    assert done(program, "reading", number=0, count=0)["storage"]["reading"] == []
