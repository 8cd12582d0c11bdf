"""``kingdom-scorer serve``: the page and the JSON interface on one port, from a clone or an installed package."""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import uvicorn
from click import UsageError
from click.types import convert_type
from streamlit import config
from streamlit.config_option import ConfigOption

from scorer.server.connections.http import Connection
from scorer.server.connections.websocket import WebSocket
from scorer.service import shared

SETTINGS: Final = Path(__file__).with_name("streamlit.toml")
"""Streamlit's settings for the page; ``.streamlit/config.toml`` of a clone is the same."""

MAX_CONNECTIONS: Final = 1000
"""Maximum number of open connections, WebSockets included; further ones are closed at once."""

BACKLOG: Final = 32
"""Connections that are accepted in one go."""

LOGGED: Final = 10
"""Maximum number of messages from one place in the code in ``LOGGED_SECONDS``."""

LOGGED_SECONDS: Final = 60.0

SWITCH_SECONDS: Final = 0.0005
"""How long a thread that draws a page computes before others may. The thread with all connections waits that long
several times a message; with Python's 5 ms, 190 pages of one visitor made others wait 18 s."""

FILES_PER_CONNECTION: Final = 4
"""Open files of a page's connection: its own, and those of the event loop that Streamlit makes to run the script."""

SPARE_FILES: Final = 100 + 4 * BACKLOG + 3 * 128
"""Open files besides counted connections: other files, connections that are accepted but not counted yet, and the event
loops of the 128 visits that Streamlit keeps after they lost their connection."""

MIN_FILES: Final = SPARE_FILES + FILES_PER_CONNECTION * BACKLOG
"""Open files that visitors with many connections cannot exhaust."""


def serve(host: str, port: int, cluster: str | None) -> None:
    """Serve until the process receives a signal to stop. Raises ``OSError`` if the port is taken or a setting is
    invalid."""
    apply_settings()
    sys.setswitchinterval(SWITCH_SECONDS)
    if cluster:
        shared.use_cluster(cluster)
        shared.workers()  # connects in the background
    try:
        with _listening(host, port) as listening:
            server = uvicorn.Server(configuration(host, port))
            server.config.load()
            limit_logs()
            if (files := _open_files()) < MIN_FILES:
                print(_too_few(files), file=sys.stderr, flush=True)
            print(f"http://{f'[{host}]' if ':' in host else host}:{port}", flush=True)
            server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        shared.shutdown()


def _too_few(files: int) -> str:
    return f"Only {files} files may be open: many connections can block the server. Allow {MIN_FILES} (ulimit -n)."


def _listening(host: str, port: int) -> socket.socket:
    """A socket that accepts connections to a host's port. Raises ``OSError`` if the port is taken."""
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else each answer waits 40 ms for the last one
        return listening
    except (OSError, OverflowError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).partition(" (while ")[0]
        raise OSError(f"cannot listen on {host}:{port}: {reason}") from error


class RareMessages(logging.Filter):
    """Passes messages from each place in the code only ``LOGGED`` times a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._since = clock, 0.0
        self._counts = Counter[tuple[str, int]]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a message passes. The last one for now says that others follow."""
        if self._clock() - self._since > LOGGED_SECONDS:
            self._since = self._clock()
            self._counts.clear()
        place = record.pathname, record.lineno
        self._counts[place] += 1
        if self._counts[place] == LOGGED:
            record.msg, record.args = f"{record.getMessage()} (more like this are left out for a minute)", ()
        return self._counts[place] <= LOGGED


def limit_logs() -> None:
    """Limit the messages of every logger: what visitors send must not fill a disk."""
    rare = RareMessages()
    for logger in [logging.getLogger(), *logging.root.manager.loggerDict.values()]:
        if isinstance(logger, logging.Logger):
            logger.addFilter(rare)


def configuration(host: str, port: int) -> uvicorn.Config:
    """uvicorn's configuration. Visitors' addresses are taken only from the proxies in ``FORWARDED_ALLOW_IPS``."""
    return uvicorn.Config(
        "scorer.server.asgi:app",
        host=host,
        port=port,
        http=Connection,
        ws=WebSocket,
        ws_max_size=int(config.get_option("server.maxMessageSize")) * 2**20,
        ws_per_message_deflate=bool(config.get_option("server.enableWebsocketCompression")),
        ws_ping_interval=30,
        ws_ping_timeout=30,
        limit_concurrency=max(BACKLOG, min(MAX_CONNECTIONS, (_open_files() - SPARE_FILES) // FILES_PER_CONNECTION)),
        backlog=BACKLOG,
        timeout_graceful_shutdown=3,
        server_header=False,
        access_log=False,
        log_level="warning",
    )


def apply_settings() -> None:
    """Set Streamlit's options to those of the page, except those that a user has set in a file or the environment.

    Raises ``OSError`` for a value in the environment that is not of the option's type.
    """
    for option, value in _from_environment(config.get_config_options()):  # which reads the files
        config.set_option(option, value, "environment variable")
    for option, value in _flat(tomllib.loads(SETTINGS.read_text("utf-8"))):
        if not config.is_manually_set(option):
            config.set_option(option, value)


def _from_environment(options: Mapping[str, ConfigOption]) -> Iterator[tuple[str, Any]]:
    """The options in environment variables: only Streamlit's own command line reads them, with click's rules."""
    for name, option in options.items():
        text = os.environ.get(option.env_var)
        if text and not option.sensitive:
            values = text.split() if option.multiple else [text.strip()]
            try:
                found = [convert_type(option.type)(value) for value in values]
            except UsageError as error:
                raise OSError(f"{option.env_var}: {error.message}") from error
            yield name, found if option.multiple else found[0]


def _flat(settings: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every option with its full name.

    >>> list(_flat({"server": {"port": 1}, "theme": {"light": {"font": "serif"}}}))
    [('server.port', 1), ('theme.light.font', 'serif')]
    """
    for name, value in settings.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _open_files() -> int:
    """The maximum number of open files of this process, raised as far as the system allows."""
    wanted = FILES_PER_CONNECTION * MAX_CONNECTIONS + SPARE_FILES
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft
