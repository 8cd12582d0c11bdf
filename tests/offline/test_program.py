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
    program.choose('[["1", "a.jpg"], ["2", "b.jpg"]]', 1)
    assert done(program, "reading", number=1, count=2)["storage"]["reading"] == ["a.jpg", "b.jpg"]
    assert done(program, "reading", number=2, count=2)["storage"]["reading"] == ["b.jpg"]
    assert done(program, "reading", number=0, count=0)["storage"]["reading"] == []


def test_photos_chosen_while_others_are_read_belong_where_they_were_chosen(program: OfflineProgram) -> None:
    done(program, "notation", value=WHOLE)
    game = program.state.table_id
    done(program, "page", value="game")
    begin(program, 1)
    program.chosen(2)
    done(program, "page", value="kingdom")
    program.chosen(3)
    done(program, "page", value="home")
    program.chosen(4)
    seen = []
    for batch in (2, 3, 4):
        begin(program, batch)
        seen.append((program.photos_game, bool(program.view_of)))
    assert seen == [(game, False), (game, True), (None, False)]


def test_photos_chosen_on_home_one_after_the_other_join_one_new_game(program: OfflineProgram) -> None:
    done(program, "notation", value=WHOLE)
    done(program, "page", value="home")
    begin(program, 1)
    program.chosen(2)
    program.photos_game = new_game = object()  # as the first photo's kingdom was added
    begin(program, 2)
    assert program.photos_game is new_game
    done(program, "reading", number=0, count=0)
    done(program, "page", value="home")
    begin(program, 3)
    assert program.photos_game is None, "a further game, once all were read"


def begin(program: OfflineProgram, batch: int) -> None:
    """Choose a photo, unless the batch was chosen before, and begin to read it."""
    if batch not in program._destinations:
        program.chosen(batch)
    program.choose('[["1", "a.jpg"]]', batch)
    done(program, "reading", number=1, count=1)
