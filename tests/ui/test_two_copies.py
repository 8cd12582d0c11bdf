"""Two copies of the page behind HAProxy: one ends in the middle of a game, and the other has the table."""

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

from tests.ui.browser.steps import empty_board, go_to, in_address, own_tab, put, total
from tests.ui.browsing import DESKTOP, ROOT, SERVED, free_port, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CONFIGURATION = ROOT / "docs" / "deploy" / "haproxy.cfg"
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is not installed"),
]


def copy_of_the_page(port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "streamlit", "run", str(SERVED), "--server.port", str(port)]
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
        text = text.replace(f":{known}", f":{free}")
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


def the_other_answers(address: str, cookie: str) -> bool:
    """Whether, within a minute, whoever was with the copy of this cookie is answered by the other one."""
    asked = urllib.request.Request(f"{address}/_stcore/health", headers={"Cookie": f"copy={cookie}"})
    for _ in range(600):
        try:
            urllib.request.urlopen(asked, timeout=60)
            return True
        except OSError:
            time.sleep(0.1)
    return False


def copy_of(visitor: Page) -> str:
    """The copy that the balancer keeps a visitor with."""
    (name,) = [cookie["value"] for cookie in visitor.context.cookies() if cookie["name"] == "copy"]
    return str(name)


def test_failed_copy_is_detected_within_five_seconds() -> None:
    """It is when two checks in a row have failed."""
    (checks,) = re.findall(r"^ *default-server check (.*)", CONFIGURATION.read_text(), re.MULTILINE)
    inter, fast, fall = (int(re.findall(rf"\b{name} (\d+)", checks)[0]) for name in ("inter", "fastinter", "fall"))
    assert inter + fast * (fall - 1) < 5000


@pytest.mark.usefixtures("sprites")
def test_table_moves_to_the_other_copy_at_once(
    two_copies: tuple[str, dict[str, subprocess.Popen[bytes]]], browser: Browser
) -> None:
    address, copies = two_copies
    with own_tab(browser, **DESKTOP) as other, own_tab(browser, **DESKTOP) as page:
        go_to(other, address)  # who has used the other copy
        go_to(page, address)
        empty_board(page)
        put(page, "0,1", "f1")
        total(page, "1")
        in_address(page, "Cf1")
        mine = copy_of(page)
        ended(copies[mine])
        assert the_other_answers(address, mine)
        page.reload()
        total(page, "1")
        assert copy_of(page) != mine
