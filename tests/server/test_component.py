"""What the page's loaders ask for is served, to be kept, and nothing else is; below a path of the host, too."""

from __future__ import annotations

import json
from urllib.parse import urljoin

import pytest
from starlette.applications import Starlette

from scorer.frontend.parts import FOLDER, PARTS, Part
from scorer.server.routes import MIDDLEWARE, routes
from tests.server import asking
from tests.server.asking import ask


@pytest.mark.parametrize("part", PARTS.values(), ids=lambda part: part.name)
@pytest.mark.parametrize("below", ["", "games/kingdom", "/kingdom/"])
def test_part_may_be_cached_forever(part: Part, below: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "APP", Starlette(routes=routes(below), middleware=MIDDLEWARE))
    page = f"/{below.strip('/')}/" if below else "/"
    status, headers, body = ask(urljoin(page, f"{FOLDER}/{part.file}"), method="GET")
    assert (status, body.decode()) == (200, part.script)
    assert headers["content-type"].startswith("text/javascript")  # nosniff: browsers run nothing else
    assert "immutable" in headers["cache-control"]


def test_part_of_an_earlier_version_is_not_found() -> None:
    status, headers, body = ask(f"/{FOLDER}/kingdom-0123456789abcdef.js", method="GET")
    assert (status, json.loads(body)["error"]["code"]) == (404, "not_found")
    assert "cache-control" not in headers
