"""A hand of the engine as the lines of its `[[hand]]`."""

from __future__ import annotations

from typing import Any

from preftally.engine.model import (
    AllPass,
    Conceded,
    Contracted,
    Correction,
    Joined,
    Left,
    Misdeal,
    Misere,
)
from preftally.session.hands import ORDER, Record
from preftally.session.toml import toml_value


def fields_of(one: Record) -> dict[str, Any]:
    """The table that stands for a hand in the file, its keys in their order."""
    found: dict[str, Any] = {"note": one.note, "at": one.at}
    match one.hand:
        case Contracted() as hand:
            found |= {
                "contract": str(hand.contract), "declarer": hand.declarer, "tricks": hand.tricks,
                "taken": dict(hand.taken), "whist": list(hand.whist), "half": list(hand.half),
                "pass": list(hand.passed), "talon": hand.talon, "dealer": hand.dealer,
            }  # fmt: skip
        case Conceded() as hand:
            found |= {
                "contract": str(hand.contract), "declarer": hand.declarer, "conceded": True,
                "dealer": hand.dealer,
            }  # fmt: skip
        case Misere() as hand:
            found |= {
                "contract": "misere", "declarer": hand.declarer, "tricks": hand.tricks,
                "dealer": hand.dealer,
            }  # fmt: skip
        case AllPass() as hand:
            found |= {"contract": "pass", "taken": dict(hand.taken), "dealer": hand.dealer}
        case Misdeal() as hand:
            found |= {"contract": "misdeal", "dealer": hand.dealer}
        case Correction() as hand:
            found |= {
                "adjust": hand.player, "pool": hand.pool or None,
                "mountain": hand.mountain or None, "whists": hand.whists or None, "on": hand.on,
            }  # fmt: skip
        case Joined() as hand:
            found |= {"join": hand.player}
        case Left() as hand:
            found |= {"leave": hand.player}
    return {
        key: found[key]
        for key in ORDER
        if key in found and found[key] is not None and found[key] not in ("", [], {})
    }


def block(one: Record) -> str:
    """The lines of a hand in the file, from `[[hand]]` on."""
    rows = [f"{key} = {toml_value(value)}" for key, value in fields_of(one).items()]
    return "\n".join(["[[hand]]", *rows, ""])
