"""A stake as people write it: `0.5`, `0,5`, `.5`, `2`."""

from __future__ import annotations

import re

_SHAPE = re.compile(r"([0-9]+)(?:[.,]([0-9]+))?|[.,]([0-9]+)", re.ASCII)


def stake(text: str) -> tuple[str, str] | None:
    """The digits before the point and those after it, without idle zeros.

    A decimal comma is as good as a point. `None` where it is no decimal number above zero.
    """
    shape = _SHAPE.fullmatch(text.strip())
    if shape is None:
        return None
    whole, part = (shape[1] or "").lstrip("0"), (shape[2] or shape[3] or "").rstrip("0")
    return (whole, part) if whole or part else None


def spelled(whole: str, part: str) -> str:
    """The usual spelling: `0.5`."""
    return f"{whole or '0'}.{part}" if part else whole
