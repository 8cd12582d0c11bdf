"""The stored baselines: one compressed JSON Lines file for each part, an entry a line."""

from __future__ import annotations

import csv
import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parents[2] / "results" / "guard"

ACCEPTED: Final = FOLDER / "accepted.csv"
"""Why baselines were replaced: part, number of entries that differed, reason."""

TOLERANCE: Final = 1e-4
"""Largest accepted difference of two numbers, relative to the stored one where that is above 1. Another order of the
same sums changes probabilities by less; pixels may differ by a ten-thousandth of their value."""

Entry = Mapping[str, Any]
"""``key`` names the entry, ``of`` may hold the SHA-256 of its input, ``value`` is what is compared."""


def stored(part: str) -> dict[str, Entry]:
    """The baseline of a part, by key. Raises ``FileNotFoundError`` where there is none."""
    with lzma.open(FOLDER / f"{part}.jsonl.xz", "rt", encoding="utf-8") as file:
        return {entry["key"]: entry for entry in map(json.loads, file)}


def store(part: str, entries: Iterable[Entry]) -> None:
    """Replace the baseline of a part."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with lzma.open(FOLDER / f"{part}.jsonl.xz", "wt", encoding="utf-8", newline="\n", preset=9) as file:
        for entry in entries:
            file.write(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n")


def note_accepted(part: str, count: int, why: str) -> None:
    """Write down why a baseline is replaced."""
    is_new = not ACCEPTED.exists()
    with ACCEPTED.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(("part", "entries_changed", "why"))
        writer.writerow((part, count, why))


def differences(before: object, now: object, at: str = "") -> Iterator[str]:
    """Every place at which two values differ: its path, the stored value, the value of now.

    >>> list(differences({"a": [1.0, 2.0]}, {"a": [1.00001, 2.5]}))
    ['.a[1]: 2.0 → 2.5']
    >>> list(differences({"a": 1}, {"b": 1}))
    ['.a: removed', '.b: added']
    """
    if isinstance(before, dict) and isinstance(now, dict):
        for key in before:
            if key in now:
                yield from differences(before[key], now[key], f"{at}.{key}")
        yield from (f"{at}.{key}: removed" for key in before if key not in now)
        yield from (f"{at}.{key}: added" for key in now if key not in before)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for index, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(one, other, f"{at}[{index}]")
    elif isinstance(before, float) and isinstance(now, int | float):
        if abs(before - now) > TOLERANCE * max(1.0, abs(before)):
            yield f"{at}: {before} → {now}"
    elif before != now:
        yield f"{at}: {before!r} → {now!r}"


def rounded(value: Any) -> Any:
    """The value with every float to six significant digits, and to six decimals, which keeps files small.

    >>> rounded({"a": [0.123456789, 1234.56789]})
    {'a': [0.123457, 1234.57]}
    """
    if isinstance(value, float):
        return round(float(f"{value:.6g}"), 6)
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list | tuple) else value
