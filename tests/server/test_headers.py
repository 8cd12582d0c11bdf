"""Headers that would occupy the server for seconds are not passed on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from scorer.server.headers import PlainHeaders
from scorer.server.routes import MIDDLEWARE


def passed(*headers: tuple[bytes, bytes], kind: str = "http") -> list[tuple[bytes, bytes]]:
    """The headers that the app behind ``PlainHeaders`` gets."""
    seen: list[tuple[bytes, bytes]] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.extend(scope["headers"])

    async def nothing(*_: Any) -> Any:
        return {}

    asyncio.run(PlainHeaders(app)({"type": kind, "headers": [*headers]}, nothing, nothing))
    return seen


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_cookies_with_escaped_characters_are_left_out(kind: str) -> None:
    slow = (b"cookie", b'a="' + b'\\"' * 10 + b'"')
    others = [(b"cookie", b'_streamlit_xsrf="2|a|b"; c=d'), (b"x-other", b"\\")]
    assert passed(slow, *others, kind=kind) == others


@pytest.mark.parametrize(
    "options",
    [
        b"; charset=punycode",
        b'; CharSet="punycode"',
        b"; charset*=utf-8''punycode",
        b"; charset*0=puny; charset*1=code",
        b"; charset=undefined",
    ],
)
def test_form_is_decoded_as_utf_8_whatever_it_names(options: bytes) -> None:
    ((_, value),) = passed((b"content-type", b"multipart/form-data" + options + b'; boundary="a b-1"'))
    assert value == b'multipart/form-data; boundary="a b-1"'


def test_odd_boundary_is_left_out() -> None:
    assert passed((b"content-type", b'multipart/form-data; boundary="a\\"b"')) == [
        (b"content-type", b"multipart/form-data")
    ]


def test_other_content_types_stay_without_a_character_set() -> None:
    kinds = [b"application/json", b"image/jpeg; q=1"]
    assert [value for _, value in passed(*((b"content-type", kind) for kind in kinds))] == kinds
    assert passed((b"content-type", b"application/json; charset=utf-8")) == [(b"content-type", b"application/json")]


def test_every_other_layer_gets_plain_headers() -> None:
    first: object = MIDDLEWARE[0].cls
    assert first is PlainHeaders
