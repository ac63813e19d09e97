"""Putting what leaves the evening into a file: over our own, never over a stranger's."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from preftally.errors import NotWritten, Refused
from preftally.lang import _
from preftally.session import store


def put(
    path: Path, raw: bytes, is_ours: Callable[[bytes], bool], session: Path, *, force: bool
) -> None:
    """Write a file in one step.

    A file that is there is replaced where `is_ours` knows it by its mark, or by `force`;
    the session itself never. Raises `Refused` or `NotWritten`; what stood there stands.
    """
    target = Path(os.path.realpath(path))
    old = _standing(target, path)
    if old is not None:
        if session.exists() and target.samefile(session):
            raise Refused(
                _("{path} is the session itself").format(path=path), _("name another file")
            )
        if not force and not is_ours(old):
            raise Refused(
                _("{path} is there already, and preftally did not write it").format(path=path),
                _("name another file, or replace it with --force"),
            )
        if not os.access(target, os.W_OK):
            raise NotWritten(_("{path} is read-only").format(path=path), _("name another file"))
    try:
        store.replace_bytes(target, old, raw, path)
    except NotWritten as error:
        # The session, of which the store speaks, has nothing to do with it.
        raise NotWritten(error.message, _("name a file in a folder that can be written")) from None


def _standing(target: Path, shown: Path) -> bytes | None:
    """The bytes of a file that is there; none where there is no file."""
    try:
        if target.exists() and not target.is_file():
            raise NotWritten(
                _("{path} is not a file that can be written").format(path=shown),
                _("name another file; - is the standard output"),
            )
        return target.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise store.not_written(shown, error) from None
