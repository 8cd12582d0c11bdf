"""Measures classifiers on squares left out of their training: one source, or a third of every source's kingdoms.

python -m scorer.lab.evaluate.left_out DATA [sources|thirds]

Sources give ``results/accuracy/left_out.csv``, a row per labelled picture, and ``left_out_squares.csv``, a row per
wrong square; thirds give ``held_out*.csv``. Squares with wrong labels (``misnamed_squares``) are not trained with;
they are measured by their labels and marked. Trained classifiers are stored in ``.work/left_out``; delete them to
train again.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scorer.lab.data.boards import LabelledBoard, labelled_boards
from scorer.lab.data.squares import LabelledSquare, camera_of
from scorer.lab.data.textures import textures
from scorer.lab.data.training import training_squares
from scorer.lab.evaluate.labelled import evaluate
from scorer.lab.metrics.measurement import Measurement
from scorer.lab.metrics.rows import ACCURACY, write_rows
from scorer.lab.metrics.statistics import Share, calibration_error
from scorer.lab.report.tables import labelled_summary
from scorer.lab.train.engine import fit
from scorer.lab.train.nets import export
from scorer.lab.train.schedule import Schedule
from scorer.lab.train.squares import SquaresSettings, SquaresTask
from scorer.vision.common.faces import FACES
from scorer.vision.models import Models
from scorer.vision.reader import Reader

KEPT = Path(".work") / "left_out"
SETTINGS = SquaresSettings(Schedule(steps=3300, batch=64, rate=2e-3), validation=0.0)
"""Training of each protocol's classifier, on everything that the protocol does not leave out: eight minutes on one
core."""


@dataclass(frozen=True)
class Protocol:
    """The squares that are left out of training, and the boards that they belong to."""

    name: str
    squares: Callable[[LabelledSquare], bool]
    boards: Callable[[LabelledBoard], bool]


SOURCES = (
    Protocol("aau", lambda s: s.source == "aau", lambda b: b.source == "aau"),
    Protocol(
        "dated",
        lambda s: s.source == "squares" and s.camera == "dated",
        lambda b: b.file.name.startswith("phone_2018"),
    ),
    Protocol(
        "others",
        lambda s: s.source == "photo" or (s.source == "squares" and s.camera != "dated"),
        lambda b: b.source == "photo" or (b.source.startswith("phone") and not b.file.name.startswith("phone_2018")),
    ),
)
"""Whole sources left out."""

THIRDS = ("first third", "second third", "last third")
"""Thirds of the kingdoms and photos of every source, by name: pictures of one kingdom stay together."""


def thirds(squares: Sequence[LabelledSquare], boards: Sequence[LabelledBoard]) -> tuple[Protocol, ...]:
    """The protocols that leave out a third of the kingdoms of every camera."""
    runs: dict[str, set[str]] = defaultdict(set)
    for square in squares:
        runs[_group(square)].add(run_of(square.photo))
    for board in boards:
        if board.source == "photo":
            runs["photo"].add(run_of(board.file.stem))
    part = {
        (group, run): index * len(THIRDS) // len(names)
        for group, names in runs.items()
        for index, run in enumerate(sorted(names))
    }

    def leaves_out(number: int) -> Protocol:
        return Protocol(
            THIRDS[number],
            lambda s: s.source in MEASURED and part[_group(s), run_of(s.photo)] == number,
            lambda b: part[_board_group(b), run_of(_photo_of(b))] == number,
        )

    return tuple(leaves_out(number) for number in range(len(THIRDS)))


MEASURED = {"squares", "table", "aau", "photo"}
"""Sources with kingdoms to leave out; scans, drawn squares and towns are always trained with."""


def run_of(photo: str) -> str:
    """The part of a photo's name that pictures of one kingdom share: most are taken in sequence.

    >>> run_of("growing_3_07"), run_of("aau_18"), run_of("aau_22"), run_of("IMG_4048")
    ('growing_3', 'aau 1', 'aau 1', 'IMG_4048')
    """
    if photo.startswith("aau_"):
        return f"aau {(int(photo[4:]) - 1) // 16}"
    return re.sub(r"_\d+$", "", photo) if photo.startswith(("growing", "queendomino")) else photo


def _group(square: LabelledSquare) -> str:
    return square.camera if square.source in {"squares", "table"} else square.source


def _photo_of(board: LabelledBoard) -> str:
    return board.file.stem.removeprefix("phone_")


def _board_group(board: LabelledBoard) -> str:
    return camera_of(_photo_of(board)) if board.source.startswith("phone") else board.source


@dataclass(frozen=True)
class WrongSquare:
    """A square whose most probable face is wrong, before the rules are applied."""

    protocol: str
    photo: str
    truth: str
    read: str
    probability: float
    """Probability of the wrong face."""
    shows: str
    """The true face if the label is wrong, otherwise empty."""


def main(arguments: Sequence[str]) -> int:
    """Run the protocols of both kinds, or of the named kind."""
    data = Path(arguments[0])
    everything = training_squares(data, misnamed=True)
    kinds = {
        "sources": ("left_out", SOURCES),
        "thirds": ("held_out", thirds(everything, labelled_boards(data))),
    }
    for kind in arguments[1:] or kinds:
        name, protocols = kinds[kind]
        boards: list[Measurement] = []
        squares: list[WrongSquare] = []
        for protocol in protocols:
            reader = Reader(Models.from_folder(_trained(data, protocol, everything)))
            out = ACCURACY / f"{name}_{_file_name(protocol)}.npz"
            squares += measure_squares(reader, protocol, everything, out)
            boards += evaluate((board for board in labelled_boards(data) if protocol.boards(board)), reader)
        write_rows(boards, Measurement, ACCURACY / f"{name}.csv")
        write_rows(squares, WrongSquare, ACCURACY / f"{name}_squares.csv")
        print(f"all {kind}\n{labelled_summary(boards)}", flush=True)
    return 0


def _file_name(protocol: Protocol) -> str:
    return protocol.name.replace(" ", "_")


def _trained(data: Path, protocol: Protocol, everything: Sequence[LabelledSquare]) -> Path:
    """The folder with the classifier trained without the protocol's squares; trains it if it does not exist."""
    folder = KEPT / _file_name(protocol)
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "squares.onnx").is_file():
        kept = [square for square in everything if not protocol.squares(square) and not square.misnamed]
        task = SquaresTask(kept, textures(data), SETTINGS)
        export(fit(task, folder / "training", resume=True).net, folder / "squares.onnx")
    return folder


def measure_squares(
    reader: Reader, protocol: Protocol, everything: Sequence[LabelledSquare], out: Path
) -> list[WrongSquare]:
    """Classify the squares left out, store all probabilities in ``out``, print the accuracies, return the errors."""
    held = [square for square in everything if protocol.squares(square)]
    probabilities = reader.squares.classify(np.stack([square.image for square in held]))
    read, truth = probabilities.argmax(axis=1), np.array([square.face for square in held])
    np.savez_compressed(out, probabilities=probabilities.astype(np.float16), truth=truth)
    right, named = read == truth, np.array([not square.misnamed for square in held])
    print(f"left out {protocol.name}: single squares {Share(int(right.sum()), len(truth))}")
    print(f"without those of wrong names: {Share(int(right[named].sum()), int(named.sum()))}")
    print(f"expected calibration error {calibration_error(probabilities.max(axis=1), right):.4f}", flush=True)
    return [
        WrongSquare(
            protocol.name,
            held[index].photo,
            str(FACES[truth[index]]),
            str(FACES[read[index]]),
            float(probabilities[index, read[index]]),
            held[index].misnamed or "",
        )
        for index in np.flatnonzero(~right)
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
