"""Security headers: the page loads nothing from another host, and no other page may frame it.

Redirects stay on the requested host, whatever ``Host`` a request claims, and only the browser caches photos.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import net_util

from scorer.server.errors import RequestError

POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'unsafe-inline' 'unsafe-eval' blob:",  # Streamlit's own scripts need all of these
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' ws: wss:",
    "worker-src": "'self' blob:",
    "frame-src": "'self'",
    "frame-ancestors": "'self'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "object-src": "'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in POLICY.items()),
}

# For every WebSocket with an unknown ``Origin``, Streamlit would request this machine's address from another host. This
# would block all visitors for up to two seconds.
net_util.get_external_ip = lambda: None

CLOSED = "/_stcore/metrics"
"""Streamlit's metrics of sessions and caches, which it would show to everybody."""

MEDIA = "private, max-age=600"
"""Cache policy of a visit's pictures: only the browser may cache them."""


def _on_this_host(location: str) -> str:
    """An address without its host.

    >>> _on_this_host("http://evil.example/games/?a=1"), _on_this_host("//evil.example//a"), _on_this_host("/app")
    ('/games/?a=1', '/a', '/app')
    """
    parts = urlsplit(location)
    return urlunsplit(("", "", f"/{parts.path.lstrip('/')}" if parts.netloc else parts.path, parts.query, ""))


_BOUNDARY: Final = re.compile(rb"[0-9A-Za-z'()+_,./:=? -]{1,70}")


def _plain(name: bytes, value: bytes) -> bytes:
    """A header as the libraries below parse it without delay.

    Python decodes the text of a form in whatever character set the form names, one of them in quadratic time.

    >>> _plain(b"content-type", b"multipart/form-data; boundary=b; charset=punycode")
    b'multipart/form-data; boundary="b"'
    """
    if name != b"content-type":
        return value
    kind, options = parse_options_header(value)
    if kind != b"multipart/form-data":
        return kind if b"charset" in options else value
    boundary = options.get(b"boundary", b"")
    return b'multipart/form-data; boundary="%s"' % boundary if _BOUNDARY.fullmatch(boundary) else b"multipart/form-data"


class PlainHeaders:
    """ASGI middleware that passes on only headers that are parsed quickly.

    Cookies with escaped characters, which nothing here sets, take seconds in some versions of Python (CVE-2024-7592).
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one connection on."""
        if "headers" in scope:
            headers = [(name, value) for name, value in scope["headers"] if name != b"cookie" or b"\\" not in value]
            scope = {**scope, "headers": [(name, _plain(name, value)) for name, value in headers]}
        await self._app(scope, receive, send)


class SecurityHeaders:
    """ASGI middleware that sets ``HEADERS`` on every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one connection on; only HTTP responses have headers to set."""

        if scope["type"] == "http" and scope["path"].rstrip().endswith(CLOSED):
            await RequestError(404, "not_found", "not found; the page is at / and the interface at /api").response()(
                scope, receive, send
            )
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if location := headers.get("location"):
                    headers["location"] = _on_this_host(location)
                if "/media/" in scope["path"]:
                    headers["cache-control"] = MEDIA
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)
