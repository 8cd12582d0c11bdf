"""Two copies of the page behind HAProxy: one ends in the middle of a game, and the other has the table at once."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.ui.browsing import DESKTOP, ROOT, free_port, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CONFIGURATION = ROOT / "docs" / "deploy" / "haproxy.cfg"
pytestmark = pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is not installed")


def copy_of_the_page(port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", str(port)]
    command += ["--server.address", "127.0.0.1", "--server.fileWatcherType", "none"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


@pytest.fixture
def two_copies(tmp_path: Path) -> Iterator[tuple[str, dict[str, subprocess.Popen[bytes]]]]:
    """The address of the balancer, and the copies by the names that its cookie gives them."""
    front, one, two = free_port(), free_port(), free_port()
    text = CONFIGURATION.read_text()
    for known, free in (("8500", front), ("8501", one), ("8502", two)):
        text = text.replace(f"127.0.0.1:{known}", f"127.0.0.1:{free}")
    (tmp_path / "haproxy.cfg").write_text(text)
    with ExitStack() as stack:
        copies = {"one": copy_of_the_page(one), "two": copy_of_the_page(two)}
        for copy in copies.values():
            stack.callback(ended, copy)
        for port in (one, two):
            wait_for(f"http://127.0.0.1:{port}")
        balancer = subprocess.Popen(["haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg")], stderr=subprocess.DEVNULL)
        stack.callback(balancer.wait, 10)
        stack.callback(balancer.terminate)
        wait_for(f"http://127.0.0.1:{front}")
        yield f"http://127.0.0.1:{front}", copies


def ended(copy: subprocess.Popen[bytes]) -> None:
    if copy.poll() is None:
        os.killpg(copy.pid, signal.SIGKILL)
    copy.wait(10)


def seconds_to_the_other(address: str, cookie: str) -> float:
    """From now until whoever was with the copy of this cookie is answered by the other one."""
    started = time.monotonic()
    asked = urllib.request.Request(f"{address}/_stcore/health", headers={"Cookie": f"copy={cookie}"})
    while True:
        try:
            urllib.request.urlopen(asked, timeout=20)
            return time.monotonic() - started
        except OSError:
            assert time.monotonic() - started < 20, "the other copy never answers"
            time.sleep(0.1)


def test_the_table_is_on_the_other_copy_within_five_seconds(
    two_copies: tuple[str, dict[str, subprocess.Popen[bytes]]], browser: Browser
) -> None:
    address, copies = two_copies
    somebody_else = browser.new_context(**DESKTOP, locale="en-GB").new_page()  # who has used the other copy
    context = browser.new_context(**DESKTOP, locale="en-GB")
    page = context.new_page()
    for visitor in (somebody_else, page):
        visitor.goto(address)
        visitor.get_by_role("button", name="Empty board").wait_for(timeout=60_000)
    page.get_by_role("button", name="Empty board").click(timeout=60_000)
    page.locator("[data-at='0,1']").first.click(timeout=60_000)
    page.locator(".picker[open] [data-face='f1']").first.click()
    page.locator(".total strong", has_text="1").wait_for(timeout=30_000)
    page.wait_for_url(re.compile("game=1"))
    (mine,) = [cookie["value"] for cookie in context.cookies() if cookie["name"] == "copy"]
    ended(copies[mine])
    assert seconds_to_the_other(address, mine) < 5
    page.reload(timeout=60_000)
    page.locator(".total strong", has_text="1").wait_for(timeout=60_000)
    (now,) = [cookie["value"] for cookie in context.cookies() if cookie["name"] == "copy"]
    assert now != mine
    context.close()
