"""A paper sheet read from its file, as strictly as a session: all that is wrong, at once."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from preftally.engine.conventions import CONVENTIONS, SOCHI, Convention, Value, override
from preftally.engine.model import Column, Player
from preftally.errors import NoSession, Place, PreftallyError, WrongUsage
from preftally.lang import _
from preftally.notation import names
from preftally.paper import figures
from preftally.paper.sheet import Cell, Figures, Paper, cells
from preftally.session import header, house, layout
from preftally.session.codecs import Misread
from preftally.session.toml import toml_value

FORMAT = 1
KEYS = ("format", "convention", "players", "pool", "times", "rules", "sheet")
_COLUMNS = {"pool": Column.POOL, "mountain": Column.MOUNTAIN}
_BOM = "\ufeff"
# More broken lines than this are not one file's mistakes: it is no such file.
_MOST_BROKEN = 20

_Path = tuple[str, ...]


class Unreadable(NoSession):
    """A paper sheet that cannot be read; `errors` holds everything that is wrong."""

    def __init__(self, errors: list[PreftallyError]) -> None:
        first = errors[0]
        super().__init__(first.message, first.hint, first.place)
        self.errors = errors


def load(path: Path) -> Paper:
    """The sheet in a file. Raises `Unreadable`."""
    return parse(path, _text(path))


def parse(path: Path, text: str) -> Paper:
    """The sheet that a text holds, as if it were the file's. Raises `Unreadable`."""
    return _Reader(path, text).paper()


