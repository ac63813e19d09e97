"""The frame of our pages: the head with its policy, the one style, the one script, the mark.

A page is a template that extends `frame.html` and fills its block `content`. Whatever a
template is given comes out as text: Jinja escapes it, and what nobody sees in it stands
there by its code.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from preftally.lang import _, current
from preftally.notation.unseen import shown

MARK = "<!-- preftally -->"
TEMPLATES = Path(__file__).parent / "templates"


class Live(NamedTuple):
    """A page that follows its session: by which version it is known, and what is wrong now."""

    version: str
    notice: str = ""


class Page(NamedTuple):
    """A whole page, and the policy that it is to be sent with."""

    raw: bytes
    policy: str


def render(template: str, live: Live | None, **values: Any) -> Page:
    """A page from its template; the same bytes from the same values."""
    style, script = _source("style.css"), _source("script.js")
    policy = "; ".join([
        "default-src 'none'",
        f"style-src '{_digest(style)}'",
        f"script-src '{_digest(script)}'",
        "img-src data:",
        *(["connect-src 'self'"] if live else []),
        "base-uri 'none'",
        "form-action 'none'",
    ])  # fmt: skip
    text = _environment().get_template(template).render(
        values, lang=current(), live=live, said=_said(), policy=policy, mark=Markup(MARK),
        style=Markup(style), script=Markup(script),
    )  # fmt: skip
    return Page(text.encode(), policy)


def _said() -> dict[str, str]:
    """What the script says; it has no words of its own."""
    return {
        "after": _("The sheet after entry {n} of {all}"),
        "live": _("Live: this page follows the game."),
        "gone": _("The scorekeeper's machine does not answer. This is how it stood."),
    }


@cache
def _source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


@cache
def _digest(text: str) -> str:
    """The source as a policy names it."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _visible(value: Any) -> Any:
    return shown(value) if type(value) is str else value
