"""What was typed, before the commands look at it: its encoding, its dashes, its language."""

from __future__ import annotations

import os

from preftally import lang
from preftally.errors import WrongUsage
from preftally.lang import _
from preftally.notation import words
from preftally.notation.tokens import dashes


def decoded(arguments: list[str]) -> list[str]:
    """The arguments as UTF-8, whatever the locale says of them."""
    decoded = []
    for argument in arguments:
        try:
            decoded.append(os.fsencode(argument).decode())
        except UnicodeError:
            shown = os.fsencode(argument).decode(errors="replace")
            raise WrongUsage(
                _("{argument} is not UTF-8").format(argument=shown),
                _("set the terminal to UTF-8 and type it again"),
            ) from None
    return decoded


def with_language(arguments: list[str]) -> list[str]:
    """Take `--lang` out, wherever it stands, and speak that language from now on."""
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return [*rest, word, *words]
        name, equals, value = word.partition("=")
        if name != "--lang":
            rest.append(word)
            continue
        language = value if equals else next(words, "")
        language = language.casefold()
        if language not in lang.LANGUAGES:
            raise WrongUsage(
                _("--lang: {language} is not a language here").format(language=language or '""'),
                _("one of: {words}").format(words=", ".join(lang.LANGUAGES)),
            )
        lang.use(language)
    return rest


def as_typed(arguments: list[str]) -> list[str]:
    """The arguments as they were meant where a phone or a chat has set them.

    A dash is two hyphens again, a no-break space parts an option from its value, and
    a role is known by its word of either language: `--вист`.
    """
    found: list[str] = []
    for place, argument in enumerate(arguments):
        if argument == "--":
            return [*found, *arguments[place:]]
        word = dashes(argument)
        parts = word.split(maxsplit=1) if word.startswith("--") and not word.isascii() else [word]
        name, equals, value = parts[0].partition("=")
        role = words.role(name[2:]) if name.startswith("--") and not name.isascii() else ""
        option = f"--{words.ROLES[role].english[0]}" if role else name
        found += [f"{option}{equals}{value}", *parts[1:]]
    return found


def behind_command(arguments: list[str]) -> list[str]:
    """The options that every command has, put behind it where they stand before it."""
    before: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest[0]
        glued = word.startswith("--session=") or (word.startswith("-s") and len(word) > 2)
        if word not in ("--session", "-s") and not glued:
            break
        count = 1 if glued else 2
        before += rest[:count]
        del rest[:count]
    if not rest or rest[0].startswith("-"):
        return arguments
    return [rest[0], *before, *rest[1:]]
