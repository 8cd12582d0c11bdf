"""The commit that everything is compared with, taken out of git's history."""

from __future__ import annotations

import subprocess
import tarfile
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final

COMMIT: Final = "65ff186"

ROOT: Final = Path(__file__).resolve().parents[2]


def extract(folder: Path) -> Path:
    """Write that commit's files into a folder, and return it. Raises ``SystemExit`` for a clone without its history."""
    ran = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=False)
    if ran.returncode:
        raise SystemExit(f"this clone does not have commit {COMMIT}; run git fetch --unshallow first")
    with tarfile.open(fileobj=BytesIO(ran.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def require_pebble() -> None:
    """Raise ``SystemExit`` without Pebble: that commit's server reads photos with it, today's code does not."""
    if not find_spec("pebble"):
        raise SystemExit(f"the server of commit {COMMIT} needs Pebble; run pip install pebble first")