def _text(path: Path) -> str:
    try:
        if path.is_char_device() or path.is_block_device():
            raise _no_file(_("{path} is a device, not a paper sheet").format(path=path))
        raw = path.read_bytes()
    except FileNotFoundError:
        raise _no_file(_("there is no paper sheet {path}").format(path=path)) from None
    except IsADirectoryError:
        raise _no_file(_("{path} is a folder, not a paper sheet").format(path=path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(
            [
                NoSession(
                    _("{path} cannot be read: {reason}").format(path=path, reason=reason),
                    _("look at the file's rights, or name another"),
                )
            ]
        ) from None
    text = raw.decode(errors="surrogateescape").removeprefix(_BOM)
    if not text.strip():
        raise _no_file(_("{path} is empty: it is not a paper sheet").format(path=path))
    return text


def _no_file(message: str) -> Unreadable:
    return Unreadable(
        [NoSession(message, _("write one to fill in: preftally paper --form {path}").format(
            path="sheet.toml"))]
    )  # fmt: skip


class _Reader:
    """One file: what it holds, and everything that is wrong with it on the way."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.errors: list[PreftallyError] = []
        self.rows: dict[_Path, int] = {}
        self.broken = False

    def paper(self) -> Paper:
        table = self._table()
        self.broken = bool(self.errors)
        for path, number in _rows(self.text):
            self.rows.setdefault(path, number)
        for key in table:
            if key not in KEYS:
                hint = names.did_you_mean(key, KEYS)
                self._wrong((key,), _("unknown key {key}").format(key=key), hint)
        self._format(table)
        players = self._players(table)
        convention = self._convention(table)
        target = self._target(table)
        times = self._times(table)
        columns = self._columns(table, players) if players else {}
        if self.errors:
            raise Unreadable(sorted(self.errors, key=_line))
        return Paper(players, convention, columns, target, times)

    def _table(self) -> dict[str, Any]:
        """The file as TOML; a line that is none is reported, and the others are read."""
        lines = self.text.split("\n")
        for _attempt in range(_MOST_BROKEN):
            text = "\n".join(lines)
            piece = next(layout.pieces(text))
            if not piece.error:
                if piece.end < len(text):
                    number = layout.row_at(text, piece.end)[0]
                    self._at(number, _("hands have no place in a paper sheet"),
                             _("they belong into a session: preftally new"))  # fmt: skip
                return piece.table
            number = layout.row_at(text, piece.error_at)[0]
            self._at(number, *_broken(piece.error))
            if piece.error == layout.INSANE:
                break
            if piece.error == layout.UNENDED:
                lines.append("")
            else:
                lines[number - 1] = ""
        return {}

    def _at(self, number: int, message: str, hint: str) -> None:
        row = self.text.split("\n")[number - 1].rstrip("\r").encode(errors="replace").decode()
        self.errors.append(NoSession(message, hint, Place(str(self.path), number, row)))

    def _wrong(self, path: _Path, message: str, hint: str) -> None:
        """Something wrong at a key, or where it is missing, at what is there of its path."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.rows:
                self._at(self.rows[path[:length]], message, hint)
                return
        self.errors.append(NoSession(f"{self.path}: {message}", hint))

    def _missing(self, path: _Path, hint: str) -> None:
        if self.broken:  # it may have stood in a broken line
            return
        message = _("{key} is missing").format(key=".".join(path))
        self._wrong(path, message, hint)

    def _mistyped(self, path: _Path, value: Any, wanted: str, hint: str = "") -> None:
        message = _("{key} is {value}; it must be {wanted}").format(
            key=".".join(path), value=toml_value(value), wanted=wanted
        )
        self._wrong(path, message, hint or _("mend the value"))

    def _format(self, table: Mapping[str, Any]) -> None:
        found = table.get("format")
        if found is None:
            self._missing(("format",), _("add a line {key} = …").format(key="format"))
        elif type(found) is not int:
            self._mistyped(("format",), found, _("a whole number"))
        elif found != FORMAT:
            self._wrong(
                ("format",),
                _(
                    "format {found} is not known to this preftally, which reads format {known}"
                ).format(found=found, known=FORMAT),
                _("install the preftally that wrote it, or a newer one"),
            )

    def _players(self, table: Mapping[str, Any]) -> tuple[Player, ...]:
        found = table.get("players")
        if found is None:
            self._missing(("players",), _("add a line {key} = …").format(key="players"))
        elif not isinstance(found, list) or not all(isinstance(name, str) for name in found):
            self._mistyped(("players",), found, _('a list of names: ["W", "E", "S"]'))
        else:
            try:
                return names.roster(found)
            except WrongUsage as error:
                self._wrong(("players",), error.message, error.hint)
        return ()

    def _convention(self, table: Mapping[str, Any]) -> Convention:
        base, rules = SOCHI, dict[str, Value]()
        name = table.get("convention")
        if name is None:
            hint = _("add a line {key} = …").format(key="convention")
            self._missing(("convention",), hint)
        elif not isinstance(name, str):
            self._mistyped(("convention",), name, _("a text in quotes"))
        else:
            try:
                base, rules = house.convention(self._beside(name))
            except WrongUsage as error:
                if error.place is not None:
                    self.errors.append(NoSession(error.message, error.hint, error.place))
                else:
                    self._wrong(("convention",), error.message, error.hint)
        return override(base, rules | self._rules(table.get("rules", {})))

    def _beside(self, name: str) -> str:
        """A house's file is looked for beside the sheet that names it."""
        beside = self.path.parent / name
        is_file = name.endswith(".toml") or "/" in name or beside.is_file()
        return name if name in CONVENTIONS or not is_file else os.fspath(beside)

    def _rules(self, table: Any) -> dict[str, Value]:
        found: dict[str, Value] = {}
        if not isinstance(table, dict):
            self._mistyped(("rules",), table, _("a table: [rules]"))
            return found
        for path, value in _leaves(table):
            try:
                found |= header.rules({".".join(path): value})
            except Misread as fault:
                self._wrong(("rules", *path), fault.message, fault.hint)
        return found

    def _target(self, table: Mapping[str, Any]) -> int | None:
        pool = table.get("pool")
        if pool is not None and (type(pool) is not int or pool not in header.POOLS):
            self._mistyped(("pool",), pool, _("a whole number from 1 to 1000"))
            return None
        return pool

    def _times(self, table: Mapping[str, Any]) -> bool:
        times = table.get("times", False)
        if not isinstance(times, bool):
            self._mistyped(("times",), times, _("true or false"))
        return times is True

    def _columns(
        self, table: Mapping[str, Any], players: tuple[Player, ...]
    ) -> dict[Cell, Figures]:
        sheet = table.get("sheet", {})
        if not isinstance(sheet, dict):
            self._mistyped(("sheet",), sheet, _("a table for each player: [sheet.{player}]").format(
                player=players[0]))  # fmt: skip
            return {}
        named = self._named(("sheet",), sheet, players)
        found: dict[Cell, Figures] = {}
        for player in players:
            if player not in named:
                hint = _("add a table {table} with pool, mountain and on")
                path = ("sheet", player)
                self._missing(path, hint.format(table=f"[sheet.{_quoted(player)}]"))
                continue
            spelt, own = named[player]
            found |= self._of_player(("sheet", spelt), player, own, players)
        return {cell: found.get(cell, ()) for cell in cells(players)}

    def _named(
        self, path: _Path, table: Mapping[str, Any], players: tuple[Player, ...]
    ) -> dict[Player, tuple[str, Any]]:
        """The values of a table by the players that its keys name."""
        by_key = {names.key(player): player for player in players}
        found: dict[Player, tuple[str, Any]] = {}
        for name, value in table.items():
            player = by_key.get(names.key(name))
            if player is None:
                message = _("{name} is not one of the players").format(name=name)
                self._wrong((*path, name), message, names.did_you_mean(name, players))
            elif player in found:
                message = _("{player} is named twice").format(player=player)
                self._wrong((*path, name), message, _("name him once"))
            else:
                found[player] = (name, value)
        return found

    def _of_player(
        self, path: _Path, player: Player, own: Any, players: tuple[Player, ...]
    ) -> dict[Cell, Figures]:
        found: dict[Cell, Figures] = {}
        if not isinstance(own, dict):
            self._mistyped(path, own, _("a table with pool, mountain and on"))
            return found
        for key in own:
            if key not in (*_COLUMNS, "on"):
                message = _("unknown key {key}").format(key=key)
                self._wrong((*path, key), message, names.did_you_mean(key, (*_COLUMNS, "on")))
        for key, column in _COLUMNS.items():
            found[Cell(player, column)] = self._column((*path, key), own)
        others = tuple(one for one in players if one != player)
        on = own.get("on", {})
        if not isinstance(on, dict):
            self._mistyped((*path, "on"), on, _("a table with the others' names"))
            return found
        named = self._named((*path, "on"), on, others)
        for other in others:
            spelt = named[other][0] if other in named else other
            cell = Cell(player, Column.WHISTS, other)
            found[cell] = self._column((*path, "on", spelt), on)
        return found

    def _column(self, path: _Path, table: Mapping[str, Any]) -> Figures:
        """One column of figures; there must be one, be it `0`."""
        value = table.get(path[-1])
        if value is None:
            self._missing(path, _('an empty column is "0": add it'))
        elif isinstance(value, float):
            hint = _('put a column in quotes: "{column}"').format(column=value)
            self._mistyped(path, value, _("a column in quotes, or a whole number"), hint)
        elif type(value) is int:
            return figures.number(value)
        elif not isinstance(value, str):
            wanted = _("a column in quotes, or a whole number")
            self._mistyped(path, value, wanted, _("write running totals: {example}").format(
                example='"2.6.10"'))  # fmt: skip
        else:
            try:
                return figures.read(value)
            except WrongUsage as error:
                self._wrong(path, f"{'.'.join(path[1:])}: {error.message}", error.hint)
        return ()


def _line(error: PreftallyError) -> int:
    return error.place.line if error.place else 0


def _broken(error: str) -> tuple[str, str]:
    """A line that TOML does not know, and what to do about it."""
    if error == layout.UNENDED:
        return (
            _("the last line has no end: its value may be cut off"),
            _("see that the value is whole, and end the line with Enter"),
        )
    if error == layout.NOT_UTF8:
        return _("this is not UTF-8"), _("save the file as UTF-8 in your editor")
    if error == layout.INSANE:
        return _("a number or a nesting here is beyond all measure"), _("mend the value")
    return (
        _("this is not TOML: {reason}").format(reason=error),
        _('mend this line, or the one above it; a column stands in quotes: "2.6.10"'),
    )


def _leaves(table: Mapping[str, Any], before: _Path = ()) -> Iterator[tuple[_Path, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*before, key))
        else:
            yield (*before, key), value


def _quoted(name: str) -> str:
    """A name as the key of a table."""
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else toml_value(name)


def _rows(text: str) -> Iterator[tuple[_Path, int]]:
    """The line, counted from 1, of each key, by its whole path.

    Each line is given to the TOML reader alone: one that goes over several lines
    is found by its table.
    """
    table: _Path = ()
    for number, line in enumerate(text.split("\n"), 1):
        row = line.strip()
        try:
            found = tomllib.loads(row)
        except (ValueError, RecursionError):
            continue
        if row.startswith("["):
            table = _deepest(found)
            for length in range(1, len(table) + 1):
                yield table[:length], number
        else:
            for path, _value in _prefixes(found):
                yield (*table, *path), number


def _deepest(table: Mapping[str, Any]) -> _Path:
    for key, value in table.items():
        return (key, *(_deepest(value) if isinstance(value, dict) else ()))
    return ()


def _prefixes(table: Mapping[str, Any], before: _Path = ()) -> Iterator[tuple[_Path, Any]]:
    for key, value in table.items():
        yield (*before, key), value
        if isinstance(value, dict):
            yield from _prefixes(value, (*before, key))
