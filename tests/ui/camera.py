"""Videos for Chromium's fake camera, and the browser that shows one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from scorer.samples import samples
from scorer.vision.common.arrays import Image
from scorer.vision.photo.decode import open_photo
from tests.ui.browsing import FLAGS, FOR_TESTS, browser_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDTH, HEIGHT = 960, 720
FRAMES = 20
"""Of a video, which Chromium shows again and again."""


def pan(name: str = "whole", share: float = 1.0) -> Iterator[Image]:
    """A camera that moves slowly to the right and back over a sample photo, or over the left share of it."""
    photo = next(sample.path for sample in samples() if sample.path.stem == name)
    image = open_photo(photo).image
    image = image[:, : round(share * image.shape[1])]
    larger = np.asarray(cv2.resize(image, (round(share * WIDTH) + FRAMES, HEIGHT)), np.uint8)
    for left in (*range(0, FRAMES, 2), *range(FRAMES, 0, -2)):
        yield larger[:, left : left + round(share * WIDTH)]


def table() -> Iterator[Image]:
    """An empty table."""
    yield np.full((HEIGHT, WIDTH, 3), (90, 120, 150), np.uint8)


def video(path: Path, pictures: Iterable[Image]) -> Path:
    """Writes the pictures as a video of JPEG files, which is what Chromium takes for a camera."""
    path.write_bytes(b"".join(cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures))
    return path


def camera_flags(path: Path, *flags: str) -> tuple[str, ...]:
    """The flags of a browser whose camera shows a video; without more flags every page may use it."""
    shown = ("--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={path}")
    return (*shown, *(flags or ("--use-fake-ui-for-media-stream",)))


@contextmanager
def browser_with_camera(browser: Browser, path: Path, *flags: str) -> Iterator[Browser]:
    """A browser like this one whose camera shows a video; without more flags every page may use it."""
    args = [*FLAGS, *FOR_TESTS, *camera_flags(path, *flags)]
    started = browser.browser_type.launch(executable_path=browser_file(), args=args)
    yield started
    started.close()
