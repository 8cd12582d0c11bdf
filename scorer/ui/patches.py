"""Two repairs of Streamlit, each a private method that is wrapped. Where Streamlit has changed, it stays as it is.

A repair checks that what it needs is there, and says in the log if it is not. ``pyproject.toml`` bounds Streamlit to
the minor versions that are tested; ``tests/ui/test_uploads.py`` fails as soon as the second repair is not needed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx

LOG = logging.getLogger(__name__)

ANSWER = "file_urls_response"

Method = Callable[..., None]


@cache
def repair() -> None:
    """Make both repairs, once in a process."""
    finish_requests_first()
    keep_upload_addresses()


def finish_requests_first() -> bool:
    """Have each run of the script carry out its request before it is ended for the next one; whether that worked.

    The browser reports once that a button was pressed. Streamlit may end a run for a newer request before it has called
    the button's callback, and the newer request does not know of the button: ``SafeSessionState`` looks for requests
    whenever the state is read, and first in ``on_script_will_rerun``. Here a run ends only after its callbacks.
    """

    def wrap(end_if_asked: Method, runner: Any) -> None:
        context = get_script_run_ctx(suppress_warning=True)
        if context is None or getattr(context, "has_script_started", True):
            end_if_asked(runner)

    name = "_maybe_handle_execution_control_request"
    return _wrapped("streamlit.runtime.scriptrunner.script_runner", "ScriptRunner", name, wrap)


def keep_upload_addresses() -> bool:
    """Have a new run of the script keep the addresses for files that were just chosen; whether that worked.

    The browser asks for an address to send a chosen file to. Streamlit empties the queue of messages to the browser
    when the script starts, and drops the answer if it is still there: the browser then waits without end. It keeps the
    other messages that are no part of the drawing; here it keeps this one, too.
    """

    def wrap(clear: Method, queue: Any, retain_lifecycle_msgs: bool = False, *rest: Any, **more: Any) -> None:
        waiting = getattr(queue, "_queue", ())
        answers = [message for message in waiting if message.WhichOneof("type") == ANSWER]
        clear(queue, retain_lifecycle_msgs, *rest, **more)
        if retain_lifecycle_msgs and answers:  # else the browser has gone
            kept = {id(message) for message in queue._queue}
            queue._queue += [message for message in answers if id(message) not in kept]

    return _wrapped("streamlit.runtime.forward_msg_queue", "ForwardMsgQueue", "clear", wrap)


def _wrapped(module: str, owner: str, name: str, wrap: Callable[..., None]) -> bool:
    """Put ``wrap``, which is handed the method that it replaces, in the place of a method."""
    try:
        found = getattr(import_module(module), owner)
        replaced = getattr(found, name)
    except (ImportError, AttributeError) as error:
        LOG.warning("Streamlit has changed (%s): the page works without the repair of %s.%s", error, owner, name)
        return False

    def method(self: Any, *given: Any, **options: Any) -> None:
        wrap(replaced, self, *given, **options)

    setattr(found, name, method)
    return True
