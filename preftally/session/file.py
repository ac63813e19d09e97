"""A session read from its file: the game, the hands, and what could not be read."""

from __future__ import annotations

import datetime
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from preftally.engine.model import Joined
from preftally.engine.replay import Game
from preftally.errors import NoSession, Place, PreftallyError
from preftally.lang import _
from preftally.session import hands, header, layout, store
from preftally.session.codecs import Misread, Seats
from preftally.session.hands import Fields, Record
from preftally.session.header import Occasion
from preftally.session.layout import Piece

DEFAULT = "preftally.toml"
BOM = b"\xef\xbb\xbf"


class Reader(NamedTuple):
    """How a format of the file is read: its head, and one of its entries."""

    game: Callable[[Mapping[str, Any]], Game]
    occasion: Callable[[Mapping[str, Any]], Occasion]
    record: Callable[[Fields, Seats], Record]


# The formats that can be read; the last one is written. An older one that differs has a
# reader of its own, which gives the values of today.
READERS: Mapping[int, Reader] = {1: Reader(header.game, header.occasion, hands.record)}


class Session(NamedTuple):
    """A session file and what it holds.

    `failure` is the first thing in the file that cannot be read, the records being
    those before it. `cut` are all the pieces of the file below its head, good or bad.
    """

    path: Path
    raw: bytes
    text: str
    game: Game
    records: tuple[Record, ...]
    failure: PreftallyError | None = None
    cut: tuple[Piece, ...] = ()
    occasion: Occasion = Occasion()

    @property
    def date(self) -> datetime.date | None:
        """The day of the evening: as the head says it, else that of the first hand with a time."""
        ats = (one.at.date() for one in self.records if one.at)
        return self.occasion.date or next(ats, None)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The texts of the records, one for each."""
        return self.cut[: len(self.records)]

    def place(self, number: int, key: str = "") -> Place:
        """Where hand `number` (from 1), or one of its keys, stands."""
        return _place(self.path, self.text, self.cut[number - 1], key)

    def cut_to(self, text: str, count: int) -> Session:
        """The session with another text that holds its first `count` entries only."""
        return self._replace(
            raw=self.encoded(text), text=text, records=self.records[:count],
            cut=self.cut[:count],
        )  # fmt: skip

    def encoded(self, text: str) -> bytes:
        """Another text of the same file as bytes, its byte order mark kept."""
        mark = BOM if self.raw.startswith(BOM) else b""
        return mark + text.encode(errors="surrogateescape")


def locate(option: Path | None, environment: Mapping[str, str]) -> Path:
    """The session file: the option's, else `$PREFTALLY_SESSION`, else the folder's."""
    return option or native(environment.get("PREFTALLY_SESSION") or DEFAULT)


def native(name: str) -> Path:
    """A path as this system spells it, where its names are not in UTF-8.

    `~` is the home, also where no shell has said so: in the environment, behind `=`.
    """
    return Path(os.path.expanduser(os.fsdecode(name.encode(errors="surrogateescape"))))


def exists(path: Path) -> bool:
    """Whether something stands at a path. Raises `NoSession` where that cannot be seen."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        raise _closed(path, error) from None
    return True


def _closed(path: Path, error: OSError | ValueError) -> NoSession:
    return NoSession(
        _("{path} cannot be read: {reason}").format(
            path=path, reason=getattr(error, "strerror", None) or str(error)
        ),
        _("look at the file's rights, or name another with --session"),
    )


def read_bytes(path: Path) -> bytes:
    """The bytes of a session file. Raises `NoSession`."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise NoSession(
                _("{path} is a device, not a session").format(path=path),
                _("name another with --session"),
            )
        return store.patiently(path.read_bytes)
    except FileNotFoundError:
        if path.is_symlink():
            message = _("{path} is a link to {target}, which is not there").format(
                path=path, target=os.readlink(path)
            )
            raise NoSession(message, _("mend the link, or name the file with --session")) from None
        raise NoSession(
            _("there is no session {path}").format(path=path),
            _("begin one with: preftally new --convention sochi"),
        ) from None
    except IsADirectoryError:
        raise NoSession(
            _("{path} is a folder, not a session").format(path=path),
            _("name the file in it: --session {path}").format(path=path / DEFAULT),
        ) from None
    except (OSError, ValueError) as error:
        raise _closed(path, error) from None


def load(path: Path) -> Session:
    """The session in a file.

    Raises `NoSession` if there is none or if its head cannot be read; a hand
    that cannot be read is the session's `failure`, the good ones before it stand.
    """
    return parse(path, read_bytes(path))


def parse(path: Path, raw: bytes) -> Session:
    """The session that some bytes hold, as if they were the file's. Raises as `load`."""
    # Bytes that are no UTF-8 spoil the hand they stand in, not the ones before it.
    text = raw.removeprefix(BOM).decode(errors="surrogateescape")
    if not text.strip():
        raise NoSession(
            _("{path} is empty: it is not a session").format(path=path),
            _("if hands were in it, take it back from a copy; begin afresh in another file"),
        )
    cut = layout.pieces(text)
    head = next(cut)
    if head.error:
        raise _unreadable(path, text, head, 0)
    try:
        reader = READERS[header.format_of(head.table, READERS)]
        game, occasion = reader.game(head.table), reader.occasion(head.table)
    except Misread as fault:
        raise _misread(path, text, head, 0, fault) from None
    return _with_records(Session(path, raw, text, game, (), None, tuple(cut), occasion), ())


