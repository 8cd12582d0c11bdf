"""Reading an ordinary photo loads no library that it does not use: a cold start is mostly imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_an_ordinary_photo_loads_no_solver_no_heic_decoder_and_no_lab() -> None:
    code = (
        "import sys; from scorer.vision.reader import read_photo;"
        "found = read_photo('sample_images/whole.jpg').kingdoms;"
        "unused = ('highspy', 'scipy', 'pillow_heif', 'sklearn', 'streamlit');"
        "print(len(found), [name for name in unused if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1 []"


@pytest.mark.slow
def test_the_command_line_reads_one_photo_without_other_processes() -> None:
    code = (
        "import sys; from scorer.cli import main;"
        "status = main(['read', 'sample_images/whole.jpg']);"
        "unneeded = ('scorer.service.workers', 'asyncio', 'highspy', 'scipy');"
        "print(status, [name for name in unneeded if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"
