"""Changing the text of a session: each operation touches its own entry's rows only.

An entry's own rows are its `[[hand]]` with the line end before it, and its keys. So what
`appended` adds is just what `dropped` takes away again. Comments and blank rows are
people's, and stay where they are, whatever is taken out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from preftally.session import hands, layout
from preftally.session.file import Session
from preftally.session.hands import Record
from preftally.session.layout import Piece, Rows
from preftally.session.toml import toml_value


class Taken(NamedTuple):
    """What is taken out of a text, from `start` to `end`, and what stays in its place."""

    start: int
    end: int
    left: str = ""


def appended(session: Session, one: Record) -> str:
    """The text with a hand added at its end."""
    return session.text + layout.with_newlines(
        "\n" + hands.block(one), layout.newline(session.text)
    )


def inserted(session: Session, number: int, one: Record) -> str:
    """The text with a hand put before hand `number`, counted from 1."""
    if number > len(session.pieces):
        return appended(session, one)
    start = _own_start(session.text, session.pieces, number)
    block = layout.with_newlines("\n" + hands.block(one), layout.newline(session.text))
    return session.text[:start] + block + session.text[start:]


def dropped(session: Session, number: int) -> str:
    """The text without hand `number`."""
    start, end, left = span(session.text, session.pieces, number)
    return session.text[:start] + left + session.text[end:]


def replaced(session: Session, number: int, one: Record) -> str:
    """The text with other keys under the header of hand `number`.

    Lines of keys that stay the same, comments and blank lines stay as they are.
    """
    piece = session.pieces[number - 1]
    block = rewritten(session.text, session.pieces, number, session.records[number - 1], one)
    return session.text[: piece.start] + block + session.text[piece.end :]


def span(text: str, cut: Sequence[Piece], number: int) -> Taken:
    """The rows of a good entry, and the comments and blank rows among them, which stay."""
    piece = cut[number - 1]
    end = _last_row(text, piece.start, piece.end)
    own, left = "", []
    for rows in layout.statements(text[piece.start : end]):
        own += rows.text
        if rows.says_nothing:
            left.append(rows.text)
        elif rows.comment >= 0:
            left.append(rows.text[rows.comment :])
    start = _start(text, piece.start, text[end:], left)
    if start and end == len(text) and not left and layout.is_unended(text[:start]):
        # The line end before the entry is that of a row which could go on without it.
        start = piece.start
    return Taken(start, end, "".join(left))


def _start(text: str, header: int, below: str, left: Sequence[str]) -> int:
    """Where an entry begins: with the line end before its header, where that is its own."""
    start = _before_line_end(text, header)
    above = text[text.rfind("\n", 0, start) + 1 : start].strip()
    if not above:
        return start
    is_commented = above.startswith("#") and bool(below)
    goes_on = not left and (not below or below.startswith(("\n", "\r\n")))
    return start if goes_on and not is_commented else header


def without(text: str, cut: Sequence[Piece], changes: Mapping[int, str | None]) -> str:
    """The text with some pieces changed, by their numbers; `None` takes one out.

    One pass: whatever goes, what stands elsewhere keeps its place.
    """
    parts, at = [], 0
    for number, change in sorted(changes.items()):
        piece = cut[number - 1]
        if change is not None:
            parts += [text[at : piece.start], change]
            at = piece.end
            continue
        left = _remains(text[piece.start : piece.end])
        start = _before_line_end(text, piece.start)
        above = text[text.rfind("\n", 0, start) + 1 : start]
        is_own = start >= at and not above.strip()
        parts += [text[at : start if is_own else piece.start], left]
        at = piece.end
    return "".join([*parts, text[at:]])


def _remains(block: str) -> str:
    """The comments and blank rows of a piece, good or bad, that goes."""
    first = True
    kept = []
    for row in layout.rows_of(block):
        bare = row.strip()
        if not first and (not bare or bare.startswith("#")) and _parses(row):
            kept.append(row)
        first = False
    return "".join(kept)


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
    return _before_line_end(text, start)


def _before_line_end(text: str, start: int) -> int:
    if text[max(start - 2, 0) : start] == "\r\n":
        return start - 2
    return start - 1 if text[max(start - 1, 0) : start] == "\n" else start


def _last_row(text: str, start: int, end: int) -> int:
    """After the last row of a piece that is neither blank nor a comment."""
    last = at = start
    for rows in layout.statements(text[start:end]):
        at += len(rows.text)
        if not rows.says_nothing:
            last = at
    return last


def _parses(text: str) -> bool:
    try:
        text.encode()
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def rewritten(text: str, cut: Sequence[Piece], number: int, old: Record, new: Record) -> str:
    """The text of one piece, holding another record."""
    start, end = cut[number - 1].start, cut[number - 1].end
    last = _last_row(text, start, end)
    return _edited(text[start:last], old, new, layout.newline(text)) + text[last:end]


def headed(text: str, values: Mapping[str, Any]) -> str:
    """The text with other values under keys of its head that are there."""
    parts, at, ending = [], 0, layout.newline(text)
    for rows in layout.statements(text):
        if rows.text.lstrip().startswith("["):
            break
        chunk = next(_chunks(rows.text))
        same = chunk.key not in values or tomllib.loads(chunk.text)[chunk.key] == values[chunk.key]
        parts.append(chunk.text if same else _changed(chunk, values[chunk.key], ending))
        at += len(chunk.text)
    return "".join(parts) + text[at:]


class _Chunk(NamedTuple):
    """A stretch of rows that is whole by itself: one key, or a comment or a blank row."""

    rows: Rows
    key: str = ""

    @property
    def text(self) -> str:
        """As it stands."""
        return self.rows.text


def _chunks(block: str) -> Iterator[_Chunk]:
    """The rows below a header, those of one value together."""
    for rows in layout.statements(block):
        keys = [] if rows.says_nothing else list(tomllib.loads(rows.text))
        yield _Chunk(rows, keys[0] if keys else "")


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
            if chunk.rows.comment >= 0:
                kept.append(chunk.text[chunk.rows.comment :])
                keys.append("")
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
    rows = chunk.rows
    comment = "  " + rows.text[rows.comment :].rstrip("\r\n") if rows.comment >= 0 else ""
    return f"{chunk.key} = {toml_value(value)}{comment}{ending}"
