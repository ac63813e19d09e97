"""From when to when: the days that people type."""

from __future__ import annotations

import calendar
import datetime
import re

from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.season.figures import Span

_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?", re.ASCII)
_LAST = re.compile(r"([0-9]{1,4})([dwmy]?)", re.ASCII | re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "": 1}
_MONTHS = {"m": 1, "y": 12}


def span(since: str, until: str, last: str, today: datetime.date) -> Span | None:
    """The days that three options mean; `None` for all. Raises `WrongUsage`."""
    if last and since:
        raise WrongUsage(
            _("{option} and {other} do not go together").format(option="--last", other="--since"),
            _("leave one of them out"),
        )
    first = _day(since, "--since", end=False) if since else None
    final = _day(until, "--until", end=True) if until else None
    if last:
        first = _back(last, final or today)
        final = final or today
    if first and final and first > final:
        raise WrongUsage(
            _("{first} is after {last}").format(first=first, last=final),
            _("--since comes before --until"),
        )
    if first is None and final is None:
        return None
    return Span(first.isoformat() if first else "", final.isoformat() if final else "")


def _day(text: str, option: str, *, end: bool) -> datetime.date:
    """A day; of a year or a month its first, or its last."""
    shape = _DAY.fullmatch(text.strip())
    try:
        if shape is None:
            raise ValueError(text)
        year, month = int(shape[1]), int(shape[2] or (12 if end else 1))
        day = int(shape[3] or (calendar.monthrange(year, month)[1] if end else 1))
        return datetime.date(year, month, day)
    except (ValueError, calendar.IllegalMonthError):
        raise WrongUsage(
            _("{option}: {text} is not a day").format(option=option, text=text or '""'),
            _("write 2026-11-28, 2026-11 or 2026"),
        ) from None


def _back(text: str, today: datetime.date) -> datetime.date:
    """The first day of the last so many days, weeks, months or years; today is one of them."""
    shape = _LAST.fullmatch(text.strip())
    count = int(shape[1]) if shape else 0
    if shape is None or not count:
        raise WrongUsage(
            _("--last: {text} is not a length of time").format(text=text or '""'),
            _("write 90d, 12w, 6m or 2y"),
        )
    unit = shape[2].lower()
    try:
        if unit in _DAYS:
            return today - datetime.timedelta(days=count * _DAYS[unit] - 1)
        month = today.year * 12 + today.month - 1 - count * _MONTHS[unit]
        year, index = divmod(month, 12)
        day = min(today.day, calendar.monthrange(year, index + 1)[1])
        return datetime.date(year, index + 1, day) + datetime.timedelta(days=1)
    except (ValueError, OverflowError, calendar.IllegalMonthError):
        return datetime.date.min
