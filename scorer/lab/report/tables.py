"""The tables of results: labelled pictures by source, rendered photos by scenario, flags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from scorer.lab.metrics.flags import KingdomFlags, flag_totals
from scorer.lab.metrics.measurement import CORNERS, SEARCH, Measurement, grouped, totals
from scorer.lab.metrics.rows import ACCURACY, read_rows
from scorer.lab.metrics.statistics import Share
from scorer.lab.render.benchmark_set.boards import BOARDS
from scorer.lab.render.benchmark_set.negatives import NO_KINGDOM
from scorer.lab.report.markdown import table

LABELLED = {
    "left_out.csv": "Trained without the measured source",
    "held_out.csv": "Trained on every source, but not on the measured kingdoms and photos",
    "evaluate.csv": "The shipped models, which were trained on most of these pictures",
}
"""Files of results of labelled pictures, in the order of the page, with their headings."""

WAYS = {SEARCH: "whole picture", CORNERS: "corners given"}

OBLIQUE = "oblique"
"""The prefix of the names of oblique scenarios."""

RENDERED = "rendered*.csv"
"""Files of results of rendered photos, by their seeds."""

Rows = Sequence[Measurement]


SOURCES = {
    "aau": "photos by one camera, cropped and straightened",
    "phone": "phone photos, cropped to the kingdom",
    "photo": "whole photos, not cropped",
}
"""Descriptions of the sources of labelled pictures."""


def unseen_table(results: Path) -> str:
    """The table of kingdoms from sources that the classifier was not trained on, found in the whole picture."""
    rows = [row for row in read_rows(Measurement, results / "left_out.csv") if row.way == SEARCH]
    groups = dict(sorted(grouped(rows, lambda row: SOURCES.get(row.kind, row.kind)).items())) | {"all": rows}
    heads = ("pictures of real kingdoms", "kingdoms read exactly", "squares read correctly")
    return table(heads, [[name, totals(some).exact, totals(some).read] for name, some in groups.items()])


def key_figures(results: Path) -> str:
    """The table of the figures that answer the most frequent questions."""
    unseen = [row for row in read_rows(Measurement, results / "left_out.csv") if row.way == SEARCH]
    rendered = _rendered(results)
    with_kingdoms = totals(_with_kingdoms(rendered))
    flags = flag_totals(read_rows(KingdomFlags, results / "flags.csv"))
    lines = [
        ["pictures of real kingdoms, classifier trained on other sources, read exactly", totals(unseen).exact],
        ["rendered kingdoms, read exactly", with_kingdoms.exact],
        ["rendered kingdoms, read exactly or with every wrong square itself flagged", with_kingdoms.exact_or_flagged],
        ["wrong squares in a separate set of rendered photos, flagged or next to a flag", flags.recall],
        ["pictures without a kingdom, none reported", totals(_without_kingdom(rendered)).exact],
    ]
    return table(("measured", "count · share (95 % interval)"), lines)


def labelled_tables(results: Path) -> list[str]:
    """The tables of every file of results of labelled pictures."""
    return [
        f"{title} (`{(ACCURACY / name).as_posix()}`):\n\n{by_source(read_rows(Measurement, results / name))}"
        for name, title in LABELLED.items()
        if (results / name).is_file()
    ]


def rendered_tables(results: Path) -> list[str]:
    """The tables of the rendered photos, those of other seeds included."""
    files = {file.name: read_rows(Measurement, file) for file in sorted(results.glob(RENDERED))}
    return [by_file(files), by_scenario(_rendered(results))]


def oblique_tables(results: Path) -> list[str]:
    """The tables of the oblique photos, by the camera's tilt."""
    rows = read_rows(Measurement, results / "oblique.csv")
    return [by_scenario(rows)]


def expansion_tables(results: Path) -> list[str]:
    """The tables of the photos rendered with expansions: by the pieces on the squares, and flags."""
    rows = read_rows(Measurement, results / "expansions.csv")
    wrong = Share(sum(row.wrong_doubtful for row in rows), sum(row.wrong for row in rows))
    return [by_scenario(rows), f"Wrong squares that are flagged: {wrong}."]


def negative_tables(results: Path) -> list[str]:
    """The table of the pictures without a kingdom, by their contents."""
    rows = read_rows(Measurement, results / "negatives.csv")
    kinds = grouped(rows, lambda row: row.kind.removeprefix(f"{NO_KINGDOM}: "))
    lines = [[kind, totals(some).exact, _seeds(some)] for kind, some in kinds.items()]
    return [table(("pictures of", "none seen", "went wrong"), [*lines, ["all", totals(rows).exact, _counts(rows)]])]


