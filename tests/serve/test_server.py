"""The server by raw sockets: who gets the page, who gets nothing, and who is not waited for."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from preftally.evening.evening import opened
from preftally.evening.telling import told
from preftally.serve import server as serving
from preftally.serve.feed import Feed
from preftally.serve.server import Server
from preftally.serve.shown import Session

HEAD = 'format = 1\nconvention = "sochi"\nplayers = ["W", "E", "S"]\ndealer = "W"\npool = 20\n'
HAND = '\n[[hand]]\ncontract = "7S"\ndeclarer = "S"\ntricks = 5\nwhist = ["W"]\npass = ["E"]\n'


class Running:
    """A server on the loopback, and the file that it shows."""

    def __init__(self, path: Path) -> None:
        self.path = path
        evening = opened(path)
        self.feed = Feed(Session(path, lambda now: told(now, None, ""), evening))
        self.server = Server("127.0.0.1", 0, self.feed)
        self.home = f"/{self.server.token}/"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=10)

    def said(self, raw: bytes) -> bytes:
        """The whole answer to some bytes."""
        with self.connected() as one:
            one.sendall(raw)
            return all_of(one)

    def asked(self, path: str = "", method: str = "GET", host: str = "", more: str = "") -> bytes:
        where = host or f"127.0.0.1:{self.server.port}"
        line = f"{method} {path or self.home} HTTP/1.1\r\nHost: {where}\r\n{more}\r\n"
        return self.said(line.encode())

    def listening(self) -> socket.socket:
        one = self.connected()
        host = f"Host: localhost:{self.server.port}"
        one.sendall(f"GET {self.home}events HTTP/1.1\r\n{host}\r\n\r\n".encode())
        return one

    def page(self) -> str:
        return self.asked().partition(b"\r\n\r\n")[2].decode()


def all_of(one: socket.socket) -> bytes:
    found = b""
    while part := one.recv(65536):
        found += part
    return found


def until(one: socket.socket, wanted: bytes) -> bytes:
    found = b""
    while wanted not in found:
        part = one.recv(4096)
        assert part, found
        found += part
    return found


def status(answer: bytes) -> int:
    return int(answer.split(b" ")[1])


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server that shows one hand."""
    path = tmp_path / "preftally.toml"
    path.write_text(HEAD + HAND, encoding="utf-8")
    found = Running(path)
    yield found
    found.server.shutdown()
    found.server.end()


def test_the_page_is_under_its_token_and_nothing_else_is(running: Running) -> None:
    """With and without the last slash, with a query; all else is not found."""
    token = running.server.token
    assert len(token) >= 20
    for path in (f"/{token}/", f"/{token}", f"/{token}/?from=chat"):
        assert status(running.asked(path)) == 200
    others = ("/", "/favicon.ico", f"/{token}x", f"/{token[:-1]}/", f"/{token}/preftally.toml",
              f"/{token}/../preftally.toml", "/%2e%2e/etc/passwd", "*",
              f"/{token.swapcase()}/", f"/{token}/events/", "http://evil.example/")  # fmt: skip
    for path in others:
        answer = running.asked(path)
        assert status(answer) == 404, path
        assert token.encode() not in answer


def test_each_server_has_a_token_of_its_own(running: Running) -> None:
    """Two servers of one session share no address."""
    other = Server("127.0.0.1", 0, running.feed)
    assert other.token != running.server.token
    other.server_close()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW", "get"])
def test_it_is_only_read(running: Running, method: str) -> None:
    """Any other method is refused, with those that are not."""
    answer = running.asked(method=method)
    assert status(answer) == 405
    assert b"\r\nAllow: GET, HEAD\r\n" in answer


