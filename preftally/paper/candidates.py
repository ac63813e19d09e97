"""The values that a key is tried with: a table may have followed any of them."""

from __future__ import annotations

from preftally.engine.conventions import CONVENTIONS, DIALS, Convention, Value, value_of

# Numbers that houses play by, whatever the key.
_HOUSE = (0, 1, 5, 10, 20)


def values(key: str, current: Convention) -> list[Value]:
    """What a key may have held in place of what it holds.

    Each word, both truths, each number or row that a built-in convention holds, and a
    few numbers that houses play by.
    """
    dial = DIALS[key]
    if dial.is_flag:
        found: list[Value] = [False, True]
    else:
        held = (value_of(one, key) for one in CONVENTIONS.values())
        found = [*dial.words, *held, *(() if dial.length else _HOUSE)]
    distinct = dict.fromkeys((type(one), one) for one in found if dial.admits(one))
    now = value_of(current, key)
    return [one for kind, one in distinct if (kind, one) != (type(now), now)]
