"""All routes: ours before Streamlit's, which answers every other address with its page."""

from __future__ import annotations

from pathlib import Path

from starlette.middleware import Middleware
from starlette.routing import Route

from scorer.frontend.parts import FOLDER
from scorer.server import api, component, head, health
from scorer.server.headers import PlainHeaders, SecurityHeaders
from scorer.server.limits import RequestLimit
from scorer.server.messages.limit import MessageLimit
from scorer.server.scan import frames
from scorer.server.uploads import UploadLimit

PAGE = Path(__file__).with_name("page.py")
"""The script that Streamlit runs."""

MIDDLEWARE = [
    Middleware(PlainHeaders),
    Middleware(SecurityHeaders),
    Middleware(RequestLimit),
    Middleware(UploadLimit),
    Middleware(MessageLimit),
]


def routes(below: str = "") -> list[Route]:
    """All routes, below a path of the host, as in ``server.baseUrlPath``.

    >>> routes()[0].path, routes("games/kingdom")[0].path
    ('/', '/games/kingdom/')
    """
    base = f"/{below.strip('/')}" if below.strip("/") else ""
    return [
        Route(f"{base}/", head.page),
        Route(f"{base}/health", health.health),
        Route(f"{base}/app/manifest.webmanifest", head.show_manifest),
        Route(f"{base}/app/icon-maskable-{{side}}.png", head.maskable_icon),
        Route(f"{base}/app/icon-{{side}}.png", head.icon),
        Route(f"{base}/{FOLDER}/{{file}}", component.part),
        Route(f"{base}/api", api.openapi_page),
        Route(f"{base}/api/openapi.json", api.openapi),
        Route(f"{base}/openapi.json", api.openapi),
        Route(f"{base}/api/read", api.read, methods=["POST"]),
        Route(f"{base}/api/score", api.score, methods=["POST"]),
        Route(f"{base}/api/check", api.check, methods=["POST"]),
        Route(f"{base}/api/rank", api.rank, methods=["POST"]),
        Route(f"{base}/api/scan/{{name:uuid}}", frames.add, methods=["POST"]),
        Route(f"{base}/api/scan/{{name:uuid}}", frames.cancel, methods=["DELETE"]),
        Route(f"{base}/api/{{rest:path}}", api.unknown, methods=["GET", "POST", "PUT", "DELETE"]),
    ]
