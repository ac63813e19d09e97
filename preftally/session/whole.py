"""A session that nothing is wrong with, read in one go: for those who read very many.

The text is not cut into its hands, so that nothing could be placed or mended in it.
Whatever is out of the ordinary is left to `file.parse`, the only judge.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from preftally.engine.model import Joined
from preftally.session import header
from preftally.session.codecs import BEYOND, Misread, Seats
from preftally.session.file import BOM, READERS, Session
from preftally.session.hands import Record

# Lines that could open something else than a hand.
_OPENING = re.compile(r"^[ \t]*\[", re.MULTILINE)
_HAND = "\n[[hand]]"


def read(path: Path, raw: bytes) -> Session | None:
    """The session without its pieces; `None` where `file.parse` has to look."""
    try:
        text = raw.removeprefix(BOM).decode()
        table = tomllib.loads(text)
        hands = table.pop("hand", [])
        reader = READERS[header.format_of(table, READERS)]
        # The numbers of hands and rules have ranges of their own.
        beyond = any(type(one) is int and abs(one) >= BEYOND for one in table.values())
        if beyond or not _is_plain(text, hands):
            return None
        game, occasion = reader.game(table), reader.occasion(table)
        seats = Seats(game.players)
        records: list[Record] = []
        for one in hands:
            records.append(record := reader.record(one, seats))
            if isinstance(record.hand, Joined):
                seats.seat(record.hand.player)
    except (ValueError, RecursionError, Misread):
        return None
    return Session(path, raw, text, game, tuple(records), None, (), occasion)


def _is_plain(text: str, hands: object) -> bool:
    """Whether below the head there are hands only, each by its own line; and a last line end."""
    if not isinstance(hands, list) or not text.endswith("\n"):
        return False
    first = text.find(_HAND)
    if first < 0:
        return not hands
    openings = len(_OPENING.findall(text, first + 1))
    return openings == len(hands) == text.count(_HAND, first) and "\0" not in text
