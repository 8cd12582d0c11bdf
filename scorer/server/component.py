"""Serves the parts of the browser component under addresses that a browser caches for ever."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from scorer.frontend.parts import PARTS
from scorer.server.errors import RequestError

FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


async def part(request: Request) -> Response:
    """One part's script. Parts of earlier versions are gone: their pages have loaded them, or are reloaded."""
    found = PARTS.get(request.path_params["file"])
    if found is None:
        return RequestError(404, "not_found", "there is no such component; reload the page").response()
    return Response(found.script, media_type="text/javascript", headers=FOR_GOOD)
