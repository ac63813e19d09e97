"""Changing the text of a session: each operation touches its own entry's bytes only.

An entry reaches from the line end before its `[[hand]]` (or before the comments
right above it) to the end of its own lines. So what `appended` adds is just
what `dropped` takes away again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from preftally.session import hands, layout
from preftally.session.file import Session
from preftally.session.hands import Record
from preftally.session.layout import Piece
from preftally.session.toml import toml_value

# A blank between two line ends: the comment above it had none of its own, and must
# neither become the comment of the hand below nor keep a line end when that goes.
_MARK = " "


def appended(session: Session, one: Record) -> str:
    """The text with a hand added at its end."""
    ending = layout.newline(session.text)
    block = layout.with_newlines("\n" + hands.block(one), ending)
    last = session.text[session.text.rfind("\n") + 1 :]
    if last.lstrip().startswith("#"):
        block = ending + _MARK + block
    return session.text + block


def inserted(session: Session, number: int, one: Record) -> str:
    """The text with a hand put before hand `number`, counted from 1."""
    if number > len(session.pieces):
        return appended(session, one)
    start = _own_start(session.text, session.pieces, number)
    block = layout.with_newlines("\n" + hands.block(one), layout.newline(session.text))
    return session.text[:start] + block + session.text[start:]


def dropped(session: Session, number: int) -> str:
    """The text without hand `number`."""
    start, end = span(session.text, session.pieces, number)
    return session.text[:start] + session.text[end:]


def replaced(session: Session, number: int, one: Record) -> str:
    """The text with other keys under the header of hand `number`.

    Lines of keys that stay the same, comments and blank lines stay as they are.
    """
    return rewritten(session.text, session.pieces, number, session.records[number - 1], one)


def span(text: str, cut: Sequence[Piece], number: int) -> tuple[int, int]:
    """The bytes of a good entry, its comments included, as offsets into the text."""
    start, end = _own_start(text, cut, number), _own_end(text, cut, number)
    if start and end == len(text) and layout.is_unended(text[:start]):
        # The line end before the entry is that of a row which could go on without it.
        start += len(layout.newline(text[start:]))
    return start, end


def raw_span(text: str, cut: Sequence[Piece], number: int) -> tuple[int, int]:
    """All from the beginning of a piece to the beginning of the next, good or bad."""
    end = _own_start(text, cut, number + 1) if number < len(cut) else len(text)
    start = cut[number - 1].start
    # Zeros have no header, and no line end before it.
    return start if text[start] == "\0" else _own_start(text, cut, number), end


def _own_start(text: str, cut: Sequence[Piece], number: int) -> int:
    """Over the comment lines right above the header, and the line end before them."""
    header = cut[number - 1].start
    before = cut[number - 2].start if number > 1 else 0
    floor = _last_row(text, before, header)
    start = header
    while start > floor:
        above = text.rfind("\n", 0, start - 1) + 1
        if above < floor or not text[above:start].lstrip(" \t").startswith("#"):
            break
        start = above
    start = _before_line_end(text, start)
    mark = _before_line_end(text, start - len(_MARK))
    is_marked = text[mark:start].strip("\r\n") == _MARK and text[mark:start] != _MARK
    return mark if is_marked else start


def _before_line_end(text: str, start: int) -> int:
    if text[max(start - 2, 0) : start] == "\r\n":
        return start - 2
    return start - 1 if text[max(start - 1, 0) : start] == "\n" else start


def _own_end(text: str, cut: Sequence[Piece], number: int) -> int:
    """After the last row of the entry and the comments right below it.

    What follows a blank line belongs to nobody, or to the next entry.
    """
    piece = cut[number - 1]
    end = _last_row(text, piece.start, piece.end)
    for row in layout.rows_of(text[end : piece.end]):
        if not row.lstrip().startswith("#"):
            break
        end += len(row)
    return min(end, _own_start(text, cut, number + 1)) if number < len(cut) else end


def _last_row(text: str, start: int, end: int) -> int:
    """After the last row of a piece that is neither blank nor a comment."""
    part = text[start:end]
    rows = layout.rows_of(part)
    while len(rows) > 1 and (not rows[-1].strip() or rows[-1].lstrip().startswith("#")):
        rows.pop()
    length = sum(len(row) for row in rows)
    # In a text of many lines a row may only look like a comment.
    while length < len(part) and not _parses(part[:length]):
        length = part.find("\n", length) + 1 or len(part)
    return start + length


def _parses(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def rewritten(text: str, cut: Sequence[Piece], number: int, old: Record, new: Record) -> str:
    """The text with one piece holding another record."""
    start, end = cut[number - 1].start, _own_end(text, cut, number)
    edited = _edited(text[start:end], old, new, layout.newline(text))
    return text[:start] + edited + text[end:]


class _Chunk(NamedTuple):
    """A stretch of rows that is whole by itself: one key, or a comment or a blank row."""

    text: str
    key: str = ""


def _chunks(block: str) -> Iterator[_Chunk]:
    """The rows below a header, those of one value together."""
    open_rows = ""
    for row in layout.rows_of(block):
        open_rows += row
        if not _parses(open_rows):
            continue
        keys = list(tomllib.loads(open_rows))
        yield _Chunk(open_rows, keys[0] if keys else "")
        open_rows = ""
    if open_rows:
        yield _Chunk(open_rows)


def _edited(block: str, was: Record, now: Record, ending: str) -> str:
    old, new = hands.fields_of(was), hands.fields_of(now)
    header, rows = layout.rows_of(block)[0], "".join(layout.rows_of(block)[1:])
    unended = not block.endswith("\n")
    if unended:
        header, rows = (header, rows + ending) if rows else (header + ending, rows)
    chunks = list(_chunks(rows))
    if any(chunk.text.lstrip().startswith("[") for chunk in chunks):
        # Keys in a table of their own are written anew, in one line.
        chunks = [chunk for chunk in chunks if not chunk.key and "=" not in chunk.text]
        chunks = [chunk for chunk in chunks if not chunk.text.lstrip().startswith("[")]
    kept = [header]
    keys = [""]
    for chunk in chunks:
        if chunk.key and chunk.key not in new:
            continue
        same = not chunk.key or (chunk.key in old and old[chunk.key] == new[chunk.key])
        kept.append(chunk.text if same else _changed(chunk, new[chunk.key], ending))
        keys.append(chunk.key)
    for key, value in new.items():
        if key not in keys:
            place = _place(keys, key, hands.order(now))
            kept.insert(place, f"{key} = {toml_value(value)}{ending}")
            keys.insert(place, key)
    return "".join(kept).removesuffix(ending if unended else "")


def _place(keys: Sequence[str], key: str, order: Sequence[str]) -> int:
    """Where a new key goes by the order of keys, so that a cut hand is never a whole one."""
    above = order[: order.index(key)]
    earlier = [at for at, one in enumerate(keys) if one in above]
    return earlier[-1] + 1 if earlier else 1


def _changed(chunk: _Chunk, value: Any, ending: str) -> str:
    """A key with another value; the comment behind it stays."""
    comment = ""
    for at, sign in enumerate(chunk.text):
        if sign == "#" and _parses(chunk.text[:at]):
            comment = "  " + chunk.text[at:].rstrip("\r\n")
            break
    return f"{chunk.key} = {toml_value(value)}{comment}{ending}"
