"""Seasons at the terminal: what `stats` asks for, how long it takes, what it shows."""

from __future__ import annotations

import contextlib
import datetime
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from preftally.cli import output
from preftally.errors import NoSession, WrongUsage
from preftally.lang import _
from preftally.notation import names
from preftally.season import people as persons
from preftally.season import periods
from preftally.season.cache import Cache
from preftally.season.figures import Season, Span
from preftally.season.finding import Found, Skipped, found
from preftally.season.gather import Read, gathered
from preftally.season.grouping import GROUPS, Grouped
from preftally.views.grid import Page

# After so long a reader wants to see that something is done.
_PATIENCE = 1.0
_SUFFIXES = ("html", "csv", "json")


class Wanted(NamedTuple):
    """What was asked for."""

    paths: Sequence[Path]
    by: str
    span: Span | None
    player: str
    rating: bool
    raw: bool
    table: str
    kept: bool
    jobs: int | None


def span(since: str, until: str, last: str, today: datetime.date) -> Span | None:
    """The days that the options mean. Raises `WrongUsage`."""
    return periods.span(since, until, last, today)


def explain() -> None:
    """The definitions."""
    from preftally.views import season

    for line in season.definitions():
        output.say(line)


def show(wanted: Wanted, *, out: str, force: bool, as_json: bool, as_csv: bool) -> None:
    """Read, add up, show; at the end raise what could not be read."""
    suffix = _checked(wanted, out, as_csv=as_csv)
    grouped = _read(wanted)
    season = grouped.whole
    player = names.find(wanted.player, list(season.persons)) if wanted.player else ""
    groups = grouped.groups if wanted.by else None
    if suffix:
        _write(suffix, out, grouped, player, wanted, force=force)
    elif as_json:
        from preftally.formats import season as data

        output.show_json(data.season(season, groups, player, rated=wanted.rating))
    elif as_csv:
        from preftally.formats import season as data

        output.raw(data.as_csv(wanted.table or "players", season, groups, player).decode())
    else:
        _show(grouped, player, wanted)
    _complain(season)


def _checked(wanted: Wanted, out: str, *, as_csv: bool) -> str:
    """The suffix of the file that is asked for; raises what cannot be."""
    if wanted.by and wanted.by not in GROUPS:
        raise WrongUsage(
            _("--by: {word} is not a way to group").format(word=wanted.by),
            names.did_you_mean(wanted.by, GROUPS),
        )
    suffix = Path(out).suffix.removeprefix(".").casefold() if out else ""
    if out and suffix not in _SUFFIXES:
        raise WrongUsage(
            _("{path}: the suffix names no format").format(path=out),
            _("one of: {words}").format(words=", ".join(_SUFFIXES)),
        )
    if wanted.table:
        from preftally.formats.season import TABLES

        if not as_csv and suffix != "csv":
            raise WrongUsage(_("--table goes with --csv"), _("leave it out, or add --csv"))
        if wanted.table not in TABLES:
            raise WrongUsage(
                _("--table: {word} is not a table here").format(word=wanted.table),
                names.did_you_mean(wanted.table, TABLES),
            )
    return suffix


def _read(wanted: Wanted) -> Grouped:
    files = found(wanted.paths)
    people = persons.load(files.people)
    grouped = Grouped(wanted.by, people, raw=wanted.raw)
    grouped.whole.skipped += files.skipped
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(Cache()) if wanted.kept else None
        beat = stack.enter_context(_progress(len(files.files)))
        for read in gathered(files.files, kept, wanted.jobs):
            beat()
            grouped.add(_named(read, files), wanted.span)
    grouped.settled()
    if not grouped.whole.rows and not grouped.whole.skipped:
        shown = ", ".join(str(one) for one in wanted.paths)
        raise NoSession(
            _("there is no session in {path}").format(path=shown)
            if not grouped.whole.undated and wanted.span is None
            else _("there is no evening of these days in {path}").format(path=shown),
            _("name session files, or a folder with them"),
        )
    return grouped


def _named(read: Read, files: Found) -> Read:
    """What was asked for by name is a session, or an error."""
    if read.outcome is None and read.path in files.named:
        error = NoSession(
            _("{path} is not a session").format(path=read.path),
            _("name session files, or a folder with them"),
        )
        return read._replace(outcome=error)
    return read


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, once it takes long; the value is called for each file."""
    if not sys.stderr.isatty() or output.is_plain():
        yield lambda: None
        return
    start, done = time.monotonic(), 0
    with contextlib.ExitStack() as stack:
        advance: Callable[[], None] | None = None

        def beat() -> None:
            nonlocal done, advance
            done += 1
            if advance is None and time.monotonic() - start > _PATIENCE:
                advance = _bar(total, done, stack)
            elif advance is not None:
                advance()

        yield beat


def _bar(total: int, done: int, stack: contextlib.ExitStack) -> Callable[[], None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    stack.enter_context(progress)
    task = progress.add_task("", total=total, completed=done)
    return lambda: progress.advance(task)


def _show(grouped: Grouped, player: str, wanted: Wanted) -> None:
    """The page on the terminal."""
    from preftally.views import season as views
    from preftally.views.log import LEVELS

    season = grouped.whole
    if not season.rows:
        return
    if wanted.by:
        output.say(views.heading(season))
        output.say(views.scale(season))
        for name, one in grouped.groups.items():
            _show_group(name, one, player, wanted.by)
    elif player:
        _page(views.person(season, season.persons[player]))
    else:
        _page(views.page(season))
        if output.shows(LEVELS, sys.stdout):
            for curve in views.curves(season, min(output.width(), 100), output.cells):
                output.draw(curve)
    if wanted.rating:
        _page(views.ratings(season))
    for line in views.remarks(season):
        output.say(line)


def _show_group(name: str, season: Season, player: str, by: str) -> None:
    from preftally.views import season as views

    output.say("")
    if by == "player":
        if player in ("", name):
            output.say(name)
            _page(list(views.person(season, season.persons[name]))[2:])
        return
    people = [one for one in season.ranked() if player in ("", one.name)]
    output.say(f"{views.label(by, name)}: {views.heading(season)}")
    if people:
        _page([views.results(people), views.swings(people)])


def _page(parts: Page) -> None:
    from preftally.cli.terminal import show_grid

    for part in parts:
        if isinstance(part, str):
            output.say(part)
        else:
            show_grid(part)


def _write(
    suffix: str, out: str, grouped: Grouped, player: str, wanted: Wanted, *, force: bool
) -> None:
    from preftally.evening.export import put
    from preftally.formats import json
    from preftally.formats import season as data
    from preftally.session.file import native

    groups = grouped.groups if wanted.by else None
    if suffix == "json":
        told = data.season(grouped.whole, groups, player, rated=wanted.rating)
        raw, is_ours = data.as_json(told), json.is_ours
    elif suffix == "csv":
        raw = data.as_csv(wanted.table or "players", grouped.whole, groups, player)
        is_ours = data.is_ours
    else:
        from preftally.formats.html import season as page

        raw, is_ours = page.written(grouped.whole, rated=wanted.rating), page.is_ours
    put(native(out), raw, is_ours, native(out + ".session"), force=force)
    output.aside(_("Written: {path}").format(path=out))


def _complain(season: Season) -> None:
    """Show what could not be read, one by one; the last of it is raised."""
    errors = [one.error for one in season.skipped if one.error is not None]
    for error in errors[:-1]:
        output.show_error(error)
    if errors:
        raise errors[-1]


__all__ = ["Skipped", "Wanted", "explain", "show", "span"]
