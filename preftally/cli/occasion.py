"""When and where an evening was, and its stake, as they are typed for `new`."""

from __future__ import annotations

import datetime
import re

from preftally.cli.stake import read
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import names
from preftally.session.header import Occasion

# As a computer writes a day, and as people do.
_DAYS = (
    re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})", re.ASCII),
    re.compile(r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})", re.ASCII),
)


def occasion(date: str, place: str, stake: str | None) -> Occasion:
    """What is said of it; each may be left out. Raises `WrongUsage`."""
    return Occasion(
        day(date) if date else None,
        names.check_text(" ".join(place.split()), _("the place")),
        "" if stake is None else read(stake)[1],
    )


def day(text: str) -> datetime.date:
    """A day: `2026-11-28` or `28.11.2026`. Raises `WrongUsage`."""
    for shape in _DAYS:
        found = shape.fullmatch(text.strip())
        if found:
            try:
                return datetime.date(*(int(found[part]) for part in ("year", "month", "day")))
            except ValueError:
                break
    raise WrongUsage(
        _("--date: {text} is not a day").format(text=text), _("for example --date 2026-11-28")
    )
