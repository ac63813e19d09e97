"""Single values as TOML writes them."""

from __future__ import annotations

import datetime
from typing import Any


def toml_value(value: Any) -> str:
    """A value as TOML writes it, on one line.

    tomli-w knows all of TOML's quoting; only its way of breaking inline tables
    and lists over lines is not wanted here. It is not loaded for a number or a
    plain word, which are most of what is written.
    """
    if type(value) is int or (isinstance(value, str) and value.isalnum()):
        return str(value) if type(value) is int else f'"{value}"'
    import tomli_w  # the writer that goes with the standard library's reader

    if isinstance(value, dict):
        parts = [tomli_w.dumps({key: one}).strip() for key, one in value.items()]
        return "{ " + ", ".join(parts) + " }" if parts else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(one) for one in value) + "]"
    if isinstance(value, datetime.datetime):
        return value.isoformat()  # with a T between, so that it is one word
    return tomli_w.dumps({"x": value}).strip().removeprefix("x = ")
