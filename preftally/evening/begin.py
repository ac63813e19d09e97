"""Beginning a session: the agreement checked and written to its file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from preftally.engine.conventions import override
from preftally.engine.replay import Game
from preftally.errors import Refused, WrongUsage
from preftally.evening.evening import path_of
from preftally.lang import _
from preftally.notation import names
from preftally.session import file, header, house, store
from preftally.session.header import Occasion

THREE = ("W", "E", "S")
FOUR = ("W", "N", "E", "S")


class Begun(NamedTuple):
    """What was agreed, and where the session is now that was there before, if one was."""

    game: Game
    aside: Path | None


def begin(
    session: Path | None,
    *,
    players: str = "",
    convention: str = "sochi",
    pool: int | None = None,
    dealer: str = "",
    four: bool = False,
    rules: Sequence[str] = (),
    force: bool = False,
    occasion: Occasion = Occasion(),  # noqa: B008 - immutable
) -> Begun:
    """Write a new session file.

    `players` are clockwise, by commas; `rules` are `KEY=VALUE`. Raises `WrongUsage` for what
    cannot be agreed, `Refused` where a session is there already and `force` does not put it
    aside.
    """
    base, own = house.convention(convention)
    agreed = house.differing(base, own | house.settings(rules))
    seated = _players(players, four)
    first = names.find(dealer, seated) if dealer else seated[0]
    if pool is None:
        pool = base.target
    if pool not in header.POOLS:
        raise WrongUsage(
            _("a pool of {pool}: it must be from 1 to 1000").format(pool=pool),
            _("for example --pool 20"),
        )
    game = Game(override(base, agreed), seated, first, pool)
    return write(session, header.text(base, agreed, game, occasion), game, force=force)


def write(session: Path | None, text: str, game: Game, *, force: bool) -> Begun:
    """Write the text of a new session."""
    return Begun(game, _create(path_of(session), text, force=force))


def _players(players: str, four: bool) -> tuple[str, ...]:
    if not players:
        return FOUR if four else THREE
    seated = names.roster(names.listed(players))
    if four and len(seated) != len(FOUR):
        raise WrongUsage(
            _("--four, and {n} players are named").format(n=len(seated)),
            _("name four, or leave --four out"),
        )
    return seated


def _create(path: Path, text: str, *, force: bool) -> Path | None:
    """Write the file; gives the name under which an older one was put aside."""
    with store.locked(path) as target:
        if not os.path.lexists(target):
            store.replace_bytes(target, None, text.encode(), path)
            return None
        if not force:
            raise Refused(
                _("{path} is there already, and is never overwritten").format(path=path),
                _("go on with it, name another with --session, or put it aside with --force"),
            )
        old = file.read_bytes(target)
        return store.replace_keeping(target, old, text.encode(), path)
