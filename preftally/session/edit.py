"""Changing the text of a session: each operation touches its own entry's bytes only.

An entry reaches from the line end before its `[[hand]]` (or before the comments
right above it) to the end of its own lines. So what `appended` adds is just
what `dropped` takes away again.
"""

from __future__ import annotations

from collections.abc import Sequence

from preftally.session import fields, layout
from preftally.session.fields import Record
from preftally.session.file import Session
from preftally.session.layout import Piece


def appended(session: Session, one: Record) -> str:
    """The text with a hand added at its end."""
    ending = layout.newline(session.text)
    block = layout.with_newlines("\n" + fields.block(one), ending)
    last = session.text[session.text.rfind("\n") + 1 :]
    if last.lstrip().startswith("#"):
        # A comment without a line end must not become the comment of the new hand.
        block = ending + block
    return session.text + block


def inserted(session: Session, number: int, one: Record) -> str:
    """The text with a hand put before hand `number`, counted from 1."""
    if number > len(session.pieces):
        return appended(session, one)
    start, _end = span(session, number)
    block = layout.with_newlines("\n" + fields.block(one), layout.newline(session.text))
    return session.text[:start] + block + session.text[start:]


def dropped(session: Session, number: int) -> str:
    """The text without hand `number`."""
    start, end = span(session, number)
    return session.text[:start] + session.text[end:]


def replaced(session: Session, number: int, one: Record) -> str:
    """The text with other keys under the header of hand `number`.

    Lines of keys that stay the same, comments and blank lines stay as they are.
    """
    piece, old = session.pieces[number - 1], session.records[number - 1]
    return rewritten(session.text, piece, old, one)


def rewritten(text: str, piece: Piece, old: Record, new: Record) -> str:
    """The text with one piece holding another record."""
    end = _own_end(text, piece.start, piece.end)
    before, after = fields.fields_of(old), fields.fields_of(new)
    body = _edited(text[piece.start : end], before, after, layout.newline(text))
    return text[: piece.start] + body + text[end:]


def _edited(block: str, old: fields.Fields, new: fields.Fields, ending: str) -> str:
    rows = layout.rows_of(block)
    if not rows[-1].endswith("\n"):
        rows[-1] += ending
    if not all(_is_plain(row) for row in rows[1:]):
        # Values over several lines, or tables of their own: written anew, comments kept.
        comments = [row for row in rows[1:] if row.lstrip().startswith("#")]
        written = [f"{key} = {fields.toml_value(value)}{ending}" for key, value in new.items()]
        return "".join([rows[0], *comments, *written])
    kept = [rows[0]]
    for row in rows[1:]:
        key = _key(row)
        if not key:
            kept.append(row)
        elif key in new:
            same = key in old and old[key] == new[key]
            kept.append(row if same else f"{key} = {fields.toml_value(new[key])}{ending}")
    standing = {_key(row) for row in kept}
    added = [
        f"{key} = {fields.toml_value(value)}{ending}"
        for key, value in new.items()
        if key not in standing
    ]
    return "".join(_in_order(kept, added))


def _in_order(kept: list[str], added: list[str]) -> list[str]:
    """New keys go where their order puts them, so that a cut hand is never a whole one."""
    for row in added:
        place = fields.ORDER.index(_key(row))
        later = [
            at
            for at, other in enumerate(kept)
            if _key(other) and fields.ORDER.index(_key(other)) > place
        ]
        kept.insert(later[0] if later else len(kept), row)
    return kept


def _key(row: str) -> str:
    """The key that a plain row sets; empty for a comment or a blank row."""
    if row.lstrip().startswith("#") or "=" not in row:
        return ""
    return row.split("=", 1)[0].strip().strip("\"'")


def _is_plain(row: str) -> bool:
    import tomllib

    try:
        table = tomllib.loads(row)
    except tomllib.TOMLDecodeError:
        return False
    return set(table) <= set(fields.ORDER) and (not table or _key(row) in table)


def span(session: Session, number: int) -> tuple[int, int]:
    """The bytes of hand `number`, its comments included, as offsets into the text."""
    text = session.text
    start = _own_start(text, session.pieces[number - 1].start)
    end = _own_end(text, session.pieces[number - 1].start, session.pieces[number - 1].end)
    if number < len(session.pieces):
        end = min(end, _own_start(text, session.pieces[number].start))
    return start, end


def raw_span(text: str, cut: Sequence[Piece], number: int) -> tuple[int, int]:
    """All from the beginning of a piece to the beginning of the next, good or bad."""
    end = _own_start(text, cut[number].start) if number < len(cut) else len(text)
    return _own_start(text, cut[number - 1].start), end


def _own_start(text: str, header: int) -> int:
    """Over the comment lines right above the header, and the line end before them."""
    start = header
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        if not text[above:start].lstrip(" \t").startswith("#"):
            break
        start = above
    if text[start - 2 : start] == "\r\n":
        return start - 2
    return max(start - 1, 0)


def _own_end(text: str, start: int, end: int) -> int:
    """After the last row of the entry and the comments right below it.

    What follows a blank line belongs to nobody, or to the next entry.
    """
    rows = layout.rows_of(text[start:end])
    last = len(rows) - 1
    while last and (not rows[last].strip() or rows[last].lstrip().startswith("#")):
        last -= 1
    while last + 1 < len(rows) and rows[last + 1].lstrip().startswith("#"):
        last += 1
    return start + sum(len(row) for row in rows[: last + 1])
