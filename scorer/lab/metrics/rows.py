"""Rows of results as CSV files: one frozen dataclass a line, its fields the columns."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Row = TypeVar("Row", bound=DataclassInstance)

ACCURACY = Path("results") / "accuracy"
"""The folder of stored accuracy rows, relative to the root of a clone."""

DIGITS = 4
"""Decimal places of a float."""

_PARSERS: dict[str, Callable[[str], object]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": lambda text: text == "True",
}


def write_rows(rows: Iterable[Row], kind: type[Row], path: Path) -> list[Row]:
    """Write rows of one kind to a CSV file, and return them.

    Each is written to disk before the next one is requested, so that a long run can be stopped without loss. A
    missing folder is created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    written = []
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(kind)], lineterminator="\n")
        writer.writeheader()
        for row in rows:
            values = asdict(row)
            writer.writerow({k: round(v, DIGITS) if isinstance(v, float) else v for k, v in values.items()})
            file.flush()
            written.append(row)
    return written


def read_rows(kind: type[Row], path: Path) -> list[Row]:
    """The rows of a CSV file by ``write_rows``, or of one with more columns.

    Fields may be ``str``, ``int``, ``float``, ``bool``, or one of them ``| None`` (empty in the file). Raises
    ``ValueError`` for a missing column.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        missing = {field.name for field in fields(kind)} - set(reader.fieldnames or ())
        if missing:
            raise ValueError(f"{path.name} has no column {', '.join(sorted(missing))}; write it again by its command")
        return [
            kind(**{field.name: _value(str(field.type), line[field.name]) for field in fields(kind)}) for line in reader
        ]


def _value(annotation: str, text: str) -> object:
    name, _, optional = annotation.partition(" | ")
    return None if optional and not text else _PARSERS[name](text)
