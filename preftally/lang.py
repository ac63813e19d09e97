"""The reader's language: gettext catalogues, chosen once when a command starts.

English is the language of the sources. `use` also points the standard domain
at our catalogue, so that the sentences of the command-line library, which asks
`gettext` itself, come in the same language.
"""

from __future__ import annotations

import contextlib
import gettext
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

# Each language with the sign before its decimals.
LANGUAGES = {"en": ".", "ru": ","}
DOMAIN = "preftally"
FOLDER = Path(__file__).parent / "locale"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_current = "en"


def use(language: str) -> None:
    """Speak this language from now on; a key of `LANGUAGES`."""
    global _catalogue, _current  # the language belongs to the process, as a locale does
    _current = language
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)
    _catalogue = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)


def current() -> str:
    """The language that is spoken now."""
    return _current


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language for a while."""
    before = _current
    use(language)
    try:
        yield
    finally:
        use(before)


def preferred(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for: `PREFTALLY_LANG`, then the locale."""
    ours = environment.get("PREFTALLY_LANG", "")
    if ours and not unknown(environment):
        return _language(ours) if _language(ours) in LANGUAGES else "en"
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(variable, "")
        if value:
            return _language(value) if _language(value) in LANGUAGES else "en"
    return "en"


def unknown(environment: Mapping[str, str]) -> str:
    """What `PREFTALLY_LANG` holds, if that is no language here; else an empty string."""
    value = environment.get("PREFTALLY_LANG", "")
    plain = ("c", "posix")  # as a locale without a language is called: English
    return "" if not value or _language(value) in (*LANGUAGES, *plain) else value


def _language(locale: str) -> str:
    """`ru` of `ru_RU.UTF-8`."""
    return re.split(r"[^a-z]", locale.lower(), maxsplit=1)[0]


def decimal(number: str) -> str:
    """A decimal number, written with a point, as the reader writes it."""
    return number.replace(".", LANGUAGES[_current])


def _(message: str) -> str:
    """The message in the reader's language."""
    return _catalogue.gettext(message)


def translated(marked: str) -> str:
    """A message that was marked where no language is spoken, in the reader's language."""
    return _catalogue.gettext(marked)


def many(singular: str, plural: str, number: int) -> str:
    """The message in the form that goes with the number, which fills its `{n}`."""
    return _catalogue.ngettext(singular, plural, abs(number)).format(n=number)
