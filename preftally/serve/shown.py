"""What is shown of a session now: its page, or the last good one with a sentence about it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from preftally.errors import PreftallyError
from preftally.evening.evening import Evening, evening_of
from preftally.formats.html import page
from preftally.formats.html.frame import Live, Page
from preftally.lang import _
from preftally.session import file
from preftally.views.report import Report

# From an evening to what is told of it; a stake in the head can be wrong.
Teller = Callable[[Evening], Report]


class Shown(NamedTuple):
    """A page and its version, which changes with whatever the page says."""

    page: Page
    version: str


class Session:
    """A session that is read again and again, each time from the bytes that stand there."""

    def __init__(self, path: Path, tell: Teller, evening: Evening) -> None:
        self.path = path
        self._tell = tell
        self._told = tell(evening)
        self._mark = b""

    def shown(self, raw: bytes | None) -> Shown:
        """The page for the file's bytes; none where there is no file that could be read."""
        notice = _("The session's file is not there. This is how it stood.")
        if raw is not None:
            notice = self._read(raw)
        version = hashlib.sha256(self._mark + b"\0" + notice.encode(errors="replace"))
        name = version.hexdigest()[:16]
        return Shown(page(self._told, Live(name, notice)), name)

    def _read(self, raw: bytes) -> str:
        """Take in what can be read; gives what is wrong, or an empty string."""
        try:
            evening = evening_of(file.parse(self.path, raw))
            told = self._tell(evening)
        except PreftallyError:
            # Where it is wrong is for the scorekeeper, in whose terminal it is said.
            return _("The session cannot be read just now. This is how it stood.")
        self._told, self._mark = told, hashlib.sha256(raw).digest()
        if evening.failure is None:
            return ""
        return _("Something is wrong in the session after entry {n}; this is how it stood.").format(
            n=len(evening.played.steps)
        )
