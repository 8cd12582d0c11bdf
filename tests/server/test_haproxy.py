"""The balancer's configuration against a stranger: forged addresses, half a request, too many connections."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.ui.browsing import ROOT, free_port

CONFIGURATION = ROOT / "docs" / "deploy" / "haproxy.cfg"
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is not installed"),
]


class AddressEcho(BaseHTTPRequestHandler):
    """Answers with the visitor’s addresses in the request’s headers."""

    def do_GET(self) -> None:
        names = ("X-Forwarded-For", "Forwarded")
        addresses = ", ".join(value for name in names for value in self.headers.get_all(name, []))
        self.send_response(200)
        self.send_header("Content-Length", str(len(addresses)))
        self.end_headers()
        self.wfile.write(addresses.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of the balancer, before two copies that echo addresses; half a request may take a second."""
    with ExitStack() as stack:
        copies = [stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), AddressEcho)) for _ in range(2)]
        front = free_port()
        text = CONFIGURATION.read_text().replace("timeout http-request 10s", "timeout http-request 1s")
        for known, free in zip((8500, 8501, 8502), (front, *(copy.server_port for copy in copies)), strict=True):
            text = text.replace(f":{known}", f":{free}")
        file = tmp_path_factory.mktemp("haproxy") / "haproxy.cfg"
        file.write_text(text)
        for copy in copies:
            Thread(target=copy.serve_forever, daemon=True).start()
            stack.callback(copy.shutdown)
        balancer = subprocess.Popen(["haproxy", "-db", "-f", str(file)], stderr=subprocess.DEVNULL)
        stack.callback(balancer.wait, 10)
        stack.callback(balancer.terminate)
        until = time.monotonic() + 30
        while asked(front)[0] != 200 and time.monotonic() < until:
            time.sleep(0.1)
        yield front


def asked(port: int, path: str = "/", **headers: str) -> tuple[int, str]:
    """Status and body of an answer; 0 where nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except OSError:
        return 0, ""
    finally:
        connection.close()


def test_a_forged_address_does_not_reach_the_copies(port: int) -> None:
    for number in range(20):
        forged = f"198.51.100.{number}"
        assert asked(port, X_Forwarded_For=forged, Forwarded=f"for={forged}") == (200, "127.0.0.1")


def test_incomplete_request_is_closed(port: int) -> None:
    with ExitStack() as stack:
        half = [stack.enter_context(socket.create_connection(("127.0.0.1", port), 10)) for _ in range(30)]
        for connection in half:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
        began = time.monotonic()
        for connection in half:
            while connection.recv(4096):
                pass
        assert time.monotonic() - began < 5


def test_one_address_has_no_more_connections_than_a_table_needs(port: int) -> None:
    time.sleep(1.5)  # those of the test before are no longer counted
    with ExitStack() as stack:
        for _ in range(110):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
        assert asked(port)[0] == 200
        for _ in range(20):
            with suppress(ConnectionResetError):
                stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
        assert asked(port)[0] == 0


@pytest.mark.usefixtures("port")  # HAProxy has accepted the file; this machine may have no IPv6
def test_addresses_of_one_ipv6_network_count_as_one_visitor() -> None:
    (mask,) = re.findall(r"^ *tcp-request connection track-sc0 (.*)$", CONFIGURATION.read_text(), re.MULTILINE)
    assert mask == "src,ipmask(32,56)"


def test_metrics_of_the_server_are_not_public(port: int) -> None:
    assert asked(port, "/_stcore/metrics")[0] == 404


def test_unhealthy_copy_gets_no_visitors() -> None:
    assert re.search(r"^ *option httpchk GET /health$", CONFIGURATION.read_text(), re.MULTILINE)
