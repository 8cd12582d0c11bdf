"""The API under the name of the distribution."""

from __future__ import annotations

import subprocess
import sys

import kingdom_scorer
import scorer


def test_both_names_give_the_same_objects() -> None:
    assert kingdom_scorer.__all__ == scorer.__all__
    for name in scorer.__all__:
        assert getattr(kingdom_scorer, name) is getattr(scorer, name)


def test_importing_loads_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules); import kingdom_scorer; kingdom_scorer.score;"
        "print({name.partition('.')[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() in ("{'kingdom_scorer', 'scorer'}", "{'scorer', 'kingdom_scorer'}")


def test_the_command_line_runs_under_this_name() -> None:
    command = [sys.executable, "-m", "kingdom_scorer", "score", "w1wC"]
    assert "2  points" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
