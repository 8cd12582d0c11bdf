"""What is let go of: squares seen in patterns, not squares of dominoes."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scorer.vision.detect.detections import Detections, detect_squares
from scorer.vision.grid.rejection import Rejection
from scorer.vision.reader import default_reader
from scorer.vision.settings import RejectionSettings
from tests.vision.photographed import PLAIN, WHOLE, photo

READER = default_reader()


def beside(detections: Detections, centre: tuple[float, float], score: float) -> Detections:
    """With one more square that the detector is said to have seen."""
    return replace(
        detections,
        centres=np.vstack([detections.centres, np.array([centre], np.float32)]),
        axes=np.concatenate([detections.axes, detections.axes[:1]]),
        scores=np.append(detections.scores, np.float32(score)),
    )


@pytest.mark.slow
def test_squares_of_dominoes_stay_and_bare_wood_goes() -> None:
    image = photo(WHOLE, scene=PLAIN).image
    seen = detect_squares(READER.detector, image)
    sure = seen.scores > 0.6
    detections = seen.chosen(np.flatnonzero(sure))
    assert len(detections) == 25
    kept = READER.rejection.plausible(beside(detections, (60, 60), 0.5), image)
    assert len(kept) == 25 and np.allclose(kept.centres, detections.centres)


@pytest.mark.slow
def test_number_of_examined_detections_is_limited() -> None:
    image = photo(WHOLE, scene=PLAIN).image
    detections = detect_squares(READER.detector, image)
    rejection = Rejection(READER.squares, RejectionSettings(max_detections=5, min_probability=0))
    assert len(rejection.plausible(detections, image)) == 5


@pytest.mark.slow
def test_detections_with_a_sufficient_score_are_kept_unclassified() -> None:
    image = photo(WHOLE, scene=PLAIN).image
    detections = beside(detect_squares(READER.detector, image), (60, 60), 0.5)
    assert not (READER.rejection.plausible(detections, image).centres == 60).any()
    assert (READER.rejection.plausible(detections, image, 0.5).centres == 60).any()


def test_no_detections_are_accepted() -> None:
    none = Detections(np.zeros((0, 2), np.float32), np.zeros((0, 2, 2), np.float32), np.zeros(0, np.float32))
    assert not len(READER.rejection.plausible(none, np.zeros((50, 50, 3), np.uint8)))


@pytest.mark.slow
def test_features_do_not_depend_on_the_size_of_the_picture() -> None:
    image = photo(WHOLE, scene=PLAIN).image
    detections = detect_squares(READER.detector, image).chosen(range(20))
    larger = replace(detections, centres=detections.centres * 2, axes=detections.axes * 2)
    twice = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), np.uint8)
    features = READER.rejection.features
    assert np.allclose(features(detections, image)[:, 2], features(larger, twice)[:, 2], atol=3)
