"""Health check for a load balancer or a container: the page answers, and photos can be read."""

from __future__ import annotations

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from streamlit.runtime import Runtime

from scorer.server.errors import RequestError
from scorer.service import shared


async def health(_: Request) -> Response:
    """200 if the page can be opened and photos can be read, 503 otherwise."""
    if Runtime.exists() and not (await Runtime.instance().is_ready_for_browser_connection)[0]:
        return RequestError(503, "page", "the page cannot be opened").response()
    if not await to_thread.run_sync(shared.are_able):
        return RequestError(503, "photos", "photos cannot be read: no worker process is ready").response()
    return PlainTextResponse("ok", headers={"Cache-Control": "no-store"})
