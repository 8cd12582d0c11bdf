"""What a reader is given decides: its detector and its settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scorer.vision.common.arrays import Image
from scorer.vision.detect.detections import Detections
from scorer.vision.models import Models
from scorer.vision.reader import Reader, default_reader
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


def test_a_reader_uses_the_detector_it_is_given() -> None:
    taken = photo(WHOLE)
    quads = np.array(list(taken.kingdoms[0].quads.values()), np.float32)
    u, v = (quads[:, 1] - quads[:, 0]) / 2, (quads[:, 3] - quads[:, 0]) / 2
    detector = KnownSquares(quads.mean(axis=1), np.stack([u, v], axis=1))
    (found,) = Reader(Models.shipped(), detector=detector).read(taken.image).kingdoms
    assert str(found.kingdom) == WHOLE
    blind = KnownSquares(detector.centres[:0], detector.axes[:0])
    assert Reader(Models.shipped(), detector=blind).read(taken.image).kingdoms == ()


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