def flag_tables(results: Path) -> list[str]:
    """The table of how well flags find errors on rendered photos."""
    return [flag_table(read_rows(KingdomFlags, results / "flags.csv"))]


def flag_table(rows: Sequence[KingdomFlags]) -> str:
    """A line for all rendered kingdoms, for the oblique ones, and for the others."""
    groups = {
        "all rendered photos": rows,
        "oblique": [row for row in rows if row.kind.startswith(OBLIQUE)],
        "all others": [row for row in rows if not row.kind.startswith(OBLIQUE)],
    }
    heads = (
        *("readings", "errors flagged", "readings with errors, all of them flagged", "false flags per right reading"),
        *("right readings", "calibration error of the confidence", "of a perfectly calibrated one"),
    )
    lines = []
    for name, some in groups.items():
        sums = flag_totals(some)
        errors = f"{sums.calibration_error:.3f}", f"{sums.perfect_calibration_error:.3f}"
        lines.append([name, sums.recall, sums.all_flagged, f"{sums.false_flags:.2f}", sums.right, *errors])
    return table(heads, lines)


def labelled_summary(rows: Rows) -> str:
    """The summary of a run over labelled pictures: the table, the times, and every kingdom with an error."""
    times = [f"{kind}, {WAYS[way]}: {totals(some).seconds:.2f} s" for (kind, way), some in _by_source(rows).items()]
    wrong = [
        f"not exact: {r.picture} ({WAYS[r.way]}): read {r.read or 'nothing'}, is {r.truth}" for r in rows if not r.exact
    ]
    return "\n".join([by_source(rows), "", f"median seconds: {'; '.join(times)}", *wrong])


def rendered_summary(rows: Rows) -> str:
    """The summary of a run over rendered photos: the table and the median time."""
    return f"{by_scenario(rows)}\n\nmedian seconds: {totals(rows).seconds:.2f}"


def by_source(rows: Rows) -> str:
    """A line for every source and way of reading."""
    heads = ("pictures", "read by", "kingdom found", "squares alone", "squares read", "exact kingdom", "exact score")
    lines = []
    for (kind, way), group in _by_source(rows).items():
        sums = totals(group)
        lines.append([kind, WAYS[way], sums.found, sums.seen, sums.read, sums.exact, sums.scores])
    return table(heads, lines)


def by_file(files: Mapping[str, Rows]) -> str:
    """A line for every file of rendered photos: all its kingdoms, all its pictures without one."""
    heads = ("file", "photos without a mistake", "kingdoms on the right grid", "pictures without a kingdom, none seen")
    lines = []
    for name, rows in files.items():
        sums = totals(_with_kingdoms(rows))
        lines.append(
            [f"`{(ACCURACY / name).as_posix()}`", sums.exact, sums.found, totals(_without_kingdom(rows)).exact]
        )
    return table(heads, lines)


def by_scenario(rows: Rows) -> str:
    """A line for every scenario, with the seeds of errors, and one for all of them with its count."""
    heads = (
        *("scenario", "photos without a mistake", "or with every wrong square flagged"),
        *("kingdoms on the right grid", "squares read right", "went wrong"),
    )
    lines = [_scenario(kind, group, _seeds(group)) for kind, group in grouped(rows, lambda row: row.kind).items()]
    all_of = {"all rendered kingdoms": _with_kingdoms(rows), "all without a kingdom": _without_kingdom(rows)}
    lines += [_scenario(name, group, _counts(group)) for name, group in all_of.items() if group]
    return table(heads, lines)


def _rendered(results: Path) -> Rows:
    return [row for file in sorted(results.glob(RENDERED)) for row in read_rows(Measurement, file)]


def _by_source(rows: Rows) -> dict[tuple[str, str], list[Measurement]]:
    return dict(sorted(grouped(rows, lambda row: (row.kind, row.way)).items()))


def _with_kingdoms(rows: Rows) -> Rows:
    return [row for row in rows if not row.kind.startswith((NO_KINGDOM, BOARDS))]


def _without_kingdom(rows: Rows) -> Rows:
    return [row for row in rows if row.kind.startswith(NO_KINGDOM)]


def _scenario(name: str, group: Rows, went_wrong: str) -> list[object]:
    sums = totals(group)
    return [name, sums.exact, sums.exact_or_flagged, sums.found, sums.read, went_wrong]


def _seeds(group: Rows) -> str:
    faults = grouped((row for row in group if row.fault), lambda row: row.fault)
    return "; ".join(f"{fault}: {', '.join(row.picture for row in rows)}" for fault, rows in faults.items())


def _counts(group: Rows) -> str:
    return "; ".join(f"{fault}: {count}" for fault, count in Counter(row.fault for row in group if row.fault).items())
