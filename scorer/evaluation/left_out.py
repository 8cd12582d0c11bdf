"""Honest figures: trained without a source, or without a third of every source's kingdoms, and measured on it.

``python -m scorer.evaluation.left_out DATA [sources|thirds]`` writes, for whole sources, ``results/left_out.csv`` (a
row per board) and ``results/left_out_squares.csv`` (a row per wrong square), for thirds ``results/held_out*.csv``, and
prints the shares. Squares of wrong names (``datasets.misnamed_squares``) are kept from training, measured as they are
named, and marked. Trained classifiers are kept in ``.work/left_out``; remove them to train again.
"""

from __future__ import annotations

import csv
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.datasets.labelled import LabelledBoard, LabelledSquare, camera_of, labelled_boards, textures
from scorer.evaluation.labelled import Row, evaluate, share, summary, write_rows
from scorer.training import squares as train_squares
from scorer.training.run import SQUARES, save, training_squares
from scorer.vision.models import load_net
from scorer.vision.squares.classifier import classify
from scorer.vision.squares.faces import FACES

KEPT = Path(".work") / "left_out"
STEPS = 3300
"""Training of each protocol's classifier: eight minutes on one core."""


@dataclass(frozen=True)
class Protocol:
    """Which squares are kept from training, and which boards they make."""

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
"""Kingdoms and photos left out of every source, in the order of their names: pictures of one kingdom stay together."""


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
"""Sources with kingdoms to leave out; scans, drawn tiles and towns are always trained with."""


def run_of(photo: str) -> str:
    """What pictures of one kingdom have in common: most are taken in a row.

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


def main(arguments: Sequence[str]) -> int:
    """Run the protocols of both kinds, or of the one that is named."""
    data, results = Path(arguments[0]), Path("results")
    everything = training_squares(data, misnamed=True)
    kinds = {
        "sources": ("left_out", SOURCES),
        "thirds": ("held_out", thirds(everything, labelled_boards(data))),
    }
    for kind in arguments[1:] or kinds:
        name, protocols = kinds[kind]
        boards: list[Row] = []
        squares: list[dict[str, object]] = []
        for protocol in protocols:
            rows, wrong = _measure(data, protocol, everything, results / f"{name}_{_file_name(protocol)}.npz")
            boards += rows
            squares += wrong
        print(f"all {kind}\n{summary(boards)}", flush=True)
        write_rows(boards, results / f"{name}.csv")
        _write_squares(squares, results / f"{name}_squares.csv")
    return 0


def _file_name(protocol: Protocol) -> str:
    return protocol.name.replace(" ", "_")


def _measure(
    data: Path, protocol: Protocol, everything: Sequence[LabelledSquare], kept_chances: Path
) -> tuple[list[Row], list[dict[str, object]]]:
    kept = [s for s in everything if not protocol.squares(s) and not s.misnamed]
    held = [s for s in everything if protocol.squares(s)]
    folder = KEPT / _file_name(protocol)
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / SQUARES).is_file():
        save(train_squares.train(kept, textures(data), STEPS), folder / SQUARES)
    os.environ["KINGDOM_MODELS"] = str(folder)
    load_net.cache_clear()
    try:
        chances = classify(np.stack([square.image for square in held]))
        rows = list(evaluate([board for board in labelled_boards(data) if protocol.boards(board)]))
    finally:
        del os.environ["KINGDOM_MODELS"]
        load_net.cache_clear()
    read = chances.argmax(axis=1)
    truth = np.array([square.face for square in held])
    right, named = read == truth, np.array([not square.misnamed for square in held])
    print(f"left out {protocol.name}: single squares {share(int(right.sum()), len(truth))}")
    print(f"without those of wrong names: {share(int(right[named].sum()), int(named.sum()))}")
    print(f"expected calibration error {calibration_error(chances, truth):.4f}")
    print(summary(rows), flush=True)
    wrong = [
        {
            "protocol": protocol.name,
            "photo": held[i].photo,
            "truth": str(FACES[truth[i]]),
            "read": str(FACES[read[i]]),
            "chance": round(float(chances[i, read[i]]), 4),
            "shows": held[i].misnamed or "",
        }
        for i in np.flatnonzero(read != truth)
    ]
    np.savez_compressed(kept_chances, chances=chances.astype(np.float16), truth=truth)
    return rows, wrong


def calibration_error(chances: NDArray[np.float32], truth: NDArray[np.int64], bins: int = 15) -> float:
    """The expected calibration error of the likeliest faces: how far confidence is from being right, on average."""
    top, right = chances.max(axis=1), chances.argmax(axis=1) == truth
    which = np.minimum((top * bins).astype(int), bins - 1)
    gaps = [abs(float(top[which == b].mean() - right[which == b].mean())) * (which == b).mean() for b in set(which)]
    return float(sum(gaps))


def _write_squares(rows: Sequence[dict[str, object]], out: Path) -> None:
    with out.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["protocol", "photo", "truth", "read", "chance", "shows"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
