"""The page of the rules that stands beside the engine: its sections, by number or by word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import preftally
from preftally.errors import WrongUsage
from preftally.lang import LANGUAGES, _, current
from preftally.notation.words import folded

_FOLDER = Path(preftally.__file__).parent / "engine"
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HEADING = re.compile(r"^(#{2,3}) ([0-9]+(?:\.[0-9]+)?)\.? (.+)$", re.MULTILINE)


@cache
def page(language: str) -> str:
    """The whole page in a language, as Markdown."""
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return (_FOLDER / name).read_text(encoding="utf-8")


def headings(language: str) -> dict[str, str]:
    """The headings by their numbers: sections, `4`, and parts of sections, `2.3`."""
    return {found[2]: found[3] for found in _HEADING.finditer(page(language))}


def section(number: str, language: str) -> str:
    """A section, or a part of one, with its heading."""
    text = page(language)
    found = list(_HEADING.finditer(text))
    at = next(place for place, one in enumerate(found) if one[2] == number)
    # A section goes on over its parts, to the next heading that is not below its own.
    ends = (one.start() for one in found[at + 1 :] if len(one[1]) <= len(found[at][1]))
    return text[found[at].start() : next(ends, len(text))].rstrip() + "\n"


def numbered(said: str) -> str:
    """The number of the section that is meant by its number or by words of its heading.

    The headings of every language are known. Raises `WrongUsage` where none fits, or several.
    """
    wanted = folded(said).rstrip(".")
    if wanted in headings(current()):
        return wanted
    fitting = _fitting(wanted)
    if len(fitting) == 1:
        return fitting[0]
    message = (
        _("{word} fits several sections of the rules")
        if fitting
        else _("{word} is not a section of the rules")
    )
    raise WrongUsage(
        message.format(word=said),
        _("one of: {words}").format(words=_named(fitting or _sections())),
    )


def offered() -> list[str]:
    """What names one section: the numbers, then the words of the headings in this language."""
    known = headings(current())
    found = dict.fromkeys(word for heading in known.values() for word in _split(heading))
    return [*known, *(word for word in found if len(_fitting(word)) == 1)]


def _fitting(wanted: str) -> list[str]:
    """The sections whose heading has these words: whole if one has, else begun so."""
    for is_whole in (True, False):
        fitting = [
            number
            for number in headings(current())
            if any(_has(headings(one)[number], wanted, is_whole) for one in LANGUAGES)
        ]
        if fitting:
            return fitting
    return []


def _has(heading: str, wanted: str, is_whole: bool) -> bool:
    words, asked = _split(heading), _split(wanted)
    return bool(asked) and all(
        any(word == one if is_whole else word.startswith(one) for word in words) for one in asked
    )


def _split(text: str) -> list[str]:
    """The words of a heading, `all-pass` being one, and `misère` one without its accent."""
    return _WORD.findall(folded(text).replace("è", "e"))


def _sections() -> Iterable[str]:
    return (number for number in headings(current()) if "." not in number)


def _named(numbers: Iterable[str]) -> str:
    known = headings(current())
    return "; ".join(f"{number} {known[number]}" for number in numbers)
