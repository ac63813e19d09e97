"""What all readers share: the page as it is now, made once for each change."""

from __future__ import annotations

import threading

from preftally.serve.shown import Session, Shown
from preftally.serve.watch import Watched

# How often the file is looked at, in seconds: a page is to follow within two.
LOOK = 0.4


class Feed:
    """The page of a session, kept by one thread and waited for by many."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._watched = Watched(session.path)
        self._raw = self._watched.raw()
        self._now = session.shown(self._raw)
        self._changed = threading.Condition()
        self._ended = threading.Event()

    @property
    def now(self) -> Shown:
        """The page as it is."""
        return self._now

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self._ended.is_set()

    def wait(self, version: str, seconds: float) -> Shown:
        """The page as soon as it is another than this version, or as it is then."""
        with self._changed:
            self._changed.wait_for(lambda: self._now.version != version or self.ended, seconds)
        return self._now

    def look(self) -> None:
        """Look at the file; what has changed is there for everybody."""
        raw = self._watched.raw()
        if raw == self._raw:
            return
        now = self._session.shown(raw)
        with self._changed:
            self._raw, self._now = raw, now
            self._changed.notify_all()

    def follow(self) -> None:
        """Look again and again until the end: what the one thread does."""
        while not self._ended.wait(LOOK):
            self.look()

    def end(self) -> None:
        """Let everybody go who waits."""
        self._ended.set()
        with self._changed:
            self._changed.notify_all()
