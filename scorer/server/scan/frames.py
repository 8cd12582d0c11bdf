"""The camera's frames, while a visitor scans kingdoms: one small JPEG file after the other, held in memory only."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from scorer.rules.model.rules import Rules
from scorer.server.api import endpoint, finished
from scorer.server.errors import RequestError
from scorer.server.limits import Places, Rate, RateLimit, body
from scorer.server.schema import parameters
from scorer.service.cores import cores
from scorer.service.scans import KEPT, SCANS, Scan

MAX_FRAME_BYTES: Final = 100_000
"""Bytes of a frame."""

SECONDS_TO_ARRIVE: Final = 10.0
"""Timeout in seconds for a frame: the camera has long moved on by then."""

FRAMES: Final = Rate(at_once=8, a_minute=240)
"""Of one visitor, who may have two phones; see ``EACH`` for one scan."""

EACH: Final = Rate(at_once=3, a_minute=120)

MAX_SCANS: Final = 2 * cores()
"""At the same time. Of those that others leave free, one visitor may have half."""

IDLE: Final = 5.0
"""Seconds after which a scan without a further frame loses its place if others need it: a camera sends two a second."""

_frames, _each = RateLimit(FRAMES), RateLimit(EACH)
_places = Places(MAX_SCANS)


@endpoint(_frames)
async def add(request: Request) -> dict[str, Any]:
    """A frame to the view of its scan, whose name the browser has made; the first frame begins the scan."""
    name = str(request.path_params["name"])
    rules = parameters.rules(parameters.from_query(request.query_params))
    if wait := _each.waits(name):
        raise RequestError(429, "too_many", "too many frames; send two a second", {"Retry-After": str(int(wait) + 1)})
    frame = await body(request, MAX_FRAME_BYTES, "the frame", seconds=SECONDS_TO_ARRIVE)
    scan = _opened(name, rules, request)  # not before the frame: one that hardly arrives would keep a place from others
    asyncio.get_running_loop().call_later(KEPT + 1, SCANS.close_old)
    if scan.is_busy:
        raise RequestError(429, "too_many", "the frame before is still being read; send one at a time")
    with SCANS.busy(name, scan):
        scan.state, view = await finished(SCANS.add(scan, frame), "the frame")
        return view


def _opened(name: str, rules: Rules, request: Request) -> Scan:
    """The scan of that name. If the server is full, one that has waited for its next frame the longest is closed."""
    try:
        return SCANS.opened(name, rules, lambda: _places.one(request))
    except RequestError as error:
        if error.code != "busy" or not SCANS.close_idle(IDLE):
            raise
    return SCANS.opened(name, rules, lambda: _places.one(request))


async def cancel(request: Request) -> Response:
    """End a scan without a result."""
    SCANS.take(str(request.path_params["name"]))
    return Response(status_code=204)