def test_head_is_the_page_without_its_body(running: Running) -> None:
    """The same headers, and nothing after them."""
    whole, head = running.asked(), running.asked(method="HEAD")
    named = [one for one in whole.split(b"\r\n\r\n")[0].split(b"\r\n") if b"Date" not in one]
    assert [one for one in head.split(b"\r\n") if one and b"Date" not in one] == named
    assert head.endswith(b"\r\n\r\n")
    assert status(running.asked(running.home + "events", "HEAD")) == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "localhost",
                                  "127.0.0.1:1", "localhost.evil.example:{port}",
                                  "127.0.0.1:{port}.evil.example", " "])  # fmt: skip
def test_a_foreign_host_is_refused(running: Running, host: str) -> None:
    """A name that is not ours is an attack on the reader's browser (DNS rebinding)."""
    answer = running.asked(host=host.format(port=running.server.port))
    assert status(answer) == 403
    assert b"7" + "♠".encode() not in answer


def test_our_hosts_are_the_loopback_and_the_address_that_was_reached(running: Running) -> None:
    """By name and by number, each with the port; two of them are none."""
    port = running.server.port
    for host in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert status(running.asked(host=f"{host}:{port}")) == 200
    twice = f"Host: localhost:{port}\r\n"
    assert status(running.asked(more=twice)) == 403
    assert status(running.said(f"GET {running.home} HTTP/1.1\r\n\r\n".encode())) == 403


def test_it_is_sent_with_a_policy_and_kept_nowhere(running: Running) -> None:
    """The headers that keep a browser from doing anything with it."""
    head = running.asked().partition(b"\r\n\r\n")[0].decode()
    for one in ("nosniff", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
                "connect-src 'self'", "default-src 'none'", "frame-ancestors 'none'"):  # fmt: skip
        assert one in head
    assert "unsafe" not in head
    assert "Python" not in head
    for answer in (running.asked("/"), running.asked(method="POST")):
        assert b"default-src 'none'" in answer
        assert b"nosniff" in answer


def test_a_page_that_is_known_is_not_sent_again(running: Running) -> None:
    """304 for the version that the reader has."""
    version = running.feed.now.version
    answer = running.asked(more=f'If-None-Match: "{version}"\r\n')
    assert status(answer) == 304
    assert answer.endswith(b"\r\n\r\n")


def test_a_hand_is_told_to_who_listens(running: Running) -> None:
    """The version at once, another one after a hand, and the page of it holds the hand."""
    with running.listening() as one:
        until(one, f"event: page\ndata: {running.feed.now.version}\n\n".encode())
        running.path.write_text(HEAD + HAND + HAND, encoding="utf-8")
        running.feed.look()
        until(one, running.feed.now.version.encode())
    assert 'id="hand-2"' in running.page()


