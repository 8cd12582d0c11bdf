"""The public API: every name is there, and none but the readers of photos loads a heavy library."""

import subprocess
import sys

import pytest

import scorer


def test_every_public_name_is_there() -> None:
    for name in scorer.__all__:
        assert getattr(scorer, name).__name__ == name


@pytest.mark.slow
def test_only_the_photo_reader_is_loaded_late() -> None:
    code = (
        "import sys, scorer;"
        "scorer.rank(scorer.Table((scorer.Player('Ann', kingdoms=(scorer.Kingdom.parse('w1wC'),)),)));"
        "before = 'numpy' in sys.modules; scorer.read_photo; print(before, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_the_package_itself_loads_nothing() -> None:
    """What is not loaded before ``python -m scorer`` begins cannot be interrupted in a way that it cannot answer."""
    code = "import sys, scorer; print([name for name in sys.modules if name.startswith('scorer.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