def _with_records(session: Session, known: tuple[Record, ...]) -> Session:
    """The session with all its good records; the first ones are known already."""
    records = list(known)
    failure: PreftallyError | None = None
    for one in entries(session, len(known)):
        if isinstance(one, PreftallyError):
            failure = one
            break
        records.append(one)
    return session._replace(records=tuple(records), failure=failure)


def grown(session: Session, text: str) -> Session:
    """The session with a text that only has more at its end.

    What stands before is known, byte for byte, and is not read again: all but the
    last of the old hands, which could go on into what was added.
    """
    if not session.cut or not text.startswith(session.text):
        return parse(session.path, session.encoded(text))
    known = len(session.cut) - 1
    cut = (*session.cut[:known], *layout.pieces(text, session.cut[known].start))
    bare = session._replace(raw=session.encoded(text), text=text, cut=cut, records=())
    return _with_records(bare, session.records[:known])


def entries(session: Session, since: int = 0) -> Iterator[Record | PreftallyError]:
    """What each piece below the head holds, or why it cannot be read.

    `since` so many are not asked for; a newcomer among them is a player all the same.
    """
    seats = Seats(session.game.players)
    for piece in session.cut[:since]:
        name = piece.table.get("join")
        if isinstance(name, str):
            seats.seat(name.strip())
    for number, piece in enumerate(session.cut[since:], since + 1):
        if piece.error:
            yield _unreadable(session.path, session.text, piece, number)
            continue
        try:
            one = hands.record(piece.table, seats)
        except Misread as fault:
            yield _misread(session.path, session.text, piece, number, fault)
            continue
        if isinstance(one.hand, Joined):
            seats.seat(one.hand.player)
        yield one


def _place(path: Path, text: str, piece: Piece, key: str) -> Place:
    return Place(str(path), *layout.row_at(text, layout.key_offset(text, piece, key)))


def _misread(path: Path, text: str, piece: Piece, number: int, fault: Misread) -> NoSession:
    # The key of a rule is dotted, and its last part is what surely stands in the row.
    key = fault.key if number or "." not in fault.key else fault.key.rpartition(".")[2]
    place = _place(path, text, piece, key)
    if not number and place.line == 1 and "." in fault.key:
        place = _place(path, text, piece, fault.key)
    return NoSession(_numbered(number, fault.message), fault.hint, place)


def _unreadable(path: Path, text: str, piece: Piece, number: int) -> NoSession:
    place = Place(str(path), *layout.row_at(text, piece.error_at))
    if piece.error == layout.UNENDED:
        message = _("the last line has no end: its value may be cut off")
        hint = _("see that the value is whole, and end the line with Enter")
    elif piece.error == layout.INSANE:
        message = _("a number or a nesting here is beyond all measure")
        hint = _("mend the value")
    elif piece.error == layout.NOT_UTF8:
        message = _("this is not UTF-8")
        hint = _("save the file as UTF-8 in your editor, or mend this line")
    elif piece.error == layout.FOREIGN:
        message = _("only hands may stand after the first [[hand]]")
        hint = _("move this table above the first [[hand]]")
    elif piece.error == layout.CONFLICT:
        message = _("git has left two versions here: its conflict marks stand in the file")
        hint = _("keep the rows that are right, and delete the marks <<<<<<<, ======= and >>>>>>>")
    elif piece.error == layout.SECONDS:
        message = _("the seconds of the time are missing")
        hint = _("write it to the second: at = 2026-11-30T21:44:00")
    else:
        message = _("this is not TOML: {reason}").format(reason=piece.error)
        hint = _("mend this line, or the one above it")
    return NoSession(_numbered(number, message), hint, place)


def _numbered(number: int, message: str) -> str:
    return _("entry {n}: {message}").format(n=number, message=message) if number else message
