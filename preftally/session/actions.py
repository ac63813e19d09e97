"""What was done to a session and what was undone, kept for `undo` and `redo`.

It is kept outside the session, whose text says what was played and not how it came to
be, in the folder that this system has for the state of programs. Each action knows the
file before and after it by their fingerprints, so that it can only ever be taken back
from, or brought back into, the very same bytes. That an entry was added at the end
needs no memory: it is not kept before it is undone, and nothing slows `hand`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from preftally.session import private

# The oldest are forgotten.
_MOST = 200


class Action(NamedTuple):
    """A change of the text: at `start`, counted in characters, `old` gave way to `new`.

    `what` is the command that did it (an entry added at the end: `hand`), `number` the
    entry that it was about; `before` and `after` are the fingerprints of the file.
    """

    what: str
    number: int
    start: int
    old: str
    new: str
    before: str
    after: str

    def backward(self, text: str) -> str:
        """The text without the change."""
        return text[: self.start] + self.old + text[self.start + len(self.new) :]

    def forward(self, text: str) -> str:
        """The text with the change."""
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


class Actions(NamedTuple):
    """What can be taken back and what can be brought back; of both the last at the end."""

    done: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()

    def last(self, raw: bytes) -> Action | None:
        """The action that made the file what it is, if it was one."""
        now = fingerprint(raw)
        return next((one for one in reversed(self.done) if one.after == now), None)

    def followed_by(self, one: Action) -> Actions:
        """These, with one more done; what was undone is then out of reach."""
        return Actions((*self.done, one), ())

    def taken_back(self, one: Action) -> Actions:
        """These, with one more undone."""
        done = self.done[: self.done.index(one)] if one in self.done else self.done
        return Actions(done, (*self.undone, one))

    def brought_back(self) -> Actions:
        """These, with the last of the undone done again."""
        one = self.undone[-1]
        return Actions((*self.done, one) if one.what != "hand" else self.done, self.undone[:-1])


def fingerprint(raw: bytes) -> str:
    """What tells one state of a file from all others."""
    import hashlib  # only where something is done, or taken back

    return hashlib.sha256(raw).hexdigest()


def between(what: str, number: int, old: tuple[str, bytes], new: tuple[str, bytes]) -> Action:
    """The action that made one state of a file, as text and bytes, out of another."""
    (was, raw), (now, fresh) = old, new
    start = _alike(was, now)
    room = min(len(was), len(now)) - start
    same = _alike(was[: -room - 1 : -1], now[: -room - 1 : -1])
    ends = len(was) - same, len(now) - same
    return Action(
        what, number, start, was[start : ends[0]], now[start : ends[1]],
        fingerprint(raw), fingerprint(fresh),
    )  # fmt: skip


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def known(target: Path, raw: bytes) -> Actions:
    """What is known of the file as it is now.

    What was undone must fit it. What was done may lie below hands that were added since;
    it can be taken back only when they are gone: see `last`.
    """
    kept, now = _parsed(private.read(_name(target))), fingerprint(raw)
    done = _reached((one.after for one in kept.done), now) or len(kept.done)
    return Actions(kept.done[:done], kept.undone[: _reached((u.before for u in kept.undone), now)])


def _reached(states: Iterable[str], now: str) -> int:
    """How many there are up to the last one of this state of the file; 0 where none is."""
    return max((at for at, state in enumerate(states, 1) if state == now), default=0)


def keep(target: Path, kept: Actions) -> bool:
    """Keep these; whether that could be done."""
    if kept == Actions():
        return private.remove(_name(target))
    import json

    last = Actions(kept.done[-_MOST:], kept.undone[-_MOST:])
    return private.write(_name(target), json.dumps(last._asdict()).encode())


def _name(target: Path) -> str:
    return f"{fingerprint(os.fsencode(target))[:32]}.json"


def _parsed(data: bytes) -> Actions:
    """What was kept; nothing of a file that is damaged."""
    import json

    try:
        found = json.loads(data)
        if isinstance(found, list):  # as version 0.1 kept what it had undone
            return Actions((), tuple(_action("hand", 0, at, "", text, after, before)
                                     for text, at, after, before in found))  # fmt: skip
        return Actions(*(tuple(_action(*one) for one in found[name]) for name in Actions._fields))
    except (ValueError, TypeError, KeyError, RecursionError):
        return Actions()


def _action(*values: Any) -> Action:
    one = Action(*values)
    if tuple(map(type, one)) != (str, int, int, str, str, str, str) or one.start < 0:
        raise ValueError(one)
    return one
