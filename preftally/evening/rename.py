"""Calling a player otherwise: in the head, in every entry, and in what was undone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from preftally.engine.model import Hand, Joined, Player
from preftally.errors import PreftallyError, WrongUsage
from preftally.evening.change import Changed, Done, held, planned
from preftally.evening.evening import evening_of
from preftally.lang import _
from preftally.notation import names
from preftally.session import actions, edit, file, store
from preftally.session.actions import Action, Actions
from preftally.session.file import Session

# The fields of a hand in which players stand.
_PLAYERS = ("declarer", "dealer", "player", "on", "whist", "passed", "half", "taken")


class Renamed(NamedTuple):
    """Who was called how, and is called how now."""

    old: Player
    new: Player
    done: Done


def rename(path: Path | None, old: str, new: str) -> Renamed:
    """Call a player otherwise; `undo` takes it back.

    Raises `WrongUsage` for a word that is no player, or a name that another has or that
    cannot be told from his.
    """
    with held(path) as (target, session):
        evening = evening_of(session)
        evening.check()
        known = _everybody(session)
        player = names.find(old, known)
        called = _name(new, player, known)
        done = planned(evening, lambda _evening: _renaming(session, player, called))
        after, kept = done.after.session, actions.known(target, session.raw)
        one = actions.between("rename", 0, _state(session), _state(after))
        undone = _undone(session, kept.undone, player, called)
        could = actions.keep(target, Actions((*kept.done, one), undone))
        store.replace_bytes(target, session.raw, after.raw, session.path)
    return Renamed(player, called, done._replace(kept=could))


def _everybody(session: Session) -> tuple[Player, ...]:
    """All who have ever sat at the table."""
    joined = (one.hand.player for one in session.records if isinstance(one.hand, Joined))
    return tuple(dict.fromkeys((*session.game.players, *joined)))


def _name(new: str, player: Player, known: tuple[Player, ...]) -> Player:
    called = names.check_name(new)
    if called == player:
        raise WrongUsage(_("{player} is called so already").format(player=player))
    names.check_apart(called, [one for one in known if one != player])
    return called


def _renaming(session: Session, old: Player, new: Player) -> Changed:
    records = tuple(one._replace(hand=_called(one.hand, old, new)) for one in session.records)
    text, cut = session.text, session.cut
    changes: dict[int, str | None] = {
        number: edit.rewritten(text, cut, number, was, now)
        for number, (was, now) in enumerate(zip(session.records, records, strict=True), 1)
        if was != now
    }
    below = edit.without(text, cut, changes)
    game = session.game
    head = {"players": [_swapped(one, old, new) for one in game.players],
            "dealer": _swapped(game.dealer, old, new)}  # fmt: skip
    return Changed(edit.headed(below, head), records, 0)


def _called(hand: Hand, old: Player, new: Player) -> Hand:
    """A hand with one of its players called otherwise."""
    fields: Mapping[str, Any] = hand._asdict()
    changed = {name: _swapped(fields[name], old, new) for name in _PLAYERS if name in fields}
    return hand._replace(**changed)


def _swapped(value: Any, old: Player, new: Player) -> Any:
    if isinstance(value, tuple):
        return tuple(_swapped(one, old, new) for one in value)
    if isinstance(value, Mapping):
        return {_swapped(key, old, new): one for key, one in value.items()}
    return new if value == old else value


def _state(session: Session) -> tuple[str, bytes]:
    return session.text, session.raw


def _undone(
    session: Session, undone: tuple[Action, ...], old: Player, new: Player
) -> tuple[Action, ...]:
    """What was undone, with the name in it changed: each state that `redo` leads to, anew."""
    found: list[Action] = []
    was, now = session, _renamed(session, old, new)
    for one in reversed(undone):
        try:
            then = file.parse(was.path, was.encoded(one.forward(was.text)))
            after = _renamed(then, old, new)
            evening_of(after).check()  # another may have come under the new name
        except PreftallyError:
            break
        found.insert(0, actions.between(one.what, one.number, _state(now), _state(after)))
        was, now = then, after
    return tuple(found)


def _renamed(session: Session, old: Player, new: Player) -> Session:
    text = _renaming(session, old, new).text
    return file.parse(session.path, session.encoded(text))
