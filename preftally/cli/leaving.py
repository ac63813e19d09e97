"""Leaving the prompt when the terminal is closed or the process is told to end.

While a line is edited the terminal does not show what is typed; whoever is killed then
would leave it so. Not every system has these signals, or terminals of this kind.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

_SIGNALS = ("SIGTERM", "SIGHUP")


class _Told(BaseException):
    """The process was told to end. No error: nothing that catches errors may catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def terminal_kept() -> Iterator[None]:
    """Whatever ends what is done here, the terminal is as it was before."""
    before = _settings()
    handlers = {number: signal.signal(number, _tell) for number in _numbers()}
    try:
        yield
    except _Told as told:
        _restore(before)
        # As if nobody had listened: whoever waits for this process sees by what it ended.
        signal.signal(told.number, signal.SIG_DFL)
        os.kill(os.getpid(), told.number)
    finally:
        _restore(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _numbers() -> list[int]:
    return [int(getattr(signal, name)) for name in _SIGNALS if hasattr(signal, name)]


def _tell(number: int, _frame: FrameType | None) -> None:
    raise _Told(number)


def _settings() -> Any:
    """What the terminal is set to; `None` where there is none."""
    try:
        import termios
    except ImportError:
        return None
    try:
        return termios.tcgetattr(sys.stdin.fileno())
    except (OSError, ValueError, termios.error):
        return None


def _restore(settings: Any) -> None:
    if settings is None:
        return
    import termios

    with contextlib.suppress(OSError, ValueError, termios.error):
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, settings)
