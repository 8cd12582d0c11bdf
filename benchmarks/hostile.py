"""Cost of each file of the hostile corpus: seconds and peak memory of a process that reads only this file.

    python -m benchmarks.hostile --out results/speed/hostile.csv --label after

``python -m scorer read`` reads each file. The memory is that of the largest of its processes, as counted by Linux: the
parent and its workers are measured separately at their peaks.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import read_rows, write_rows
from tests.vision.photo.hostile import CORPUS

ROOT = Path(__file__).resolve().parent.parent

LIMIT = 120
"""Seconds after which the measuring gives up."""


@dataclass(frozen=True)
class FileCost:
    """The cost of one file in seconds and megabytes, and the last line of the program's output."""

    program: str
    file: str
    bytes: int
    seconds: float
    cpu_seconds: float
    peak_mb: int
    said: str


def main() -> None:
    """Measure, print, write. Rows of another label that are in the file already stay."""
    parser = benchmark_parser("hostile", __doc__)
    parser.add_argument("--label", default="after")
    parser.add_argument("--program", type=Path, default=ROOT, help="the clone whose program is measured")
    chosen = parser.parse_args()
    others = read_rows(FileCost, chosen.out) if chosen.out.exists() else []
    kept = [row for row in others if row.program != chosen.label]
    write_rows([*kept, *costs(chosen.label, chosen.program)], FileCost, chosen.out)


def costs(label: str, program: Path) -> Iterator[FileCost]:
    """A row for each file of the corpus, printed as it comes."""
    for name, (make, _) in CORPUS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "photo"
            path.write_bytes(make())
            size = path.stat().st_size
            seconds, cpu, peak, said = measured(path, program)
        row = FileCost(label, name, size, round(seconds, 1), round(cpu, 1), peak, said)
        print(*vars(row).values(), sep="; ", flush=True)
        yield row


def measured(path: Path, program: Path) -> tuple[float, float, int, str]:
    """Seconds by the wall and of the processors, megabytes at the peak, and the line that was said."""
    started, spent = time.perf_counter(), spent_by_children()
    command = [sys.executable, "-m", "scorer", "read", str(path)]
    running = subprocess.Popen(
        command,
        cwd=program,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(program)},
    )
    peaks: dict[int, int] = {}
    over = threading.Event()
    watcher = threading.Thread(target=watch, args=(running.pid, peaks, over))
    watcher.start()
    try:
        out, wrong = running.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        running.kill()
        out, wrong = running.communicate()
        wrong = f"stopped after {LIMIT} s"
    over.set()
    watcher.join()
    lines = [line for line in (wrong or out).splitlines() if line.strip()]
    said = lines[-1].replace(str(path), "photo")[:160]
    return time.perf_counter() - started, spent_by_children() - spent, max(peaks.values(), default=0), said


def spent_by_children() -> float:
    """Processor seconds of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def watch(parent: int, peaks: dict[int, int], over: threading.Event) -> None:
    """Keep the peak, in megabytes, of a process and of all its children."""
    while not over.wait(0.02):
        for process in [parent, *children(parent)]:
            try:
                status = Path(f"/proc/{process}/status").read_text()
            except OSError:
                continue
            if "VmHWM:" in status:
                peaks[process] = int(status.split("VmHWM:")[1].split()[0]) // 1024


def children(process: int) -> list[int]:
    """The numbers of all processes below one."""
    try:
        listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        threads = Path(f"/proc/{process}/task").iterdir()
        listed += [n for t in threads if t.name != str(process) for n in (t / "children").read_text().split()]
    except OSError:
        return []
    return [number for text in set(listed) for number in (int(text), *children(int(text)))]


if __name__ == "__main__":
    main()
