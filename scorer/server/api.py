"""The JSON interface: the commands of the command line over HTTP. The worker processes do all the work.

``openapi.py`` describes it; a photo is held in memory only, and only while it is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import wraps
from typing import Any, Final, TypeVar

import streamlit as st
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from scorer.rules.model.kingdom import Kingdom
from scorer.rules.model.rules import Rules
from scorer.server.errors import RequestError
from scorer.server.limits import KINGDOMS, PHOTOS, Places, RateLimit, body, visitor_of
from scorer.server.schema import description, parameters
from scorer.service import readings, shared
from scorer.service.cores import cores
from scorer.service.failures import result
from scorer.service.kingdoms import Shaped, as_data, check_kingdom, rank_table, score_kingdom
from scorer.service.turns import VISITOR
from scorer.vision.photo.errors import PhotoError

MAX_JSON_BYTES = 100_000
"""Maximum number of bytes of a request without a photo."""

MAX_CONCURRENT = 4 * cores()
"""Maximum number of photos received, read or waiting at once, and of kingdoms and games.

Further requests are rejected with a request to try again. One visitor may use half of the capacity that others leave
free, so slow or large uploads of one visitor do not block the others.
"""

NOT_READ: Final = ("interrupted", "unavailable")
"""Codes of errors that are not caused by the request: its process was killed, or none can be started."""

Found = dict[str, Any]

T = TypeVar("T")


def endpoint(limit: RateLimit) -> Callable[[Callable[[Request], Awaitable[Found]]], Callable[..., Awaitable[Response]]]:
    """A decorator that makes an endpoint of a function that returns data: with counts, limits and errors in one
    shape."""

    def made(answer: Callable[[Request], Awaitable[Found]]) -> Callable[..., Awaitable[Response]]:
        @wraps(answer)
        async def answered(request: Request) -> Response:
            try:
                limit.check(request)
                VISITOR.set(visitor_of(request))
                return JSONResponse(await answer(request))
            except RequestError as error:
                return error.response()
            except PhotoError as error:
                if error.code in NOT_READ:
                    return RequestError(503, error.code, error.message, {"Retry-After": "5"}).response()
                return RequestError(422, error.code, error.message).response()

        return answered

    return made


_photos, _kingdoms = RateLimit(PHOTOS), RateLimit(KINGDOMS)
_photo_places, _kingdom_places = Places(MAX_CONCURRENT), Places(MAX_CONCURRENT)


@endpoint(_photos)
async def read(request: Request) -> Found:
    """A photo, or a form with several of the same kingdoms; answers as ``python -m scorer read --json``."""
    given = parameters.from_query(request.query_params)
    name = parameters.text(given, "name", parameters.MAX_NAME_LENGTH, "photo")
    rules = parameters.rules(given)
    with _photo_places.one(request) as place:  # while it arrives, too, for it is held in memory
        data = await body(request, int(st.get_option("server.maxUploadSize")) * 2**20, "the body", place)
        if not data:
            raise parameters.bad("the body is empty; send a photo", "empty")
        options = readings.ReadOptions(rules, rules.size, rules.box, rules.giants)
        if request.headers.get("content-type", "").startswith("multipart/"):
            photos = await parameters.photos(request.headers, data)
            if len(photos) > 1:
                for _ in photos[1:]:
                    _photos.check(request)  # each photo counts
                return await _worked_out("these photos", readings.read_together, photos, options)
            ((data, name),) = photos
        return await _worked_out(name, readings.read, data, name, options)


@endpoint(_kingdoms)
async def score(request: Request) -> Found:
    """A notation; answers as ``python -m scorer score --json``."""
    return await _in_time(request, ("notation", *parameters.RULES), score_kingdom, _kingdom_and_rules)


@endpoint(_kingdoms)
async def check(request: Request) -> Found:
    """A notation; answers as ``python -m scorer check --json``."""
    return await _in_time(request, ("notation", *parameters.BOX), check_kingdom, _kingdom_and_rules)


@endpoint(_kingdoms)
async def rank(request: Request) -> Found:
    """A game; answers as ``python -m scorer rank --json``."""
    known = ("players", "people", *parameters.RULES)
    return await _in_time(request, known, rank_table, lambda given: (parameters.table(given),))


async def openapi(_: Request) -> Response:
    """The interface's OpenAPI document."""
    return JSONResponse(description.DOCUMENT)


async def openapi_page(_: Request) -> Response:
    """The OpenAPI document as a page."""
    return HTMLResponse(description.page())


async def unknown(request: Request) -> Response:
    """Answer requests for any other path below ``/api``."""
    return RequestError(404, "not_found", f"there is no {request.method} {request.url.path}; see /api").response()


async def finished(future: Future[T], name: str) -> T:
    """The result of a task on ``name``, as ``service.failures.result`` returns it. Waits without a thread of the event
    loop, because the health check needs those."""
    with suppress(Exception):
        await asyncio.wrap_future(future)
    return result(future, name)


async def _worked_out(name: str, work: Callable[..., Shaped], *given: Any) -> Found:
    workers = await to_thread.run_sync(shared.workers)
    return await finished(workers.submit(as_data, work, *given), name)


def _kingdom_and_rules(given: parameters.Fields) -> tuple[Kingdom, Rules]:
    return parameters.kingdom(given.get("notation")), parameters.rules(given)


async def _in_time(
    request: Request,
    known: tuple[str, ...],
    work: Callable[..., Shaped],
    arguments: Callable[[parameters.Fields], tuple[Any, ...]],
) -> Found:
    """The result of ``work`` on the arguments in the request's body, whose fields are ``known``."""
    try:
        with _kingdom_places.one(request) as place:  # while it arrives, too, for it holds a connection
            given = parameters.fields(await body(request, MAX_JSON_BYTES, "the body", place), known)
            return await _worked_out("this", work, *arguments(given))
    except PhotoError as error:
        if error.code in NOT_READ:
            raise
        raise RequestError(
            422, error.code, "this took too long or needed too much memory; send fewer or smaller kingdoms"
        ) from error
