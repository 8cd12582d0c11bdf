"""The labelled squares of a data folder, each with the source, camera and photo it must be split by."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.art.draw import draw_cell
from scorer.rules.model.buildings import BUILDINGS
from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.terrain import Cell, Place, Square, Terrain
from scorer.vision.squares.faces import FACE_INDEX

SQUARE_PIXELS = 64
"""Side of a stored training square."""

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class LabelledSquare:
    """One square: ``image`` uint8 BGR (64, 64, 3), ``face`` an index into ``FACES``.

    ``source`` is the kind of picture (``squares``, ``aau``, ``photo``, ``art``, ``town``), ``camera`` what took it,
    ``photo`` the picture it was cut from. Split by these, never by square. ``misnamed`` says which other face it
    plainly shows, where its name is wrong.
    """

    image: Image
    face: int
    source: str
    camera: str
    photo: str
    misnamed: str | None = None
    built: bool = False
    """Whether a building lies on a town."""


@dataclass(frozen=True)
class LabelledBoard:
    """A picture with the kingdoms in it as ``boards.json`` and ``photos.json`` give them.

    ``corners`` are those of the notation's rectangle in pixels, clockwise from its first square; ``None`` where not
    known.
    """

    file: Path
    notation: str
    size: int
    corners: tuple[tuple[float, float], ...] | None
    source: str
    score: int | None
    lawful: bool | None


def cut_grid(image: Image, corners: NDArray[np.float32], rows: int, columns: int, pixels: int) -> list[list[Image]]:
    """Straighten a quadrilateral (4, 2) and cut it into ``rows`` × ``columns`` squares of ``pixels`` side."""
    target = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) * pixels
    flat = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(corners.astype(np.float32), target),
        (columns * pixels, rows * pixels),
        flags=cv2.INTER_AREA,
    )
    return [
        [
            np.asarray(flat[r * pixels : (r + 1) * pixels, c * pixels : (c + 1) * pixels], np.uint8)
            for c in range(columns)
        ]
        for r in range(rows)
    ]


def camera_of(photo: str) -> str:
    """The camera of a photo, by its name's beginning: a date, ``IMG``, a player's colour, ``kd`` …

    >>> camera_of("20180505_223822"), camera_of("IMG_3769"), camera_of("red_4_56"), camera_of("kd25")
    ('dated', 'IMG', 'colour', 'kd')
    """
    if re.match(r"\d{8}", photo):
        return "dated"
    if re.match(r"(red|green|blue|yellow|pink)_", photo):
        return "colour"
    return re.match(r"[A-Za-z]+", photo)[0] if re.match(r"[A-Za-z]+", photo) else photo  # type: ignore[index]


def labelled_boards(data: Path) -> tuple[LabelledBoard, ...]:
    """Every picture of ``boards.json`` (corners: the picture's own) and ``photos.json``."""
    found = []
    for entry in json.loads((data / "boards.json").read_text()):
        found.append(
            LabelledBoard(
                data / entry["file"],
                entry["notation"],
                entry["size"],
                None,
                entry["source"],
                entry["score"],
                entry["lawful"],
            )
        )
    for entry in json.loads((data / "photos.json").read_text()):
        for kingdom in entry["kingdoms"]:
            corners = kingdom["corners"] and tuple((float(x), float(y)) for x, y in kingdom["corners"])
            found.append(
                LabelledBoard(
                    data / entry["file"],
                    kingdom["notation"],
                    kingdom["size"],
                    corners or None,
                    "photo",
                    kingdom["score"],
                    kingdom["lawful"],
                )
            )
    return tuple(found)


def labelled_squares(data: Path, *, misnamed: bool = False) -> Iterator[LabelledSquare]:
    """Every square with a known face, from every kind of picture in the folder.

    Those that plainly show another face than their name says (``misnamed.json``) are left out unless asked for.
    """
    everything = (*_single_squares(data), *_board_squares(data), *_art(data), *_queendomino(data))
    yield from (square for square in everything if misnamed or not square.misnamed)


def textures(data: Path, *, measuring: bool = False) -> list[Image]:
    """Photographed surfaces to lay kingdoms on: three in four to train with, every fourth kept to measure on."""
    files = sorted((data / "textures").iterdir())
    chosen = [file for index, file in enumerate(files) if (index % 4 == 3) == measuring]
    return [np.asarray(image, np.uint8) for file in chosen if (image := cv2.imread(str(file))) is not None]


def misnamed_squares() -> dict[str, str]:
    """Pictures of a data folder, as paths in it, that show another face than their name says, and which.

    Each was looked at by a person. ``art/a/19.jpg`` stands for its right half.

    >>> misnamed_squares()["squares/s0/IMG_4139_29.jpg"]
    's2'
    """
    return dict(json.loads(Path(__file__).with_name("misnamed.json").read_text()))


def drawn_squares(variants: int = 12) -> Iterator[LabelledSquare]:
    """The project's own drawn squares, every face in some variants, towns with every building on them, too."""
    faces = [(face, face) for face in FACE_INDEX if face is not Place.EMPTY]
    town = Square(Terrain.TOWN)
    faces += [(Square(Terrain.TOWN, building=kind), town) for kind in BUILDINGS]
    for shown, face in faces:
        for variant in range(variants if shown == face else 1):
            image = draw_cell(shown, SQUARE_PIXELS, variant)
            yield LabelledSquare(image, FACE_INDEX[face], "drawn", "drawn", f"drawn_{variant}", built=shown != face)


def _stored(image: Image) -> Image:
    shrinks = image.shape[0] > SQUARE_PIXELS
    interpolation = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (SQUARE_PIXELS, SQUARE_PIXELS), interpolation=interpolation), np.uint8)


