"""The formats in which an evening leaves: a row for each, its module loaded when it is asked for.

A module has `written(report)`, the bytes of a file; `is_ours(raw)`, whether bytes carry
the mark that `written` puts there; and, where there is an empty form, `form(players)`.
"""

from __future__ import annotations

import importlib
from typing import NamedTuple, Protocol, cast

from preftally.views.report import Report


class Writer(Protocol):
    """What the module of a format offers."""

    def written(self, report: Report) -> bytes:
        """The evening as a file."""

    def is_ours(self, raw: bytes) -> bool:
        """Whether a file carries the mark of this format."""

    def form(self, players: int) -> bytes:
        """The empty form for three or four; only where `Format.blank`."""


class Format(NamedTuple):
    """A format by its name, which is the suffix of its files, too.

    `blank` has an empty form; `binary` is nothing for a terminal.
    """

    name: str
    module: str
    blank: bool = False
    binary: bool = False

    @property
    def writer(self) -> Writer:
        """The format's module."""
        return cast(Writer, importlib.import_module(f"preftally.formats.{self.module}"))


FORMATS = (
    Format("txt", "text"),
    Format("md", "markdown"),
    Format("svg", "svg", blank=True),
    Format("png", "png", blank=True, binary=True),
    Format("html", "html"),
    Format("csv", "csv"),
    Format("json", "json"),
)
BY_NAME = {one.name: one for one in FORMATS}
