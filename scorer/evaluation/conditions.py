"""Tables of what was measured on rendered photos: by condition, and how well doubt points at what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.evaluation.labelled import shown
from scorer.synthesis.negatives import BOARDS, NO_KINGDOM

Row = dict[str, str]
"""A line of ``results/rendered.csv``."""


def table(lines: Sequence[Sequence[str]]) -> str:
    """Markdown of a table, its heads first.

    >>> print(table([["a", "b"], ["1", "2"]]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [lines[0], ["---"] * len(lines[0]), *lines[1:]])


def overall(files: Mapping[str, Sequence[Row]]) -> str:
    """A line for every file of results: its name, all its rendered kingdoms, all its pictures without one."""
    lines = [
        ["file", "photos without a mistake", "kingdoms on the right grid", "pictures without a kingdom, none seen"]
    ]
    for name, rows in files.items():
        exact, grids, *_ = _counts(_rendered(rows))
        lines.append([f"`{name}`", exact, grids, _counts(_empty(rows))[0]])
    return table(lines)


def by_condition(rows: Sequence[Row]) -> str:
    """A line for every condition and for all, with the seeds of what went wrong."""
    kinds = list(dict.fromkeys(row["condition"] for row in rows))
    groups = [(kind, [row for row in rows if row["condition"] == kind]) for kind in kinds]
    groups += [("all rendered kingdoms", _rendered(rows)), ("all without a kingdom", _empty(rows))]
    heads = ["condition", "photos without a mistake", "kingdoms on the right grid", "squares read right", "went wrong"]
    return table([heads, *([name, *_counts(group)] for name, group in groups if group)])


def doubts(rows: Sequence[Row]) -> str:
    """Of rendered kingdoms, how many squares were doubtful in right readings, and how many wrong squares were among the
    doubtful ones.

    Squares read where none lies are not counted.
    """
    right = [row for row in _rendered(rows) if row["exact"] == "True"]
    wrong = [row for row in _rendered(rows) if row["fault"] not in {"", "finder"} and int(row["wrong"])]
    hinted = [row for row in wrong if int(row["wrong_doubtful"])]
    lines = [["readings", "figure"]]
    for name, few in (("no", {0}), ("at most one", {0, 1})):
        count = sum(int(row["doubtful"]) in few for row in right)
        lines.append([f"right, with {name} doubtful square", shown(count, len(right))])
    lines.append(["with wrong squares, one of them doubtful", shown(len(hinted), len(wrong))])
    squares = sum(int(row["wrong"]) for row in wrong)
    lines.append(["wrong squares that are doubtful", shown(sum(int(row["wrong_doubtful"]) for row in wrong), squares)])
    return table(lines)


def _rendered(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if not row["condition"].startswith((NO_KINGDOM, BOARDS))]


def _empty(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["condition"].startswith(NO_KINGDOM)]


def _counts(group: Sequence[Row]) -> list[str]:
    kingdoms, found, squares, read = (
        sum(int(row[name]) for row in group) for name in ("kingdoms", "found", "squares", "read_right")
    )
    exact = sum(row["exact"] == "True" for row in group)
    one = len({row["condition"] for row in group}) == 1
    faults: dict[str, list[str]] = {}
    for row in group:
        if row["fault"]:
            faults.setdefault(row["fault"], []).append(row["seed"])
    named = [f"{fault}: {', '.join(seeds) if one else len(seeds)}" for fault, seeds in faults.items()]
    shares = [shown(right, n) if n else "" for right, n in ((found, kingdoms), (read, squares))]
    return [shown(exact, len(group)), *shares, "; ".join(named)]