def _single_squares(data: Path) -> Iterator[LabelledSquare]:
    shows = misnamed_squares()
    names: dict[str, Cell] = {str(face): face for face in FACE_INDEX}
    for folder in sorted((data / "squares").iterdir()):
        cell = {"castle": Place.CASTLE, "table": Place.EMPTY}.get(folder.name) or names[folder.name.removesuffix("0")]
        for file in sorted(folder.iterdir()):
            misnamed = shows.get(file.relative_to(data).as_posix())
            photo = re.sub(r"_\d+$", "", file.stem)
            source = "table" if cell is Place.EMPTY else "squares"
            yield LabelledSquare(_stored(_read(file)), FACE_INDEX[cell], source, camera_of(photo), photo, misnamed)


def _board_squares(data: Path) -> Iterator[LabelledSquare]:
    for board in labelled_boards(data):
        if board.source.startswith("phone") or (board.source == "photo" and board.corners is None):
            continue  # phone boards are made of the single squares
        image = _read(board.file)
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
    shows = misnamed_squares()
    faces = {
        (int(row["number"]), side): f"{row[side + '_terrain'][0]}{row[side + '_crowns']}".removesuffix("0")
        for row in csv.DictReader((data.parent / "facts" / "dominoes_kingdomino.csv").open())
        for side in ("left", "right")
    }
    index = {str(face): number for face, number in FACE_INDEX.items()}
    for scan in ("a", "b"):
        for file in sorted((data / "art" / scan).iterdir()):
            image = _read(file)
            half = image.shape[1] // 2
            for side, part in (("left", image[:, :half]), ("right", image[:, half:])):
                misnamed = shows.get(file.relative_to(data).as_posix()) if side == "right" else None
                face = index[faces[int(file.stem), side]]
                yield LabelledSquare(_stored(part), face, "art", scan, file.stem, misnamed)
    for file in sorted((data / "art" / "squares").iterdir()):
        yield LabelledSquare(_stored(_read(file)), index[file.stem[:2].removesuffix("0")], "art", "scan", file.stem)
    for file in sorted((data / "art" / "start").iterdir()):
        yield LabelledSquare(_stored(_read(file)), FACE_INDEX[Place.CASTLE], "art", "start", file.stem)


def _queendomino(data: Path) -> Iterator[LabelledSquare]:
    corners_by_file = json.loads(Path(__file__).with_name("queendomino_corners.json").read_text())
    for name, pieces in corners_by_file.items():
        image = _read(data / "queendomino" / name)
        for notation, corners, *built in pieces:
            cells = Kingdom.parse(notation).rows[0]
            squares = cut_grid(image, np.array(corners, np.float32), 1, len(cells), SQUARE_PIXELS)[0]
            for cell, square in zip(cells, squares, strict=True):
                yield LabelledSquare(square, FACE_INDEX[cell], "town", "queendomino", name, built=bool(built))


def _read(file: Path) -> Image:
    image = cv2.imread(str(file))
    if image is None:
        raise FileNotFoundError(f"no readable picture: {file.name}")
    return np.asarray(image, np.uint8)
