"""Bytes that the page makes a phone load, from this project and from Streamlit.

    python -m benchmarks.page_weight [--label now] [--out results/speed/page_weight.csv]

A phone with an empty cache opens the page, then an empty board, then taps a piece for a square. Rows are cumulative:
the last row minus the one before is the answer to the tap. Files count as transferred. WebSocket messages count before
compression, which reduces them to a third or less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, sync_playwright

from benchmarks.arguments import benchmark_parser
from scorer.lab.metrics.rows import read_rows, write_rows
from tests.ui.browsing import ROOT, SHARP_PHONE, chromium, served

OURS = ("/media/", "/app/")
"""How the paths of our pictures and icons begin; all other files are Streamlit's."""


@dataclass(frozen=True)
class Weight:
    """The bytes that a phone has loaded up to a step, since it opened the page."""

    label: str
    moment: str
    requests: int
    our_requests: int
    bytes: int
    our_bytes: int
    websocket_bytes: int


class Line:
    """All that comes over the line of one page."""

    def __init__(self, network: CDPSession) -> None:
        self.addresses: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.websocket = 0
        network.on("Network.responseReceived", self._begin)
        network.on("Network.loadingFinished", self._end)
        network.on("Network.webSocketFrameReceived", self._frame)
        network.send("Network.enable")

    def _begin(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["response"]["url"]

    def _end(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = int(event["encodedDataLength"])

    def _frame(self, event: dict[str, Any]) -> None:
        self.websocket += len(event["response"]["payloadData"]) * 3 // 4  # base64

    def weight(self, label: str, moment: str) -> Weight:
        """The bytes received so far."""
        ours = [size for key, size in self.sizes.items() if urlsplit(self.addresses[key]).path.startswith(OURS)]
        return Weight(label, moment, len(self.sizes), len(ours), sum(self.sizes.values()), sum(ours), self.websocket)


def main() -> None:
    """Measure, print, add two rows."""
    parser = benchmark_parser("page_weight", __doc__)
    parser.add_argument("--label", default="now", help="what the rows are of")
    chosen = parser.parse_args()
    with served(ROOT / "app.py") as address, sync_playwright() as playwright:
        context = chromium(playwright).new_context(**SHARP_PHONE, locale="en")
        page = context.new_page()
        line = Line(context.new_cdp_session(page))
        page.goto(address)
        board = page.get_by_role("button", name="Enter squares")
        board.wait_for(timeout=60_000)
        page.wait_for_timeout(5_000)  # until all pictures are there
        rows = [line.weight(chosen.label, "page opened")]
        board.click()
        page.locator(".brushes").wait_for(timeout=60_000)
        page.wait_for_timeout(5_000)
        rows.append(line.weight(chosen.label, "first board"))
        page.locator(".drawn [data-at='0,1']").tap()
        page.locator(".faces [data-face='w1']").tap()
        page.locator(".total strong", has_text="1").wait_for(timeout=60_000)
        page.wait_for_timeout(5_000)
        rows.append(line.weight(chosen.label, "first tap"))
    for row in rows:
        print(row)
    write_rows([*(read_rows(Weight, chosen.out) if chosen.out.exists() else ()), *rows], Weight, chosen.out)


if __name__ == "__main__":
    main()
