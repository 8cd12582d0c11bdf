"""The reference pages are what the code says, and their examples work."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.squares import labelled_squares
from scorer.sharing.codec import to_plain
from scorer.sharing.files import COLUMNS, FORMAT
from scorer.sharing.files import to_json as game_to_json
from scorer.sharing.game import Game
from scorer.sharing.saved_games.collection import SavedGames
from scorer.sharing.saved_games.export import to_csv
from scorer.vision.common.faces import FACES
from scorer.vision.common.nets import net_from
from scorer.vision.models import model_path
from tools import make_reference

REFERENCE = make_reference.FOLDER
DATA_FORMAT = REFERENCE / "data-format.md"


@pytest.mark.parametrize("file", sorted(make_reference.pages()), ids=lambda file: file.name)
def test_generated_sections_are_current(file: Path) -> None:
    current = make_reference.pages()[file]
    assert file.read_text("utf-8") == current, "run: python tools/make_reference.py"


def test_every_command_and_option_is_listed() -> None:
    text = make_reference.commands()
    for names, _, command in make_reference._commands():
        assert f"### {names[0]}\n" in text
        for action in command._actions:
            assert all(
                f"`{option}" in text
                for option in action.option_strings
                if option.startswith("--") and option != "--help"
            )


def test_a_page_without_marks_is_reported() -> None:
    with pytest.raises(SystemExit, match="no section x"):
        make_reference.with_section("text", "x", "new")


def test_labels_of_the_data_format_page_are_read(tmp_path: Path) -> None:
    photos, boards = map(json.loads, re.findall(r"```json\n(.*?)```", DATA_FORMAT.read_text("utf-8"), re.DOTALL))
    (tmp_path / "photos.json").write_text(json.dumps(photos))
    (tmp_path / "boards.json").write_text(json.dumps(boards))
    picture = Image.fromarray(np.zeros((64, 64, 3), np.uint8))
    for name in (photos[0]["file"], boards[0]["file"], "squares/w0/IMG_0001_12.jpg", "art/squares/s2.jpg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        picture.save(tmp_path / name)
    assert [board.notation for board in labelled_boards(tmp_path)] == [
        boards[0]["notation"],
        photos[0]["kingdoms"][0]["notation"],
    ]
    found = {(square.source, str(FACES[square.face])) for square in labelled_squares(tmp_path)}
    assert {("squares", "w"), ("art", "s2"), ("camera A", "f")} <= found


def test_every_field_of_game_files_is_described() -> None:
    text = DATA_FORMAT.read_text("utf-8")
    fields = {*json.loads(game_to_json(Game())), *to_plain(Game())["rules"], FORMAT}
    fields |= {*to_csv(SavedGames()).decode("utf-8-sig").splitlines()[0].split(",")} - {*COLUMNS}
    assert {name for name in fields if f"`{name}`" not in text} == set()


def test_shapes_of_models_are_described() -> None:
    text = (REFERENCE / "models.md").read_text("utf-8")
    for name, shape in (("squares", (2, 3, 64, 64)), ("towns", (2, 3, 64, 64)), ("detector", (1, 3, 64, 96))):
        output = net_from(model_path(f"{name}.onnx")).run(np.zeros(shape, np.float32))
        (row,) = (line for line in text.splitlines() if line.startswith(f"| `{name}.onnx` |"))
        expected = "(1, 8, h/4, w/4)" if name == "detector" else f"(n, {output.shape[1]})"
        assert f"| {expected}:" in row
        assert output.shape == ((1, 8, 16, 24) if name == "detector" else (2, output.shape[1]))
    assert f"\n{' '.join(map(str, FACES))}\n" in text
