"""What a reader is given decides: its detector and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from scorer.lab.render.render import Render
from scorer.vision.common.arrays import Image
from scorer.vision.detect.detections import Detections
from scorer.vision.models import Models
from scorer.vision.reader import Reader, default_reader
from scorer.vision.scan import LiveScan
from scorer.vision.scan.frame import fusing_reader, quick_reader
from scorer.vision.scan.settings import ScanSettings
from scorer.vision.settings import CalibrationSettings, Settings
from tests.vision.photographed import WHOLE, photo


@dataclass(frozen=True)
class KnownSquares:
    """A detector, and its search, that knows where the squares of a photo lie."""

    centres: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    axes: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
    scales: Sequence[float] = (1.0,)

    def search(self, _: Image, /) -> KnownSquares:
        return self

    def detections(self, _: Sequence[float], /) -> Detections:
        return Detections(self.centres, self.axes, np.full(len(self.centres), 0.9, np.float32))


def squares_of(taken: Render) -> KnownSquares:
    """The detector that knows the squares of a rendered kingdom."""
    quads = np.array(list(taken.kingdoms[0].quads.values()), np.float32)
    u, v = (quads[:, 1] - quads[:, 0]) / 2, (quads[:, 3] - quads[:, 0]) / 2
    return KnownSquares(quads.mean(axis=1), np.stack([u, v], axis=1))


def test_a_reader_uses_the_detector_it_is_given() -> None:
    taken = photo(WHOLE)
    detector = squares_of(taken)
    (found,) = Reader(Models.shipped(), detector=detector).read(taken.image).kingdoms
    assert str(found.kingdom) == WHOLE
    blind = KnownSquares(detector.centres[:0], detector.axes[:0])
    assert Reader(Models.shipped(), detector=blind).read(taken.image).kingdoms == ()


@pytest.mark.slow
def test_a_live_scan_uses_the_detector_of_its_reader() -> None:
    taken = photo(WHOLE)
    detector = squares_of(taken)
    blind = KnownSquares(detector.centres[:0], detector.axes[:0])
    seeing, unseeing = (LiveScan(Reader(Models.shipped(), detector=given)) for given in (detector, blind))
    for scan in (seeing, unseeing):
        for frame in range(1, 3):  # a kingdom is shown from the second frame on
            shown = scan.add(taken.image, frame / 4).kingdoms
        assert len(shown) == (scan is seeing)


def test_the_readers_of_a_live_scan_keep_a_given_detector_and_set_the_network() -> None:
    settings = ScanSettings()
    given = Reader(
        Models.shipped(), detector=KnownSquares(np.zeros((0, 2), np.float32), np.zeros((0, 2, 2), np.float32))
    )
    assert quick_reader(given, settings).detector is fusing_reader(given, settings).detector is given.detector
    image = np.zeros((960, 1280, 3), np.uint8)
    usual, quick = (
        reader.detector.search(image) for reader in (default_reader(), quick_reader(default_reader(), settings))
    )
    assert max(quick.scales) == settings.detector_side / 1280 < max(usual.scales)


@pytest.mark.slow
def test_the_flag_threshold_decides_which_squares_are_flagged() -> None:
    image = photo(WHOLE).image
    (usual,) = default_reader().read(image).kingdoms
    lowest = min(map(min, usual.squares))
    assert usual.doubtful == () and lowest < 1
    strict = Settings(calibration=CalibrationSettings(flag_threshold=(1 + lowest) / 2))
    (found,) = Reader(Models.shipped(), strict).read(image).kingdoms
    assert found.doubtful
    assert all(found.squares[row][column] < strict.calibration.flag_threshold for row, column in found.doubtful)


def test_the_search_goes_on_until_squares_are_certain_enough_for_the_flag_threshold() -> None:
    settings = replace(Settings(), calibration=CalibrationSettings(flag_threshold=0.99))
    assert Reader(Models.shipped(), settings).solve_settings.certain_threshold == 0.99
    assert default_reader().solve_settings == Settings().solve
