"""What was typed, before the commands look at it: its encoding and its language."""

from __future__ import annotations

import os

from preftally import lang
from preftally.errors import WrongUsage
from preftally.lang import _


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
