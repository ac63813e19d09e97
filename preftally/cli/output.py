"""The one door of all that is printed: what streams can show, errors, colour.

Names, notes, files and the environment are other people's: whatever nobody sees in
them (`unseen`) is shown by its code, and no terminal ever obeys it.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from preftally.errors import Notice, NotWritten, PreftallyError
from preftally.lang import _
from preftally.notation import manner
from preftally.notation.unseen import code, shown

# Where a stream has no suits, their letters stand in.
_LETTERS = str.maketrans(
    {"♠": "S", "♣": "C", "♦": "D", "♥": "H", "…": "~", "×": "x", "→": ">", "—": "-"}
)

# The colours of a drawing are ours: no name brings any, since its cells are shown.
_COLOUR = re.compile(r"(\x1b\[[0-9;]*m)")

# Where no terminal tells its width, nothing needs to be broken or shortened for it.
_UNLIMITED = 500
# More of a damaged row than this is no help.
_LONGEST_ROW = 120


def prepare() -> None:
    """Let every stream show what it can: no character ever stops a command.

    A stream that was closed before is nowhere; its number must not go to a file.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 - for good
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def shows(text: str, stream: Any) -> bool:
    """Whether a stream's encoding has all the characters of a text."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _fitting(text: str, stream: Any) -> str:
    return text if shows(text, stream) else text.translate(_LETTERS)


def say(text: str) -> None:
    """A line of the answer, on stdout; too long a one is broken between its words."""
    _write(sys.stdout, "\n".join(wrapped(shown(text), width())))


def draw(text: str) -> None:
    """A drawing of the answer, on stdout, as it is, its colours included."""
    _write(sys.stdout, "".join(part if number % 2 else shown(part)
                               for number, part in enumerate(_COLOUR.split(text))))  # fmt: skip


def raw(text: str, written: Callable[[str], str] = code) -> None:
    """What a program reads, on stdout: never wrapped, and in UTF-8 wherever it goes to a file.

    `written` is the code for a character that nobody sees, where the format has its own.
    """
    rows = "\r\n".join(shown(part, written) for part in text.split("\r\n"))
    if sys.stdout.isatty():
        _write(sys.stdout, rows, end="")
    else:
        file(rows.encode(errors="replace"))


def file(data: bytes) -> None:
    """A file of the answer, on stdout: the same bytes whatever the stream's encoding."""
    stream = sys.stdout
    try:
        stream.flush()
        if isinstance(stream, io.StringIO):  # in a program that runs us
            stream.write(data.decode(errors="replace"))
        else:
            stream.buffer.write(data)
    except (OSError, ValueError) as error:
        _gave_up(stream, error)


def width(stream: TextIO | None = None) -> int:
    """The width of a stream in cells; a pipe or a file is as wide as it takes."""
    if (stream or sys.stdout).isatty() or os.environ.get("COLUMNS"):
        return shutil.get_terminal_size().columns
    return _UNLIMITED


def cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def wrapped(text: str, width: int) -> Iterator[str]:
    """The rows of a text that is not wider than so many cells, where its words allow."""
    for row in text.split("\n"):
        if len(row) * 2 <= width or width >= _UNLIMITED:
            yield row
            continue
        from rich.cells import cell_len

        if cell_len(row) <= width:
            yield row
            continue
        line = row[: len(row) - len(row.lstrip())]
        indent = line + "  "
        for word in _words(row[len(line) :], width - len(indent)):
            longer = line + word
            if cell_len(longer) > width and line.strip():
                yield line
                longer = indent + word.lstrip()
            line = longer
        yield line


def _words(row: str, room: int) -> Iterator[str]:
    """The words of a row; what belongs together is parted only where there is no room for it."""
    from rich.cells import cell_len

    for word in re.findall(_WORD, row):
        if cell_len(word.strip()) <= room:
            yield word
        else:
            yield from re.findall(rf"\s*(?:{_FIGURE}|\S+)", word)


def aside(text: str) -> None:
    """A line that is not the answer, on stderr."""
    _aside(shown(text))


def _aside(text: str) -> None:
    if not _failed:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
    _write(sys.stderr, text)


