"""The text of a session file as blocks: its head, and one block for each hand.

The standard library's TOML reader is the only judge of what the text means; it
just does not tell where things stand. So the text is cut at the lines that open
a table, and each piece is given to it alone: one pass over the file, errors that
know their hand, and the good hands before a bad one.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

_OPENING = re.compile(r"^[ \t]*\[.*$", re.MULTILINE)
_HAND = re.compile(r"[ \t]*\[\[[ \t]*hand[ \t]*\]\][ \t\r]*(#.*)?")
# Those that are seldom used are compiled where they are, if at all.
_OF_HAND = r"[ \t]*\[[ \t]*hand[ \t]*\."
_PLACE = r" \(at line (\d+), column \d+\)$"
# A number, or a time before its offset: more of it may have stood there.
_UNENDED = r"[^#=\n]*=[ \t]*([-+0-9_xob]+|[-0-9]+[T ][0-9:.]+)[ \t]*"
_DEEPEST = 8
# What matters for whether a text or a list is open at the end of a row.
_SIGNS = re.compile(r"""#[^\n]*|\"\"\"|'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[\[\]{}=\n]""")
# What git writes where two versions of a file do not go together.
_CONFLICT = re.compile(r"^(<<<<<<<|=======|>>>>>>>|\|\|\|\|\|\|\|)", re.MULTILINE)


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
    end = starts[number + 1] if number + 1 < len(starts) else len(text)
    first = _parsed(text, start, end, is_head=start == 0)
    if first.error and _may_go_on(text[start:end]):
        following = _closing(text, starts, number)
        if following > number + 1:
            end = starts[following] if following < len(starts) else len(text)
            joined = _parsed(text, start, end, is_head=start == 0)
            if not joined.error:
                return following, joined
    return number + 1, first


def _may_go_on(text: str) -> bool:
    """Whether a text or a list of many lines may be open at the end of a piece."""
    return '"""' in text or "'''" in text or text.count("[") > text.count("]")


def _closing(text: str, starts: list[int], number: int) -> int:
    """The first of the next pieces before which nothing is open; 0 if there is none.

    A line that opens a table inside a text or a list of many lines opens nothing. One
    look at each sign is enough: what is open is closed by the next hand's, or broken.
    """
    open_signs: list[str] = []
    at, following = starts[number], number + 1
    while following < len(starts):
        found = _SIGNS.search(text, at)
        while following < len(starts) and (found is None or found.start() >= starts[following]):
            if not open_signs:
                return following
            if _HAND.match(text, starts[following]):
                return 0
            following += 1
        if found is None:
            return 0
        at = _after(text, found)
        if at < 0:
            return 0
        sign = found.group()
        if sign in ("[", "{"):
            open_signs.append(sign)
        elif sign in ("]", "}") and open_signs:
            open_signs.pop()
        elif sign == "=" and open_signs and open_signs[-1] == "[":
            return 0
        # Rows of a text that begin like a table open none.
        while following < len(starts) and starts[following] < at:
            following += 1
    return following if not open_signs and not _is_open(text[at:]) else 0


def _is_open(rest: str) -> bool:
    """Whether something is open at the end of the last piece."""
    return bool(rest) and any(True for _ in _unclosed(rest))


def _unclosed(rest: str) -> Iterator[str]:
    depth, at = 0, 0
    while (found := _SIGNS.search(rest, at)) is not None:
        at = _after(rest, found)
        if at < 0:
            yield found.group()
            return
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found.group(), 0)
    if depth > 0:
        yield "["


def _after(text: str, sign: re.Match[str]) -> int:
    """Behind a sign, or behind the text of many lines that it opens; -1 if that has no end."""
    quote = sign.group()
    if quote not in ('"""', "'''"):
        return sign.end()
    end = text.find(quote, sign.end())
    while quote == '"""' and end > 0 and _is_escaped(text, end):
        end = text.find(quote, end + 1)
    if end < 0:
        return -1
    end += 3
    while text[end : end + 1] == quote[0]:  # as many as two quotes may end the text itself
        end += 1
    return end


def _is_escaped(text: str, at: int) -> bool:
    before = at
    while text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


class Rows(NamedTuple):
    """Rows that are whole by themselves: those of one key, or a comment, or a blank one.

    `comment` is where the comment behind a value begins, -1 if there is none.
    """

    text: str
    comment: int = -1

    @property
    def says_nothing(self) -> bool:
        """Whether it is a comment or a blank row."""
        bare = self.text.lstrip(" \t")
        return bare.startswith("#") or not bare.strip()


def statements(text: str) -> Iterator[Rows]:
    """A piece of the text as rows, those of one value together."""
    start, at, depth, comment = 0, 0, 0, -1
    while (found := _SIGNS.search(text, at)) is not None:
        sign = found.group()
        at = _after(text, found)
        if at < 0:
            break
        depth = max(0, depth + {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0))
        if sign.startswith("#"):
            comment = found.start() - start if not depth else -1
        elif sign == "\n" and not depth:
            yield Rows(text[start:at], comment)
            start, comment = at, -1
    if start < len(text):
        yield Rows(text[start:], comment)


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
        if isinstance(error, RecursionError) or not isinstance(error, tomllib.TOMLDecodeError):
            return Piece(start, end, {}, INSANE, start)
        message = str(error)
        place = re.search(_PLACE, message)
        row = int(place[1]) - 1 if place else part.rstrip().count("\n")
        at = start + _offset(part, row)
        return Piece(start, end, {}, *_finding(text, start, end, at, re.sub(_PLACE, "", message)))
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


def _finding(text: str, start: int, end: int, at: int, message: str) -> tuple[str, int]:
    """What the reader's message means where a person is known to have meant something else."""
    conflict = _CONFLICT.search(text, start, end)
    if conflict:
        return CONFLICT, conflict.start()
    row = text[at : text.find("\n", at) if "\n" in text[at:end] else end]
    if re.fullmatch(r"[ \t]*at[ \t]*=[ \t]*\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d.*", row.rstrip("\r")):
        return SECONDS, at
    return message, at


# Findings of our own beside those of the TOML reader.
UNENDED = "unended value"
NOT_UTF8 = "not UTF-8"
INSANE = "beyond measure"
FOREIGN = "foreign table"
CONFLICT = "conflict of versions"
SECONDS = "no seconds"


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
    return bisect_left(_line_ends(text), offset) + 1, row.encode(errors="replace").decode()


@lru_cache(maxsize=2)
def _line_ends(text: str) -> tuple[int, ...]:
    """Where the lines end: many findings in one text ask for their numbers."""
    return tuple(found.start() for found in re.finditer("\n", text))


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
