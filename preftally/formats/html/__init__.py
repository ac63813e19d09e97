"""The evening as one page: a single file that asks for nothing and says all without script."""

from __future__ import annotations

from preftally.formats.html import frame
from preftally.formats.html.evening import values
from preftally.views.report import Report

MARK = frame.MARK


def written(told: Report) -> bytes:
    """The page as a file."""
    return page(told).raw


def page(told: Report, live: frame.Live | None = None) -> frame.Page:
    """The page of an evening; with `live` as a server sends it, to follow the session."""
    return frame.render("evening.html", live, **values(told))


def is_ours(raw: bytes) -> bool:
    """Whether a file carries our mark, at its beginning."""
    return MARK.encode() in raw[:200]
