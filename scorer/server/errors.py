"""Errors of a request: one line each, in one JSON shape."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse


class RequestError(Exception):
    """A request that cannot be answered: an HTTP status, a stable code, and one line with the next step."""

    def __init__(self, status: int, code: str, message: object, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(str(message))
        self.status, self.code, self.headers = status, code, headers

    def response(self) -> JSONResponse:
        """The answer.

        >>> RequestError(413, "too_large", "the photo is too large").response().body
        b'{"error":{"code":"too_large","message":"the photo is too large"}}'
        """
        error = {"code": self.code, "message": " ".join(str(self).split())}
        return JSONResponse({"error": error}, self.status, self.headers)
