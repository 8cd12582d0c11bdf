"""Simulated visitors who send photos to the page without a pause, in a browser and a process of their own.

Each visitor opens the page once, sends a photo, waits for its kingdom, starts a new game and sends the photo again.
Opening the page anew for every photo, which no player does, would mostly measure Streamlit's page. If a visitor waits
in vain, the content of the page is stored and the visitor reloads it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.context import SpawnContext
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path

from playwright.async_api import Browser, Page, TimeoutError, async_playwright

from tests.ui.browsing import FLAGS, SHARP_PHONE, browser_file

SQUARE = "0,4"
"""A square of the photo's kingdom, by which it is known on the page."""
WAIT = 120_000
"""Milliseconds after which a photo is lost."""
LOWEST_PRIORITY = 19
"""The ``nice`` value of a browser that yields to all other processes."""
LOW_PRIORITY_SCRIPT = f"""#!/bin/sh
echo {LOWEST_PRIORITY} > /proc/self/autogroup
exec {{program}} "$@"
"""
"""A script that starts a browser with low priority: Playwright gives the browser its own session, and Linux shares
processors among sessions first.
"""


@dataclass(frozen=True)
class Readers:
    """So many visitors. With ``yields`` their browser leaves the processors to everything else, for the browsers of a
    real server's visitors run on machines of their own."""

    visitors: int
    yields: bool = False

    def __str__(self) -> str:
        return f"while {self.visitors} read photos" + (" in a browser that gives way" if self.yields else "")


class Tally:
    """How many photos they have read, and lost, over two processes."""

    def __init__(self, context: SpawnContext) -> None:
        self._read: Synchronized[int] = context.Value("i", 0)
        self._lost: Synchronized[int] = context.Value("i", 0)

    @property
    def read(self) -> int:
        """Photos whose kingdom stood on the page."""
        return self._read.value

    @property
    def lost(self) -> int:
        """Photos that were waited for in vain, or whose visitor could not go on."""
        return self._lost.value

    def add_read(self) -> None:
        """One more."""
        self._read.value += 1

    def add_lost(self) -> None:
        """One more."""
        self._lost.value += 1


@contextmanager
def reading_on(address: str, picture: Path, readers: Readers, losses: Path | None) -> Iterator[Tally]:
    """The visitors read until this ends, which begins when each of them has read a photo.

    ``losses`` is the folder for pictures and texts of pages on which a photo was lost.
    """
    context = multiprocessing.get_context("spawn")
    tally, stop = Tally(context), context.Event()
    process = context.Process(target=_read_on, args=(address, picture, readers, losses, tally, stop))
    process.start()
    while tally.read + tally.lost < readers.visitors:
        process.join(0.5)
        if process.exitcode is not None:
            raise RuntimeError("the other visitors could not read a photo")
    yield tally
    stop.set()
    process.join()


def _read_on(address: str, picture: Path, readers: Readers, losses: Path | None, tally: Tally, stop: Event) -> None:
    """In the other process: all visitors in one browser, each in a context of its own."""

    async def all_read(program: Path | str | None) -> None:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=program, args=FLAGS)
            visits = (_visit(browser, address, picture, losses, tally, stop) for _ in range(readers.visitors))
            await asyncio.gather(*visits)
            await browser.close()

    if not readers.yields:
        asyncio.run(all_read(browser_file()))
        return
    os.nice(LOWEST_PRIORITY)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "chromium"
        program.write_text(LOW_PRIORITY_SCRIPT.format(program=browser_file()))
        program.chmod(0o755)
        asyncio.run(all_read(program))


async def _visit(browser: Browser, address: str, picture: Path, losses: Path | None, tally: Tally, stop: Event) -> None:
    """One visitor, until it is time to stop."""
    page = await (await browser.new_context(**SHARP_PHONE, locale="en")).new_page()
    page.set_default_timeout(WAIT)
    await page.goto(address)
    while True:
        try:
            await page.locator("[class*='st-key-upload-'] input[type=file]").set_input_files(picture)
            await page.locator(".st-key-look-0 button").tap()
            await page.locator(f".photo [data-at='{SQUARE}']").wait_for()
            tally.add_read()
            if stop.is_set():
                return
            await page.locator(".st-key-back button").tap()
            await page.locator("button:has-text('New game')").tap()
            await page.locator("button:has-text('Start a new game')").tap()
        except TimeoutError as error:
            tally.add_lost()
            if losses is not None:
                await _keep(page, losses / str(tally.lost), error)
            if stop.is_set():
                return
            await page.goto(address)


async def _keep(page: Page, path: Path, error: TimeoutError) -> None:
    """Store the content of a page, and the expected element, under a path without its extensions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".txt").write_text(f"{error}\n\n{await page.locator('body').inner_text()}\n", "utf-8")
    await page.screenshot(path=path.with_suffix(".png"), full_page=True)
