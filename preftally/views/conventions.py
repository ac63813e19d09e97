"""Conventions for reading: their titles, keys with their values, differences."""

from __future__ import annotations

from collections.abc import Iterator

from preftally.engine.conventions import CONVENTIONS, DIALS, Convention, differences, value_of
from preftally.engine.model import LEVELS
from preftally.lang import _, translated
from preftally.views.grid import Grid


def listed() -> Iterator[str]:
    """The built-in conventions, a line each."""
    width = max(len(name) for name in CONVENTIONS)
    for name, convention in CONVENTIONS.items():
        yield f"{name:{width}}  {translated(convention.title)}"


def values(convention: Convention) -> Grid:
    """The table of values, from six to ten."""
    table = convention.values
    rows = [
        (_("made contract"), table.contract),
        (_("undertrick"), table.undertrick),
        (_("defender's trick"), table.trick),
        (_("undertrick on whist"), table.whist_undertrick),
        (_("tricks owed"), table.quota),
    ]
    return Grid(
        ["", *(str(level) for level in LEVELS)],
        [[name, *(str(value) for value in row)] for name, row in rows],
    )


def changed(one: Convention, other: Convention) -> Iterator[str]:
    """The keys in which two conventions differ."""
    found = differences(one, other)
    if not found:
        yield _("They are the same.")
    for key, (old, new) in found.items():
        yield f"{key}: {shown(old)} → {shown(new)}"


def shown(value: object) -> str:
    """A value as it stands in a file, without quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(str(one) for one in value) + "]"
    return str(value)


def file(convention: Convention) -> Iterator[str]:
    """A house's file to start from: the base, and every key with its value."""
    yield f'base = "{convention.name}"'
    yield "# " + _("Every key with what it holds; keep those that differ at your table.")
    for key in DIALS:
        value = value_of(convention, key)
        yield f"{key} = " + (f'"{value}"' if isinstance(value, str) else shown(value))
