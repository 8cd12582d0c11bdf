"""The run file next to each model: commit, data, settings, versions, metrics, hashes."""

from __future__ import annotations

import hashlib
import platform
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import tomli_w
import torch

from scorer.lab.data.squares import LabelledSquare
from scorer.lab.train.engine import Task, Trained
from scorer.lab.train.quantization import Quantization


def write_run(
    file: Path,
    task: Task,
    trained: Trained,
    start: Mapping[str, str],
    data: Path,
    squares: Sequence[LabelledSquare],
    quantization: Quantization,
    files: Sequence[Path],
) -> None:
    """Write the run file (TOML).

    ``start`` gives the SHA-256 of the initial weights, if any, by the names of their files; ``files`` are those
    written.
    """
    run = {
        "task": task.name,
        "made": datetime.now(UTC).replace(microsecond=0),
        "commit": commit(),
        "steps": trained.steps,
        "seconds": round(trained.seconds),
        "data": {"sha256": data_hash(data), "squares": dict(sorted(Counter(s.source for s in squares).items()))},
        "start": dict(start),
        "settings": asdict(task.settings),  # type: ignore[call-overload]
        "validation": {
            kind: {"step": one.step, **one.figures} for kind in ("best", "last") if (one := getattr(trained, kind))
        },
        "libraries": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "numpy": np.__version__,
            "opencv": cv2.__version__,
        },
        "quantization": asdict(quantization),
        "files": file_hashes(files),
    }
    file.write_text(tomli_w.dumps(run), encoding="utf-8")


def commit() -> str:
    """The commit of this clone, with ``-dirty`` if files differ from it; ``unknown`` outside a clone."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "unknown"


def data_hash(data: Path) -> str:
    """SHA-256 over the names and contents of all files of a folder, sorted by name."""
    whole = hashlib.sha256()
    for file in sorted(file for file in data.rglob("*") if file.is_file()):
        whole.update(f"{file.relative_to(data).as_posix()} {file_hash(file)}\n".encode())
    return whole.hexdigest()


def file_hashes(files: Sequence[Path]) -> dict[str, str]:
    """SHA-256 of files, by their names."""
    return {file.name: file_hash(file) for file in files}


def file_hash(file: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
