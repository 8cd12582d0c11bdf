"""The parts of the browser component, under addresses that a browser asks for once and keeps."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from scorer.frontend.parts import PARTS
from scorer.server.errors import RequestError

FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


async def part(request: Request) -> Response:
    """One part's script. There is none of an earlier version: its page has loaded it, or is loaded again."""
    found = PARTS.get(request.path_params["file"])
    if found is None:
        return RequestError(404, "not_found", "there is no such component; reload the page").response()
    return Response(found.script, media_type="text/javascript", headers=FOR_GOOD)
