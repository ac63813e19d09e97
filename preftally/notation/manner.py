"""How the reader types: lines of a shell or lines of the prompt, in which language.

What an answer or a hint advises is said as he would type it. This belongs to the
process, as its language does.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from preftally.notation import words

_at_prompt = False
_language = ""


def at_prompt() -> bool:
    """Whether the reader is at the prompt of `play`."""
    return _at_prompt


@contextlib.contextmanager
def prompting() -> Iterator[None]:
    """Advise in the forms of the prompt for a while."""
    global _at_prompt
    before, _at_prompt = _at_prompt, True
    try:
        yield
    finally:
        _at_prompt = before


def heard(word: str) -> None:
    """Note the language of a command that was typed in a shell."""
    global _language
    _language = "en" if word.isascii() else "ru"


def command(name: str, *rest: str) -> str:
    """A command as the reader would type it; `rest` are its words, as they are."""
    if _at_prompt:
        return " ".join([words.COMMANDS[name].shown(), *map(quoted, rest)])
    word = words.COMMANDS[name].shown(_language or "en")
    return " ".join(["preftally", word, *map(quoted, rest)])


def quoted(word: str) -> str:
    """A word as it must be typed to stay one; letters of any alphabet need no quotes."""
    if word and re.fullmatch(r"[\w@%+=:,./*♠♣♦♥-]+", word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"


def fitted(hint: str) -> str:
    """A hint that was written for a shell, as the reader would type what it advises."""
    if not _at_prompt:
        return _COMMAND.sub(lambda found: command(found[1]), hint)
    hint = _COMMAND.sub(lambda found: words.COMMANDS[found[1]].shown(), hint)
    return _OPTION.sub(lambda found: words.ROLES[_ROLES[found[1]]].shown(), hint)


_COMMAND = re.compile(rf"\bpreftally ({'|'.join(words.COMMANDS)})\b")
_ROLES = {word.english[0]: role for role, word in words.ROLES.items()}
_OPTION = re.compile(rf"--({'|'.join(_ROLES)})\b")
