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
from scorer.server.limits import KINGDOMS, PHOTOS, Place, Places, RateLimit, body, busy, size_of, visitor_of
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

MAX_BODY_BYTES = 128 * 2**20 * cores()
"""Maximum number of bytes of all photos that are received, read or waiting at once, of which one visitor may use half
of what others leave free."""

NOT_READ: Final = ("interrupted", "unavailable")
"""Codes of errors that are not caused by the request: its process was killed, or none can be started."""

Found = dict[str, Any]

T = TypeVar("T")


def endpoint(
    limit: RateLimit, count: Callable[[Request], int] = lambda _: 1
) -> Callable[[Callable[[Request], Awaitable[Found]]], Callable[..., Awaitable[Response]]]:
    """A decorator that makes an endpoint of a function that returns data: with counts, limits and errors in one shape.

    A request counts as ``count(request)`` requests.
    """

    def made(answer: Callable[[Request], Awaitable[Found]]) -> Callable[..., Awaitable[Response]]:
        @wraps(answer)
        async def answered(request: Request) -> Response:
            try:
                limit.check(request, count(request))
                VISITOR.set(visitor_of(request))
                return JSONResponse(await answer(request))
            except RequestError as error:
                return error.response()
            except PhotoError as error:
                if error.code in NOT_READ:
                    return RequestError(503, error.code, error.message, {"Retry-After": "5"}).response()
                return RequestError(422, error.code, error.message).response()
            except asyncio.CancelledError:  # the server stops, and has waited as long as it may
                return busy("the server stops").response()

        return answered

    return made


_photos, _kingdoms = RateLimit(PHOTOS), RateLimit(KINGDOMS)
_photo_places, _kingdom_places = Places(MAX_CONCURRENT, max_bytes=MAX_BODY_BYTES), Places(MAX_CONCURRENT)


def _max_photos(request: Request) -> int:
    """Maximum number of photos in a request whose body has not arrived."""
    return parameters.MAX_VIEWS if parameters.is_form(request.headers) else 1


@endpoint(_photos, _max_photos)
async def read(request: Request) -> Found:
    """A photo, or a form with several of the same kingdoms; answers as ``python -m scorer read --json``."""
    given = parameters.from_query(request.query_params)
    name = parameters.text(given, "name", parameters.MAX_NAME_LENGTH, "photo")
    rules = parameters.rules(given)
    options = readings.ReadOptions(rules, rules.size, rules.box, rules.giants)
    max_bytes = int(st.get_option("server.maxUploadSize")) * 2**20
    size = min(size_of(request.headers, max_bytes), max_bytes)
    with _photo_places.one(request, size) as place:  # while it arrives, too
        return await finished(*await _started_reading(request, place, max_bytes, name, options))


async def _started_reading(
    request: Request, place: Place, max_bytes: int, name: str, options: readings.ReadOptions
) -> tuple[Future[Found], str]:
    """The task of reading the photos in a request, and their name in messages. Afterwards only the task holds them."""
    data = await body(request, max_bytes, "the body", place)
    if not data:
        raise parameters.bad("the body is empty; send a photo", "empty")
    if parameters.is_form(request.headers):
        photos = await parameters.photos(request.headers, data)
        _photos.give_back(request, parameters.MAX_VIEWS - len(photos))
        if len(photos) > 1:
            return await _started(readings.read_together, photos, options), "these photos"
        ((data, name),) = photos
    return await _started(readings.read, data, name, options), name


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


async def _started(work: Callable[..., Shaped], *given: Any) -> Future[Found]:
    workers = await to_thread.run_sync(shared.workers)
    return workers.submit(as_data, work, *given)


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
            return await finished(await _started(work, *arguments(given)), "this")
    except PhotoError as error:
        if error.code in NOT_READ:
            raise
        raise RequestError(
            422, error.code, "this took too long or needed too much memory; send fewer or smaller kingdoms"
        ) from error
