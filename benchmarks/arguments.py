"""The command-line options that the benchmarks share."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path


def benchmark_parser(
    name: str, description: str | None, *, folder: str = "speed", writes: bool = True
) -> ArgumentParser:
    """The parser of ``python -m benchmarks.NAME``; the default of ``--out`` is ``results/FOLDER/NAME.csv``.

    ``writes=False`` leaves ``--out`` to the benchmark.

    >>> benchmark_parser("cold", None).parse_args([]).out.as_posix()
    'results/speed/cold.csv'
    """
    parser = ArgumentParser(
        prog=f"python -m benchmarks.{name}", description=description, formatter_class=RawDescriptionHelpFormatter
    )
    if writes:
        parser.add_argument("--out", type=Path, default=Path("results") / folder / f"{name}.csv")
    return parser
