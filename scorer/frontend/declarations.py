"""Writes ``browser/shared/data.d.ts`` from ``data.py``: ``python -m scorer.frontend.declarations``, for developers."""

from __future__ import annotations

from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from scorer.app.component import data

FILE = Path(__file__).with_name("browser") / "shared" / "data.d.ts"
_NAMES = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def declarations() -> str:
    """The TypeScript interfaces of every TypedDict in ``data.py``."""
    shapes = [shape for shape in vars(data).values() if is_typeddict(shape)]
    head = "// Written by scorer/frontend/declarations.py from data.py; do not change it here.\n"
    return "\n".join([head, *map(_interface, shapes)])


def _interface(shape: type[Any]) -> str:
    optional: frozenset[str] = shape.__optional_keys__
    lines = (
        f"  {name}{'?' if name in optional else ''}: {type_name(kind)};" for name, kind in get_type_hints(shape).items()
    )
    return "\n".join([f"export interface {shape.__name__} {{", *lines, "}\n"])


def type_name(kind: Any) -> str:
    """A Python type as TypeScript writes it.

    >>> type_name(dict[str, list[int]]), type_name(list[float | None]), type_name(Literal["a", "b"])
    ('Record<string, number[]>', '(number | null)[]', '"a" | "b"')
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list:
        name = type_name(inner[0])
        return f"({name})[]" if "|" in name else f"{name}[]"
    if origin is dict:
        return f"Record<string, {type_name(inner[1])}>"
    if origin is UnionType:
        return " | ".join(map(type_name, inner))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    return _NAMES.get(kind) or str(kind.__name__)


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