# A figure stays with the name or the word before it, an arrow with both its names, and
# a mixed number, `-15 5/6`, is one word.
_FIGURE = r"\(?[-+]?[0-9]+(?: [0-9]+/[0-9]+)?\S*"
_ARROW = r"(?:→|>)"
_WORD = (
    rf"\s*(?:\S+ {_ARROW} |\S+: (?=\S+ {_FIGURE}))?"
    rf"(?:{_FIGURE}|\S+(?: {_FIGURE})?)(?: {_ARROW} {_FIGURE})?"
)

_failed: list[OSError] = []
_recorded: list[bool] = []


def recorded() -> None:
    """From now on the command has done its work: what follows cannot make it fail."""
    _recorded.append(True)


def _write(stream: TextIO, text: str, end: str = "\n") -> None:
    if stream is sys.stdout and _failed:
        return
    try:
        stream.write(_fitting(text, stream) + end)
    except (OSError, ValueError) as error:
        _gave_up(stream, error)


def _gave_up(stream: TextIO, error: OSError | ValueError) -> None:
    if stream is sys.stdout and isinstance(error, OSError):
        _failed.append(error)
        # What the stream still holds must not fail again when the process ends.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def finish(status: int) -> int:
    """Bring the answer out; gives the exit status.

    A reader who has seen enough and closes the pipe is no error. An answer that
    could not be printed is one, but never of a hand that has been recorded.
    """
    if not _failed:
        try:
            sys.stdout.flush()
        except (OSError, ValueError) as error:
            _gave_up(sys.stdout, error)
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    if not _failed or isinstance(_failed[0], BrokenPipeError):
        return status
    reason = _failed[0].strerror or str(_failed[0])
    if _recorded:
        warn(_("it was recorded, but the answer could not be printed: {reason}").format(
            reason=reason))  # fmt: skip
        return status
    message = _("the answer could not be printed: {reason}").format(reason=reason)
    show_error(NotWritten(message, _("nothing was changed")))
    return NotWritten.status


def warn(text: str) -> None:
    """A warning: it was done all the same."""
    _aside(_accent(_("warning:"), "33") + " " + shown(text))


def show_notice(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """What Python calls with a warning: only ours are for who plays."""
    del filename, lineno, file, line
    if issubclass(category, Notice):
        warn(str(message))


def show_json(data: dict[str, Any]) -> None:
    """One object on stdout."""
    import json

    # Where the stream is not UTF-8, what JSON escapes is the same in every encoding.
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    text = json.dumps(data, ensure_ascii=not is_utf8, indent=2)
    # JSON has its own codes, and what reads it reads the same characters.
    _write(sys.stdout, shown(text, json_code))


def json_code(character: str) -> str:
    """A character as JSON writes it in plain letters."""
    import json

    return json.dumps(character)[1:-1]


def show_error(error: PreftallyError) -> None:
    """An error, on stderr."""
    _aside(described(error, colour=True, width=width(sys.stderr)))


def described(error: PreftallyError, *, colour: bool = False, width: int = _UNLIMITED) -> str:
    """What is wrong, where, the row as written, and what to do about it."""
    accent = _accent if colour else lambda text, _code: text
    lines = list(wrapped(_("error:") + " " + shown(error.message), width))
    lines[0] = lines[0].replace(_("error:"), accent(_("error:"), "31;1"), 1)
    if error.place is not None:
        number = str(error.place.line)
        edge = " " * len(number)
        lines += [
            f"{edge}--> {shown(error.place.file)}:{number}",
            f"{edge} |",
            f"{number} | {_excerpt(shown(error.place.row))}",
        ]
    if error.hint:
        hint = shown(manner.fitted(error.hint))
        help_lines = list(wrapped(_("help:") + " " + hint, width))
        help_lines[0] = help_lines[0].replace(_("help:"), accent(_("help:"), "36"), 1)
        lines += help_lines
    return "\n".join(lines)


def _excerpt(row: str) -> str:
    """A row as written; of a very long one, its beginning."""
    return row if len(row) <= _LONGEST_ROW else row[:_LONGEST_ROW] + "…"


def is_plain() -> bool:
    """Whether the user, or the terminal, wants no colours."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def _accent(text: str, code: str) -> str:
    """Colour on a terminal that wants it; the words carry the meaning without it."""
    if is_plain() or not sys.stderr.isatty():
        return text
    return f"\x1b[{code}m{text}\x1b[0m"
