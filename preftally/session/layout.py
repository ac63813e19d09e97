"""The text of a session file as blocks: its head, and one block for each hand.

The standard library's TOML reader is the only judge of what the text means; it
just does not tell where things stand. So the text is cut at the lines that open
a table, and each piece is given to it alone: one pass over the file, errors that
know their hand, and the good hands before a bad one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

_OPENING = re.compile(r"^[ \t]*\[.*$", re.MULTILINE)
_HAND = re.compile(r"[ \t]*\[\[[ \t]*hand[ \t]*\]\][ \t\r]*(#.*)?")
# Those that are seldom used are compiled where they are, if at all.
_OF_HAND = r"[ \t]*\[[ \t]*hand[ \t]*\."
_PLACE = r" \(at line (\d+), column \d+\)$"
# A number, or a time before its offset: more of it may have stood there.
_UNENDED = r"[^#=\n]*=[ \t]*([-+0-9_xob]+|[-0-9]+[T ][0-9:.]+)[ \t]*"
# A line that opens a table inside a text or a list of many lines opens nothing.
# More such lines than this in one hand are taken for damage.
_MOST_JOINED = 200
_DEEPEST = 8


class Piece(NamedTuple):
    """A stretch of the text and what it holds, or why it cannot be read."""

    start: int
    end: int
    table: dict[str, Any]
    error: str = ""
    error_at: int = 0


def pieces(text: str, since: int = 0) -> Iterator[Piece]:
    """The head of the file and its hands, in order, the bad ones among them.

    The first piece is the head, or with `since` the hand that begins there. A
    hand's `table` is what stands under its `[[hand]]`; a piece that opens another
    table is an error.
    """
    starts = [] if since else [0]
    for opening in _OPENING.finditer(text, since):
        line = opening.group()
        below_head = bool(since) or len(starts) > 1
        if _HAND.fullmatch(line) or (below_head and not re.match(_OF_HAND, line)):
            starts.append(opening.start())
    zeros = len(text.rstrip("\0"))
    if len(starts) > 1 and zeros < len(text) and text[zeros - 1] == "\n" and zeros > starts[-1]:
        # What a failing disk left behind the last row is no part of the last hand.
        starts.append(zeros)
    number = 0
    while number < len(starts):
        number, piece = _piece(text, starts, number)
        yield piece


def _piece(text: str, starts: list[int], number: int) -> tuple[int, Piece]:
    """One piece, joined with the next ones as far as its own text demands it."""
    start = starts[number]
    first: Piece | None = None
    for following in range(number + 1, min(number + 1 + _MOST_JOINED, len(starts) + 1)):
        end = starts[following] if following < len(starts) else len(text)
        piece = _parsed(text, start, end, is_head=start == 0)
        if not piece.error:
            return following, piece
        first = first or piece
        if not _may_go_on(text[start:end]):
            break
    assert first is not None
    return number + 1, first


def _may_go_on(text: str) -> bool:
    """Whether a text or a list of many lines may be open at the end of a piece."""
    return '"""' in text or "'''" in text or text.count("[") > text.count("]")


def _parsed(text: str, start: int, end: int, *, is_head: bool) -> Piece:
    part = text[start:end]
    if not part.isascii():
        try:
            part.encode()
        except UnicodeEncodeError as error:
            return Piece(start, end, {}, NOT_UTF8, start + error.start)
    try:
        table = tomllib.loads(part)
    except (ValueError, RecursionError) as error:
        message = str(error)
        place = re.search(_PLACE, message)
        row = int(place[1]) - 1 if place else part.rstrip().count("\n")
        return Piece(start, end, {}, re.sub(_PLACE, "", message), start + _offset(part, row))
    if not _is_sane(table):
        return Piece(start, end, {}, INSANE, start)
    if end == len(text) and not part.endswith("\n") and is_unended(part):
        return Piece(start, end, {}, UNENDED, start + part.rfind("\n") + 1)
    if is_head:
        return Piece(start, end, table)
    hands = table.pop("hand", None)
    if table or not isinstance(hands, list) or len(hands) != 1:
        return Piece(start, end, {}, FOREIGN, start)
    return Piece(start, end, hands[0])


def _is_sane(value: object, depth: int = 0) -> bool:
    """Whether a value is of a size that a person could have meant."""
    if isinstance(value, int):
        return abs(value) < 10**9
    if depth > _DEEPEST:
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_sane(one, depth + 1) for one in inner)


# Findings of our own beside those of the TOML reader.
UNENDED = "unended value"
NOT_UTF8 = "not UTF-8"
INSANE = "beyond measure"
FOREIGN = "foreign table"


def _offset(text: str, row: int) -> int:
    """Where the row begins, counted from 0."""
    at = 0
    for _ in range(row):
        at = text.find("\n", at) + 1
    return at


def key_offset(text: str, piece: Piece, key: str) -> int:
    """Where a key of the piece stands, or the piece's own line if it has none."""
    opening = piece.start or 0
    if key:
        table, name = r"(?:\[+[ \t]*(?:hand[ \t]*\.[ \t]*)?)?", re.escape(key)
        row = rf"^[ \t]*{table}[\"']?{name}[\"']?[ \t]*[=.\]]"
        found = re.compile(row, re.MULTILINE).search(text, piece.start, piece.end)
        if found:
            return found.start()
    return opening


def row_at(text: str, offset: int) -> tuple[int, str]:
    """The line number, counted from 1, and the row that an offset lies in."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    row = text[start : end if end >= 0 else len(text)].rstrip("\r")
    return text.count("\n", 0, offset) + 1, row.encode(errors="replace").decode()


def rows_of(text: str) -> list[str]:
    """The rows of a text with their ends; only a line feed ends a row in TOML."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def is_unended(text: str) -> bool:
    """Whether a text ends in a value that may have been longer, and no line end."""
    return bool(re.fullmatch(_UNENDED, text[text.rfind("\n") + 1 :]))


def newline(text: str) -> str:
    """The line ending that the file uses."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def with_newlines(block: str, ending: str) -> str:
    """A block of our own in the file's own line endings."""
    return block.replace("\n", ending) if ending != "\n" else block
