"""Three patches of Streamlit, each of a private method. If Streamlit has changed, the method is left as it is.

A patch checks its preconditions and logs if they fail. ``pyproject.toml`` bounds Streamlit to the minor versions that
are tested; ``tests/ui/test_uploads.py`` fails as soon as the second patch is no longer needed. A fourth patch, of a
public function, is in ``scorer.server.headers``, because it must be in place before the first visitor connects.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from scorer.service.turns import visitor_at

LOG = logging.getLogger(__name__)

ANSWER = "file_urls_response"

Method = Callable[..., None]


@cache
def repair() -> None:
    """Apply all patches, once per process."""
    finish_requests_first()
    keep_upload_addresses()
    keep_visits_of_all()


def finish_requests_first() -> bool:
    """Make each run of the script carry out its request before it is stopped for the next one; return whether that
    worked.

    The browser reports a pressed button once. Streamlit may stop a run for a newer request before it has called the
    button's callback, and the newer request does not include the button: ``SafeSessionState`` checks for requests
    whenever the state is read, first in ``on_script_will_rerun``. With this patch a run stops only after its
    callbacks.
    """

    def wrap(end_if_asked: Method, runner: Any) -> None:
        context = get_script_run_ctx(suppress_warning=True)
        if context is None or getattr(context, "has_script_started", True):
            end_if_asked(runner)

    name = "_maybe_handle_execution_control_request"
    return _wrapped("streamlit.runtime.scriptrunner.script_runner", "ScriptRunner", name, wrap)


def keep_upload_addresses() -> bool:
    """Make a new run of the script keep the addresses for files that were just chosen; return whether that worked.

    The browser asks for an address to upload a chosen file to. Streamlit clears the queue of messages to the browser
    when the script starts, and drops the answer if it is still queued: the browser then waits for ever. Streamlit
    keeps other messages that are not part of the drawing; with this patch, it keeps this one, too.
    """

    def wrap(clear: Method, queue: Any, retain_lifecycle_msgs: bool = False, *rest: Any, **more: Any) -> None:
        waiting = getattr(queue, "_queue", ())
        answers = [message for message in waiting if message.WhichOneof("type") == ANSWER]
        clear(queue, retain_lifecycle_msgs, *rest, **more)
        if retain_lifecycle_msgs and answers:  # otherwise the browser has gone
            kept = {id(message) for message in queue._queue}
            queue._queue += [message for message in answers if id(message) not in kept]

    return _wrapped("streamlit.runtime.forward_msg_queue", "ForwardMsgQueue", "clear", wrap)


def keep_visits_of_all() -> bool:
    """Make the visitor with the most disconnected visits lose one if there are too many; return whether that worked.

    Streamlit keeps 128 visits whose browsers may reconnect, and drops the oldest for a new one: one visitor who opens
    and closes many pages would end the visits of all others.
    """
    visitors: dict[str, str] = {}

    def wrap(save: Method, storage: Any, visit: Any) -> None:
        kept, number = storage._cache, visit.session.id
        visitors[number] = _visitor_of(number)
        for gone in visitors.keys() - kept.keys() - {number}:
            del visitors[gone]
        if len(kept) >= kept.maxsize:
            count = Counter(visitors.values())
            most = max(count, key=count.__getitem__)
            storage.delete(next((one for one in kept if visitors.get(one) == most), next(iter(kept))))
        save(storage, visit)

    return _wrapped("streamlit.runtime.memory_session_storage", "MemorySessionStorage", "save", wrap)


def _visitor_of(number: str) -> str:
    """The visitor of a visit whose browser is just disconnecting."""
    info = Runtime.instance()._session_mgr.get_active_session_info(number)
    context = info.client.client_context if info is not None else None
    return visitor_at(context.remote_ip or "") if context is not None else ""


def _wrapped(module: str, owner: str, name: str, wrap: Callable[..., None]) -> bool:
    """Replace a method by ``wrap``, which gets the original as its first argument."""
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
