"""The labelled squares of a data folder, with the source, camera and photo by which they are split."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scorer.lab.data.boards import labelled_boards
from scorer.lab.data.pictures import SQUARE_PIXELS, cut_grid, read_picture, stored
from scorer.rules.model.dominoes import Box, dominoes
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place
from scorer.vision.common.arrays import Image
from scorer.vision.common.faces import FACE_INDEX, FACES


@dataclass(frozen=True)
class LabelledSquare:
    """The picture of one square with its face, and with its source, camera and photo: data is never split by square."""

    image: Image
    """uint8 BGR (64, 64, 3)."""
    face: int
    """An index into ``FACES``."""
    source: str
    """The kind of picture: ``squares``, ``table``, ``aau``, ``photo``, ``art``, ``town`` or ``drawn``."""
    camera: str
    """The camera or scanner that took the picture."""
    photo: str
    """The picture that the square was cut from."""
    misnamed: str | None = None
    """The face that it plainly shows, if its file name is wrong."""
    built: bool = False
    """Whether a building lies on a town."""


def camera_of(photo: str) -> str:
    """The camera of a photo, by the start of its name: a date, ``IMG``, a player's colour, ``kd`` …

    >>> camera_of("20180505_223822"), camera_of("IMG_3769"), camera_of("red_4_56"), camera_of("kd25")
    ('dated', 'IMG', 'colour', 'kd')
    """
    if re.match(r"\d{8}", photo):
        return "dated"
    if re.match(r"(red|green|blue|yellow|pink)_", photo):
        return "colour"
    return re.match(r"[A-Za-z]+", photo)[0] if re.match(r"[A-Za-z]+", photo) else photo  # type: ignore[index]


def labelled_squares(data: Path, *, misnamed: bool = False) -> Iterator[LabelledSquare]:
    """Every square with a known face, from every kind of picture in the folder.

    Squares that plainly show another face than their name says (``misnamed.json``) are left out unless ``misnamed``.
    """
    everything = (*_single_squares(data), *_board_squares(data), *_art(data), *_queendomino(data))
    yield from (square for square in everything if misnamed or not square.misnamed)


def misnamed_squares() -> dict[str, str]:
    """Pictures of a data folder whose name gives a wrong face: the path in the folder, and the face they show.

    A person checked each. ``art/a/19.jpg`` stands for its right half.

    >>> misnamed_squares()["squares/s0/IMG_4139_29.jpg"]
    's2'
    """
    return dict(json.loads(Path(__file__).with_name("misnamed.json").read_text(encoding="utf-8")))


def _single_squares(data: Path) -> Iterator[LabelledSquare]:
    shows = misnamed_squares()
    names: dict[str, Cell] = {str(face): face for face in FACES} | {"castle": Place.CASTLE, "table": Place.EMPTY}
    for folder in _files(data / "squares"):
        cell = names[folder.name.removesuffix("0")]
        for file in _files(folder):
            misnamed = shows.get(file.relative_to(data).as_posix())
            photo = re.sub(r"_\d+$", "", file.stem)
            source = "table" if cell is Place.EMPTY else "squares"
            image = stored(read_picture(file))
            yield LabelledSquare(image, FACE_INDEX[cell], source, camera_of(photo), photo, misnamed)


def _board_squares(data: Path) -> Iterator[LabelledSquare]:
    for board in labelled_boards(data):
        if board.source.startswith("phone") or (board.source == "photo" and board.corners is None):
            continue  # phone boards are made of the single squares
        image = read_picture(board.file)
        kingdom = Kingdom.parse(board.notation)
        height, width = image.shape[:2]
        corners = board.corners or ((0, 0), (width, 0), (width, height), (0, height))
        squares = cut_grid(image, np.array(corners, np.float32), kingdom.height, kingdom.width, SQUARE_PIXELS)
        for (row, column), cell in kingdom.cells():
            if cell in FACE_INDEX:
                yield LabelledSquare(
                    squares[row][column], FACE_INDEX[cell], board.source, board.source, board.file.stem
                )


def _art(data: Path) -> Iterator[LabelledSquare]:
    """Scans of the Kingdomino box's dominoes, by number, and of single squares and starting tiles."""
    shows = misnamed_squares()
    index = {str(face): number for number, face in enumerate(FACES)}
    box = {domino.number: domino for domino in dominoes(Box.KINGDOMINO)}
    for scan in ("a", "b"):
        for file in _files(data / "art" / scan):
            image, domino = read_picture(file), box[int(file.stem)]
            half = image.shape[1] // 2
            misnamed = shows.get(file.relative_to(data).as_posix())
            yield LabelledSquare(stored(image[:, :half]), FACE_INDEX[domino.a], "art", scan, file.stem)
            yield LabelledSquare(stored(image[:, half:]), FACE_INDEX[domino.b], "art", scan, file.stem, misnamed)
    for file in _files(data / "art" / "squares"):
        face = index[file.stem[:2].removesuffix("0")]
        yield LabelledSquare(stored(read_picture(file)), face, "art", "scan", file.stem)
    for file in _files(data / "art" / "start"):
        yield LabelledSquare(stored(read_picture(file)), FACE_INDEX[Place.CASTLE], "art", "start", file.stem)


def _queendomino(data: Path) -> Iterator[LabelledSquare]:
    corners_by_file = json.loads(Path(__file__).with_name("queendomino_corners.json").read_text(encoding="utf-8"))
    for name, pieces in corners_by_file.items():
        if not (data / "queendomino" / name).is_file():
            continue
        image = read_picture(data / "queendomino" / name)
        for notation, corners, *built in pieces:
            cells = Kingdom.parse(notation).rows[0]
            squares = cut_grid(image, np.array(corners, np.float32), 1, len(cells), SQUARE_PIXELS)[0]
            for cell, square in zip(cells, squares, strict=True):
                yield LabelledSquare(square, FACE_INDEX[cell], "town", "queendomino", name, built=bool(built))


def _files(folder: Path) -> list[Path]:
    """The files of a folder by name; empty if the folder does not exist."""
    return sorted(folder.iterdir()) if folder.is_dir() else []
