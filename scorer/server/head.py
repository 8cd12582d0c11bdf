"""The page before any script has run: title, description and preview; its manifest and icons."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from html import escape
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from scorer.app.manifest import DESCRIPTION, ICONS, MANIFEST_ICONS, NAME, THEME, manifest
from scorer.frontend.sprites import icon_file, maskable_icon_file
from scorer.server.errors import RequestError

ADDRESS = "KINGDOM_SCORER_ADDRESS"
"""The environment variable with the server's public address, such as https://games.example/, for previews in
messengers."""

_STREAMLIT = Path(st.__file__).parent / "static" / "index.html"


def page_with_head(address: str = "./") -> str:
    """Streamlit's own page with our head.

    ``address`` is the server's public address, since previews in messengers need absolute links. It is never taken
    from a request's ``Host``, which anybody can forge.
    """
    text = _STREAMLIT.read_text("utf-8")
    head = "\n".join(
        [
            f"<title>{escape(NAME)}</title>",
            f'<meta name="description" content="{escape(DESCRIPTION)}">',
            f'<meta name="theme-color" content="{THEME}">',
            '<link rel="manifest" href="./app/manifest.webmanifest">',
            '<link rel="apple-touch-icon" href="./app/icon-180.png">',
            f'<meta property="og:title" content="{escape(NAME)}">',
            f'<meta property="og:description" content="{escape(DESCRIPTION)}">',
            '<meta property="og:type" content="website">',
            f'<meta property="og:image" content="{escape(address)}app/icon-512.png">',
        ]
    )
    text = text.replace("./favicon.png", "./app/icon-192.png")
    return re.sub(r"<title>.*?</title>", lambda _: head, text, count=1, flags=re.DOTALL)


async def page(_: Request) -> Response:
    """The page."""
    return HTMLResponse(page_with_head(os.environ.get(ADDRESS, "./")), headers={"Cache-Control": "no-cache"})


async def show_manifest(_: Request) -> Response:
    """The manifest; its addresses are relative to its own."""
    return JSONResponse(manifest(".."), media_type="application/manifest+json")


async def icon(request: Request) -> Response:
    """An icon of one of the sides in ``ICONS``."""
    return _icon(request, icon_file, ICONS)


async def maskable_icon(request: Request) -> Response:
    """An icon of one of the sides in ``MANIFEST_ICONS`` that any mask may cut."""
    return _icon(request, maskable_icon_file, MANIFEST_ICONS)


def _icon(request: Request, drawn: Callable[[int], bytes], sides: Collection[int]) -> Response:
    side = next((side for side in sides if str(side) == request.path_params["side"]), None)
    if side is None:
        return RequestError(404, "not_found", f"there is no icon of this size; the sides are {sides} pixels").response()
    return Response(drawn(side), media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})
