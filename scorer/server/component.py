"""Serves the parts of the browser component under addresses that a browser caches for ever."""

from __future__ import annotations

import gzip
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from scorer.frontend.parts import PARTS, Part
from scorer.server.errors import RequestError

FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
COMPRESSED = {**FOR_GOOD, "Content-Encoding": "gzip"}


async def part(request: Request) -> Response:
    """One part's script. Parts of earlier versions are gone: their pages have loaded them, or are reloaded."""
    found = PARTS.get(request.path_params["file"])
    if found is None:
        return RequestError(404, "not_found", "there is no such component; reload the page").response()
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.script, media_type="text/javascript", headers=FOR_GOOD)
    return Response(_compressed(found), media_type="text/javascript", headers=COMPRESSED)


@cache
def _compressed(part: Part) -> bytes:
    """One part's script, compressed once: Streamlit would compress it for each request."""
    return gzip.compress(part.script.encode())