def test_who_listens_hears_that_we_are_there(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A beat where nothing happens; and an end at the end."""
    monkeypatch.setattr(serving, "BEAT", 0.01)
    with running.listening() as one:
        until(one, b"event: beat")
        running.feed.end()
        all_of(one)


def test_the_file_is_followed_within_two_seconds(running: Running) -> None:
    """By the one thread that looks."""
    threading.Thread(target=running.feed.follow, daemon=True).start()
    before = running.feed.now.version
    running.path.write_text(HEAD + HAND + HAND, encoding="utf-8")
    began = time.monotonic()
    assert running.feed.wait(before, 5).version != before
    assert time.monotonic() - began < 2


def damaged(path: Path) -> None:
    path.write_bytes(b"\xff\xfe nonsense [[[")


def emptied(path: Path) -> None:
    path.write_text("", encoding="utf-8")


def deleted(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_bad_hand(path: Path) -> None:
    path.write_text(HEAD + HAND + HAND.replace("= 5", "= 55"), encoding="utf-8")


@pytest.mark.parametrize(
    "hurt", [damaged, emptied, deleted, a_folder, a_pipe, a_bad_hand], ids=lambda one: one.__name__
)
def test_a_session_that_is_hurt_is_a_sentence(running: Running, hurt: object) -> None:
    """The page stays as it stood and says so; when the session is back, it says no more."""
    assert callable(hurt)
    assert 'class="notice"' not in running.page()
    hurt(running.path)
    running.feed.look()
    page = running.page()
    assert 'class="notice"' in page
    assert 'id="hand-1"' in page
    assert 'id="hand-2"' not in page
    assert str(running.path.parent) not in page
    if running.path.is_dir():
        running.path.rmdir()
    else:
        running.path.unlink(missing_ok=True)
    running.path.write_text(HEAD + HAND + HAND, encoding="utf-8")
    running.feed.look()
    page = running.page()
    assert 'class="notice"' not in page
    assert 'id="hand-2"' in page


def test_another_session_in_its_place_is_shown(running: Running) -> None:
    """`new --force` while people look."""
    running.path.write_text(HEAD.replace('"S"', '"Zoya"'), encoding="utf-8")
    running.feed.look()
    assert "Zoya" in running.page()


def test_the_page_is_made_once_for_a_change(running: Running) -> None:
    """Looking again, at the same bytes in a new file, makes none."""
    before = running.feed.now
    other = running.path.with_suffix(".new")
    other.write_bytes(running.path.read_bytes())
    other.replace(running.path)
    running.feed.look()
    assert running.feed.now is before


def test_rude_requests_get_a_short_answer(running: Running) -> None:
    """A long path, long headers, nonsense; and after each the page is there."""
    host = f"Host: localhost:{running.server.port}\r\n"
    long = f"GET /{'a' * 100_000} HTTP/1.1\r\n{host}\r\n".encode()
    assert status(running.said(long)) == 414
    headers = f"GET {running.home} HTTP/1.1\r\n{host}X: {'a' * 60_000}\r\n\r\n".encode()
    assert status(running.said(headers)) in (431, 414)
    assert status(running.said(b"\x16\x03\x01\x02\x00 nonsense\r\n\r\n")) == 400
    assert running.said(b"\r\n\r\n") == b""
    assert status(running.said(b"GET / HTTP/9.9\r\n\r\n")) == 505
    assert status(running.asked()) == 200


def test_half_a_request_is_not_waited_for(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where a byte comes now and then: the time is for all of it."""
    monkeypatch.setattr(serving, "ASKING", 0.3)
    with running.connected() as one:
        began = time.monotonic()
        for byte in b"GET /aaaaaaaaaaaaaaaaaaaa":
            try:
                one.sendall(bytes([byte]))
                one.settimeout(0.05)
                if one.recv(10) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() - began < 1.1
    assert status(running.asked()) == 200


def test_many_connections_make_room_for_one_who_asks(running: Running) -> None:
    """Three hundred that say nothing, and still the page at once; their threads are bounded."""
    idle = [running.connected() for _ in range(300)]
    try:
        began = time.monotonic()
        assert status(running.asked()) == 200
        assert time.monotonic() - began < 3
        # Those that had to go need a moment for it.
        bound = serving.ASKERS + 60
        while threading.active_count() > bound and time.monotonic() - began < 4:
            time.sleep(0.02)
        assert threading.active_count() <= bound
    finally:
        for one in idle:
            one.close()


def test_forty_readers_listen_at_once(running: Running) -> None:
    """Each hears of the hand; and a new one still gets the page."""
    readers = [running.listening() for _ in range(40)]
    try:
        for one in readers:
            until(one, b"data: ")
        running.path.write_text(HEAD + HAND + HAND, encoding="utf-8")
        running.feed.look()
        for one in readers:
            until(one, running.feed.now.version.encode())
        assert status(running.asked()) == 200
    finally:
        for one in readers:
            one.close()


def test_too_many_readers_may_come_again(running: Running) -> None:
    """Beyond the bound the answer is 503, and the page asks by itself."""
    for _ in range(serving.READERS - 1):
        assert running.server.readers.acquire(blocking=False)
    with running.listening() as one:
        until(one, b"data: ")
        assert status(running.asked()) == 503
