"""Reading from a stranger: no longer than so many seconds, no more than so many bytes."""

from __future__ import annotations

import contextlib
import io
import socket
import time
from typing import Any


class Bounded(io.RawIOBase):
    """The bytes of a connection until a deadline; beyond the limit it looks ended."""

    def __init__(self, connection: socket.socket, seconds: float, limit: int) -> None:
        self._connection = connection
        self._deadline = time.monotonic() + seconds
        self._left = limit

    @property
    def spent(self) -> bool:
        """Whether the limit has been reached."""
        return self._left <= 0

    def readable(self) -> bool:
        """It is read from, and nothing else."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Some bytes; raises `TimeoutError` when the time is over."""
        rest = self._deadline - time.monotonic()
        if rest <= 0:
            raise TimeoutError
        if self._left <= 0:
            return 0
        self._connection.settimeout(rest)
        got = self._connection.recv_into(memoryview(buffer)[: self._left])
        self._left -= got
        return got


def drain(connection: socket.socket, seconds: float, limit: int) -> None:
    """Let the other side finish, so that it reads our answer; but not for ever."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        rest = io.BufferedReader(Bounded(connection, seconds, limit))
        while rest.read1():
            pass
