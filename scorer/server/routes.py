"""Where everything is served: ours before Streamlit's, which answers every other address with its page."""

from __future__ import annotations

from pathlib import Path

from starlette.middleware import Middleware
from starlette.routing import Route

from scorer.server import api, head
from scorer.server.headers import SecurityHeaders

PAGE = Path(__file__).with_name("page.py")
"""The script that Streamlit runs."""

ROUTES = [
    Route("/", head.page),
    Route("/app/manifest.webmanifest", head.show_manifest),
    Route("/app/icon-{side:int}.png", head.icon),
    Route("/api", api.openapi_page),
    Route("/api/openapi.json", api.openapi),
    Route("/api/read", api.read, methods=["POST"]),
    Route("/api/score", api.score_kingdom, methods=["POST"]),
    Route("/api/check", api.check_kingdom, methods=["POST"]),
    Route("/api/rank", api.rank_table, methods=["POST"]),
    Route("/api/{rest:path}", api.unknown, methods=["GET", "POST", "PUT", "DELETE"]),
]
MIDDLEWARE = [Middleware(SecurityHeaders)]
