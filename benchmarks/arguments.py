"""What the benchmarks' command lines have in common."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path


def benchmark_parser(name: str, description: str | None, *, writes: bool = True) -> ArgumentParser:
    """The parser of ``python -m benchmarks.NAME``; ``--out`` is ``results/NAME.csv`` where it is not given.

    ``writes=False`` leaves ``--out`` to the benchmark.

    >>> benchmark_parser("solve", None).parse_args([]).out.as_posix()
    'results/solve.csv'
    """
    parser = ArgumentParser(
        prog=f"python -m benchmarks.{name}", description=description, formatter_class=RawDescriptionHelpFormatter
    )
    if writes:
        parser.add_argument("--out", type=Path, default=Path("results") / f"{name}.csv")
    return parser
