"""A house's own convention: a TOML file with a `base` and the keys that differ.

base = "sochi"
whist.style = "gentleman"
all_pass.prices = [1, 2, 3]
"""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Sequence
from pathlib import Path

from preftally.engine.conventions import CONVENTIONS, Convention, Value, override
from preftally.errors import NoSession, Place, WrongUsage
from preftally.lang import _
from preftally.notation import names
from preftally.session import header, layout
from preftally.session.codecs import Misread
from preftally.session.file import native
from preftally.session.toml import toml_value


def convention(name: str) -> tuple[Convention, dict[str, Value]]:
    """A built-in convention by its name, or the base and the keys of a house's file.

    Raises `WrongUsage` with file, line and row for a file that cannot be understood,
    and `NoSession` for one that cannot be read.
    """
    if name in CONVENTIONS:
        return CONVENTIONS[name], {}
    path = native(name)
    if not (path.suffix == ".toml" or "/" in name or _is_file(path)):
        raise WrongUsage(
            _("{name} is not a convention").format(name=name),
            names.did_you_mean(name, CONVENTIONS),
        )
    return _read(path)


def _read(path: Path) -> tuple[Convention, dict[str, Value]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongUsage(
            _("{path} is not UTF-8").format(path=path), _("save the file as UTF-8 in your editor")
        ) from None
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise WrongUsage(*_closed(path, error)) from None
    except (OSError, ValueError) as error:
        raise NoSession(*_closed(path, error)) from None
    piece = next(layout.pieces(text))
    if piece.error:
        place = Place(str(path), *layout.row_at(text, piece.error_at))
        raise WrongUsage(
            _("this is not TOML: {reason}").format(reason=piece.error), _("mend this line"), place
        )
    try:
        return _base(piece.table), _rules(piece.table)
    except Misread as fault:
        offset = layout.key_offset(text, piece, fault.key)
        for part in reversed(fault.key.split(".")):
            offset = offset or layout.key_offset(text, piece, part)
        place = Place(str(path), *layout.row_at(text, offset))
        raise WrongUsage(fault.message, fault.hint, place) from None


def _is_file(path: Path) -> bool:
    """Whether a file has this name. Raises `NoSession` where that cannot be seen."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        raise NoSession(*_closed(path, error)) from None


def _closed(path: Path, error: OSError | ValueError) -> tuple[str, str]:
    reason = getattr(error, "strerror", None) or str(error)
    return (
        _("{path} cannot be read: {reason}").format(path=path, reason=reason),
        _("a convention is one of: {words}").format(words=", ".join(CONVENTIONS)),
    )


def _base(table: dict[str, object]) -> Convention:
    base = table.get("base")
    if not isinstance(base, str) or base not in CONVENTIONS:
        if base is None:
            message = _("{key} is missing").format(key="base")
        else:
            message = _("{name} is not a convention").format(name=toml_value(base))
        hint = _("write base = and one of: {words}").format(words=", ".join(CONVENTIONS))
        raise Misread("base", message, hint)
    return CONVENTIONS[base]


def _rules(table: dict[str, object]) -> dict[str, Value]:
    return header.rules({key: value for key, value in table.items() if key != "base"})


def settings(words: Sequence[str]) -> dict[str, Value]:
    """The rules that `--set KEY=VALUE` gives. Raises `WrongUsage`.

    A value is a TOML value; a bare word is a text.
    """
    found: dict[str, Value] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals:
            raise WrongUsage(
                _("--set {word}: an equals sign is missing").format(word=word),
                _("for example --set whist.style=gentleman"),
            )
        try:
            found |= header.rules({key.strip(): _value(text.strip())})
        except Misread as fault:
            raise WrongUsage(f"--set {word}: {fault.message}", fault.hint) from None
    return found


def _value(text: str) -> object:
    try:
        table = tomllib.loads(f"x = {text}")
    except tomllib.TOMLDecodeError:
        return text
    except (ValueError, RecursionError):  # of thousands of digits or of brackets
        raise WrongUsage(
            _("a number or a nesting here is beyond all measure"), _("mend the value")
        ) from None
    return table["x"] if set(table) == {"x"} else text


def differing(base: Convention, rules: dict[str, Value]) -> dict[str, Value]:
    """Only those of the rules that change something in the convention."""
    from preftally.engine.conventions import differences

    return {key: new for key, (_old, new) in differences(base, override(base, rules)).items()}
