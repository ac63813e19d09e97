"""Mending a session: the good entries stay, the original is kept beside it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from preftally.errors import NotWritten
from preftally.evening.change import held, same
from preftally.evening.check import Diagnosis, diagnosed, mended
from preftally.evening.evening import evening_of
from preftally.lang import _
from preftally.session import actions, file, store
from preftally.session.file import Session


class Mended(NamedTuple):
    """What was found, and under which name the original is kept."""

    found: Diagnosis
    aside: Path


def mend(path: Path | None) -> Mended | None:
    """Leave out what is bad; nothing where nothing is. Raises `NotWritten`."""
    with held(path) as (target, session):
        found = diagnosed(session)
        if not found.findings:  # somebody else was quicker
            return None
        fresh = _verified(session, found)
        old, new = (session.text, session.raw), (fresh.text, fresh.raw)
        one = actions.between("mend", 0, old, new)
        actions.keep(target, actions.known(target, session.raw).followed_by(one))
        aside = store.replace_keeping(target, session.raw, fresh.raw, session.path)
    return Mended(found, aside)


def _verified(session: Session, found: Diagnosis) -> Session:
    """The mended text must hold just the good entries, and all can be, or nothing is written."""
    after = evening_of(file.parse(session.path, session.encoded(mended(found))))
    if after.failure is not None or not same(after.session.records, tuple(found.good.values())):
        raise NotWritten(
            _("{path} cannot be mended by itself").format(path=session.path),
            _("mend the lines above in an editor; nothing was written"),
        )
    return after.session
