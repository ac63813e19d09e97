"""The server: one page under a path that cannot be guessed, to be read and nothing else.

Whoever reaches the port may be anybody. So a request has a few seconds and a few
kilobytes; connections are counted, and where there are too many the oldest that has not
yet asked for anything makes room; and a request whose Host is not an address of ours is
refused, since a foreign name that leads here is an attack on the reader's browser.
"""

from __future__ import annotations

import contextlib
import hmac
import http
import io
import secrets
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from preftally.serve.bounded import Bounded, drain
from preftally.serve.feed import Feed

# For the whole of a request, its answer, and what is left unread of it.
ASKING, ANSWERING, LEAVING = 5.0, 10.0, 1.0
# Of a request's first line, and of all of it; in bytes.
LINE, REQUEST, UNREAD = 4096, 16_384, 1_000_000
# Connections that have not asked yet, and readers who are answered or listen for changes.
ASKERS, READERS = 96, 160
# How often a listener hears that we are still there, in seconds.
BEAT = 3.0

_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Connection": "close",
}
_NOTHING = "default-src 'none'; frame-ancestors 'none'"


class Server(ThreadingHTTPServer):
    """Listens on an address, and knows the path of the page."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, host: str, port: int, feed: Feed) -> None:
        self.feed = feed
        self.token = secrets.token_urlsafe(16)
        self.readers = threading.BoundedSemaphore(READERS)
        self._asking: dict[socket.socket, None] = {}
        self._lock = threading.Lock()
        super().__init__((host, port), Handler)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.socket.getsockname()[1])

    def server_bind(self) -> None:
        """Bind the address; unlike the parent ask nobody for its name, which may take long."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_name, self.server_port = str(self.server_address[0]), self.port

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begin with a connection; the oldest that has asked nothing yet makes room for it."""
        with self._lock:
            self._asking[request] = None
            surplus = list(self._asking)[:-ASKERS]
            for one in surplus:
                del self._asking[one]
        for one in surplus:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread to be had
            self.shutdown_request(request)

    def has_asked(self, request: socket.socket) -> None:
        """A connection is no longer one of those that may have to make room."""
        with self._lock:
            self._asking.pop(request, None)

    def shutdown_request(self, request: Any) -> None:
        """The end of a connection."""
        self.has_asked(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks off is the reader's matter; a fault of ours is not hidden."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def end(self) -> None:
        """Stop listening, and let those go who wait."""
        self.feed.end()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    """One request, one answer, and the connection is closed."""

    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        """Read within bounds; write what may take a slow reader some time."""
        super().setup()
        self._bounded = Bounded(self.connection, ASKING, REQUEST)
        self.rfile = io.BufferedReader(self._bounded)
        self.ours = cast(Server, self.server)

    def handle(self) -> None:
        """Answer, or leave who does not ask."""
        try:
            if self._asked():
                self.connection.settimeout(ANSWERING)
                self._answer()
            drain(self.connection, LEAVING, UNREAD)
        except OSError:
            self.close_connection = True

    def finish(self) -> None:
        """The end; nobody may be there any more."""
        with contextlib.suppress(OSError):
            super().finish()

    def _asked(self) -> bool:
        """Whether a whole request has come; of a wrong one it has been said."""
        self.requestline, self.request_version, self.command = "", "HTTP/1.1", ""
        self.raw_requestline = self.rfile.readline(LINE + 1)
        if not self.raw_requestline:
            return False
        self.connection.settimeout(ANSWERING)
        if len(self.raw_requestline) > LINE:
            self._refuse(http.HTTPStatus.REQUEST_URI_TOO_LONG)
            return False
        return self.parse_request()

    def _answer(self) -> None:
        status = self._fault()
        if status is not None:
            self._refuse(status)
        elif not self.ours.readers.acquire(blocking=False):
            # Who is not told of changes may ask now and then.
            self._refuse(http.HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self.ours.has_asked(self.connection)
            try:
                self._tell() if self._path().endswith("/events") else self._page()
            finally:
                self.ours.readers.release()

    def _fault(self) -> http.HTTPStatus | None:
        """Why a request is refused, if it is."""
        if self._bounded.spent:
            return http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        if not self._is_our_host():
            return http.HTTPStatus.FORBIDDEN
        if self.command not in ("GET", "HEAD"):
            return http.HTTPStatus.METHOD_NOT_ALLOWED
        token = self.ours.token
        asked, rest = self._path()[: len(token) + 1], self._path()[len(token) + 1 :]
        # In a time that tells nothing about how much of it was right.
        known = hmac.compare_digest(asked.encode(errors="replace"), f"/{token}".encode())
        return None if known and rest in ("", "/", "/events") else http.HTTPStatus.NOT_FOUND

    def _path(self) -> str:
        return self.path.partition("?")[0]

    def _is_our_host(self) -> bool:
        """Whether the Host is the loopback's, or the very address that the reader has reached."""
        named = self.headers.get_all("Host") or []
        reached = self.connection.getsockname()[0]
        ours = {f"{one}:{self.ours.port}" for one in ("127.0.0.1", "localhost", "[::1]", reached)}
        if self.ours.port == 80:
            ours |= {one.rpartition(":")[0] for one in ours}
        return len(named) == 1 and named[0].strip().casefold() in ours

    def _page(self) -> None:
        shown = self.ours.feed.now
        tag = f'"{shown.version}"'
        policy = f"{shown.page.policy}; frame-ancestors 'none'"
        if self.headers.get("If-None-Match", "") == tag:
            self._head(http.HTTPStatus.NOT_MODIFIED, policy, {"ETag": tag})
            return
        sort = "text/html; charset=utf-8"
        self._send(http.HTTPStatus.OK, policy, sort, shown.page.raw, {"ETag": tag})

    def _tell(self) -> None:
        """Tell the version at once and whenever it changes, and in between that we are there."""
        self._head(http.HTTPStatus.OK, _NOTHING, {"Content-Type": "text/event-stream"})
        feed, known = self.ours.feed, ""
        while self.command != "HEAD" and not feed.ended:
            now = feed.wait(known, BEAT)
            kind = "beat" if now.version == known else "page"
            known = now.version
            self.wfile.write(f"event: {kind}\ndata: {known}\n\n".encode())

    def _refuse(self, status: http.HTTPStatus) -> None:
        more = {"Allow": "GET, HEAD"} if status == http.HTTPStatus.METHOD_NOT_ALLOWED else {}
        text = f"{status.value} {status.phrase}\n".encode()
        self._send(status, _NOTHING, "text/plain; charset=utf-8", text, more)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the parent refuses of its own accord, without telling more than that."""
        del message, explain
        self._refuse(http.HTTPStatus(code))

    def _send(
        self, status: http.HTTPStatus, policy: str, sort: str, body: bytes, more: dict[str, str]
    ) -> None:
        self._head(status, policy, {"Content-Type": sort, "Content-Length": str(len(body)), **more})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: http.HTTPStatus, policy: str, more: dict[str, str]) -> None:
        self.request_version = "HTTP/1.1"  # to older ones, too, we say what it is
        self.send_response(status)
        for name, value in {**_SAFE, "Content-Security-Policy": policy, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def version_string(self) -> str:
        """Who answers; not by which version of what."""
        return "preftally"

    def log_message(self, *_words: Any) -> None:
        """Nothing is logged: a terminal is where the game is played."""
