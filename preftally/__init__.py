"""preftally: a scorekeeper for Russian Preferans.

What a bot, a window or a notebook needs of it, without the command line; each name is
loaded when it is first asked for:

- `begin(path, players=…, convention=…, pool=…)` writes a new session.
- `say(path, "7S 5 --whist Anna --pass Boris")` records words, `record(path, hand)` a
  hand of `preftally.engine.model`; `undo(path)` and `redo(path)` take back and bring back.
- `opened(path)` gives the `Evening`: its session, its replay (`played`: sheet, table, the
  entries of each hand), and what is wrong with it, if anything is.
- `balances(sheet, convention)` are exact, `whole` in whole whists, `payments(nets)` the
  fewest transfers.

Whatever is refused is a `PreftallyError` with a message, a hint and an exit status.
"""

from __future__ import annotations

# `typing` is a third of what `--version` waits for.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from preftally.engine.settlement import balances as balances
    from preftally.engine.settlement import payments as payments
    from preftally.engine.settlement import whole as whole
    from preftally.errors import PreftallyError as PreftallyError
    from preftally.evening.begin import begin as begin
    from preftally.evening.evening import Evening as Evening
    from preftally.evening.evening import opened as opened
    from preftally.evening.record import record as record
    from preftally.evening.record import say as say
    from preftally.evening.undo import redo as redo
    from preftally.evening.undo import undo as undo

__version__ = "0.2.0.dev0"

_ROOMS = {
    "engine.settlement": ("balances", "payments", "whole"),
    "errors": ("PreftallyError",),
    "evening.begin": ("begin",),
    "evening.evening": ("Evening", "opened"),
    "evening.record": ("record", "say"),
    "evening.undo": ("redo", "undo"),
}
__all__ = [name for names in _ROOMS.values() for name in names]


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            import importlib

            return getattr(importlib.import_module(f"preftally.{room}"), name)
    raise AttributeError(name)
