"""Checks an installation: reads the shipped samples, and reports errors, times and versions."""

from __future__ import annotations

import platform
import statistics
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import metadata
from time import perf_counter
from typing import Any, Final

from scorer.samples import Sample, samples

LIBRARIES: Final = ("numpy", "opencv-python-headless", "onnxruntime", "pillow", "pillow-heif", "highspy", "streamlit")
"""Libraries whose versions belong in every bug report."""

RUNS: Final = 5
"""Number of readings of one sample for the median time."""

HASH_LENGTH: Final = 12
"""Hexadecimal digits of a model's SHA-256 that are shown."""


@dataclass(frozen=True)
class SampleResult:
    """One sample image: its label and its reading, as notations, kingdoms separated by spaces."""

    name: str
    expected: str
    read: str

    @property
    def is_exact(self) -> bool:
        """Whether the reading equals the label."""
        return self.read == self.expected


@dataclass(frozen=True)
class SelfTest:
    """The result of a self-test. ``seconds`` is the median time of reading one sample image, decoding included."""

    samples: tuple[SampleResult, ...]
    seconds: float
    versions: Mapping[str, str]
    models: Mapping[str, str]

    @property
    def passed(self) -> bool:
        """Whether every sample was read exactly."""
        return all(result.is_exact for result in self.samples)

    @property
    def data(self) -> dict[str, Any]:
        """The result as JSON data."""
        return {
            "passed": self.passed,
            "samples": [{**asdict(result), "exact": result.is_exact} for result in self.samples],
            "seconds": round(self.seconds, 3),
            "versions": dict(self.versions),
            "models": dict(self.models),
        }

    @property
    def text(self) -> str:
        """The result for a terminal or a bug report."""
        lines = [
            f"{'ok  ' if result.is_exact else 'FAIL'} {result.name}"
            + ("" if result.is_exact else f"\n     labelled {result.expected}\n     read     {result.read}")
            for result in self.samples
        ]
        exact = sum(result.is_exact for result in self.samples)
        lines.append(f"{exact} of {len(self.samples)} sample images are read as labelled.")
        lines.append(f"Reading one takes {self.seconds * 1000:.0f} ms here (median of {RUNS}).")
        lines += [f"{name} {version}" for name, version in {**self.versions, **self.models}.items()]
        lines.append("In a report of a fault, include these lines, the photo, what was read and what is right.")
        return "\n".join(lines)


def self_test() -> SelfTest:
    """Read every shipped sample image on this machine, without downloads.

    This checks the installation, not the accuracy: the models are built to read these images.
    """
    shipped = samples()
    results = tuple(map(_result, shipped))
    return SelfTest(results, _median_seconds(shipped[0]), versions(), model_hashes())


def versions() -> dict[str, str]:
    """The versions of kingdom-scorer, Python, the operating system and the libraries that read photos.

    >>> list(versions())[:2]
    ['kingdom-scorer', 'Python']
    """
    found = {"kingdom-scorer": version(), "Python": platform.python_version(), "system": platform.platform()}
    for library in LIBRARIES:
        try:
            found[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            found[library] = "not installed"
    return found


def version() -> str:
    """The version of kingdom-scorer, or ``unknown`` in a clone that is not installed."""
    try:
        return metadata.version("kingdom-scorer")
    except metadata.PackageNotFoundError:
        return "unknown"


def model_hashes() -> dict[str, str]:
    """The first digits of the SHA-256 of each shipped model, by its file name."""
    from scorer.vision.models import FILES, model_path

    return {name: sha256(model_path(name).read_bytes()).hexdigest()[:HASH_LENGTH] for name in FILES}


def _result(sample: Sample) -> SampleResult:
    from scorer.vision.reader import read_photo

    found = [kingdom.kingdom for kingdom in read_photo(sample.path).kingdoms]
    return SampleResult(sample.path.name, " ".join(map(str, sample.kingdoms)), " ".join(map(str, found)))


def _median_seconds(sample: Sample) -> float:
    from scorer.vision.reader import read_photo

    times = []
    for _ in range(RUNS):
        start = perf_counter()
        read_photo(sample.path)
        times.append(perf_counter() - start)
    return statistics.median(times)
