"""What the page's loaders ask for is served, to be kept, and nothing else is; below a path of the host, too."""

from __future__ import annotations

import gzip
import json
from urllib.parse import urljoin

import pytest
from starlette.applications import Starlette

from scorer.frontend.parts import FOLDER, PARTS, Part
from scorer.server import component
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


def test_part_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    part, compressed = next(iter(PARTS.values())), list[bytes]()
    compress = gzip.compress

    def counted(data: bytes) -> bytes:
        compressed.append(data)
        return compress(data)

    monkeypatch.setattr(gzip, "compress", counted)
    component._compressed.cache_clear()
    for _ in range(3):
        path = f"/{FOLDER}/{part.file}"
        status, headers, body = ask(path, method="GET", headers={"accept-encoding": "br, gzip"})
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert gzip.decompress(body).decode() == part.script
    assert len(compressed) == 1


def test_part_of_an_earlier_version_is_not_found() -> None:
    status, headers, body = ask(f"/{FOLDER}/kingdom-0123456789abcdef.js", method="GET")
    assert (status, json.loads(body)["error"]["code"]) == (404, "not_found")
    assert "cache-control" not in headers
